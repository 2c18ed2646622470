// This header is NUTS as a plain recursion over values, the yardstick for the iterative tree.
//
// The algorithm is that of Stan's base_nuts (multinomial weights, three U-turn checks per join),
// written for clarity: every tree is a value with vectors of its own. Random numbers are consumed
// in Stan's order.
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "base/random.h"
#include "sample/hamiltonian.h"
#include "sample/statistics.h"

namespace autumn::sampler::testing {

using Numbers = std::vector<double>;

inline double log_sum_exp(double a, double b) {
  const double larger = std::max(a, b);
  return larger + std::log(std::exp(a - larger) + std::exp(b - larger));
}

inline Numbers plus(const Numbers& a, const Numbers& b) {
  Numbers sum(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) sum[i] = a[i] + b[i];
  return sum;
}

inline double product(const Numbers& a, const Numbers& b) {
  double sum = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

struct PhasePoint {
  Numbers position, momentum, gradient, velocity, acceleration;
  double log_density = 0.0, energy = 0.0;
};

struct RecursiveTree {
  PhasePoint begin, end, proposal;
  Numbers rho;
  double log_weight = 0.0;
};

class RecursiveNuts {
 public:
  RecursiveNuts(Hamiltonian& hamiltonian, int max_depth)
      : hamiltonian_(hamiltonian), max_depth_(max_depth), pool_(2, hamiltonian.dimension()) {}

  [[nodiscard]] Statistics transition(Point& point, double step_size, Random& random) {
    random_ = &random;
    const PhasePoint start = draw_start(point);
    energy0_ = start.energy;
    sum_metropolis_ = 0.0;
    n_leapfrog_ = 0;
    divergent_ = false;
    PhasePoint forward = start, backward = start, sample = start;
    Numbers rho = start.momentum;
    double log_weight = 0.0;
    int depth = 0;
    while (depth < max_depth_) {
      const bool goes_forward = random.uniform() > 0.5;
      const PhasePoint seam = goes_forward ? forward : backward;
      const PhasePoint far = goes_forward ? backward : forward;
      const std::optional<RecursiveTree> tree =
          build(depth, seam, goes_forward ? step_size : -step_size);
      if (!tree) break;
      ++depth;
      if (tree->log_weight > log_weight) {
        sample = tree->proposal;
      } else if (random.uniform() < std::exp(tree->log_weight - log_weight)) {
        sample = tree->proposal;
      }
      log_weight = log_sum_exp(log_weight, tree->log_weight);
      const bool straight = persists(far, tree->end, plus(rho, tree->rho)) &&
                            persists(far, tree->begin, plus(rho, tree->begin.momentum)) &&
                            persists(seam, tree->end, plus(tree->rho, seam.momentum));
      rho = plus(rho, tree->rho);
      (goes_forward ? forward : backward) = tree->end;
      if (!straight) break;
    }
    point = {sample.position, sample.gradient, sample.log_density};
    return {.lp = sample.log_density,
            .accept_stat = sum_metropolis_ / static_cast<double>(n_leapfrog_),
            .stepsize = step_size,
            .treedepth = depth,
            .n_leapfrog = n_leapfrog_,
            .divergent = divergent_,
            .energy = sample.energy};
  }

 private:
  // Nothing if the tree diverged, or if it or one of its subtrees turned.
  std::optional<RecursiveTree> build(int depth, const PhasePoint& from, double step) {
    if (depth == 0) return leaf(from, step);
    const std::optional<RecursiveTree> first = build(depth - 1, from, step);
    if (!first) return std::nullopt;
    const std::optional<RecursiveTree> second = build(depth - 1, first->end, step);
    if (!second) return std::nullopt;
    RecursiveTree joined = *first;
    joined.end = second->end;
    joined.rho = plus(first->rho, second->rho);
    joined.log_weight = log_sum_exp(first->log_weight, second->log_weight);
    if (random_->uniform() < std::exp(second->log_weight - joined.log_weight)) {
      joined.proposal = second->proposal;
    }
    const bool straight =
        persists(first->begin, second->end, joined.rho) &&
        persists(first->begin, second->begin, plus(first->rho, second->begin.momentum)) &&
        persists(first->end, second->end, plus(second->rho, first->end.momentum));
    if (!straight) return std::nullopt;
    return joined;
  }

  std::optional<RecursiveTree> leaf(const PhasePoint& from, double step) {
    const PhasePoint next = leapfrog(from, step);
    ++n_leapfrog_;
    const double log_weight = energy0_ - next.energy;
    sum_metropolis_ += std::min(1.0, std::exp(log_weight));
    if (next.energy - energy0_ > 1000.0) {
      divergent_ = true;
      return std::nullopt;
    }
    return RecursiveTree{next, next, next, next.momentum, log_weight};
  }

  static bool persists(const PhasePoint& one, const PhasePoint& other, const Numbers& rho) {
    return product(one.velocity, rho) > 0.0 && product(other.velocity, rho) > 0.0;
  }

  PhasePoint draw_start(const Point& point) {
    pool_.release_all();
    State* state = pool_.take(1);
    hamiltonian_.start(point, *random_, *state);
    return copy(*state);
  }

  PhasePoint leapfrog(const PhasePoint& from, double step) {
    pool_.release_all();
    State* start = pool_.take(1);
    State* end = pool_.take(1);
    std::copy(from.position.begin(), from.position.end(), start->position);
    std::copy(from.momentum.begin(), from.momentum.end(), start->momentum);
    std::copy(from.gradient.begin(), from.gradient.end(), start->gradient);
    std::copy(from.velocity.begin(), from.velocity.end(), start->velocity);
    std::copy(from.acceleration.begin(), from.acceleration.end(), start->acceleration);
    hamiltonian_.leapfrog(*start, step, *end);
    return copy(*end);
  }

  [[nodiscard]] PhasePoint copy(const State& state) const {
    const auto numbers = [&](const double* data) {
      return Numbers(data, data + hamiltonian_.dimension());
    };
    return {numbers(state.position),
            numbers(state.momentum),
            numbers(state.gradient),
            numbers(state.velocity),
            numbers(state.acceleration),
            state.log_density,
            state.energy};
  }

  Hamiltonian& hamiltonian_;
  int max_depth_;
  StatePool pool_;
  Random* random_ = nullptr;
  double energy0_ = 0.0;
  double sum_metropolis_ = 0.0;
  std::int64_t n_leapfrog_ = 0;
  bool divergent_ = false;
};

}  // namespace autumn::sampler::testing
