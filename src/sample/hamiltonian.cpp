// This file takes leapfrog steps from one state of the pool to another.
#include "sample/hamiltonian.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/error.h"
#include "base/numbers.h"

namespace autumn::sampler {

namespace {

// The two halves of a leapfrog step around the evaluation of the gradient, for a diagonal inverse
// metric `w`: one pass each, and no pointer overlaps another, so that few dimensions cost little.
// Four partial sums, because an addition need then not wait for the one before it; their order is
// fixed, so the bits are the same everywhere.
void kick_and_drift_diagonal(const State& from, const double* __restrict w, std::size_t n,
                             double step_size, State& to) {
  const double half = 0.5 * step_size;
  const double* __restrict q0 = from.position;
  const double* __restrict p0 = from.momentum;
  const double* __restrict g0 = from.gradient;
  double* __restrict q = to.position;
  double* __restrict p = to.momentum;
  for (std::size_t i = 0; i < n; ++i) {
    const double momentum = p0[i] + half * g0[i];
    p[i] = momentum;
    q[i] = q0[i] + step_size * (w[i] * momentum);
  }
}

// Returns p' M^-1 p.
double kick_diagonal(const double* __restrict w, std::size_t n, double time, State& state) {
  const double* __restrict g = state.gradient;
  double* __restrict p = state.momentum;
  double* __restrict v = state.velocity;
  double sum[4] = {0.0, 0.0, 0.0, 0.0};
  const auto one = [&](std::size_t i, double& total) {
    p[i] += time * g[i];
    v[i] = w[i] * p[i];
    total += p[i] * v[i];
  };
  std::size_t i = 0;
  for (; i + 4 <= n; i += 4) {
    for (std::size_t k = 0; k < 4; ++k) one(i + k, sum[k]);
  }
  for (; i < n; ++i) one(i, sum[0]);
  return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

// The same for any metric. Velocities go along with momenta, so that a step takes one product with
// the metric, of the new gradient.
void kick_and_drift_by_acceleration(const State& from, std::size_t n, double step_size, State& to) {
  const double half = 0.5 * step_size;
  for (std::size_t i = 0; i < n; ++i) {
    to.momentum[i] = from.momentum[i] + half * from.gradient[i];
    to.velocity[i] = from.velocity[i] + half * from.acceleration[i];
    to.position[i] = from.position[i] + step_size * to.velocity[i];
  }
}

double kick_by_acceleration(std::size_t n, double time, State& state) {
  double square = 0.0;
  for (std::size_t i = 0; i < n; ++i) {
    state.momentum[i] += time * state.gradient[i];
    state.velocity[i] += time * state.acceleration[i];
    square += state.momentum[i] * state.velocity[i];
  }
  return square;
}

}  // namespace

Hamiltonian::Hamiltonian(LogDensity& density, Metric metric)
    : density_(density), metric_(std::move(metric)), dimension_(density.dimension()) {
  AUTUMN_CHECK(metric_.dimension() == dimension_, "metric and density have the same dimension");
}

double Hamiltonian::evaluate(std::span<const double> position, std::span<double> gradient) {
  ++gradients_;
  return density_.evaluate(position, gradient);
}

double Hamiltonian::value(std::span<const double> position, std::span<double> gradient) {
  ++gradients_;
  return density_.value(position, gradient);
}

void Hamiltonian::complete(Point& point) {
  if (point.has_gradient) return;
  point.log_density = evaluate(point.position, point.gradient);
  point.has_gradient = true;
}

void Hamiltonian::start(const Point& point, Random& random, State& state) const {
  AUTUMN_CHECK(point.has_gradient, "a transition begins at a point with its gradient");
  std::copy_n(point.position.data(), dimension_, state.position);
  std::copy_n(point.gradient.data(), dimension_, state.gradient);
  state.log_density = point.log_density;
  metric_.draw_momentum(random, {state.momentum, dimension_});
  if (!metric_.is_elementwise()) {
    metric_.to_velocity({state.momentum, dimension_}, {state.velocity, dimension_});
    metric_.to_velocity({state.gradient, dimension_}, {state.acceleration, dimension_});
  }
  kick(0.0, state);
}

void Hamiltonian::leapfrog(const State& from, double step_size, State& to) {
  kick_and_drift(from, step_size, to);
  to.log_density = evaluate({to.position, dimension_}, {to.gradient, dimension_});
  if (!metric_.is_elementwise()) {
    metric_.to_velocity({to.gradient, dimension_}, {to.acceleration, dimension_});
  }
  kick(0.5 * step_size, to);
}

void Hamiltonian::kick_and_drift(const State& from, double step_size, State& to) const {
  if (metric_.is_elementwise()) {
    kick_and_drift_diagonal(from, metric_.inverse().data(), dimension_, step_size, to);
  } else {
    kick_and_drift_by_acceleration(from, dimension_, step_size, to);
  }
}

// The momentum after `time` under the force at the state's position; then velocity and energy.
void Hamiltonian::kick(double time, State& state) const {
  const double square = metric_.is_elementwise()
                            ? kick_diagonal(metric_.inverse().data(), dimension_, time, state)
                            : kick_by_acceleration(dimension_, time, state);
  const double energy = 0.5 * square - state.log_density;
  // A density of +inf is as much a mistake of the model as NaN: such points are never accepted.
  state.energy = std::isfinite(energy) ? energy : kInfinity;
}

void Hamiltonian::save(const State& state, Point& point) const {
  std::copy_n(state.position, dimension_, point.position.data());
  std::copy_n(state.gradient, dimension_, point.gradient.data());
  point.log_density = state.log_density;
  point.has_gradient = true;
}

void Point::visit_fields(Fields& fields) {
  auto& [place, slope, height, is_complete] = *this;
  fields.exactly("position", place);
  fields.exactly("gradient", slope);
  fields("log_density", height);
  fields("has_gradient", is_complete);
}

void Hamiltonian::visit_fields(Fields& fields) {
  [[maybe_unused]] auto& [density, metric, dimension, gradients] = *this;
  fields("metric", metric);
  fields("gradients", gradients);
}

}  // namespace autumn::sampler
