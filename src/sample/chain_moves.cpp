// This file has what a chain does in an iteration: a transition, jumps, or both.
#include <utility>

#include "sample/chain_loop.h"

namespace autumn::sampler {

// Once the density is followed, a warm-up has little left to learn: between its rare transitions
// the chain stays where it is. A mixture learns from where its own jumps lead.
Chain::Iteration Chain::iterate() {
  const bool walks = is_to_walk();
  if (!walks && iteration_ < warmup_ && jumper_->follows_density()) {
    return {stay(), false};
  }
  const Statistics jumped = jump();
  if (!walks) return {jumped, false};
  return {transition(), true};
}

// The last stage of warm-up learns the step size, from every iteration.
bool Chain::is_to_walk() const {
  if (!jumper_ || iteration_ % jumper_->iterations_per_walk() == 0) return true;
  return iteration_ < warmup_ && iteration_ >= warmup_ - last_stage_;
}

Statistics Chain::stay() const {
  return {.lp = point_.log_density,
          .accept_stat = 1.0,
          .stepsize = step_size_,
          .energy = -point_.log_density};
}

Statistics Chain::transition() {
  hamiltonian_.complete(point_);
  Random stream = random(iteration_, Stream::kTransition);
  double step = step_size_;
  if (settings_.step_size_jitter != 0.0) {
    step *= 1.0 + settings_.step_size_jitter * (2.0 * stream.uniform() - 1.0);
  }
  if (Nuts* nuts = std::get_if<Nuts>(&kernel_)) return nuts->transition(point_, step, stream);
  if (StaticHmc* hmc = std::get_if<StaticHmc>(&kernel_)) {
    const std::int64_t steps = count_steps(settings_.integration_time, step_size_);
    return hmc->transition(point_, step, steps, stream);
  }
  return {.lp = point_.log_density, .energy = -point_.log_density};
}

// What it reports is for iterations that only jump. Their energy is that of the point with a fresh
// momentum, as it would be at the start of a transition.
Statistics Chain::jump() {
  if (!jumper_) return {};
  Random stream = random(iteration_, Stream::kJump);
  const bool is_warm = iteration_ >= warmup_;
  const int jumps = is_warm ? jumper_->jumps_per_iteration() : 1;
  double acceptance = 0.0;
  for (int k = 0; k < jumps; ++k) {
    const JumpOutcome outcome = jumper_->jump(point_, hamiltonian_, stream);
    acceptance += outcome.acceptance / jumps;
    if (!is_warm) continue;
    ++result_.jumps_tried;
    if (outcome.is_accepted) ++result_.jumps_accepted;
  }
  double kinetic = 0.0;
  for (std::size_t k = 0; k < hamiltonian_.dimension(); ++k) {
    const double momentum = stream.normal();
    kinetic += 0.5 * momentum * momentum;
  }
  return {.lp = point_.log_density,
          .accept_stat = acceptance,
          .stepsize = step_size_,
          .energy = kinetic - point_.log_density};
}

}  // namespace autumn::sampler
