// A warm-up record is what a chain keeps of its warm-up for the choices that follow it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sample/state/fields.h"

namespace autumn::sampler {

// The end of a warm-up: what jumps are fitted to, and what a choice of `thin` goes by.
struct WarmupRecord {
  std::size_t quantities = 0;              // per iteration: the coordinates, or some of them
  std::vector<double> values = {};         // iteration after iteration
  std::vector<double> log_densities = {};  // one per iteration
  std::int64_t iterations = 0;
  std::int64_t walks = 0;        // transitions of NUTS in these iterations: all, or some of them
  std::uint64_t gradients = 0;   // of these transitions
  double jump_acceptance = 0.0;  // as expected of the jumps there will be; 0 for none
  int jumps_per_iteration = 1;   // as there will be
  std::int64_t iterations_per_walk = 1;  // as there will be

  void visit_fields(Fields& fields) {
    auto& [number, all_values, heights, count, walked, evaluations, acceptance, jumps, per_walk] =
        *this;
    fields("quantities", number);
    fields("values", all_values);
    fields("log_densities", heights);
    fields("iterations", count);
    fields("walks", walked);
    fields("gradients", evaluations);
    fields("jump_acceptance", acceptance);
    fields("jumps_per_iteration", jumps);
    fields("iterations_per_walk", per_walk);
  }
};

}  // namespace autumn::sampler
