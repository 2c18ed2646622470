// This file integrates over the whole line by double-exponential quadrature.
#include "collapse/rules/quadrature.h"

#include <boost/math/quadrature/sinh_sinh.hpp>
#include <cmath>

namespace autumn::collapse {
namespace {

struct Place {
  double v;
  double slope;  // dv / dt
};

Place place_of(Axis axis, double t) {
  if (axis == Axis::kPositive) return {std::exp(t), std::exp(t)};
  const double v = 1.0 / (1.0 + std::exp(-t));
  return {v, v / (1.0 + std::exp(t))};
}

}  // namespace

void expect_integral_is_marginal(const Setting& setting, Axis axis) {
  const Law law(setting);
  const double log_marginal = law.log_marginal(number(0.5));
  const auto integrand = [&](double t) {
    const Place place = place_of(axis, t);
    const double f = std::exp(law.log_joint(number(place.v)) - log_marginal) * place.slope;
    return std::isfinite(f) ? f : 0.0;  // the ends, where v is rounded onto them
  };
  boost::math::quadrature::sinh_sinh<double> rule;
  EXPECT_NEAR(rule.integrate(integrand, 1e-10), 1.0, 1e-9) << to_text(setting);
}

}  // namespace autumn::collapse
