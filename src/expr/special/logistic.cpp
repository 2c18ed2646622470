// This file computes the logistic family of functions; each branch avoids the one place where the
// plain formula cancels or overflows.
#include "expr/special/logistic.h"

#include <cmath>
#include <limits>
#include <numbers>

#include "base/numbers.h"

namespace autumn::special {
namespace {}  // namespace

double inv_logit(double x) {
  if (x >= 0) return 1 / (1 + std::exp(-x));
  const double e = std::exp(x);
  return e / (1 + e);
}

double logit(double x) {
  // 2x - 1 is exact on [1/4, 3/4], so the zero at 1/2 is kept to full relative accuracy.
  if (x >= 0.25 && x <= 0.75) return 2 * std::atanh(2 * x - 1);
  return std::log(x / (1 - x));
}

double log1m(double x) {
  return std::log1p(-x);
}

double log1p_exp(double x) {
  if (x > 0) return x + std::log1p(std::exp(-x));
  return std::log1p(std::exp(x));
}

double log1m_exp(double x) {
  // Maechler, "Accurately computing log(1 - exp(-|a|))": both branches are accurate on their side
  // of -log 2.
  if (x > -std::numbers::ln2) return std::log(-std::expm1(x));
  return std::log1p(-std::exp(x));
}

double log_inv_logit(double x) {
  return -log1p_exp(-x);
}

double log_diff_exp(double a, double b) {
  if (a == b) return a == kInfinity ? kNaN : -kInfinity;
  if (b == -kInfinity) return a;
  return a + log1m_exp(b - a);
}

double log_add_exp(double a, double b) {
  if (std::isnan(a) || std::isnan(b)) return kNaN;
  if (a == b) return a + std::numbers::ln2;
  const double high = a > b ? a : b;
  const double low = a > b ? b : a;
  return high + std::log1p(std::exp(low - high));
}

double lmultiply(double x, double y) {
  if (x == 0 && y == 0) return 0;
  return x * std::log(y);
}

double multiply_log1m(double x, double y) {
  if (x == 0 && y == 1) return 0;
  return x * std::log1p(-y);
}

double divide_or_zero(double x, double y) {
  if (x == 0) return std::isnan(y) ? kNaN : 0;
  return x / y;
}

}  // namespace autumn::special
