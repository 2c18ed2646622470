// This file computes Bessel functions, Lambert's W and quantiles of the beta distribution.
#include "trace/functions/special.h"

#include <algorithm>
#include <cmath>
#include <exception>
#include <limits>
#include <numbers>

#include "base/numbers.h"
#include "expr/kernel.h"
#include "expr/special/gamma.h"
#include "expr/special/incomplete_beta.h"
#include "expr/special/logistic.h"
#include "expr/special/normal.h"

namespace autumn::trace {
namespace {

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();

// The standard library throws where its iterations do not end.
template <typename Function>
double or_nan(Function function) {
  try {
    return function();
  } catch (const std::exception&) {
    return kNaN;
  }
}

double parity(double order) {
  return std::fmod(order, 2.0) == 0.0 ? 1.0 : -1.0;
}

double bessel_j(double v, double x) {
  if (v < 0) return parity(v) * bessel_j(-v, x);
  if (x < 0) return parity(v) * bessel_j(v, -x);
  return or_nan([&] { return std::cyl_bessel_j(v, x); });
}

double bessel_y(double v, double x) {
  if (v < 0) return parity(v) * bessel_y(-v, x);
  if (x == 0) return -kInfinity;
  return x < 0 ? kNaN : or_nan([&] { return std::cyl_neumann(v, x); });
}

double bessel_k(double v, double x) {
  if (x == 0) return kInfinity;
  constexpr double kUnderflow = 750;
  if (x > kUnderflow && std::fabs(v) < kUnderflow / 10) return 0;
  return x < 0 ? kNaN : or_nan([&] { return std::cyl_bessel_k(std::fabs(v), x); });
}

struct LogSeries {
  double log_sum;
  double by_order;
};

// log I_v(z) from its power series, whose terms are positive: summed outwards from the largest one,
// (z/2)^(2k+v) / (k! gamma(k+v+1)) with k about (sqrt(v^2 + z^2) - v) / 2.
LogSeries log_bessel_series(double v, double z) {
  const double log_half = std::log(z / 2);
  const double peak = std::floor((std::sqrt(v * v + z * z) - v) / 2);
  const double log_peak =
      (2 * peak + v) * log_half - special::lgamma(peak + 1) - special::lgamma(peak + v + 1);
  const double quarter = z * z / 4;
  double sum = 0;
  double digammas = 0;
  const auto add = [&](double term, double k) {
    sum += term;
    digammas += term * special::digamma(k + v + 1);
    return term > sum * kEpsilon / 16;
  };
  double term = 1;
  for (double k = peak; add(term, k); ++k) term *= quarter / ((k + 1) * (k + v + 1));
  term = 1;
  for (double k = peak; k > 0; --k) {
    term *= k * (k + v) / quarter;
    if (!add(term, k - 1)) break;
  }
  return {log_peak + std::log(sum), log_half - digammas / sum};
}

// The same for large z, by Hankel's expansion (Abramowitz and Stegun 9.7.1): the sum of (-1)^k a_k
// / z^k with a_k = prod_(j <= k) (4 v^2 - (2j-1)^2) / (8 j). The power series needs sqrt(z) terms.
LogSeries log_bessel_asymptotic(double v, double z) {
  double term = 1;
  double slope = 0;  // of the term, by v
  double sum = 1;
  double by_order = 0;
  for (int k = 1; k < 100; ++k) {
    const double odd = 2 * k - 1;
    const double ratio = -(4 * v * v - odd * odd) / (8 * k * z);
    slope = slope * ratio - term * v / (k * z);
    term *= ratio;
    sum += term;
    by_order += slope;
    if (std::fabs(term) + std::fabs(slope) < kEpsilon / 16) break;
  }
  return {z - 0.5 * std::log(2 * std::numbers::pi * z) + std::log(sum), by_order / sum};
}

LogSeries log_bessel(double v, double z) {
  constexpr double kLarge = 50;
  if (z > kLarge && z > 2 * v * v) return log_bessel_asymptotic(v, z);
  // Beyond this the number of terms has no end, and k + 1 is k.
  constexpr double kTooLarge = 1e13;
  if (z > kTooLarge) return {kNaN, kNaN};
  return log_bessel_series(v, z);
}

double log_bessel_i(double v, double z) {
  if (z == 0) return v == 0 ? 0.0 : -kInfinity;
  return log_bessel(v, z).log_sum;
}

double bessel_i(double v, double x) {
  if (std::isnan(x)) return x;
  const double sign = x < 0 ? parity(v) : 1.0;
  return sign * std::exp(log_bessel_i(std::fabs(v), std::fabs(x)));
}

// Halley's iteration for w exp(w) = x.
Slopes lambert(double x, double w) {
  for (int i = 0; i < 50; ++i) {
    const double e = std::exp(w);
    const double f = w * e - x;
    const double step = f / (e * (w + 1) - (w + 2) * f / (2 * w + 2));
    if (!std::isfinite(step)) break;
    w -= step;
    if (std::fabs(step) <= 2 * kEpsilon * std::fabs(w)) break;
  }
  return {w, {1 / (std::exp(w) * (1 + w))}};
}

constexpr double kBranchPoint = -1 / std::numbers::e;

// Near the branch point -1/e, as a series in p = +-sqrt(2 (e x + 1)).
double lambert_near_branch(double x, double sign) {
  const double p = sign * std::sqrt(std::max(0.0, 2 * (std::numbers::e * x + 1)));
  return -1 + p * (1 + p * (-1.0 / 3 + p * 11.0 / 72));
}

// x and 1 - x from t = logit(x), by Newton's method on log I_x(a, b) with a bracket around it.
double log_quantile_logit(double a, double b, double log_p) {
  double low = -745;
  double high = 745;
  double t = 0;
  for (int i = 0; i < 300 && high - low > kEpsilon * std::fabs(t); ++i) {
    const double x = special::inv_logit(t);
    const double log_i = special::log_inc_beta(a, b, x);
    (log_i < log_p ? low : high) = t;
    const double log_slope = a * special::log_inv_logit(t) + b * special::log_inv_logit(-t) -
                             special::lbeta(a, b) - log_i;
    double next = t - (log_i - log_p) / std::exp(log_slope);
    if (!(next > low && next < high)) next = 0.5 * (low + high);
    if (next == t) break;
    t = next;
  }
  return t;
}

class NumberKernel final : public expr::Kernel {
 public:
  NumberKernel(std::string_view name, NumberFunction function) : name_(name), function_(function) {}
  [[nodiscard]] std::string_view name() const override { return name_; }
  [[nodiscard]] expr::Shape value_shape(std::span<const expr::Shape>) const override {
    return expr::Shape::scalar();
  }
  void evaluate(std::span<const expr::Numbers> operands, std::span<const std::span<double>> outputs,
                std::span<double> /*scratch*/) const override {
    std::array<double, 3> x{};
    for (std::size_t k = 0; k < operands.size(); ++k) x[k] = operands[k][0];
    const Slopes result = function_({x.data(), operands.size()});
    if (!outputs[0].empty()) outputs[0][0] = result.value;
    for (std::size_t k = 0; k < operands.size(); ++k) {
      if (!outputs[1 + k].empty()) outputs[1 + k][0] = result.slopes[k];
    }
  }

