// This file has what a chain learns in its warm-up: step size and metric, whether it moves, jumps.
#include <algorithm>
#include <utility>

#include "sample/chain_loop.h"

namespace autumn::sampler {
namespace {

constexpr std::int64_t kShortestFollowed = 100;  // warm-up
constexpr std::int64_t kFirstMixed = 100;        // iterations before the first mixture
constexpr std::size_t kMostRestarts = 10;

}  // namespace

// The top may be that of a peak with hardly any mass in it, so it is a jump that decides whether
// the chain goes there.
void Chain::begin_jumps() {
  if (!may_climb()) return;
  Random stream = random(0, Stream::kFit);
  jumper_ = climb_first(point_, hamiltonian_, stream);
  constexpr int kTries = 4;
  for (int k = 0; jumper_ && k < kTries; ++k) {
    if (jumper_->jump(point_, hamiltonian_, stream).is_accepted) break;
  }
  hamiltonian_.complete(point_);
}

// Without dimensions every step size is accepted, and there is nothing to learn.
Status Chain::begin_adaptation() {
  if (!settings_.adapt_engaged || hamiltonian_.dimension() == 0) return Done{};
  const Status begun = begin_adaptation_here();
  if (begun || !is_without_step(begun.error()) || !may_restart()) return begun;
  return restart();
}

Status Chain::begin_adaptation_here() {
  adaptation_.emplace(settings_, hamiltonian_);
  Random search = random(iteration_, Stream::kStepSizeSearch);
  Status begun = adaptation_->begin(point_, search);
  step_size_ = adaptation_->step_size();
  return begun;
}

Status Chain::learn(const Iteration& done) {
  if (!adaptation_) return Done{};
  const Status learnt = learn_here(done);
  if (!learnt && !is_without_step(learnt.error())) return learnt;
  if (done.has_walked) stillness_.see(point_);
  const bool is_stuck = !learnt || stillness_.is_still();
  return is_stuck && may_restart() ? restart() : learnt;
}

Status Chain::learn_here(const Iteration& done) {
  Random search = random(iteration_ + 1, Stream::kStepSizeSearch);
  if (adaptation_->ends_window(iteration_)) hamiltonian_.complete(point_);
  Status learnt = done.has_walked ? adaptation_->learn(iteration_, done.statistics, point_, search)
                                  : adaptation_->learn_point(iteration_, point_, search);
  step_size_ = adaptation_->step_size();
  return learnt;
}

// What is left of warm-up must be long enough to learn everything again.
bool Chain::may_restart() const {
  return settings_.restarts && is_drawn_ && result_.still.restarts.size() < kMostRestarts &&
         2 * iteration_ < settings_.warmup;
}

// Forgets what was learnt, and begins at another point. It is never done for a low density: that
// would hide a mode.
Status Chain::restart() {
  result_.still.restarts.push_back(iteration_);
  Result<Metric> metric =
      make_metric(settings_.metric, hamiltonian_.dimension(), settings_.inverse_metric);
  if (!metric) return metric.error();
  hamiltonian_.set_metric(std::move(metric).value());
  Result<Point> found = find_initial_point(hamiltonian_, {}, settings_.initial_radius, key_,
                                           result_.still.restarts.size());
  if (!found) return found.error();
  point_ = std::move(found).value();
  jumper_.reset();
  trail_ = TrailRecord(hamiltonian_.dimension());
  stillness_.forget();
  record_ = {};
  efforts_.forget();
  begin_record();
  return begin_adaptation();
}

bool Chain::may_jump() const {
  return settings_.jumps && settings_.adapt_engaged && settings_.algorithm == Algorithm::nuts &&
         hamiltonian_.dimension() <= kMostMixed;
}

bool Chain::may_follow() const {
  return may_jump() && hamiltonian_.dimension() > 0 && hamiltonian_.dimension() <= kMostFollowed &&
         settings_.warmup >= kShortestFollowed;
}

bool Chain::may_climb() const {
  return may_jump() && hamiltonian_.dimension() > 0 && settings_.warmup > kFirstMixed;
}

// Jumps make the rest of warm-up cheap, so that the first try is early. The last is at the end. A
// mixture is fitted again whenever there are twice as many points.
bool Chain::is_time_to_fit(std::int64_t iteration) const {
  if (!may_jump() || iteration >= warmup_ - last_stage_) return false;
  if (may_follow()) return !jumper_ && (iteration == 100 || iteration == 300);
  const std::int64_t times = iteration / kFirstMixed;
  return iteration == times * kFirstMixed && times > 0 && (times & (times - 1)) == 0;
}

std::optional<Jumper> Chain::fit_to_trail() {
  Random stream = random(iteration_, Stream::kFit);
  if (may_follow()) return follow_density(trail_.recent(), hamiltonian_, stream);
  return mix_again(jumper_, trail_.recent(), hamiltonian_, stream);
}

// What was learnt early may have missed what was found later.
void Chain::settle_jumps() {
  if (!may_jump() || stopped_) return;
  const bool is_good = jumper_ && jumper_->follows_density() &&
                       jumper_->acceptance_on(trail_.recent()) >= kLeastFollowed;
  if (!is_good) jumper_ = fit_to_trail();
  if (!jumper_) jumper_ = fit_jumper(record_, hamiltonian_.dimension());
  if (!jumper_) return;
  record_.jump_acceptance = jumper_->expected_acceptance();
  record_.jumps_per_iteration = jumper_->jumps_per_iteration();
  record_.iterations_per_walk = jumper_->iterations_per_walk();
}

}  // namespace autumn::sampler
