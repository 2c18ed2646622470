// This file computes the incomplete beta function: it raises the first shape by recurrence, then
// integrates a positive integrand by quadrature.
#include "expr/special/incomplete_beta.h"

#include <cmath>
#include <limits>

#include "base/numbers.h"
#include "expr/special/gamma.h"
#include "expr/special/logistic.h"
#include "expr/special/quadrature.h"
#include "expr/special/stirling.h"

namespace autumn::special {
namespace {

// A number with its derivatives with respect to the two shapes.
struct Dual {
  double value = 0;
  double da = 0;
  double db = 0;

  Dual& operator+=(const Dual& other) {
    value += other.value;
    da += other.da;
    db += other.db;
    return *this;
  }
};

Dual operator*(const Dual& p, const Dual& q) {
  return {p.value * q.value, p.da * q.value + p.value * q.da, p.db * q.value + p.value * q.db};
}

// The question: shapes, and x together with y = 1 - x so that neither end is rounded away.
struct BetaArguments {
  double a;
  double b;
  double x;
  double y;

  [[nodiscard]] BetaArguments mirrored() const { return {b, a, y, x}; }
  // a - (a + b) x, the distance of the mean from x times a + b.
  [[nodiscard]] double below_mean() const { return x <= y ? a - (a + b) * x : (a + b) * y - b; }
};

Dual complement(const Dual& p) {
  const double odds =
      p.value > -0.5 ? 1 / std::expm1(-p.value) : std::exp(p.value) / (1 - std::exp(p.value));
  return {log1m_exp(p.value), -odds * p.da, -odds * p.db};
}

Dual swap_shapes(const Dual& p) {
  return {p.value, p.db, p.da};
}

double log_from(double x, double one_minus_x) {
  return x > 0.5 ? std::log1p(-one_minus_x) : std::log(x);
}

// a log(x (a + b) / a) + b log(y (a + b) / b), whose first-order terms cancel (DiDonato and
// Morris's brcomp).
double log_deviance(const BetaArguments& p) {
  const double lambda = p.below_mean();
  const double left = -lambda / p.a;
  const double right = lambda / p.b;
  const double scale = p.a / p.b;
  const auto part = [](double ratio_less_one, double log_ratio) {
    return std::abs(ratio_less_one) < 0.4 ? log1p_minus(ratio_less_one)
                                          : log_ratio - ratio_less_one;
  };
  return p.a * part(left, log_from(p.x, p.y) + std::log1p(1 / scale)) +
         p.b * part(right, log_from(p.y, p.x) + std::log1p(scale));
}

// log of x^a y^b / (a B(a, b)) with derivatives. `y_power` is the y raised to b, which may differ
// from 1 - x.
Dual log_prefix(const BetaArguments& p, double y_power) {
  const double log_x = log_from(p.x, p.y);
  const double log_y = y_power == p.y ? log_from(p.y, p.x) : std::log(y_power);
  // digamma(a + b) - digamma(a + 1), with the pole at a + b = 0 apart
  const double da = log_x + (digamma_difference(p.a + 1, p.b) - 1 / (p.a + p.b));
  const double db = log_y + digamma_difference(p.b, p.a);
  if (y_power == p.y && p.a >= kStirlingFrom && p.b >= kStirlingFrom) {
    const double correction = stirling_correction(p.a) - stirling_correction_difference(p.b, p.a);
    const double root = -0.5 * (std::log(p.a) + std::log1p(p.a / p.b)) - kHalfLogTwoPi;
    return {log_deviance(p) + root - correction, da, db};
  }
  // a B(a, b) = gamma(a + 1) gamma(b) / gamma(a + b)
  const double log_a_beta = p.a < kStirlingFrom ? lgamma1p(p.a) - log_rising_factorial(p.b, p.a)
                                                : lbeta(p.a, p.b) + std::log(p.a);
  return {p.a * log_x + p.b * log_y - log_a_beta, da, db};
}

// With t / (1 - t) = e^-v x / y, I B(a, b) = x^a y^b * integral over v > 0 of exp(-f(v)), where
// f(v) = (a - (a + b) x) v + (a + b) K(v) and K(v) = log(x e^(-y v) + y e^(x v)) is convex with K =
// K' = 0 at 0. Left of the mean f is convex and increasing, so the integrand is positive and
// monotone.
struct BetaIntegrand {
  BetaArguments p;
  double slope;

  [[nodiscard]] double cumulant(double v) const {
    return std::log1p(p.x * expm1_minus(-p.y * v) + p.y * expm1_minus(p.x * v));
  }
  [[nodiscard]] double derivative(double v) const {
    const double fall = std::exp(-v);
    return slope - (p.a + p.b) * p.x * p.y * std::expm1(-v) / (p.x * fall + p.y);
  }
  [[nodiscard]] double length() const {
    const double twice = 2 * kQuadratureDepth;
    const double curvature = (p.a + p.b) * p.x * p.y;
    double v = twice / (slope + std::sqrt(slope * slope + twice * curvature));
    for (int i = 0; i < 6; ++i) {
      const double f = slope * v + (p.a + p.b) * cumulant(v);
      v -= (f - kQuadratureDepth) / derivative(v);
    }
    return v;
  }
};

// The integral above; d/da f = log(x + y e^v) = K + y v and d/db f = K - x v.
Dual integral_left_of(const BetaArguments& p) {
  const BetaIntegrand f{p, p.below_mean()};
  Dual sum;
  for_each_node(f.length(), [&](double v, double weight) {
    const double cumulant = f.cumulant(v);
    const double value = weight * std::exp(-(f.slope * v + (p.a + p.b) * cumulant));
    sum += {value, -(cumulant + p.y * v) * value, (p.x * v - cumulant) * value};
  });
  return sum;
}

// Integral of e^(-c r) over r in (0, length) and its derivative with respect to c.
struct ExponentialIntegral {
  double value;
  double dc;

