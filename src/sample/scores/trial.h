// The trial of directions: a metric with directions promises shorter trajectories, and warm-up
// counts whether they are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "sample/scores/directions.h"

namespace autumn::sampler {

// Compares what a transition costs with directions and without, by its steps and the price of one:
// the last window of either counts. Windows that are short, or the first transitions of one, while
// the step size is looked for, say nothing.
class DirectionsTrial {
 public:
  explicit DirectionsTrial(const StepCosts& costs) : costs_(costs) {}

  // A transition of this window took so many steps.
  void add(std::int64_t leapfrogs);
  // The window ends, in which the metric had so many directions.
  void end_window(std::size_t directions);
  // Whether the next window should have directions. What does not plainly pay is compared with a
  // diagonal that is learnt no worse, for which one window goes without.
  [[nodiscard]] bool are_worth_it() const;
  void visit_fields(Fields& fields);

 private:
  StepCosts costs_;
  std::int64_t transitions_ = 0;  // of this window
  double leapfrogs_ = 0.0;        // but for the first of them
  // Of a transition.
  std::optional<double> with_;
  std::optional<double> without_;
  bool is_compared_ = false;  // with a window without that came after one with
};

}  // namespace autumn::sampler
