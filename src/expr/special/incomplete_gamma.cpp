// This file computes the incomplete gamma functions: by a power series for small shapes, and
// otherwise by quadrature of a positive integrand.
#include "expr/special/incomplete_gamma.h"

#include <cmath>
#include <limits>

#include "base/numbers.h"
#include "expr/special/gamma.h"
#include "expr/special/logistic.h"
#include "expr/special/quadrature.h"
#include "expr/special/stirling.h"

namespace autumn::special {
namespace {

constexpr double kQuadratureFrom = 20;  // shapes from which P is found by quadrature

// The logarithm of a probability and its derivative with respect to the shape.
struct LogProbability {
  double value;
  double da;
};

LogProbability complement(const LogProbability& p) {
  const double odds =
      p.value > -0.5 ? 1 / std::expm1(-p.value) : std::exp(p.value) / (1 - std::exp(p.value));
  return {log1m_exp(p.value), -odds * p.da};
}

// log(x / a), also where the quotient underflows.
double log_quotient(double x, double a) {
  const double quotient = x / a;
  return quotient > std::numeric_limits<double>::min() ? std::log(quotient)
                                                       : std::log(x) - std::log(a);
}

// log(x^a e^-x / gamma(a + 1)) and its derivative; Loader's form for large a, where the terms would
// cancel.
LogProbability log_prefix(double a, double x) {
  if (a < kStirlingFrom) {
    return {a * std::log(x) - x - lgamma1p(a), std::log(x) - digamma(a) - 1 / a};
  }
  const double excess = (x - a) / a;
  const double log_ratio = excess > -0.5 ? std::log1p(excess) : log_quotient(x, a);
  const double deviance = std::abs(excess) < 0.4 ? log1p_minus(excess) : log_ratio - excess;
  return {a * deviance - 0.5 * std::log(a) - (kHalfLogTwoPi + stirling_correction(a)),
          log_ratio + log_minus_digamma(a) - 1 / a};
}

// P by its series: P = prefix * sum over k of x^k / ((a + 1) ... (a + k)).
LogProbability log_p_series(double a, double x) {
  double term = 1;
  double sum = 1;
  double log_term_da = 0;
  double sum_da = 0;
  for (double k = 1; term > 1e-18 * sum; k += 1) {
    term *= x / (a + k);
    log_term_da -= 1 / (a + k);
    sum += term;
    sum_da += term * log_term_da;
  }
  const LogProbability prefix = log_prefix(a, x);
  // For small a, digamma(a + 1) without the detour over the pole of digamma(a).
  const double prefix_da = a < 1 ? std::log(x) - digamma_difference(1, a) - digamma(1) : prefix.da;
  return {prefix.value + std::log(sum), prefix_da + sum_da / sum};
}

// Q for x <= 1 and a <= 1 (Gautschi): with w = x^a / gamma(a + 1), Q = 1 - w + w a S and
// S = sum over k >= 1 of (-1)^(k+1) x^k / (k! (a + k)). Q is proportional to a as a -> 0, so is
// every term here.
LogProbability log_q_series(double a, double x) {
  double power = -1;  // (-1)^(k+1) x^k / k!
  double sum = 0;
  double sum_da = 0;
  for (double k = 1; k <= 22; k += 1) {
    power *= -x / k;
    sum += power / (a + k);
    sum_da -= power / ((a + k) * (a + k));
  }
  const double log_w = a * std::log(x) - lgamma1p(a);
  const double log_w_da = std::log(x) - digamma_difference(1, a) - digamma(1);
  const double w = std::exp(log_w);
  const double q = -std::expm1(log_w) + w * a * sum;
  const double q_da = w * (log_w_da * (a * sum - 1) + sum + a * sum_da);
  return {std::log(q), q_da / q};
}

// P = a * prefix * integral over v > 0 of exp(-f(v)) by t = x e^-v, and Q likewise by t = x e^v,
// with f(v) = |a - x| v + x (e^-+v - 1 +- v). On the side of x away from the bulk f is convex and
// increasing from 0, so the integrand is positive and monotone, and its length scale is found by
// solving f = kQuadratureDepth.
struct GammaIntegrand {
  double slope;
  double x;
  double sign;  // -1 for P, +1 for Q

  [[nodiscard]] double operator()(double v) const { return slope * v + x * expm1_minus(sign * v); }
  [[nodiscard]] double derivative(double v) const {
    return slope + x * sign * std::expm1(sign * v);
  }

  [[nodiscard]] double length() const {
    const double twice = 2 * kQuadratureDepth;
    double v = twice / (slope + std::sqrt(slope * slope + twice * x));
    for (int i = 0; i < 5; ++i) v -= ((*this)(v)-kQuadratureDepth) / derivative(v);
    return v;
  }
};

LogProbability log_tail_by_quadrature(double a, double x, double sign) {
  const GammaIntegrand f{std::abs(a - x), x, sign};
  double sum = 0;
  double moment = 0;
  for_each_node(f.length(), [&](double v, double weight) {
    const double value = weight * std::exp(-f(v));
    sum += value;
    moment += v * value;
  });
  const LogProbability prefix = log_prefix(a, x);
  return {prefix.value + std::log(a) + std::log(sum), prefix.da + 1 / a + sign * moment / sum};
}

LogProbability log_p_direct(double a, double x) {
  return a < kQuadratureFrom ? log_p_series(a, x) : log_tail_by_quadrature(a, x, -1);
}

LogProbability log_q_direct(double a, double x) {
  return x <= 1 ? log_q_series(a, x) : log_tail_by_quadrature(a, x, 1);
}

// Where Q is computed itself, not as 1 - P: right of the bulk, and for small shapes, where Q is
// small all over.
bool is_q_direct(double a, double x) {
  return x <= 1 ? a <= 1 : x > a;
}

constexpr double kLogHalf = -0.69314718055994530942;

// For x <= 1 and a <= 1 both are at hand, and the smaller one gives the other.
LogProbability log_p(double a, double x) {
  if (!is_q_direct(a, x)) return log_p_direct(a, x);
  const LogProbability q = log_q_direct(a, x);
  return x <= 1 && q.value > kLogHalf ? log_p_direct(a, x) : complement(q);
}

LogProbability log_q(double a, double x) {
  if (!is_q_direct(a, x)) return complement(log_p_direct(a, x));
  const LogProbability q = log_q_direct(a, x);
  return x <= 1 && q.value > kLogHalf ? complement(log_p_direct(a, x)) : q;
}

bool is_in_domain(double a, double x) {
  return a > 0 && x >= 0 && !(std::isinf(a) && std::isinf(x));
}

}  // namespace

double log_gamma_p(double a, double x) {
  if (!is_in_domain(a, x)) return kNaN;
  if (x == 0 || std::isinf(a)) return -kInfinity;
  return std::isinf(x) ? 0 : log_p(a, x).value;
}

double log_gamma_q(double a, double x) {
  if (!is_in_domain(a, x)) return kNaN;
  if (x == 0 || std::isinf(a)) return 0;
  return std::isinf(x) ? -kInfinity : log_q(a, x).value;
}

double log_gamma_p_da(double a, double x) {
  if (!is_in_domain(a, x)) return kNaN;
  if (x == 0 || std::isinf(a)) return -kInfinity;
  return std::isinf(x) ? 0 : log_p(a, x).da;
}

double log_gamma_q_da(double a, double x) {
  if (!is_in_domain(a, x)) return kNaN;
  if (x == 0 || std::isinf(a)) return 0;
  return std::isinf(x) ? kInfinity : log_q(a, x).da;
}

}  // namespace autumn::special
