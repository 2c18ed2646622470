// This file takes a chain from where it begins, or goes on, through warm-up to its last draw.
#include "sample/chain.h"

#include <algorithm>
#include <utility>

#include "sample/chain_loop.h"

namespace autumn::sampler {
namespace {

Kernel make_kernel(const Settings& settings, Hamiltonian& hamiltonian) {
  switch (settings.algorithm) {
    case Algorithm::nuts: return Kernel(std::in_place_type<Nuts>, hamiltonian, settings.max_depth);
    case Algorithm::static_hmc: return Kernel(std::in_place_type<StaticHmc>, hamiltonian);
    case Algorithm::fixed_param: break;
  }
  return FixedParam{};
}

// The metric that a chain begins with, for settings that make sense.
Result<Metric> first_metric(const LogDensity& density, const Settings& settings) {
  if (Status checked = check(settings); !checked) return checked.error();
  return make_metric(settings.metric, density.dimension(), settings.inverse_metric);
}

}  // namespace

Chain::Chain(LogDensity& density, Metric metric, const Settings& settings, const ChainKey& key,
             ChainObserver& observer)
    : settings_(settings),
      key_(key),
      observer_(observer),
      hamiltonian_(density, std::move(metric)),
      kernel_(make_kernel(settings, hamiltonian_)),
      step_size_(settings.step_size),
      warmup_(settings.algorithm == Algorithm::fixed_param ? 0 : settings.warmup),
      last_stage_(term_buffer(settings)),
      trail_(density.dimension()),
      thin_(settings.thin.transitions()),
      keeps_states_(observer.keeps_states()) {}

Random Chain::random(std::int64_t iteration, Stream stream) const {
  return Random({.seed = key_.seed,
                 .chain = key_.chain,
                 .purpose = Purpose::kTransition,
                 .iteration = static_cast<std::uint64_t>(iteration),
                 .element = static_cast<std::uint64_t>(stream)});
}

std::int64_t Chain::planned_iterations() const {
  return warmup_ + settings_.draws * thin_;
}

Result<ChainResult> Chain::run(std::span<const double> initial) {
  Result<Point> found = find_initial_point(hamiltonian_, initial, settings_.initial_radius, key_);
  if (!found) return found.error();
  point_ = std::move(found).value();
  is_drawn_ = settings_.initial_radius > 0.0 && (initial.empty() || settings_.initial_is_drawn);
  observer_.on_initial_point();
  if (Status begun = begin_warmup(); !begun) return begun.error();
  return go_on();
}

Result<ChainResult> Chain::resume(const ChainState& state) {
  if (Status status = read(state); !status) return status.error();
  observer_.on_initial_point();
  return go_on();
}

Result<ChainResult> Chain::go_on() {
  if (!is_warm_) {
    if (Status warmed = warm_up(); !warmed) return warmed.error();
    end_warmup();
    if (!stopped_) begin_sampling();
  }
  if (!stopped_) sample();
  result_.gradients_sampling = hamiltonian_.gradients() - result_.gradients_warmup;
  if (is_warm_) result_.seconds_sampling = seconds();
  result_.iterations = iteration_;
  result_.thin = thin_;
  result_.interrupted = iteration_ < planned_iterations();
  result_.final_position = point_.position;
  if (!result_.interrupted) tell_state();
  return std::move(result_);
}

Status Chain::begin_warmup() {
  if (warmup_ == 0) return Done{};
  begin_jumps();
  if (Status begun = begin_adaptation(); !begun) return begun;
  begin_record();
  return Done{};
}

Status Chain::warm_up() {
  while (iteration_ < warmup_ && !stopped_) {
    remember();
    if (is_time_to_fit(iteration_)) jumper_ = fit_to_trail();
    const Iteration done = iterate();
    if (ends_here()) return go_back(), Done{};
    record(done);
    observer_.on_warmup_point(point_);
    settle_warmup();
    if (Status learnt = learn(done); !learnt) return learnt;
    stopped_ = !report(Phase::warmup, iteration_, done.statistics);
    if (!stopped_) tell_state();
  }
  return Done{};
}

void Chain::end_warmup() {
  if (adaptation_) {
    adaptation_->finish();
    step_size_ = adaptation_->step_size();
  }
  if (settings_.stops_when_settled && warmup_ > 0) drop_first_half();
  if (stillness_.is_still()) result_.still.iterations = stillness_.iterations();
  settle_jumps();
  result_.adapted = adapted();
  result_.warmup = std::min(warmup_, iteration_);
  result_.gradients_warmup = hamiltonian_.gradients();
  result_.seconds_warmup = seconds();
}

// What was learnt is in use, and what it was learnt from has served.
void Chain::begin_sampling() {
  settle_thin();
  if (settings_.algorithm != Algorithm::fixed_param) observer_.on_adapted(result_.adapted);
  is_warm_ = true;
  seconds_before_ = 0.0;
  begin_ = Clock::now();
  adaptation_.reset();
  record_ = {};
  efforts_.forget();
  trail_ = TrailRecord(hamiltonian_.dimension());
}

void Chain::sample() {
  while (iteration_ < planned_iterations() && !stopped_) {
    remember();
    const Iteration done = iterate();
    if (ends_here()) return go_back();
    const Statistics& statistics = done.statistics;
    if (done.has_walked) ++result_.walks;
    if (statistics.divergent) ++result_.divergences;
    if (settings_.algorithm == Algorithm::nuts && statistics.treedepth >= settings_.max_depth) {
      ++result_.max_depth_hits;
    }
    stopped_ = !report(Phase::sampling, iteration_ - warmup_, statistics);
    if (!stopped_ && iteration_ < planned_iterations()) tell_state();
  }
}

bool Chain::ends_here() {
  stopped_ = stopped_ || observer_.is_stopped();
  return stopped_;
}

// Whether the observer wants to go on.
bool Chain::report(Phase phase, std::int64_t in_phase, const Statistics& statistics) {
  const bool saved = phase == Phase::sampling || settings_.save_warmup;
  if (saved && in_phase % thin_ == 0) {
    observer_.on_draw({phase, iteration_, statistics, point_.position});
  }
  const std::int64_t finished = iteration_++;
  return observer_.on_iteration(phase, finished);
}

Adapted Chain::adapted() const {
  const std::span<const double> inverse = hamiltonian_.metric().inverse();
  return {.step_size = step_size_,
          .metric = hamiltonian_.metric().kind(),
          .inverse_metric = {inverse.begin(), inverse.end()},
          .jump_acceptance = record_.jump_acceptance};
}

double Chain::seconds() const {
  return seconds_before_ + std::chrono::duration<double>(Clock::now() - begin_).count();
}

Result<ChainResult> run_chain(LogDensity& density, const Settings& settings, const ChainKey& key,
                              std::span<const double> initial, ChainObserver& observer) {
  Result<Metric> metric = first_metric(density, settings);
  if (!metric) return metric.error();
  return Chain(density, std::move(metric).value(), settings, key, observer).run(initial);
}

Result<ChainResult> resume_chain(LogDensity& density, const Settings& settings, const ChainKey& key,
                                 const ChainState& state, ChainObserver& observer) {
  Result<Metric> metric = first_metric(density, settings);
  if (!metric) return metric.error();
  return Chain(density, std::move(metric).value(), settings, key, observer).resume(state);
}

}  // namespace autumn::sampler
