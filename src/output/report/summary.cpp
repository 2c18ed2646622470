// This file makes the summary of every variable from draw tables.
#include "output/report/summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <string>
#include <thread>
#include <utility>

#include "base/threads.h"

namespace autumn::output {
namespace {

// The chains that are used, and how many draws of each.
struct Selection {
  std::vector<const DrawTable*> chains;
  std::size_t draws = 0;
};

Selection select(std::span<const DrawTable* const> chains) {
  const CommonPart common = common_part(chains);
  Selection selection{.chains = {}, .draws = common.draws};
  for (const std::size_t chain : common.chains) selection.chains.push_back(chains[chain]);
  return selection;
}

// A table holds row after row; columns are read in groups so that each cache line is fetched once.
constexpr std::size_t kGroup = 16;
// A thread costs as much to start as some thousand numbers to summarise.
constexpr std::size_t kNumbersPerThread = 100'000;

// The columns `first` ... of the selected chains, each chain after chain.
void gather(const Selection& selection, std::span<const std::size_t> columns,
            std::vector<std::vector<double>>& into) {
  for (std::size_t c = 0; c < selection.chains.size(); ++c) {
    for (std::size_t r = 0; r < selection.draws; ++r) {
      const std::span<const double> row = selection.chains[c]->row(r);
      for (std::size_t k = 0; k < columns.size(); ++k)
        into[k][c * selection.draws + r] = row[columns[k]];
    }
  }
}

// Groups of columns one after the other, until none is left.
void take_groups(const Selection& selection, std::span<const std::size_t> columns,
                 std::atomic<std::size_t>& next, Summary& summary) {
  const std::size_t chains = selection.chains.size();
  std::vector<VariableSummary>& variables = summary.variables;
  Diagnoser diagnoser(chains, selection.draws, summary.percentiles);
  std::vector<std::vector<double>> group(kGroup, std::vector<double>(chains * selection.draws));
  for (std::size_t first = 0; (first = next.fetch_add(kGroup)) < columns.size();) {
    const auto part = columns.subspan(first, std::min(kGroup, columns.size() - first));
    gather(selection, part, group);
    for (std::size_t k = 0; k < part.size(); ++k) {
      VariableSummary& variable = variables[first + k];
      std::string name = std::move(variable.name);
      variable = diagnoser.summarise({group[k], chains});
      variable.name = std::move(name);
    }
  }
}

// Every variable by itself, so that it does not matter which thread takes it.
void summarise_columns(const Selection& selection, std::span<const std::size_t> columns,
                       std::uint32_t threads, Summary& summary) {
  std::atomic<std::size_t> next{0};
  share_work(threads - 1, [&] { take_groups(selection, columns, next, summary); });
}

// No more than there is work for; all that there are if none is asked for.
std::uint32_t threads_for(std::size_t columns, const Selection& selection, std::uint32_t wanted) {
  const std::size_t numbers = columns * selection.chains.size() * selection.draws;
  const std::size_t useful = std::min(numbers / kNumbersPerThread, (columns + kGroup - 1) / kGroup);
  const std::uint32_t available =
      wanted == 0 ? std::max(1U, std::thread::hardware_concurrency()) : wanted;
  return static_cast<std::uint32_t>(
      std::clamp<std::size_t>(useful, 1, static_cast<std::size_t>(available)));
}

}  // namespace

CommonPart common_part(std::span<const DrawTable* const> chains) {
  std::vector<std::size_t> lengths;
  for (const DrawTable* chain : chains) lengths.push_back(chain->rows());
  std::sort(lengths.begin(), lengths.end(), std::greater<>());
  CommonPart common;
  std::size_t most = 0;
  for (std::size_t k = 0; k < lengths.size(); ++k) {
    if (lengths[k] * (k + 1) < most || lengths[k] == 0) continue;
    most = lengths[k] * (k + 1);
    common.draws = lengths[k];
  }
  for (std::size_t k = 0; k < chains.size(); ++k) {
    if (chains[k]->rows() >= common.draws && chains[k]->rows() > 0) common.chains.push_back(k);
  }
  return common;
}

Status check_same_columns(std::span<const DrawTable* const> chains) {
  for (std::size_t c = 1; c < chains.size(); ++c) {
    if (chains[c]->names() == chains[0]->names()) continue;
    return Error{fmt::format("chain {} does not have the same columns as chain 1", c + 1),
                 "Summarise only chains of one model and one data set together.",
                 {}};
  }
  return Done{};
}

bool is_sampler_column(std::string_view name) {
  return name.ends_with("__") && name != "lp__";
}

Result<Summary> summarise(std::span<const DrawTable* const> chains, std::uint32_t threads,
                          std::span<const double> percentiles) {
  if (const Status same = check_same_columns(chains); !same) return same.error();
  const Selection selection = select(chains);
  Summary summary{{}, selection.chains.size(), selection.draws, 0};
  summary.percentiles.assign(percentiles.begin(), percentiles.end());
  for (const DrawTable* chain : chains) summary.draws_left_out += chain->rows();
  summary.draws_left_out -= summary.chains * summary.draws_per_chain;
  if (chains.empty()) return summary;

  const std::vector<std::string>& names = chains[0]->names();
  std::vector<std::size_t> columns;
  for (std::size_t k = 0; k < names.size(); ++k) {
    if (is_sampler_column(names[k])) continue;
    columns.push_back(k);
    summary.variables.push_back({.name = names[k]});
  }
  summarise_columns(selection, columns, threads_for(columns.size(), selection, threads), summary);
  return summary;
}

Result<Summary> summarise(std::span<const DrawTable> chains, std::uint32_t threads,
                          std::span<const double> percentiles) {
  std::vector<const DrawTable*> pointers;
  for (const DrawTable& chain : chains) pointers.push_back(&chain);
  return summarise(pointers, threads, percentiles);
}

}  // namespace autumn::output