  ExponentialIntegral(double c, double length) {
    const double w = c * length;
    if (w == 0) {
      value = length;
      dc = -0.5 * length * length;
      return;
    }
    value = length * (-std::expm1(-w) / w);
    // (1 - e^-w (1 + w)) / w^2, by its series where that cancels
    double second = (1 - std::exp(-w) * (1 + w)) / (w * w);
    if (w < 0.5) {
      second = 0;
      double term = 1;
      for (int n = 0; n < 16; ++n) {
        second += term / (n + 2);
        term *= -w / (n + 1);
      }
    }
    dc = -length * length * second;
  }
};

// For b < 1 and y far below the cut y1 = 1 / (a + b) the mass between 1 - y1 and x = 1 - y is
// spread over the logarithm of 1 - t, which no quadrature resolves; there (1 - t)^(b-1) is
// integrated exactly against the binomial series of t^(a-1). Returns the integral over (0, x) of
// t^(a-1) (1-t)^(b-1) divided by x^a y1^b.
Dual integral_with_cut(const BetaArguments& p, double y1, double log_span) {
  Dual sum;
  Dual binomial{1, 0, 0};  // (1 - a)_k / k! y1^k
  for (double k = 0; k < 24; k += 1) {
    const ExponentialIntegral e(p.b + k, log_span);
    sum += binomial * Dual{e.value, 0, e.dc};
    binomial = binomial * Dual{(k + 1 - p.a) * y1 / (k + 1), -y1 / (k + 1), 0};
  }
  // The part beyond y1, and the division by x^a.
  const double log_x = std::log1p(-p.y);
  const double log_step = std::log1p(-y1) - log_x;
  const double step = std::exp(p.a * log_step);
  const double rise = std::exp(-p.a * log_x);
  sum = sum * Dual{rise, -log_x * rise, 0};
  // y1^b and y1 itself do not count as functions of the shapes: y1 is only a place to cut.
  sum += integral_left_of({p.a, p.b, 1 - y1, y1}) * Dual{step, log_step * step, 0};
  return sum;
}

// log I computed as itself, for x left of the mean, or anywhere if b < 1. With A = a + m raised to
// kStirlingFrom, I_x(a, b) = sum for j < m of x^(a+j) y^b / ((a + j) B(a + j, b)) + I_x(A, b), all
// positive.
Dual log_direct(const BetaArguments& p) {
  Dual term{1, 0, 0};  // prefix(a + j) / prefix(a)
  Dual sum;
  BetaArguments raised = p;
  for (; raised.a < kStirlingFrom; raised.a += 1) {
    sum += term;
    const double next = raised.a + 1;
    term = term * Dual{p.x * (raised.a + p.b) / next, p.x * (1 - p.b) / (next * next), p.x / next};
  }
  const double y1 = 1 / (raised.a + p.b);
  const bool is_cut = p.b < 1 && p.y < y1;
  const double log_span = is_cut ? std::log(y1) - std::log(p.y) : 0;
  const Dual integral = is_cut ? integral_with_cut(raised, y1, log_span) : integral_left_of(raised);
  const double fall = std::exp(-p.b * log_span);  // the terms have y^b, the prefix y1^b
  sum = sum * Dual{fall, 0, -log_span * fall};
  sum += term * Dual{raised.a, 1, 0} * integral;
  const Dual prefix = log_prefix(p, is_cut ? y1 : p.y);
  return {prefix.value + std::log(sum.value), prefix.da + sum.da / sum.value,
          prefix.db + sum.db / sum.value};
}

Dual log_mirror_direct(const BetaArguments& p) {
  return swap_shapes(log_direct(p.mirrored()));
}

// From whichever of I and 1 - I is left of its mean; if that one is close to 1 its small complement
// is needed instead, which happens only when the complement's own second shape is below 1, so that
// it can be computed as well.
Dual log_inc_beta_with_gradient(const BetaArguments& p) {
  constexpr double kClose = -0.3;
  if (p.below_mean() >= 0) {
    const Dual direct = log_direct(p);
    return direct.value > kClose && p.a < 1 ? complement(log_mirror_direct(p)) : direct;
  }
  const Dual mirror = log_mirror_direct(p);
  return mirror.value > kClose && p.b < 1 ? log_direct(p) : complement(mirror);
}

bool is_in_domain(double a, double b, double x) {
  return a > 0 && b > 0 && x >= 0 && x <= 1 && !std::isinf(a) && !std::isinf(b);
}

}  // namespace

double log_inc_beta(double a, double b, double x) {
  if (!is_in_domain(a, b, x)) return kNaN;
  if (x == 0) return -kInfinity;
  return x == 1 ? 0 : log_inc_beta_with_gradient({a, b, x, 1 - x}).value;
}

double log_inc_beta_da(double a, double b, double x) {
  if (!is_in_domain(a, b, x)) return kNaN;
  if (x == 0) return -kInfinity;
  return x == 1 ? 0 : log_inc_beta_with_gradient({a, b, x, 1 - x}).da;
}

double log_inc_beta_db(double a, double b, double x) {
  if (!is_in_domain(a, b, x)) return kNaN;
  if (x == 0) return digamma_difference(b, a);
  return x == 1 ? 0 : log_inc_beta_with_gradient({a, b, x, 1 - x}).db;
}

}  // namespace autumn::special
