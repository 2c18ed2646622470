// This file counts the owners of states; nothing here allocates after construction.
#include "sample/state_pool.h"

namespace autumn::sampler {

StatePool::StatePool(std::size_t count, std::size_t dimension)
    : numbers_(count * 5 * dimension), states_(count) {
  double* next = numbers_.data();
  for (State& state : states_) {
    for (double** part : {&state.position, &state.momentum, &state.gradient, &state.velocity,
                          &state.acceleration}) {
      *part = next;
      next += dimension;
    }
  }
  free_.reserve(count);
  release_all();
}

void StatePool::release_all() {
  free_.clear();
  for (State& state : states_) free_.push_back(&state);
}

}  // namespace autumn::sampler