 private:
  std::string_view name_;
  NumberFunction function_;
};

}  // namespace

Slopes bessel_first_kind(std::span<const double> in) {
  const auto [v, x] = std::pair(in[0], in[1]);
  return {bessel_j(v, x), {0, 0.5 * (bessel_j(v - 1, x) - bessel_j(v + 1, x))}};
}

Slopes bessel_second_kind(std::span<const double> in) {
  const auto [v, x] = std::pair(in[0], in[1]);
  return {bessel_y(v, x), {0, 0.5 * (bessel_y(v - 1, x) - bessel_y(v + 1, x))}};
}

Slopes modified_bessel_first_kind(std::span<const double> in) {
  const auto [v, x] = std::pair(in[0], in[1]);
  return {bessel_i(v, x), {0, 0.5 * (bessel_i(v - 1, x) + bessel_i(v + 1, x))}};
}

Slopes modified_bessel_second_kind(std::span<const double> in) {
  const auto [v, x] = std::pair(in[0], in[1]);
  return {bessel_k(v, x), {0, -0.5 * (bessel_k(v - 1, x) + bessel_k(v + 1, x))}};
}

Slopes log_modified_bessel_first_kind(std::span<const double> in) {
  const auto [v, z] = std::pair(in[0], in[1]);
  if (!(v >= 0 && z >= 0) || std::isinf(z)) return {z == kInfinity ? z : kNaN, {kNaN, kNaN}};
  if (z == 0) return {log_bessel_i(v, z), {kNaN, v == 0 ? 0.0 : kInfinity}};
  const LogSeries at = log_bessel(v, z);
  // I_v' = I_(v+1) + (v / z) I_v.
  return {at.log_sum, {at.by_order, std::exp(log_bessel_i(v + 1, z) - at.log_sum) + v / z}};
}

Slopes lambert_w0(std::span<const double> in) {
  const double x = in[0];
  if (!(x >= kBranchPoint)) return {kNaN, {kNaN}};
  if (x < kBranchPoint + 1e-9) return lambert(x, lambert_near_branch(x, 1));
  const double guess = x < 0     ? std::max(-0.999, lambert_near_branch(x, 1))
                       : x < 2.5 ? std::log1p(x) * (x < 1 ? 0.8 : 0.7)
                                 : std::log(x) - std::log(std::log(x));
  return lambert(x, guess);
}

Slopes lambert_wm1(std::span<const double> in) {
  const double x = in[0];
  if (x == 0) return {-kInfinity, {-kInfinity}};
  if (!(x >= kBranchPoint && x < 0)) return {kNaN, {kNaN}};
  const double l = std::log(-x);
  return lambert(x, x < -0.25 ? lambert_near_branch(x, -1) : l - std::log(-l));
}

Slopes inv_inc_beta(std::span<const double> in) {
  const auto [a, b, p] = std::tuple(in[0], in[1], in[2]);
  if (!(a > 0 && b > 0 && p >= 0 && p <= 1)) return {kNaN, {kNaN, kNaN, kNaN}};
  if (p == 0 || p == 1) return {p, {0, 0, kNaN}};
  // The smaller tail, so that neither probability is rounded.
  double t = log_quantile_logit(a, b, std::log(p));
  if (p > 0.5) t = -log_quantile_logit(b, a, special::log1m(p));
  const double x = special::inv_logit(t);
  const double density = std::exp((a - 1) * special::log_inv_logit(t) +
                                  (b - 1) * special::log_inv_logit(-t) - special::lbeta(a, b));
  return {x,
          {-p * special::log_inc_beta_da(a, b, x) / density,
           -p * special::log_inc_beta_db(a, b, x) / density, 1 / density}};
}

Slopes std_normal_log_qf(std::span<const double> in) {
  const double log_p = in[0];
  if (!(log_p <= 0)) return {kNaN, {kNaN}};
  if (log_p == 0 || std::isinf(log_p)) return {log_p == 0 ? kInfinity : log_p, {kInfinity}};
  constexpr double kFar = -600;
  double x = log_p < kFar ? -std::sqrt(-2 * log_p) : special::inv_normal_cdf(std::exp(log_p));
  // Above one half the small number is log p itself: Phi(-x) = 1 - p.
  if (log_p > -0.5) x = -special::inv_normal_cdf(-std::expm1(log_p));
  for (int i = 0; log_p < kFar && i < 20; ++i) {
    x -= (special::log_normal_cdf(x) - log_p) / special::inverse_mills_ratio(x);
  }
  return {x, {1 / special::inverse_mills_ratio(x)}};
}

std::shared_ptr<const expr::Kernel> make_kernel(std::string_view name, NumberFunction function) {
  return std::make_shared<NumberKernel>(name, function);
}

Value apply_to_elements(const BuiltinCall& call, std::shared_ptr<const expr::Kernel> kernel,
                        NumberFunction function) {
  const Dims dims = joint_dims(call);
  const std::size_t count = size_of(dims);
  const auto arguments = call.arguments;
  if (count == 0 || all_known(arguments)) {
    std::vector<double> numbers(count);
    std::array<double, 3> x{};
    for (std::size_t i = 0; i < count; ++i) {
      for (std::size_t k = 0; k < arguments.size(); ++k) {
        x[k] = arguments[k].numbers()[arguments[k].is_scalar() ? 0 : i];
      }
      numbers[i] = function({x.data(), arguments.size()}).value;
    }
    return Value::numbers(call.type, dims, std::move(numbers));
  }
  expr::Builder& builder = call.machine.builder();
  std::vector<NodeId> results(count);
  for (std::size_t i = 0; i < count; ++i) {
    std::vector<NodeId> operands;
    for (const Value& x : arguments) {
      const auto place = expr::Index::range(static_cast<std::uint32_t>(i), 1);
      operands.push_back(
          call.machine.node(x.is_scalar() ? x : call.machine.gather(x, place, x.type(), {})));
    }
    results[i] = builder.part(builder.kernel(kernel, operands), 0);
  }
  if (dims.empty()) return call.machine.value(call.type, {}, results[0]);
  return Value::elements(call.type, dims, std::move(results));
}

}  // namespace autumn::trace
