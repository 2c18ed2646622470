// This file grows and joins the trees of NUTS like a binary counter: leaf n completes a tree at
// every trailing one bit of n.
#include "sample/nuts.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace autumn::sampler {

namespace {

// 2^60 steps are never reached, so a deeper limit needs no more storage than this.
constexpr int kDeepestTree = 60;

// The total of two weights given by their logarithms, and the share the second has in it.
struct WeightSum {
  double log_total;
  double second_share;
};

WeightSum add_weights(double log_first, double log_second) {
  const double ratio = std::exp(-std::fabs(log_first - log_second));  // smaller over larger
  const double larger_share = 1.0 / (1.0 + ratio);
  return {std::max(log_first, log_second) + std::log(1.0 + ratio),
          log_second >= log_first ? larger_share : ratio * larger_share};
}

}  // namespace

Nuts::Nuts(Hamiltonian& hamiltonian, int max_depth)
    : hamiltonian_(hamiltonian),
      dimension_(hamiltonian.dimension()),
      max_depth_(std::min(max_depth, kDeepestTree)),
      // Two ends and a proposal for every pending tree, for the one in hand and for the whole
      // trajectory.
      pool_(3 * (static_cast<std::size_t>(max_depth_) + 2), dimension_),
      pending_(static_cast<std::size_t>(max_depth_)),
      rho_((2 * static_cast<std::size_t>(max_depth_) + 1) * dimension_) {}

Statistics Nuts::transition(Point& point, double step_size, Random& random) {
  if (dimension_ == 0) {
    return {.lp = point.log_density,
            .accept_stat = 1.0,
            .stepsize = step_size,
            .energy = -point.log_density};
  }
  Tree whole = take_start(point, random);
  const int depth = double_until_turn(whole, step_size, random);
  hamiltonian_.save(*whole.proposal, point);
  return {.lp = point.log_density,
          .accept_stat = now_.sum_metropolis / static_cast<double>(now_.n_leapfrog),
          .stepsize = step_size,
          .treedepth = depth,
          .n_leapfrog = now_.n_leapfrog,
          .divergent = now_.divergent,
          .energy = whole.proposal->energy};
}

Nuts::Tree Nuts::take_start(const Point& point, Random& random) {
  pool_.release_all();
  State* start = pool_.take(3);
  hamiltonian_.start(point, random, *start);
  now_ = {.signed_step = 0.0,
          .energy0 = start->energy,
          .sum_metropolis = 0.0,
          .n_leapfrog = 0,
          .divergent = false};
  return {start, start, start, start->momentum, 0.0};
}

int Nuts::double_until_turn(Tree& whole, double step_size, Random& random) {
  int depth = 0;
  bool points_forward = true;
  while (depth < max_depth_) {
    const bool forward = random.uniform() > 0.5;
    // The criterion is symmetric in time: a trajectory that grows backwards is one read from its
    // other end.
    if (forward != points_forward) std::swap(whole.begin, whole.end);
    points_forward = forward;
    now_.signed_step = forward ? step_size : -step_size;
    if (!grow(whole.end, depth, random)) break;
    const Tree part = pending_[static_cast<std::size_t>(depth)];
    ++depth;
    if (!extend(whole, part, random)) break;
  }
  return depth;
}

// Biased progressive sampling: a part that outweighs the trajectory always gives the proposal.
bool Nuts::extend(Tree& whole, const Tree& part, Random& random) {
  double* rho = rho_.data() + rho_.size() - dimension_;
  const bool straight = is_straight(whole, part, rho);
  const bool accept = part.log_weight > whole.log_weight ||
                      random.uniform() < std::exp(part.log_weight - whole.log_weight);
  pool_.release(accept ? whole.proposal : part.proposal);
  pool_.release(whole.end);
  pool_.release(part.begin);
  whole = {whole.begin, part.end, accept ? part.proposal : whole.proposal, rho,
           add_weights(whole.log_weight, part.log_weight).log_total};
  return straight;
}

