// Adaptation is what warm-up learns: the step size after every transition, the metric at the end
// of every window.
#pragma once

#include <cstdint>
#include <variant>

#include "base/error.h"
#include "base/random.h"
#include "sample/hamiltonian.h"
#include "sample/scores/estimate.h"
#include "sample/scores/trial.h"
#include "sample/settings.h"
#include "sample/statistics.h"
#include "sample/step_size_adaptation.h"
#include "sample/welford.h"
#include "sample/windows.h"

namespace autumn::sampler {

// The next metric of this kind from the positions of a window: n/(n+5) of their (co)variance and
// 5/(n+5) of 1e-3 times the identity, as in Stan. An error if the positions overflowed.
[[nodiscard]] Result<Metric> learn_metric(const WelfordVariance& estimate);
[[nodiscard]] Result<Metric> learn_metric(const WelfordCovariance& estimate, std::size_t dimension);

class Adaptation {
 public:
  Adaptation(const Settings& settings, Hamiltonian& hamiltonian);

  [[nodiscard]] double step_size() const { return step_size_; }
  // Finds the first step size; to be called once, before the first transition.
  [[nodiscard]] Status begin(const Point& point, Random& random);
  // Learns from warm-up transition `iteration`, which led to `point`. `random` serves a new search
  // for the step size.
  [[nodiscard]] Status learn(std::int64_t iteration, const Statistics& statistics,
                             const Point& point, Random& random);
  // The same of an iteration without a transition, which tells nothing about step sizes.
  [[nodiscard]] Status learn_point(std::int64_t iteration, const Point& point, Random& random);
  // Whether it looks for a new step size after this iteration, which takes the gradient of the
  // point.
  [[nodiscard]] bool ends_window(std::int64_t iteration) const {
    return windows_.ends_at(iteration);
  }
  // Whether there are windows after the one that ends with this iteration.
  [[nodiscard]] bool has_windows_after(std::int64_t iteration) const {
    return !windows_.ends.empty() && iteration < windows_.ends.back();
  }
  // The metric is learnt for the last time after this iteration, which ends a window.
  void end_windows_with(std::int64_t iteration) { windows_.end_with(iteration); }
  // The step size for sampling: its average since the last window.
  void finish();
  void visit_fields(Fields& fields);

 private:
  [[nodiscard]] Status end_window(bool is_last);
  [[nodiscard]] Status end_window(ScoreEstimate& scores, bool is_last);

  Hamiltonian& hamiltonian_;
  double step_size_;
  FlatDensity flat_;
  DualAveraging averaging_;
  WindowSchedule windows_;
  double gradient_nanoseconds_;
  std::uint64_t gradients_ = 0;  // when directions were last found
  MetricTrial trial_;
  ScoreMetric kind_ = ScoreMetric::kDiagonal;  // of the diagonal that was learnt last
  std::variant<std::monostate, WelfordVariance, WelfordCovariance, ScoreEstimate> estimate_;
};

}  // namespace autumn::sampler
