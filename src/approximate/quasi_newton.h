// Quasi-Newton iterations: a direction by BFGS or L-BFGS, a step along it, and Stan's tests of
// convergence.
#pragma once

#include <variant>

#include "approximate/bfgs.h"
#include "approximate/lbfgs.h"
#include "approximate/line_search.h"
#include "approximate/optimize.h"

namespace autumn::approximate {

using Update = std::variant<Bfgs, Lbfgs>;

class QuasiNewton {
 public:
  QuasiNewton(LogDensity& density, const OptimizeSettings& settings);

  // False if the point is rejected; nothing else may be called then.
  [[nodiscard]] bool start(std::span<const double> x);
  // One iteration; not after one with an ending.
  [[nodiscard]] Iteration iterate();

  [[nodiscard]] const Place& place() const { return place_; }
  [[nodiscard]] std::size_t evaluations() const { return objective_.evaluations(); }

 private:
  [[nodiscard]] std::optional<Step> take_step(Iteration& iteration);
  void learn(const Place& before);
  void reset();
  [[nodiscard]] Ending ending_of(const Place& before, const Iteration& iteration) const;

  Objective objective_;
  OptimizeSettings settings_;
  Update update_;
  Place place_;
  VectorXd direction_;
  bool is_fresh_ = true;  // nothing is known of the curvature
  std::size_t number_ = 0;
  Ending expected_ = Ending::kDone;  // what the iteration before would have ended with
};

}  // namespace autumn::approximate
