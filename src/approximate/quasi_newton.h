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

  // Looks whether an ending is one, by what the tests of convergence do not know: in few dimensions
  // by a step of Newton's method, in many by forgetting all curvature. True if the search is to go
  // on, from where it is now; otherwise the ending stands, or is better than it looked.
  [[nodiscard]] bool goes_on(Iteration& iteration);

  [[nodiscard]] const Place& place() const { return place_; }
  [[nodiscard]] std::size_t evaluations() const { return objective_.evaluations(); }

 private:
  [[nodiscard]] std::optional<Step> take_step(Iteration& iteration);
  [[nodiscard]] std::optional<Step> try_step(Iteration& iteration, double alpha);
  [[nodiscard]] double short_step() const;
  void learn(const Place& before, double alpha);
  void reset();
  void describe(Iteration& iteration, const Place& before) const;
  [[nodiscard]] bool goes_on_by_newton(Iteration& iteration);
  [[nodiscard]] bool goes_on_afresh(Iteration& iteration);
  [[nodiscard]] Ending ending_of(const Place& before, const Iteration& iteration) const;

  Objective objective_;
  OptimizeSettings settings_;
  Update update_;
  Place place_;
  VectorXd direction_;
  double likely_ = 1.0;   // the step that is tried first, if something is known
  bool is_fresh_ = true;  // nothing is known of the curvature
  std::size_t number_ = 0;
  double confirmed_ = 0.0;  // the value where curvature was forgotten last, or at the start
  std::size_t confirmations_ = 0;
  Ending expected_ = Ending::kDone;  // what the iteration before would have ended with
};

}  // namespace autumn::approximate
