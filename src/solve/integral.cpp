// This file integrates by double exponential quadrature (Takahasi and Mori 1974): the trapezoidal
// rule after a change of variables that makes the integrand fall off like exp(-exp(|t|)) on both
// sides. Every halving of the step doubles the number of right digits.
#include "solve/integral.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include "base/numbers.h"

namespace autumn::solve {
namespace {

// A point of the transformed integral.
struct Abscissa {
  double x;
  double distance;
  double weight;
};

// x = middle + half tanh(s), s = pi/2 sinh t; near the ends the distance is what keeps its digits.
Abscissa finite_abscissa(Interval interval, double t) {
  const double s = std::numbers::pi / 2 * std::sinh(t);
  const double half = 0.5 * (interval.high - interval.low);
  const double share = 2.0 / (1.0 + std::exp(2.0 * std::fabs(s)));  // 1 - tanh |s|
  const double weight = half * std::numbers::pi / 2 * std::cosh(t) * share * (2.0 - share);
  const double from_end = half * share;
  if (t < 0) return {interval.low + from_end, -from_end, weight};
  return {interval.high - from_end, from_end, weight};
}

// x = end +- exp(pi/2 sinh t).
Abscissa half_infinite_abscissa(Interval interval, double t) {
  const double step = std::exp(std::numbers::pi / 2 * std::sinh(t));
  const double weight = step * std::numbers::pi / 2 * std::cosh(t);
  const bool is_above = std::isfinite(interval.low);
  return {is_above ? interval.low + step : interval.high - step, kNaN, weight};
}

// x = sinh(pi/2 sinh t).
Abscissa infinite_abscissa(double t) {
  const double s = std::numbers::pi / 2 * std::sinh(t);
  return {std::sinh(s), kNaN, std::cosh(s) * std::numbers::pi / 2 * std::cosh(t)};
}

Abscissa abscissa_at(Interval interval, double t) {
  const bool has_low = std::isfinite(interval.low);
  const bool has_high = std::isfinite(interval.high);
  if (has_low && has_high) return finite_abscissa(interval, t);
  return has_low || has_high ? half_infinite_abscissa(interval, t) : infinite_abscissa(t);
}

class Quadrature {
 public:
  Quadrature(const Integrands& integrands, Interval interval, std::size_t count)
      : integrands_(integrands), interval_(interval), values_(count), sums_(count), sizes_(count) {}

  // Adds the points t = offset + k step.
  [[nodiscard]] bool add(double offset, double step) {
    constexpr double kFarthest = 6.6;  // exp(pi/2 sinh 6.6) is still a number
    for (double t = offset; t <= kFarthest; t += step) {
      if (!add_point(t)) return false;
    }
    for (double t = offset - step; t >= -kFarthest; t -= step) {
      if (!add_point(t)) return false;
    }
    return true;
  }

  [[nodiscard]] const std::vector<double>& sums() const { return sums_; }
  [[nodiscard]] const std::vector<double>& sizes() const { return sizes_; }

 private:
  // Points where the weight or the value is lost at the ends of the range count for nothing.
  [[nodiscard]] bool add_point(double t) {
    const Abscissa abscissa = abscissa_at(interval_, t);
    if (!(abscissa.weight > 0.0) || !std::isfinite(abscissa.weight) || !std::isfinite(abscissa.x))
      return true;
    const bool is_end = abscissa.x == interval_.low || abscissa.x == interval_.high;
    if (is_end && std::fabs(abscissa.distance) < 1e-300) return true;
    if (!integrands_(abscissa.x, abscissa.distance, values_)) return false;
    for (std::size_t k = 0; k < values_.size(); ++k) {
      const double term = abscissa.weight * values_[k];
      if (!std::isfinite(term)) {
        if (is_end || abscissa.weight < 1e-100 || values_[k] == 0.0) continue;
        return false;
      }
      sums_[k] += term;
      sizes_[k] += std::fabs(term);
    }
    return true;
  }

  const Integrands& integrands_;
  Interval interval_;
  std::vector<double> values_;
  std::vector<double> sums_;
  std::vector<double> sizes_;
};

}  // namespace

bool integrate(const Integrands& integrands, Interval interval, double tolerance,
               std::span<double> integrals) {
  constexpr int kMostHalvings = 10;
  Quadrature quadrature(integrands, interval, integrals.size());
  double step = 1.0;
  if (!quadrature.add(0.0, step)) return false;
  std::vector<double> last(integrals.size(), kNaN);
  for (int halving = 0; halving < kMostHalvings; ++halving) {
    if (!quadrature.add(0.5 * step, step)) return false;
    step *= 0.5;
    bool is_settled = halving > 1;
    for (std::size_t k = 0; k < integrals.size(); ++k) {
      integrals[k] = step * quadrature.sums()[k];
      const double change = std::fabs(integrals[k] - last[k]);
      is_settled = is_settled && change <= tolerance * step * quadrature.sizes()[k];
      last[k] = integrals[k];
    }
    if (is_settled) return true;
  }
  return false;
}

}  // namespace autumn::solve
