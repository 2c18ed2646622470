// This file sums hypergeometric series, with longer numbers where the terms cancel, and refuses
// what has no digits left.
#include "trace/functions/hypergeometric_series.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>

#include "base/numbers.h"
#include "expr/special/gamma.h"
#include "expr/special/long_number.h"

namespace autumn::trace {
namespace {

using special::LongNumber;
using Arguments = HypergeometricArguments;
using Sloped = HypergeometricValue;

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();

// Series whose terms cancel have few of them.
template <typename Number>
constexpr int kMostTerms = 1000000;
template <>
constexpr int kMostTerms<LongNumber> = 5000;

// What the terms of a series add up to, and the largest of them: the digits that cancelled.
struct Summed {
  double sum = 0.0;
  double largest = 0.0;
  bool is_finite_sum = false;  // of finitely many terms, so that it may well be zero
};

double leading(double x) {
  return x;
}
double leading(const LongNumber& x) {
  return x.lead();
}

// More digits than these are not given away. Long numbers have 63, of which many terms take some.
template <typename Number>
constexpr double kMostCancelled = 1e3;
template <>
constexpr double kMostCancelled<LongNumber> = 1e48;

template <typename Number>
bool is_good(const Summed& x) {
  if (!(std::fabs(x.sum) < kInfinity)) return false;
  // Of finitely many long terms the error is known, also where they add up to zero.
  constexpr double kMostOfFiniteSum = 1e24;
  const bool is_exact = std::is_same_v<Number, LongNumber> && x.is_finite_sum;
  if (is_exact && x.largest < kMostOfFiniteSum) return true;
  return x.largest <= kMostCancelled<Number> * std::fabs(x.sum);
}

// Whether one of them is 0, -1, -2, ...: above, the series is a polynomial.
bool has_pole(std::span<const double> x) {
  return std::ranges::any_of(x, [](double each) { return each <= 0 && each == std::floor(each); });
}

bool is_zero_at(const Arguments& x, int k) {
  return std::ranges::any_of(x.a, [k](double a) { return a + k == 0.0; });
}

// What a term must fall below, as a part of the sum: where terms fall slowly many follow it.
double smallest_part(const Arguments& x) {
  const bool is_disc = x.a.size() == x.b.size() + 1;
  return kEpsilon / 4 * (is_disc ? std::clamp(1.0 - std::fabs(x.z), 1e-6, 1.0) : 1.0);
}

// Sum over k of prod (a_i)_k / prod (b_j)_k z^k / k!; NaN where the series does not converge.
template <typename Number>
Summed series(const Arguments& x) {
  Number sum = 1.0;
  Number term = 1.0;
  double largest = 1.0;
  const double part = smallest_part(x);
  for (int k = 0; k < kMostTerms<Number>; ++k) {
    if (is_zero_at(x, k)) return {leading(sum), largest, true};
    for (const double a : x.a) term = term * (Number(a) + Number(k));
    for (const double b : x.b) term = term / (Number(b) + Number(k));
    term = term * Number(x.z) / Number(k + 1);
    sum = sum + term;
    if (!std::isfinite(leading(sum))) break;
    const double size = std::fabs(leading(term));
    largest = std::max(largest, size);
    if (size <= part * std::fabs(leading(sum))) return {leading(sum), largest};
  }
  return {kNaN, largest};
}

// The ratio of term k + 1 to term k, and its slopes. A factor a + k may be zero, so that it is left
// out of products, not divided by; a product with one is zero, whatever is below.
template <typename Number>
Number ratio_at(const Arguments& x, int k, std::vector<Number>& slopes) {
  const auto product = [&](std::size_t left_out) {
    Number result = Number(1.0) / Number(k + 1);
    for (std::size_t i = 0; i < x.a.size(); ++i) {
      if (i == left_out) continue;
      if (x.a[i] + k == 0.0) return Number(0.0);
      result = result * (Number(x.a[i]) + Number(k));
    }
    for (const double b : x.b) result = result / (Number(b) + Number(k));
    return result;
  };
  const Number without_z = product(x.a.size());
  const Number ratio = without_z * Number(x.z);
  for (std::size_t i = 0; i < x.a.size(); ++i) slopes[i] = product(i) * Number(x.z);
  for (std::size_t j = 0; j < x.b.size(); ++j) {
    const bool is_zero = leading(ratio) == 0.0;
    slopes[x.a.size() + j] = is_zero ? Number(0.0) : -ratio / (Number(x.b[j]) + Number(k));
  }
  slopes.back() = without_z;
  return ratio;
}

// The terms of one slope.
template <typename Number>
class SlopeSum {
 public:
  // With the term before, what it is multiplied by, and the slope of that.
  void add(const Number& term, const Number& ratio, const Number& of_ratio, double part) {
    if (is_done_) return;
    const bool is_over = leading(term) == 0.0 && leading(slope_) == 0.0;
    if (leading(ratio) == 0.0) {
      slope_ = term * of_ratio;
    } else {
      slope_ = slope_ * ratio + term * of_ratio;
    }
    sum_ = sum_ + slope_;
    const double size = std::fabs(leading(slope_));
    summed_.sum = leading(sum_);
    summed_.largest = std::max(summed_.largest, size);
    summed_.is_finite_sum = is_over;
    // The first term may not depend on anything.
    is_done_ = is_over || !std::isfinite(summed_.sum) ||
               (has_begun_ && size != 0.0 && size <= part * std::fabs(summed_.sum));
    has_begun_ = true;
  }
  // Nothing follows.
  void end() {
    is_done_ = true;
    summed_.is_finite_sum = true;
  }
  [[nodiscard]] bool is_done() const { return is_done_; }
  [[nodiscard]] bool is_zero() const { return leading(slope_) == 0.0; }
  [[nodiscard]] Summed summed() const { return is_done_ ? summed_ : Summed{kNaN, 1.0}; }