// Leaves pending_[depth] = the tree of the next 2^depth states. False if the trajectory diverged or
// a subtree turned; the states taken so far are then given back with the rest of the trajectory.
bool Nuts::grow(const State* from, int depth, Random& random) {
  const std::uint64_t leaves = std::uint64_t{1} << depth;
  for (std::uint64_t n = 0; n < leaves; ++n) {
    Tree tree = take_leaf(from);
    if (now_.divergent) return false;
    from = tree.end;
    int level = 0;
    for (; ((n >> level) & 1U) != 0; ++level) {
      const bool is_second = ((n >> (level + 1)) & 1U) != 0;
      double* rho = rho_buffer(level + 1, is_second);
      if (!join(pending_[static_cast<std::size_t>(level)], tree, rho, random)) return false;
    }
    pending_[static_cast<std::size_t>(level)] = tree;
  }
  return true;
}

Nuts::Tree Nuts::take_leaf(const State* from) {
  State* state = pool_.take(3);
  hamiltonian_.leapfrog(*from, now_.signed_step, *state);
  ++now_.n_leapfrog;
  const double log_weight = now_.energy0 - state->energy;
  now_.sum_metropolis += log_weight > 0.0 ? 1.0 : std::exp(log_weight);
  now_.divergent = -log_weight > kMaxEnergyError;
  return {state, state, state, state->momentum, log_weight};
}

// second = first and second together; false if the joined tree turns.
bool Nuts::join(const Tree& first, Tree& second, double* rho, Random& random) {
  const WeightSum weights = add_weights(first.log_weight, second.log_weight);
  const bool accept = random.uniform() < weights.second_share;
  const bool straight = is_straight(first, second, rho);
  pool_.release(accept ? first.proposal : second.proposal);
  pool_.release(first.end);
  pool_.release(second.begin);
  second = {first.begin, second.end, accept ? second.proposal : first.proposal, rho,
            weights.log_total};
  return straight;
}

// Writes the momentum of both trees to `rho` and checks that both ends still move along it; then
// the same for the first tree with the state after it, and for the second with the state before it.
// One pass over the vectors.
bool Nuts::is_straight(const Tree& first, const Tree& second, double* rho) const {
  const double* a = first.begin->velocity;
  const double* b = first.end->velocity;
  const double* c = second.begin->velocity;
  const double* d = second.end->velocity;
  double a_rho = 0.0, d_rho = 0.0, a_first = 0.0, c_first = 0.0, b_second = 0.0, d_second = 0.0;
  if (first.begin == first.end &&
      second.begin == second.end) {  // two leaves: one check says it all
    for (std::size_t i = 0; i < dimension_; ++i) {
      rho[i] = first.rho[i] + second.rho[i];
      a_rho += a[i] * rho[i];
      d_rho += d[i] * rho[i];
    }
    return a_rho > 0.0 && d_rho > 0.0;
  }
  for (std::size_t i = 0; i < dimension_; ++i) {
    const double with_next = first.rho[i] + second.begin->momentum[i];
    const double with_previous = second.rho[i] + first.end->momentum[i];
    const double sum = first.rho[i] + second.rho[i];
    a_rho += a[i] * sum;
    d_rho += d[i] * sum;
    a_first += a[i] * with_next;
    c_first += c[i] * with_next;
    b_second += b[i] * with_previous;
    d_second += d[i] * with_previous;
    rho[i] = sum;
  }
  return a_rho > 0.0 && d_rho > 0.0 && a_first > 0.0 && c_first > 0.0 && b_second > 0.0 &&
         d_second > 0.0;
}

double* Nuts::rho_buffer(int level, bool is_second) {
  const std::size_t index = 2 * static_cast<std::size_t>(level - 1) + (is_second ? 1 : 0);
  return rho_.data() + index * dimension_;
}

}  // namespace autumn::sampler
