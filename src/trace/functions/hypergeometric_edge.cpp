// This file sums hypergeometric series at the end of their disc by Levin's transformation, which
// guesses the rest of a series from the way its terms fall.
#include <algorithm>
#include <cmath>
#include <optional>

#include "base/numbers.h"
#include "expr/special/long_number.h"
#include "trace/functions/hypergeometric_series.h"

namespace autumn::trace {
namespace {

using special::LongNumber;

// The arguments one after the other, as they are moved for slopes: a, then b.
struct EdgeSeries {
  std::vector<LongNumber> numbers;
  std::size_t above;
  LongNumber z;
  std::size_t first;  // the transformation begins at this term, where the terms fall evenly
};

LongNumber power(LongNumber base, int exponent) {
  LongNumber result = 1.0;
  for (; exponent > 0; exponent /= 2) {
    if (exponent % 2 == 1) result = result * base;
    base = base * base;
  }
  return result;
}

// Goes from one partial sum to the next.
class PartialSums {
 public:
  explicit PartialSums(const EdgeSeries& series) : series_(series) {}

  void next() {
    const LongNumber k = k_;
    for (std::size_t i = 0; i < series_.numbers.size(); ++i) {
      const LongNumber x = series_.numbers[i] + k;
      term_ = i < series_.above ? term_ * x : term_ / x;
    }
    k_ += 1.0;
    term_ = term_ * series_.z / LongNumber(k_);
    sum_ = sum_ + term_;
  }
  [[nodiscard]] const LongNumber& term() const { return term_; }
  [[nodiscard]] const LongNumber& sum() const { return sum_; }

 private:
  const EdgeSeries& series_;
  double k_ = 0.0;
  LongNumber term_ = 1.0;
  LongNumber sum_ = 1.0;
};

// Levin's u-transformation of this order: weighted sums of what the partial sums are, measured in
// remainders as large as (n + 1) times the term n.
LongNumber levin(const EdgeSeries& series, int order) {
  PartialSums sums(series);
  for (std::size_t n = 0; n < series.first; ++n) sums.next();
  const double start = static_cast<double>(series.first) + 1.0;
  LongNumber above = 0.0;
  LongNumber below = 0.0;
  LongNumber binomial = 1.0;
  for (int j = 0; j <= order; ++j) {
    const LongNumber place = start + j;
    const LongNumber weight =
        binomial * power(place / LongNumber(start + order), order - 1) / (place * sums.term());
    above = above + weight * sums.sum();
    below = below + weight;
    binomial = -(binomial * LongNumber(order - j) / LongNumber(j + 1));
    sums.next();
  }
  return above / below;
}

// Arguments are moved by so much to both sides: the error of a slope is its square, and 61 digits
// less those that the transformation costs are more than enough for the difference.
constexpr double kStep = 1e-9;

// The value, and the slopes by a and b.
std::vector<double> by_order(const EdgeSeries& series, int order, bool wants_slopes) {
  std::vector<double> result{levin(series, order).lead()};
  if (!wants_slopes) return result;
  for (std::size_t i = 0; i < series.numbers.size(); ++i) {
    EdgeSeries moved = series;
    const double step = kStep * std::max(1.0, std::fabs(series.numbers[i].lead()));
    moved.numbers[i] = series.numbers[i] + LongNumber(step);
    const LongNumber right = levin(moved, order);
    moved.numbers[i] = series.numbers[i] + LongNumber(-step);
    const LongNumber left = levin(moved, order);
    result.push_back(((right + -left) / LongNumber(2.0 * step)).lead());
  }
  return result;
}

// What two orders agree on; NaN where they never do.
std::vector<double> settled(const EdgeSeries& series, bool wants_slopes) {
  constexpr int kFirstOrder = 16;
  constexpr int kLastOrder = 40;
  constexpr int kOrderStep = 4;
  constexpr double kTolerance = 1e-14;
  std::vector<double> before = by_order(series, kFirstOrder, wants_slopes);
  std::vector<double> result(before.size(), kNaN);
  for (int order = kFirstOrder + kOrderStep; order <= kLastOrder; order += kOrderStep) {
    const std::vector<double> now = by_order(series, order, wants_slopes);
    bool is_done = true;
    for (std::size_t i = 0; i < now.size(); ++i) {
      if (!std::isnan(result[i])) continue;
      const bool agrees = std::fabs(now[i] - before[i]) <= kTolerance * std::fabs(now[i]);
      if (agrees) result[i] = now[i];
      is_done = is_done && agrees;
    }
    if (is_done) break;
    before = now;
  }
  return result;
}

// Beyond the sizes of the arguments the terms fall evenly; more than this costs digits.
std::optional<std::size_t> even_place(const HypergeometricArguments& x) {
  constexpr double kFarthest = 40.0;
  double largest = 0.0;
  for (const double a : x.a) largest = std::max(largest, std::fabs(a));
  for (const double b : x.b) largest = std::max(largest, std::fabs(b));
  if (!(largest <= kFarthest)) return std::nullopt;
  return static_cast<std::size_t>(std::ceil(largest)) + 4;
}

// By how much the powers of k fall faster than 1 / k.
double excess(const HypergeometricArguments& x) {
  double result = 0.0;
  for (const double b : x.b) result += b;
  for (const double a : x.a) result -= a;
  return result;
}

std::vector<double> settled_of(const HypergeometricArguments& x, bool wants_slopes) {
  const auto first = even_place(x);
  const bool converges = x.z < 0.0 ? excess(x) > -1.0 : excess(x) > 0.0;
  if (!first || !converges) {
    return std::vector<double>(wants_slopes ? x.a.size() + x.b.size() + 1 : 1, kNaN);
  }
  EdgeSeries series{{}, x.a.size(), x.z, *first};
  for (const double a : x.a) series.numbers.emplace_back(a);
  for (const double b : x.b) series.numbers.emplace_back(b);
  return settled(series, wants_slopes);
}

// The slope by z is a function of the same kind.
double slope_by_z(const HypergeometricArguments& x) {
  double factor = 1.0;
  std::vector<double> a(x.a.begin(), x.a.end());
  std::vector<double> b(x.b.begin(), x.b.end());
  for (double& each : a) {
    factor *= each;
    each += 1.0;
  }
  for (double& each : b) {
    factor /= each;
    each += 1.0;
  }
  if (factor == 0.0) return 0.0;
  if (x.z == 1.0 && !(excess(x) > 1.0)) return factor * kInfinity;
  return factor * settled_of({a, b, x.z}, false)[0];
}

}  // namespace

HypergeometricValue hypergeometric_at_edge(const HypergeometricArguments& x, bool wants_slopes) {
  std::vector<double> all = settled_of(x, wants_slopes);
  HypergeometricValue result{all[0], {}};
  if (!wants_slopes) return result;
  result.slopes.assign(all.begin() + 1, all.end());
  result.slopes.push_back(slope_by_z(x));
  return result;
}

}  // namespace autumn::trace
