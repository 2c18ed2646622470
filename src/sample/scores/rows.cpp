// This file keeps every second row whenever there are too many.
#include "sample/scores/rows.h"

#include <algorithm>

namespace autumn::sampler {

template <class Keep>
void ScoreRows::keep_if(const Keep& keep) {
  if (times_.empty()) return;
  const std::size_t dimension = positions_.size() / times_.size();
  std::size_t kept = 0;
  for (std::size_t row = 0; row < times_.size(); ++row) {
    if (!keep(times_[row])) continue;
    times_[kept] = times_[row];
    for (std::vector<double>* values : {&positions_, &scores_}) {
      std::copy_n(values->data() + row * dimension, dimension, values->data() + kept * dimension);
    }
    ++kept;
  }
  times_.resize(kept);
  positions_.resize(kept * dimension);
  scores_.resize(kept * dimension);
}

void ScoreRows::add(std::int64_t time, std::span<const double> position,
                    std::span<const double> score) {
  if (time % stride_ != 0) return;
  times_.push_back(time);
  positions_.insert(positions_.end(), position.begin(), position.end());
  scores_.insert(scores_.end(), score.begin(), score.end());
  if (times_.size() <= most_) return;
  stride_ *= 2;
  keep_if([this](std::int64_t kept) { return kept % stride_ == 0; });
}

void ScoreRows::forget_before(std::int64_t time) {
  keep_if([time](std::int64_t kept) { return kept >= time; });
}

void ScoreRows::visit_fields(Fields& fields) {
  // `most` follows from the dimension.
  [[maybe_unused]] auto& [most, stride, times, positions, scores] = *this;
  fields("stride", stride);
  fields("times", times);
  fields("positions", positions);
  fields("scores", scores);
}

}  // namespace autumn::sampler
