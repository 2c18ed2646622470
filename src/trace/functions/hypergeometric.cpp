// This file has the hypergeometric functions, with slopes by all their arguments.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "base/numbers.h"
#include "expr/kernel.h"
#include "expr/special/gamma.h"
#include "expr/special/long_number.h"
#include "trace/functions/common.h"
#include "trace/functions/groups.h"

namespace autumn::trace {
namespace {

using special::LongNumber;

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();
constexpr int kMostTerms = 1000000;

// The arguments: those above (a), those below (b), and z.
struct Arguments {
  std::span<const double> a;
  std::span<const double> b;
  double z;
};

// A value with its slopes by a, b and z, one after the other.
struct Sloped {
  double value;
  std::vector<double> slopes;
};

// What the terms of a series add up to, and the largest of them: the digits that cancelled.
struct Summed {
  double sum = 0.0;
  double largest = 0.0;
};

double leading(double x) {
  return x;
}
double leading(const LongNumber& x) {
  return x.lead();
}

// More digits than this are not given away; sums that lose more have long numbers for terms.
constexpr double kMostCancelled = 1e3;

bool cancels(const Summed& x) {
  return x.largest > kMostCancelled * std::fabs(x.sum);
}

// Sum over k of prod (a_i)_k / prod (b_j)_k z^k / k!; NaN where the series does not converge.
template <typename Number>
Summed series(const Arguments& x) {
  Number sum = 1.0;
  Number term = 1.0;
  double largest = 1.0;
  for (int k = 0; k < kMostTerms; ++k) {
    for (const double a : x.a) term = term * (Number(a) + Number(k));
    for (const double b : x.b) term = term / (Number(b) + Number(k));
    term = term * Number(x.z) / Number(k + 1);
    sum = sum + term;
    if (!std::isfinite(leading(sum))) break;
    const double size = std::fabs(leading(term));
    largest = std::max(largest, size);
    if (size <= kEpsilon / 4 * std::fabs(leading(sum))) return {leading(sum), largest};
  }
  return {kNaN, largest};
}

// The ratio of term k + 1 to term k, and its slopes. A factor a + k may be zero, so that it is left
// out of products, not divided by.
template <typename Number>
Number ratio_at(const Arguments& x, int k, std::vector<Number>& slopes) {
  const auto product = [&](std::size_t left_out) {
    Number result = Number(1.0) / Number(k + 1);
    for (std::size_t i = 0; i < x.a.size(); ++i) {
      if (i != left_out) result = result * (Number(x.a[i]) + Number(k));
    }
    for (const double b : x.b) result = result / (Number(b) + Number(k));
    return result;
  };
  const Number without_z = product(x.a.size());
  const Number ratio = without_z * Number(x.z);
  for (std::size_t i = 0; i < x.a.size(); ++i) slopes[i] = product(i) * Number(x.z);
  for (std::size_t j = 0; j < x.b.size(); ++j) {
    slopes[x.a.size() + j] = -ratio / (Number(x.b[j]) + Number(k));
  }
  slopes.back() = without_z;
  return ratio;
}

template <typename Number>
std::vector<Summed> series_slopes(const Arguments& x) {
  const std::size_t count = x.a.size() + x.b.size() + 1;
  std::vector<Number> sums(count, Number(0.0));
  std::vector<Number> terms(count, Number(0.0));
  std::vector<Number> of_ratio(count, Number(0.0));
  std::vector<Summed> result(count);
  Number term = 1.0;
  for (int k = 0; k < kMostTerms; ++k) {
    const Number ratio = ratio_at<Number>(x, k, of_ratio);
    bool is_done = true;
    for (std::size_t i = 0; i < count; ++i) {
      terms[i] = terms[i] * ratio + term * of_ratio[i];
      sums[i] = sums[i] + terms[i];
      const double size = std::fabs(leading(terms[i]));
      result[i] = {leading(sums[i]), std::max(result[i].largest, size)};
      is_done = is_done && size <= kEpsilon / 4 * std::fabs(result[i].sum);
    }
    term = term * ratio;
    // The first term may not depend on anything: a zero above.
    if (is_done && (k > 0 || leading(term) == 0.0)) return result;
    if (!std::isfinite(leading(term))) break;
  }
  for (Summed& each : result) each.sum = kNaN;
  return result;
}

double series_value(const Arguments& x) {
  const Summed short_sum = series<double>(x);
  return cancels(short_sum) ? series<LongNumber>(x).sum : short_sum.sum;
}

std::vector<double> slopes_of_series(const Arguments& x) {
  std::vector<Summed> sums = series_slopes<double>(x);
  if (std::ranges::any_of(sums, cancels)) sums = series_slopes<LongNumber>(x);
  std::vector<double> slopes;
  for (const Summed& each : sums) slopes.push_back(each.sum);
  return slopes;
}

Sloped summed(const Arguments& x, bool wants_slopes) {
  return {series_value(x), wants_slopes ? slopes_of_series(x) : std::vector<double>{}};
}

// ---- 2F1 beyond its series ----

// At z = 1, by Gauss: gamma(c) gamma(c - a - b) / (gamma(c - a) gamma(c - b)) for c > a + b.
double gauss(double a, double b, double c) {
  if (!(c > a + b)) return kNaN;
  return std::tgamma(c) / std::tgamma(c - a) * (std::tgamma(c - a - b) / std::tgamma(c - b));
}

Sloped at_one(double a, double b, double c) {
  using special::digamma;
  const double value = gauss(a, b, c);
  const double by_gap = digamma(c - a - b);
  const double left = digamma(c - a);
  const double right = digamma(c - b);
  const double by_z = c > a + b + 1 ? a * b / c * gauss(a + 1, b + 1, c + 1) : kInfinity;
  return {value,
          {value * (left - by_gap), value * (right - by_gap),
           value * (digamma(c) + by_gap - left - right), by_z}};
}

// By Pfaff: (1 - z)^-b 2F1(c - a, b; c; z / (z - 1)), which brings z <= -1 inside.
Sloped by_pfaff(double a, double b, double c, double z, bool wants_slopes) {
  const double above[] = {c - a, b};
  const double below[] = {c};
  const Sloped inner = summed({above, below, z / (z - 1)}, wants_slopes);
  const double scale = std::pow(1 - z, -b);
  const double value = scale * inner.value;
  if (!wants_slopes) return {value, {}};
  const auto& g = inner.slopes;
  return {value,
          {-scale * g[0], scale * g[1] - std::log1p(-z) * value, scale * (g[0] + g[2]),
           b / (1 - z) * value - scale * g[3] / ((z - 1) * (z - 1))}};
}

bool is_polynomial(std::span<const double> a) {
  return std::ranges::any_of(a, [](double x) { return x <= 0 && x == std::floor(x); });
}

Sloped hypergeometric(const Arguments& x, bool wants_slopes) {
  const bool is_gauss = x.a.size() == 2 && x.b.size() == 1 && !is_polynomial(x.a);
  if (is_gauss && x.z == 1.0) return at_one(x.a[0], x.a[1], x.b[0]);
  if (is_gauss && x.z <= -1.0) return by_pfaff(x.a[0], x.a[1], x.b[0], x.z, wants_slopes);
  return summed(x, wants_slopes);
}

// ---- as functions of the language ----

// Of operands that hold a, b and z one after the other.
class HypergeometricKernel final : public expr::Kernel {
 public:
  explicit HypergeometricKernel(std::size_t above) : above_(above) {}
  [[nodiscard]] std::string_view name() const override { return "hypergeometric"; }
  [[nodiscard]] expr::Shape value_shape(std::span<const expr::Shape>) const override {
    return expr::Shape::scalar();
  }
  void evaluate(std::span<const expr::Numbers> operands, std::span<const std::span<double>> outputs,
                std::span<double> /*scratch*/) const override {
    std::vector<double> all;
    for (const expr::Numbers& x : operands) all.insert(all.end(), x.begin(), x.end());
    const auto partials = outputs.subspan(1);
    const bool wants_slopes =
        std::ranges::any_of(partials, [](const auto& output) { return !output.empty(); });
    const auto in = std::span<const double>(all);
    const std::size_t below = in.size() - 1 - above_;
    const Sloped at =
        hypergeometric({in.first(above_), in.subspan(above_, below), in.back()}, wants_slopes);
    if (!outputs[0].empty()) outputs[0][0] = at.value;
    std::size_t first = 0;
    for (std::size_t k = 0; k < operands.size(); ++k) {
      if (!partials[k].empty()) {
        std::copy_n(at.slopes.begin() + static_cast<std::ptrdiff_t>(first), operands[k].size(),
                    partials[k].begin());
      }
      first += operands[k].size();
    }
  }

