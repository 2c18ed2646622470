// This file collects the draws of a chain, and hands them over when they are many or old.
#include "engine/chain_recorder.h"

#include <cmath>
#include <utility>

#include "engine/files.h"
#include "engine/interrupt.h"

namespace autumn::engine {
namespace {

constexpr std::size_t kBatch = 32;
constexpr std::chrono::milliseconds kLongest{200};
constexpr int kFewIterations = 8;
constexpr std::chrono::milliseconds kShort{1};

}  // namespace

ChainRecorder::ChainRecorder(SharedRun& shared, std::uint32_t chain, ReportingDensity& density)
    : shared_(shared), chain_(chain), density_(density), maker_(shared.prepared, shared.options) {
  batch_.chain = chain;
  if (shared.options.sights) sight_ = &shared.options.sights->of(chain);
}

void ChainRecorder::on_initial_point() {
  if (sight_ != nullptr) begin_sight();
  if (shared_.options.on_refusal) density_.tell_refusals_to(shared_.options.on_refusal);
}

void ChainRecorder::on_adapted(const sampler::Adapted& adapted) {
  flush();
  if (sight_ != nullptr) sight_->step_size = adapted.step_size;
  Beginning& beginning = begin();
  const bool is_unit = adapted.metric == MetricKind::kUnit;
  beginning.adaptation = output::Adaptation{
      // Where nothing is sampled there is no step.
      .stepsize = shared_.prepared.dimension == 0 ? NAN : adapted.step_size,
      .metric = adapted.metric,
      .inverse_metric = is_unit ? std::vector<double>{}
                                : in_stan_order(shared_.coordinates, adapted.inverse_metric)};
  flush();
}

// The first chain to start chooses, the others wait for it: it is never behind by much, because
// chains start in order.
std::int64_t ChainRecorder::choose_thin(const sampler::WarmupRecord& record) {
  std::unique_lock lock(shared_.mutex);
  if (chain_ == 0) {
    shared_.thin = engine::choose_thin(shared_.prepared, shared_.options, record);
    tell_thin();
  }
  while (!shared_.thin && !shared_.should_stop()) {
    shared_.thin_is_chosen.wait_for(lock, kLongest);
    if (shared_.options.share && !shared_.options.share->leads()) hear_thin();
  }
  thin_ = shared_.thin ? shared_.thin->thin : 1;
  return thin_;
}

void ChainRecorder::on_draw(const sampler::Draw& draw) {
  batch_.draws.push_back({draw.phase, draw.iteration, draw.statistics});
  batch_.positions.insert(batch_.positions.end(), draw.position.begin(), draw.position.end());
  if (shared_.options.on_position) shared_.options.on_position(chain_, draw);
  if (sight_ != nullptr && draw.phase == sampler::Phase::sampling) show(draw);
}

// A run that is made again begins with nothing.
void ChainRecorder::begin_sight() {
  sight_->draws = sight_->divergences = 0;
  sight_->step_size = 0.0;
  sight_->is_over = false;
  sight_->has_begun = true;
}

void ChainRecorder::show(const sampler::Draw& draw) {
  ++sight_->draws;
  if (draw.statistics.divergent) ++sight_->divergences;
  sight_->leapfrogs = draw.statistics.n_leapfrog;
}

// A batch is handed over when it is large, or old: what is finished must get to the disk.
bool ChainRecorder::on_iteration(sampler::Phase phase, std::int64_t iteration) {
  if (phase == sampler::Phase::warmup) ++warmup_;
  iterations_ = iteration + 1;
  if (sight_ != nullptr) {
    sight_->warmup = warmup_;
    sight_->iterations = iterations_;
  }
  look_at_clock();
  const bool is_old = !batch_.draws.empty() && last_look_ - last_flush_ > kLongest;
  if (batch_.draws.size() >= kBatch || is_old) flush();
  report_progress();
  return !shared_.should_stop() && !density_.fatal_error();
}

bool ChainRecorder::wants_state(std::int64_t left) {
  const std::chrono::duration<double> passed = last_look_ - last_state_;
  const bool is_due = passed.count() >= shared_.files.seconds_between_checkpoints();
  if (left > 0 && !is_due && !is_stopped()) return false;
  left_ = left;
  return true;
}

// It goes the way of the draws, behind those that it knows of.
void ChainRecorder::on_state(sampler::ChainState state) {
  Checkpoint& checkpoint = batch_.checkpoint.emplace();
  checkpoint.chain = chain_;
  checkpoint.iterations = iterations_;
  checkpoint.left = left_;
  checkpoint.warmup = warmup_;
  checkpoint.thin = thin_;
  checkpoint.state = std::move(state);
  flush();
  last_state_ = Clock::now();
}

void ChainRecorder::visit_fields(sampler::Fields& fields) {
  // Others are what all chains share, or hold what is on its way or what the clock says.
  [[maybe_unused]] auto& [shared, chain, density, maker, batch, sight, last_flush, last_state,
                          last_look, since_look, is_fast, thin, iterations, warmup, left,
                          has_begun] = *this;
  fields("thin", thin);
  fields("iterations", iterations);
  fields("warmup", warmup);
  fields("has_begun", has_begun);
  if (chain == 0) visit_thin(fields);
  if (fields.is_reading()) shared.progress.begin_at(chain, shown_iterations(iterations));
}

// The choice for all chains, which wait for it.
void ChainRecorder::visit_thin(sampler::Fields& fields) {
  const std::lock_guard lock(shared_.mutex);
  fields("thin_choice", shared_.thin);
  if (shared_.thin && fields.is_reading()) tell_thin();
}

// To the chains of this process and of others, with the lock.
void ChainRecorder::tell_thin() {
  shared_.thin_is_chosen.notify_all();
  if (!shared_.options.share) return;
  sampler::Fields fields;
  shared_.thin->visit_fields(fields);
  shared_.options.share->board->tell_thin(fields.bytes());
}

// What the first chain, of another process, has chosen; if that is dead nobody will.
void ChainRecorder::hear_thin() {
  const RankBoard& board = *shared_.options.share->board;
  if (const std::optional<std::string> bytes = board.thin()) {
    sampler::Fields fields = sampler::Fields::of(*bytes);
    ThinChoice choice;
    choice.visit_fields(fields);
    if (fields.status()) shared_.thin = choice;
  } else if (board.account_of(0).state != RankAccount::State::kWorking) {
    interrupt();
  }
}

// All rows of the chain are out when this returns.
void ChainRecorder::finish() {
  if (!has_begun_) begin();
  if (sight_ != nullptr) sight_->is_over = true;
  flush();
  shared_.pipeline.wait_for(chain_, maker_);
}

// Not at every iteration while they are short.
void ChainRecorder::look_at_clock() {
  if (++since_look_ < kFewIterations && is_fast_) return;
  since_look_ = 0;
  const Clock::time_point now = Clock::now();
  is_fast_ = now - last_look_ < kShort;
  last_look_ = now;
}

Beginning& ChainRecorder::begin() {
  has_begun_ = true;
  Beginning& beginning = batch_.beginning.emplace();
  if (shared_.options.files && is_settled_late(shared_.options.settings)) {
    beginning.head =
        file_head(shared_.options, chain_, {.thin = thin_, .warmup = warmup_}, shared_.columns);
  }
  return beginning;
}

// In draws that are saved: with an automatic thin nobody knows beforehand how many transitions
// they take. A warm-up that ended early is told as if it were whole.
std::uint32_t ChainRecorder::shown_iterations(std::int64_t iterations) const {
  const sampler::Settings& settings = shared_.options.settings;
  const bool is_warm = iterations > warmup_;
  if (!is_warm || !is_settled_late(settings)) return static_cast<std::uint32_t>(iterations);
  const std::int64_t thin = settings.thin.is_automatic() ? thin_ : 1;
  return static_cast<std::uint32_t>(settings.warmup + (iterations - warmup_) / thin);
}

// Once for each that is shown.
void ChainRecorder::report_progress() {
  const bool is_between = shared_.options.settings.thin.is_automatic() && iterations_ > warmup_ &&
                          (iterations_ - warmup_) % thin_ != 0;
  if (!is_between) shared_.progress.update(chain_, shown_iterations(iterations_));
}

void ChainRecorder::flush() {
  last_flush_ = Clock::now();
  if (batch_.draws.empty() && !batch_.beginning && !batch_.checkpoint) return;
  shared_.pipeline.submit(batch_, maker_);
}

}  // namespace autumn::engine
