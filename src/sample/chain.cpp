// This file has the loop over the iterations of a chain.
#include "sample/chain.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <utility>
#include <variant>

#include "sample/adaptation.h"
#include "sample/jumps/learn.h"
#include "sample/nuts.h"
#include "sample/settling.h"
#include "sample/static_hmc.h"

namespace autumn::sampler {

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

constexpr std::size_t kMostRecorded = 64;
constexpr std::int64_t kShortestFollowed = 100;  // warm-up
constexpr std::int64_t kFirstMixed = 100;        // iterations before the first mixture
constexpr std::size_t kMostRestarts = 10;

struct FixedParam {};
using Kernel = std::variant<FixedParam, StaticHmc, Nuts>;

Kernel make_kernel(const Settings& settings, Hamiltonian& hamiltonian) {
  switch (settings.algorithm) {
    case Algorithm::nuts: return Kernel(std::in_place_type<Nuts>, hamiltonian, settings.max_depth);
    case Algorithm::static_hmc: return Kernel(std::in_place_type<StaticHmc>, hamiltonian);
    case Algorithm::fixed_param: break;
  }
  return FixedParam{};
}

class Chain {
 public:
  Chain(LogDensity& density, Metric metric, const Settings& settings, const ChainKey& key,
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
        thin_(settings.thin.transitions()) {}

  [[nodiscard]] Result<ChainResult> run(std::span<const double> initial);

 private:
  // Streams of one iteration: its transition, and the search for a step size, the jump or the fit
  // for jumps that precedes it.
  enum class Stream : std::uint64_t { kTransition = 0, kStepSizeSearch = 1, kJump = 2, kFit = 3 };

  // What an iteration did.
  struct Iteration {
    Statistics statistics;
    bool has_walked;
  };

  [[nodiscard]] Random random(std::int64_t iteration, Stream stream) const;
  [[nodiscard]] std::int64_t planned_iterations() const;
  [[nodiscard]] Status warm_up();
  void begin_jumps();
  [[nodiscard]] Status begin_adaptation();
  [[nodiscard]] Status begin_adaptation_here();
  [[nodiscard]] Status learn(const Iteration& done);
  [[nodiscard]] Status learn_here(const Iteration& done);
  [[nodiscard]] bool may_restart() const;
  [[nodiscard]] Status restart();
  [[nodiscard]] Iteration iterate();
  [[nodiscard]] Statistics transition();
  void sample();
  [[nodiscard]] Statistics jump();
  [[nodiscard]] Statistics stay() const;
  [[nodiscard]] bool is_to_walk() const;
  [[nodiscard]] bool may_jump() const;
  [[nodiscard]] bool may_follow() const;
  [[nodiscard]] bool may_climb() const;
  [[nodiscard]] bool is_time_to_fit(std::int64_t iteration) const;
  [[nodiscard]] std::optional<Jumper> fit_to_trail();
  [[nodiscard]] bool keeps_record() const;
  void begin_record();
  void settle_warmup();
  void drop_first_half();
  void record(const Iteration& done);
  void settle_jumps();
  void settle_thin();
  [[nodiscard]] bool ends_here();
  [[nodiscard]] bool report(Phase phase, std::int64_t in_phase, const Statistics& statistics);
  [[nodiscard]] Adapted adapted() const;

  const Settings& settings_;
  ChainKey key_;
  ChainObserver& observer_;
  Hamiltonian hamiltonian_;
  Kernel kernel_;
  Point point_;
  double step_size_;
  std::optional<Adaptation> adaptation_;
  std::int64_t iteration_ = 0;
  std::int64_t warmup_;      // as long as it will be, for what is known now
  std::int64_t last_stage_;  // iterations of it
  bool stopped_ = false;
  bool is_drawn_ = false;  // the initial point, or a part of it
  Stillness stillness_;
  WarmupRecord record_;
  Efforts efforts_;
  TrailRecord trail_;  // of the whole warm-up, where there may be jumps
  std::optional<Jumper> jumper_;
  std::int64_t thin_ = 1;
  ChainResult result_;
};

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
  const Clock::time_point start = Clock::now();
  Result<Point> found = find_initial_point(hamiltonian_, initial, settings_.initial_radius, key_);
  if (!found) return found.error();
  point_ = std::move(found).value();
  is_drawn_ = settings_.initial_radius > 0.0 && (initial.empty() || settings_.initial_is_drawn);
  observer_.on_initial_point();
  if (Status warmed = warm_up(); !warmed) return warmed.error();
  settle_jumps();
  result_.adapted = adapted();
  result_.warmup = std::min(warmup_, iteration_);
  result_.gradients_warmup = hamiltonian_.gradients();
  result_.seconds_warmup = seconds_since(start);