 private:
  std::size_t above_;
};

Value hypergeometric_function(const BuiltinCall& call) {
  const bool is_scalar = call.arguments[0].is_scalar();
  const std::size_t above = is_scalar ? 2 : call.arguments[0].size();
  const auto kernel = std::make_shared<const HypergeometricKernel>(above);
  if (all_known(call.arguments)) {
    std::vector<expr::Numbers> operands;
    for (const Value& x : call.arguments) operands.push_back(x.numbers());
    double result = 0.0;
    std::vector<std::span<double>> outputs(operands.size() + 1);
    outputs[0] = {&result, 1};
    kernel->evaluate(operands, outputs, {});
    return Value::real(result);
  }
  std::vector<NodeId> operands;
  for (const Value& x : call.arguments) operands.push_back(call.machine.node(x));
  expr::Builder& builder = call.machine.builder();
  return call.machine.value(call.type, {}, builder.part(builder.kernel(kernel, operands), 0));
}

constexpr BuiltinEntry kHypergeometricFunctions[] = {
    {"hypergeometric_2F1", hypergeometric_function},
    {"hypergeometric_3F2", hypergeometric_function},
    {"hypergeometric_pFq", hypergeometric_function},
};

}  // namespace

std::span<const BuiltinEntry> hypergeometric_functions() {
  return kHypergeometricFunctions;
}

}  // namespace autumn::trace
