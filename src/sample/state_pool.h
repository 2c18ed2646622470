// The state pool holds the points of a trajectory, in one contiguous buffer that is allocated once
// per chain.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/error.h"

namespace autumn::sampler {

// A point of phase space with all that belongs to it. The pointers lead into the pool and have its
// dimension.
struct State {
  double* position = nullptr;
  double* momentum = nullptr;
  double* gradient = nullptr;      // of the log density at `position`
  double* velocity = nullptr;      // M^-1 momentum, called p_sharp in Stan
  double* acceleration = nullptr;  // M^-1 gradient, unless the metric is taken element by element
  double log_density = 0.0;
  double energy = 0.0;  // infinite for a rejected point
  std::uint32_t owners = 0;
};

// Trees share their ends and proposals by counting owners, so that no vector is copied when trees
// are joined.
class StatePool {
 public:
  StatePool(std::size_t count, std::size_t dimension);
  StatePool(const StatePool&) = delete;
  StatePool& operator=(const StatePool&) = delete;
  StatePool(StatePool&&) = default;
  StatePool& operator=(StatePool&&) = default;
  ~StatePool() = default;

  // A state with this many owners; its numbers are undefined.
  [[nodiscard]] State* take(std::uint32_t owners) {
    AUTUMN_CHECK(!free_.empty(),
                 "the pool has a state for every end and proposal of pending trees");
    State* state = free_.back();
    free_.pop_back();
    state->owners = owners;
    return state;
  }
  void release(State* state) {
    if (--state->owners == 0) free_.push_back(state);
  }
  void release_all();

 private:
  std::vector<double> numbers_;
  std::vector<State> states_;
  std::vector<State*> free_;
};

}  // namespace autumn::sampler
