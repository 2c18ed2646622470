// The trial of directions: a metric with directions promises shorter trajectories, and warm-up
// counts what comes of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "sample/scores/directions.h"
#include "sample/scores/moves.h"

namespace autumn::sampler {

// Compares what an effective draw costs with directions and without, by the steps of transitions,
// the price of one, and how far transitions move: the last window of either counts. Windows that
// are short, or the first transitions of one, while the step size is looked for, say nothing.
class DirectionsTrial {
 public:
  DirectionsTrial(const StepCosts& costs, std::size_t dimension)
      : costs_(costs), moves_(dimension), with_(dimension), without_(dimension) {}

  // A transition of this window took so many steps to come here.
  void add(std::int64_t leapfrogs, std::span<const double> position);
  // The window ends, in which the metric had so many directions.
  void end_window(std::size_t directions);
  // Whether the next window should have directions. What does not plainly pay is compared with a
  // diagonal that is learnt no worse, for which one window goes without.
  [[nodiscard]] bool are_worth_it() const;
  void visit_fields(Fields& fields);

 private:
  struct Window {
    explicit Window(std::size_t dimension) : moves(dimension) {}
    bool is_there = false;
    double cost = 0.0;  // of a transition
    Moves moves;

    void visit_fields(Fields& fields);
  };

  StepCosts costs_;
  std::int64_t transitions_ = 0;  // of this window
  double leapfrogs_ = 0.0;        // but for the first of them
  Moves moves_;
  Window with_;
  Window without_;
  bool is_compared_ = false;  // with a window without that came after one with
};

}  // namespace autumn::sampler
