// Chain statistics say what the sampler did in one chain, counted from its columns: divergences,
// depth, energy.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/draws.h"

namespace autumn::output {

struct ChainStatistics {
  std::size_t draws = 0;
  std::size_t divergences = 0;
  std::size_t max_treedepth_hits = 0;
  std::uint64_t leapfrog_steps = 0;
  double mean_accept_stat = 0;
  double stepsize = 0;  // of the last draw
  double ebfmi = 0;     // NaN if the energy is unknown or does not move

  bool operator==(const ChainStatistics&) const = default;
};

// Reads `divergent__`, `treedepth__`, `n_leapfrog__`, `accept_stat__`, `stepsize__` and `energy__`;
// a column that is missing counts as zero, and its mean as NaN.
[[nodiscard]] ChainStatistics chain_statistics(const DrawTable& draws, int max_depth);

}  // namespace autumn::output