  const Clock::time_point warm = Clock::now();
  if (!stopped_) sample();
  result_.gradients_sampling = hamiltonian_.gradients() - result_.gradients_warmup;
  result_.seconds_sampling = seconds_since(warm);
  result_.iterations = iteration_;
  result_.thin = thin_;
  result_.interrupted = iteration_ < planned_iterations();
  result_.final_position = point_.position;
  return std::move(result_);
}

Status Chain::warm_up() {
  if (warmup_ == 0) return Done{};
  begin_jumps();
  if (Status begun = begin_adaptation(); !begun) return begun;
  begin_record();
  for (std::int64_t i = 0; i < warmup_ && !stopped_; ++i) {
    if (is_time_to_fit(i)) jumper_ = fit_to_trail();
    const Iteration done = iterate();
    if (ends_here()) break;
    record(done);
    observer_.on_warmup_point(point_);
    settle_warmup();
    if (Status learnt = learn(done); !learnt) return learnt;
    stopped_ = !report(Phase::warmup, i, done.statistics);
  }
  if (adaptation_) {
    adaptation_->finish();
    step_size_ = adaptation_->step_size();
  }
  if (settings_.stops_when_settled) drop_first_half();
  if (stillness_.is_still()) result_.still.iterations = stillness_.iterations();
  return Done{};
}

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

bool Chain::keeps_record() const {
  return settings_.thin.is_automatic() || settings_.stops_when_settled || may_jump();
}

// Only the second half counts (its metric and step size are nearly those of sampling), which is
// known at the end only where warm-up may end early; and of many coordinates a sample spread
// evenly: their number costs memory and tells no more.
void Chain::begin_record() {
  if (!keeps_record()) return;
  record_.quantities = std::min(kMostRecorded, hamiltonian_.dimension());
  const auto iterations = static_cast<std::size_t>(settings_.warmup / 2 + 1);
  record_.values.reserve(record_.quantities * iterations);
  record_.log_densities.reserve(iterations);
}

void Chain::record(const Iteration& done) {
  if (may_jump()) trail_.add(point_);
  if (settings_.stops_when_settled) efforts_.add(done.statistics, done.has_walked);
  if (!keeps_record()) return;
  if (!settings_.stops_when_settled && 2 * iteration_ < settings_.warmup) return;
  ++record_.iterations;
  if (done.has_walked) ++record_.walks;
  record_.gradients += static_cast<std::uint64_t>(done.statistics.n_leapfrog);
  record_.log_densities.push_back(point_.log_density);
  const std::size_t coordinates = record_.quantities;
  for (std::size_t k = 0; k < coordinates; ++k) {
    record_.values.push_back(point_.position[k * hamiltonian_.dimension() / coordinates]);
  }
}

// Before the metric of a window is learnt, because that of the last one is learnt with more care.
// The last stage is that of a warm-up which was asked to be so long.
void Chain::settle_warmup() {
  if (!settings_.stops_when_settled || !adaptation_) return;
  if (!adaptation_->ends_window(iteration_) || !adaptation_->has_windows_after(iteration_)) return;
  if (!is_settled(record_, efforts_)) return;
  adaptation_->end_windows_with(iteration_);
  Settings so_long = settings_;
  so_long.warmup = iteration_ + 1;
  last_stage_ = std::min(term_buffer(so_long), warmup_ - iteration_ - 1);
  warmup_ = iteration_ + 1 + last_stage_;
}

// Leaves the iterations that a warm-up which was asked to be as long would have recorded.
void Chain::drop_first_half() {
  const std::int64_t first = (record_.iterations + 1) / 2;
  const auto dropped = static_cast<std::ptrdiff_t>(first);
  const auto quantities = static_cast<std::ptrdiff_t>(record_.quantities);
  record_.values.erase(record_.values.begin(), record_.values.begin() + dropped * quantities);
  record_.log_densities.erase(record_.log_densities.begin(),
                              record_.log_densities.begin() + dropped);
  const Efforts::Sum kept = efforts_.sum(first, record_.iterations);
  record_.iterations -= first;
  record_.walks = kept.walks;
  record_.gradients = static_cast<std::uint64_t>(kept.leapfrogs);
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

void Chain::settle_thin() {
  if (!settings_.thin.is_automatic() || settings_.algorithm == Algorithm::fixed_param) return;
  thin_ = observer_.choose_thin(record_);
  AUTUMN_CHECK(thin_ >= 1, "a chosen thin is 1 or more");
}

void Chain::sample() {
  settle_thin();
  if (settings_.algorithm != Algorithm::fixed_param) observer_.on_adapted(result_.adapted);
  const std::int64_t iterations = planned_iterations() - warmup_;
  for (std::int64_t i = 0; i < iterations && !stopped_; ++i) {
    const Iteration done = iterate();
    if (ends_here()) break;
    const Statistics& statistics = done.statistics;
    if (done.has_walked) ++result_.walks;
    if (statistics.divergent) ++result_.divergences;
    if (settings_.algorithm == Algorithm::nuts && statistics.treedepth >= settings_.max_depth) {
      ++result_.max_depth_hits;
    }
    stopped_ = !report(Phase::sampling, i, statistics);
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

}  // namespace

Result<ChainResult> run_chain(LogDensity& density, const Settings& settings, const ChainKey& key,
                              std::span<const double> initial, ChainObserver& observer) {
  if (Status checked = check(settings); !checked) return checked.error();
  Result<Metric> metric =
      make_metric(settings.metric, density.dimension(), settings.inverse_metric);
  if (!metric) return metric.error();
  return Chain(density, std::move(metric).value(), settings, key, observer).run(initial);
}

}  // namespace autumn::sampler
