// This file tells the state of a chain, and takes it over.
#include <algorithm>
#include <cmath>
#include <utility>

#include "base/numbers.h"
#include "sample/chain_loop.h"

namespace autumn::sampler {
namespace {

Error does_not_fit(const std::string& why) {
  return {.message = "the state of a chain does not fit: " + why,
          .suggestion = "it is one of another program, of other settings, or of another version",
          .where = {}};
}

}  // namespace

std::string to_text(const ChainState& state) {
  return to_text(std::string_view(state.fields));
}

void Adapted::visit_fields(Fields& fields) {
  auto& [step, kind, inverse, acceptance] = *this;
  fields("step_size", step);
  fields("metric", kind);
  fields("inverse_metric", inverse);
  fields("jump_acceptance", acceptance);
}

// What is known at the end only is not written down: it is found there.
void ChainResult::visit_fields(Fields& fields) {
  [[maybe_unused]] auto& [settled, in_warmup, in_sampling, warmup_time, sampling_time, all, warm,
                          every, is_cut, nuts, diverged, deep, tried, accepted, motionless, last] =
      *this;
  fields("adapted", settled);
  fields("gradients_warmup", in_warmup);
  fields("seconds_warmup", warmup_time);
  fields("warmup", warm);
  fields("walks", nuts);
  fields("divergences", diverged);
  fields("max_depth_hits", deep);
  fields("jumps_tried", tried);
  fields("jumps_accepted", accepted);
  fields("still", motionless);
}

// Settings and key are given again; the kernel has no memory, and a chain that has stopped tells no
// state.
void Chain::visit_fields(Fields& fields) {
  [[maybe_unused]] auto& [settings, key, observer, hamiltonian, kernel, point, step_size,
                          adaptation, iteration, warmup, last_stage, is_warm, stopped, is_drawn,
                          stillness, record, efforts, trail, jumper, thin, result, seconds_before,
                          begin, keeps_states, before] = *this;
  double time = seconds();
  point.position.resize(hamiltonian.dimension());
  point.gradient.resize(hamiltonian.dimension());
  fields("iteration", iteration);
  fields("warmup", warmup);
  fields("last_stage", last_stage);
  fields("thin", thin);
  fields("is_warm", is_warm);
  fields("is_drawn", is_drawn);
  fields("point", point);
  fields("step_size", step_size);
  fields("hamiltonian", hamiltonian);
  visit_adaptation(fields);
  fields("stillness", stillness);
  fields("record", record);
  fields("efforts", efforts);
  fields("trail", trail);
  fields("jumper", jumper);
  fields("result", result);
  fields("seconds", time);
  seconds_before = time;
  begin = Clock::now();
}

// It is made of the settings before it is read.
void Chain::visit_adaptation(Fields& fields) {
  bool is_there = adaptation_.has_value();
  fields("has_adaptation", is_there);
  if (fields.is_reading() && is_there) adaptation_.emplace(settings_, hamiltonian_);
  if (is_there) fields("adaptation", *adaptation_);
}

void Chain::remember() {
  if (!keeps_states_) return;
  auto& [point, jumper, gradients, jumps_tried, jumps_accepted] = before_;
  point = point_;
  gradients = hamiltonian_.gradients();
  jumps_tried = result_.jumps_tried;
  jumps_accepted = result_.jumps_accepted;
  if (is_time_to_fit(iteration_)) jumper = jumper_;
}

// The chain was stopped within an iteration, and stands again where it began.
void Chain::go_back() {
  if (!keeps_states_) return;
  auto& [point, jumper, gradients, jumps_tried, jumps_accepted] = before_;
  point_ = point;
  hamiltonian_.set_gradients(gradients);
  result_.jumps_tried = jumps_tried;
  result_.jumps_accepted = jumps_accepted;
  if (!is_warm_ && is_time_to_fit(iteration_)) jumper_ = jumper;
  tell_state();
}

void Chain::tell_state() {
  if (!keeps_states_ || !observer_.wants_state(planned_iterations() - iteration_)) return;
  Fields fields;
  fields.begin("chain");
  visit_fields(fields);
  fields.end();
  fields.begin("observer");
  observer_.visit_fields(fields);
  fields.end();
  observer_.on_state({fields.bytes()});
}

Status Chain::read(const ChainState& state) {
  Fields fields = Fields::of(state.fields);
  fields.begin("chain");
  visit_fields(fields);
  fields.end();
  fields.begin("observer");
  observer_.visit_fields(fields);
  fields.end();
  if (!fields.status()) return does_not_fit(fields.status().error().message);
  if (fields.is_at_end() && is_consistent()) return Done{};
  return does_not_fit("no such chain could be there");
}

// Whether a chain with these settings may be here.
bool Chain::is_consistent() const {
  const auto is_positive = [](double x) { return x > 0.0 && std::isfinite(x); };
  const bool is_diagonal = hamiltonian_.metric().kind() != MetricKind::kDense;
  return iteration_ >= 0 && iteration_ <= planned_iterations() && thin_ >= 1 && warmup_ >= 0 &&
         warmup_ <= settings_.warmup &&
         (is_warm_ ? iteration_ >= warmup_ : iteration_ <= warmup_) &&
         hamiltonian_.metric().kind() == settings_.metric && all_finite(point_.position) &&
         std::isfinite(point_.log_density) && !std::isnan(step_size_) &&
         (!is_diagonal || std::ranges::all_of(hamiltonian_.metric().inverse(), is_positive)) &&
         (!jumper_ || jumper_->dimension() == hamiltonian_.dimension());
}

}  // namespace autumn::sampler
