// The Hamiltonian is the energy H(q, p) = p' M^-1 p / 2 - log density(q), with its leapfrog
// integrator.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "base/log_density.h"
#include "base/random.h"
#include "sample/metric.h"
#include "sample/state_pool.h"

namespace autumn::sampler {

// Where a chain stands between transitions. The gradient is kept, so a transition begins without
// evaluating anything; a jump may have left it out.
struct Point {
  std::vector<double> position;
  std::vector<double> gradient;
  double log_density = 0.0;
  bool has_gradient = true;

  void visit_fields(Fields& fields);
};

class Hamiltonian {
 public:
  Hamiltonian(LogDensity& density, Metric metric);

  [[nodiscard]] std::size_t dimension() const { return dimension_; }
  [[nodiscard]] const Metric& metric() const { return metric_; }
  void set_metric(Metric metric) { metric_ = std::move(metric); }

  [[nodiscard]] const LogDensity& density() const { return density_; }

  // How many times the density was evaluated so far, with its gradient or without.
  [[nodiscard]] std::uint64_t gradients() const { return gradients_; }
  // Takes back those that do not count.
  void set_gradients(std::uint64_t gradients) { gradients_ = gradients; }

  // Value and gradient at `position`.
  [[nodiscard]] double evaluate(std::span<const double> position, std::span<double> gradient);
  // The value alone; the gradient is not to be looked at afterwards.
  [[nodiscard]] double value(std::span<const double> position, std::span<double> gradient);
  // Evaluates the gradient of a point that has none.
  void complete(Point& point);
  // `state` = the point, which has its gradient, with a fresh momentum.
  void start(const Point& point, Random& random, State& state) const;
  // `to` = one leapfrog step (kick, drift, kick) of this size after `from`; negative goes back in
  // time.
  void leapfrog(const State& from, double step_size, State& to);
  // The point of a state, without its momentum.
  void save(const State& state, Point& point) const;

  void visit_fields(Fields& fields);

 private:
  void kick_and_drift(const State& from, double step_size, State& to) const;
  void kick(double time, State& state) const;

  LogDensity& density_;
  Metric metric_;
  std::size_t dimension_;
  std::uint64_t gradients_ = 0;
};

}  // namespace autumn::sampler
