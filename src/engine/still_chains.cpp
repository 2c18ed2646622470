// This file says which chains did not move, and what became of them.
#include "engine/still_chains.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string>

#include "base/words.h"

namespace autumn::engine {
namespace {

output::Warning restarted(std::uint32_t id, const std::vector<std::int64_t>& iterations) {
  const bool is_one = iterations.size() == 1;
  return {
      .kind = output::WarningKind::kStillChains,
      .finding = fmt::format("Chain {} did not move at all, and began anew at another initial "
                             "point {} in warm-up ({} {}).",
                             id, is_one ? "once" : fmt::format("{} times", iterations.size()),
                             noun_for(iterations.size(), "iteration"), fmt::join(iterations, ", ")),
      .meaning =
          "No step from such a point is accepted: it is a spike, an edge, or so steep that "
          "rounding holds it.",
      .advice =
          "Look at the density there: it may be infinite (a scale that can be zero), or "
          "jump; initial values help where it is only far from the data."};
}

output::Warning still(std::uint32_t id, std::int64_t iterations) {
  return {.kind = output::WarningKind::kStillChains,
          .finding = fmt::format("Chain {} did not move in the last {} of warm-up.", id,
                                 counted(iterations, "iteration")),
          .meaning = "Its step size fits that one point, and its draws may all be the same.",
          .advice =
              "Try other initial values; if it stays, the density may be infinite there (a "
              "scale that can be zero), or jump."};
}

}  // namespace

std::vector<output::Warning> still_chains(const Run& run, std::uint32_t first_id) {
  std::vector<output::Warning> warnings;
  for (std::size_t k = 0; k < run.chains.size(); ++k) {
    const sampler::StillChain& chain = run.chains[k].result.still;
    const std::uint32_t id = first_id + static_cast<std::uint32_t>(k);
    if (!chain.restarts.empty()) warnings.push_back(restarted(id, chain.restarts));
    if (chain.iterations > 0) warnings.push_back(still(id, chain.iterations));
  }
  return warnings;
}

}  // namespace autumn::engine
