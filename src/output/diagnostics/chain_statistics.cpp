// This file counts what the sampler did in one chain, from its columns.
#include "output/diagnostics/chain_statistics.h"

#include <algorithm>
#include <limits>
#include <string_view>

#include "output/diagnostics/diagnostics.h"
#include "output/diagnostics/moments.h"

namespace autumn::output {
namespace {

// Empty if there is no such column.
std::vector<double> column_named(const DrawTable& draws, std::string_view name) {
  const auto& names = draws.names();
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) return {};
  return draws.column(static_cast<std::size_t>(found - names.begin()));
}

std::size_t count_at_least(std::span<const double> values, double limit) {
  return static_cast<std::size_t>(
      std::count_if(values.begin(), values.end(), [&](double v) { return v >= limit; }));
}

}  // namespace

ChainStatistics chain_statistics(const DrawTable& draws, int max_depth) {
  const std::vector<double> stepsizes = column_named(draws, "stepsize__");
  ChainStatistics s;
  s.draws = draws.rows();
  s.divergences = count_at_least(column_named(draws, "divergent__"), 1);
  s.max_treedepth_hits = count_at_least(column_named(draws, "treedepth__"), max_depth);
  for (const double steps : column_named(draws, "n_leapfrog__"))
    s.leapfrog_steps += steps > 0 ? static_cast<std::uint64_t>(steps) : 0;
  s.mean_accept_stat = mean(column_named(draws, "accept_stat__"));
  s.stepsize = stepsizes.empty() ? std::numeric_limits<double>::quiet_NaN() : stepsizes.back();
  s.ebfmi = ebfmi(column_named(draws, "energy__"));
  return s;
}

}  // namespace autumn::output