 private:
  Number slope_ = 0.0;
  Number sum_ = 0.0;
  Summed summed_;
  bool has_begun_ = false;
  bool is_done_ = false;
};

template <typename Number>
std::vector<Summed> series_slopes(const Arguments& x) {
  const std::size_t count = x.a.size() + x.b.size() + 1;
  std::vector<SlopeSum<Number>> sums(count);
  std::vector<Number> of_ratio(count, Number(0.0));
  const double part = smallest_part(x);
  Number term = 1.0;
  for (int k = 0; k < kMostTerms<Number>; ++k) {
    const Number ratio = ratio_at<Number>(x, k, of_ratio);
    for (std::size_t i = 0; i < count; ++i) sums[i].add(term, ratio, of_ratio[i], part);
    term = leading(ratio) == 0.0 ? Number(0.0) : term * ratio;
    bool is_done = true;
    for (SlopeSum<Number>& each : sums) {
      if (leading(term) == 0.0 && each.is_zero() && !each.is_done()) each.end();
      is_done = is_done && each.is_done();
    }
    if (is_done || !std::isfinite(leading(term))) break;
  }
  std::vector<Summed> result;
  for (const SlopeSum<Number>& each : sums) result.push_back(each.summed());
  return result;
}

// Sums with the digits that are asked for; those that have not are NaN.
template <typename Number>
std::vector<double> good_sums(std::span<const Summed> sums) {
  std::vector<double> result;
  for (const Summed& each : sums) result.push_back(is_good<Number>(each) ? each.sum : kNaN);
  return result;
}

bool has_nan(std::span<const double> x) {
  return std::ranges::any_of(x, [](double each) { return std::isnan(each); });
}

// What one way has no digits for is taken from the next.
void fill(std::vector<double>& result, std::span<const double> other) {
  for (std::size_t i = 0; i < result.size(); ++i) {
    if (std::isnan(result[i])) result[i] = other[i];
  }
}

// The value, then the slopes if they are wanted.
template <typename Number>
std::vector<double> direct(const Arguments& x, bool wants_slopes) {
  std::vector<Summed> sums{series<Number>(x)};
  if (wants_slopes) {
    const std::vector<Summed> slopes = series_slopes<Number>(x);
    sums.insert(sums.end(), slopes.begin(), slopes.end());
  }
  return good_sums<Number>(sums);
}

// By Kummer: 1F1(a; b; z) = e^z 1F1(b - a; b; -z), whose terms have one sign where z < 0 < a < b.
template <typename Number>
std::vector<double> by_kummer(const Arguments& x, bool wants_slopes) {
  const double a = x.a[0];
  const double b = x.b[0];
  const double scale = std::exp(x.z);
  const double other[] = {b - a};
  std::vector<double> result = direct<Number>({other, x.b, -x.z}, wants_slopes);
  for (double& each : result) each *= scale;
  if (!wants_slopes) return result;
  const double next_above[] = {b - a};
  const double next_below[] = {b + 1.0};
  const double next = direct<Number>({next_above, next_below, -x.z}, false)[0];
  return {result[0], -result[1], result[1] + result[2], a / b * scale * next};
}

std::vector<double> all_ways(const Arguments& x, bool wants_slopes) {
  const bool is_confluent =
      x.a.size() == 1 && x.b.size() == 1 && x.z < 0.0 && !has_pole(x.a) && !has_pole(x.b);
  std::vector<double> result = direct<double>(x, wants_slopes);
  if (has_nan(result) && is_confluent) fill(result, by_kummer<double>(x, wants_slopes));
  if (has_nan(result)) fill(result, direct<LongNumber>(x, wants_slopes));
  if (has_nan(result) && is_confluent) fill(result, by_kummer<LongNumber>(x, wants_slopes));
  return result;
}

Sloped summed(const Arguments& x, bool wants_slopes) {
  const std::vector<double> all = all_ways(x, wants_slopes);
  return {all[0], {all.begin() + 1, all.end()}};
}

// ---- 2F1 beyond its series ----

// At z = 1, by Gauss: gamma(c) gamma(c - a - b) / (gamma(c - a) gamma(c - b)) for c > a + b.
double gauss(double a, double b, double c) {
  if (!(c > a + b)) return kNaN;
  const double below[] = {c - a, c - b};
  if (has_pole(below)) return 0.0;
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

bool has_nan(const Sloped& x) {
  return std::isnan(x.value) || has_nan(x.slopes);
}

void fill(Sloped& result, const Sloped& other) {
  if (std::isnan(result.value)) result.value = other.value;
  fill(result.slopes, other.slopes);
}

// Closer to the end of the disc than this terms fall too slowly.
constexpr double kEdge = 0.9;
constexpr double kRightEdge = 1.0 - 5e-5;  // where all terms have one sign

Sloped first_way(const Arguments& x, bool wants_slopes) {
  const bool is_disc = x.a.size() == x.b.size() + 1 && !has_pole(x.a);
  const bool is_gauss = is_disc && x.a.size() == 2;
  if (is_gauss && x.z == 1.0) {
    Sloped result = at_one(x.a[0], x.a[1], x.b[0]);
    if (!wants_slopes) result.slopes.clear();
    return result;
  }
  if (is_gauss && x.z < -kEdge) return by_pfaff(x.a[0], x.a[1], x.b[0], x.z, wants_slopes);
  if (is_disc && std::fabs(x.z) <= 1.0 && (x.z < -kEdge || x.z > kRightEdge)) {
    return hypergeometric_at_edge(x, wants_slopes);
  }
  return summed(x, wants_slopes);
}

}  // namespace

HypergeometricValue hypergeometric(const HypergeometricArguments& x, bool wants_slopes) {
  Sloped result = first_way(x, wants_slopes);
  const bool is_disc = x.a.size() == x.b.size() + 1;
  if (!is_disc || !has_nan(result)) return result;
  if (x.a.size() == 2 && x.z < -kEdge) {
    fill(result, by_pfaff(x.a[0], x.a[1], x.b[0], x.z, wants_slopes));
  }
  if (has_nan(result) && std::fabs(x.z) <= 1.0)
    fill(result, hypergeometric_at_edge(x, wants_slopes));
  return result;
}

}  // namespace autumn::trace
