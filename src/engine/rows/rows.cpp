// This file makes a row of a draw: what is sampled, then what is recovered from it, then what is
// computed from both.
#include "engine/rows/rows.h"

#include <algorithm>

#include "engine/rows/generated_work.h"

namespace autumn::engine {

RowMaker::RowMaker(const Prepared& prepared, const RunOptions& options)
    : prepared_(prepared),
      options_(options),
      values_(prepared.values),
      recoverer_(prepared.recovery),
      outputs_(prepared.outputs),
      quantities_(prepared.generated),
      first_(sampler_columns(options).size()) {
  if (options.joint) joint_.emplace(*options.joint);
  if (prepared.generated.program.has_model_prints && !prepared.recovery.source.is_empty()) {
    reports_.emplace(prepared, prepared.generated.program);
  }
}

Status RowMaker::make(std::uint32_t chain, const RawDraw& draw, std::span<const double> position,
                      std::span<double> row) {
  fill_statistics(draw.statistics, row);
  fill_values(chain, draw, position, row);
  return fill_generated(chain, draw.iteration, row);
}

void RowMaker::fill_statistics(const sampler::Statistics& s, std::span<double> row) {
  row[0] = s.lp;
  row[1] = s.accept_stat;
  next_ = first_;
  if (options_.settings.algorithm == sampler::Algorithm::fixed_param) return;
  if (options_.settings.algorithm == sampler::Algorithm::static_hmc) {
    row[2] = s.stepsize;
    row[3] = options_.settings.integration_time;
    row[4] = s.energy;
    return;
  }
  row[2] = s.stepsize;
  row[3] = s.treedepth;
  row[4] = static_cast<double>(s.n_leapfrog);
  row[5] = s.divergent ? 1.0 : 0.0;
  row[6] = s.energy;
}

void RowMaker::append(std::span<const double> value, std::span<double> row) {
  std::ranges::copy(value, row.begin() + static_cast<std::ptrdiff_t>(next_));
  next_ += value.size();
}

void RowMaker::fill_values(std::uint32_t chain, const RawDraw& draw,
                           std::span<const double> position, std::span<double> row) {
  const std::span<const double> inputs[] = {position};
  values_.run(inputs);
  for (std::size_t k = 0; k < prepared_.sampled.variables.size(); ++k) {
    recoverer_.set_kept(k, values_.output(k));
  }
  recoverer_.draw(options_.seed, options_.first_id + chain,
                  static_cast<std::uint64_t>(draw.iteration));
  variables_.clear();
  for (std::size_t v = 0; v < prepared_.compressed.variables.size(); ++v) {
    variables_.push_back(recoverer_.variable(v));
    append(variables_.back(), row);
  }
  if (joint_) row[first_ - 1] = joint_->at(variables_);
  if (prepared_.compressed.outputs.empty()) return;
  outputs_.run(variables_);
  for (std::size_t k = 0; k < prepared_.compressed.outputs.size(); ++k)
    append(outputs_.output(k), row);
}

// Every draw has its own stream of random numbers, so that saving more or fewer draws changes none
// of them.
Status RowMaker::fill_generated(std::uint32_t chain, std::int64_t iteration,
                                std::span<double> row) {
  const auto drawn = row.subspan(first_, next_ - first_);
  if (reports_) reports_->at_draw(drawn);
  if (!has_generated_work(prepared_.generated.program)) return Done{};
  const StreamKey stream{.seed = options_.seed,
                         .chain = options_.first_id + chain,
                         .purpose = Purpose::kGeneratedQuantities,
                         .iteration = static_cast<std::uint64_t>(iteration)};
  return quantities_.make(drawn, stream, row.subspan(next_));
}

}  // namespace autumn::engine
