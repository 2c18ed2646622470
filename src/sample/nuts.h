// This header is the No-U-Turn sampler with multinomial sampling along the trajectory, as an
// iterative tree.
#pragma once

#include <cstdint>
#include <vector>

#include "base/random.h"
#include "sample/hamiltonian.h"
#include "sample/state_pool.h"
#include "sample/statistics.h"

namespace autumn::sampler {

// Hoffman and Gelman (2014); multinomial weights, biased progressive sampling and the generalised
// U-turn criterion of Betancourt (2017, arXiv:1701.02434), with Stan's checks across the seam of
// joined trees. Storage is for O(max_depth) states, allocated once. Random numbers: momentum, then
// per doubling its direction, one per join inside the new tree (in the order of the joins), and one
// to accept the tree's proposal unless the tree outweighs the trajectory.
class Nuts {
 public:
  Nuts(Hamiltonian& hamiltonian, int max_depth);

  // Moves `point` along a trajectory of steps of this size.
  [[nodiscard]] Statistics transition(Point& point, double step_size, Random& random);

 private:
  // A balanced tree of consecutive states, in the order in which they were reached.
  struct Tree {
    State* begin;
    State* end;
    State* proposal;
    const double* rho;  // sum of the momenta
    double log_weight;  // log of the sum of exp(H0 - H)
  };

  // What one transition accumulates.
  struct Trajectory {
    double signed_step;
    double energy0;
    double sum_metropolis;
    std::int64_t n_leapfrog;
    bool divergent;
  };

  [[nodiscard]] Tree take_start(const Point& point, Random& random);
  [[nodiscard]] int double_until_turn(Tree& whole, double step_size, Random& random);
  [[nodiscard]] bool extend(Tree& whole, const Tree& part, Random& random);
  [[nodiscard]] bool grow(const State* from, int depth, Random& random);
  [[nodiscard]] Tree take_leaf(const State* from);
  [[nodiscard]] bool join(const Tree& first, Tree& second, double* rho, Random& random);
  [[nodiscard]] bool is_straight(const Tree& first, const Tree& second, double* rho) const;
  [[nodiscard]] double* rho_buffer(int level, bool is_second);

  Hamiltonian& hamiltonian_;
  std::size_t dimension_;
  int max_depth_;
  StatePool pool_;
  std::vector<Tree> pending_;  // by level: first halves that wait for their second half
  std::vector<double> rho_;    // two buffers per level, and one for the whole trajectory
  Trajectory now_{};
};

}  // namespace autumn::sampler
