// Rows are a few of many positions with their scores, spread evenly over the time in which they
// came.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sample/state/fields.h"

namespace autumn::sampler {

class ScoreRows {
 public:
  // Keeps between half of `most` and `most` rows.
  explicit ScoreRows(std::size_t most) : most_(most) {}

  void add(std::int64_t time, std::span<const double> position, std::span<const double> score);
  // Forgets what came earlier.
  void forget_before(std::int64_t time);
  void visit_fields(Fields& fields);

  [[nodiscard]] std::size_t count() const { return times_.size(); }
  // All positions, and all scores, one after the other.
  [[nodiscard]] const std::vector<double>& positions() const { return positions_; }
  [[nodiscard]] const std::vector<double>& scores() const { return scores_; }

 private:
  template <class Keep>
  void keep_if(const Keep& keep);

  std::size_t most_;
  std::int64_t stride_ = 1;
  std::vector<std::int64_t> times_;
  std::vector<double> positions_;
  std::vector<double> scores_;
};

}  // namespace autumn::sampler
