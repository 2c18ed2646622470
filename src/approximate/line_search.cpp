// This file searches along a line: a bracket is found first, then it is made smaller by cubics
// (Nocedal and Wright, Numerical Optimization, algorithms 3.5 and 3.6).
#include "approximate/line_search.h"

#include <algorithm>
#include <limits>

namespace autumn::approximate {
namespace {

constexpr double kDecrease = 1e-4;
constexpr double kSlope = 0.9;
constexpr double kShortest = 1e-12;
constexpr int kMostWidenings = 20;
constexpr int kMostRejections = 60;
constexpr int kMostNarrowings = 50;
// Near the top values differ by rounding alone, and slopes are the better guide: a value may be
// worse by this share of itself if the slope says that the step is good.
constexpr double kRounding = 1e-13;

// An end of a bracket; a rejected one has no value.
struct End {
  double alpha = 0.0;
  double value = 0.0;
  double slope = 0.0;
  bool is_rejected = false;
};

class Search {
 public:
  Search(Objective& objective, const Place& from, const VectorXd& direction)
      : objective_(objective),
        from_(from),
        direction_(direction),
        slope_(from.gradient.dot(direction)) {}

  std::optional<Step> run(double alpha) {
    if (slope_ == 0.0) return Step{alpha, from_};  // nothing is to be gained here
    if (!(slope_ < 0.0)) return std::nullopt;
    End low{0.0, from_.value, slope_};
    double limit = std::numeric_limits<double>::infinity();  // the nearest rejected step
    int rejections = 0;
    for (int widenings = 0; widenings < kMostWidenings;) {
      const End tried = try_step(alpha);
      if (tried.is_rejected) {
        if (++rejections > kMostRejections) break;
        limit = alpha;
        alpha = 0.5 * (low.alpha + alpha);
        continue;
      }
      ++widenings;
      if (is_good(tried)) return found_;
      if (!is_lower(tried) || (low.alpha > 0.0 && tried.value >= low.value)) {
        return narrow(low, tried);
      }
      keep(tried);
      if (tried.slope >= 0.0) return narrow(tried, low);
      low = tried;
      alpha = std::isfinite(limit) ? 0.5 * (alpha + limit) : 10.0 * alpha;
    }
    return best_;
  }

 private:
  End try_step(double alpha) {
    found_.alpha = alpha;
    found_.place.x = from_.x + alpha * direction_;
    if (!objective_.evaluate(found_.place)) return {alpha, 0.0, 0.0, true};
    return {alpha, found_.place.value, found_.place.gradient.dot(direction_)};
  }

  [[nodiscard]] bool is_lower(const End& end) const {
    return end.value <= from_.value + kDecrease * end.alpha * slope_;
  }

  [[nodiscard]] bool is_good(const End& end) const {
    const double rounding = kRounding * std::max(1.0, std::fabs(from_.value));
    return (is_lower(end) || end.value <= from_.value + rounding) &&
           std::fabs(end.slope) <= -kSlope * slope_;
  }

  // Remembers the step that was tried last, in case that no better one is found.
  void keep(const End& tried) {
    if (!best_ || tried.value < best_->place.value) best_ = found_;
  }

  // Where the cubic through both ends has its minimum; the middle where that is no help.
  [[nodiscard]] static double between(const End& low, const End& high, bool is_middle) {
    const double middle = 0.5 * (low.alpha + high.alpha);
    if (is_middle || high.is_rejected) return middle;
    const double width = high.alpha - low.alpha;
    const double d1 = low.slope + high.slope - 3.0 * (low.value - high.value) / -width;
    const double root = std::sqrt(d1 * d1 - low.slope * high.slope);
    const double d2 = width < 0.0 ? -root : root;
    const double alpha =
        high.alpha - width * (high.slope + d2 - d1) / (high.slope - low.slope + 2.0 * d2);
    const double margin = 0.01 * std::fabs(width);
    const bool is_inside = alpha >= std::min(low.alpha, high.alpha) + margin &&
                           alpha <= std::max(low.alpha, high.alpha) - margin;
    return is_inside ? alpha : middle;
  }

  std::optional<Step> narrow(End low, End high) {
    for (int k = 1; k <= kMostNarrowings; ++k) {
      const double alpha = between(low, high, k % 5 == 0);
      if (alpha == low.alpha || alpha == high.alpha) break;
      const End tried = try_step(alpha);
      if (tried.is_rejected) {
        high = tried;
        continue;
      }
      if (is_good(tried)) return found_;
      if (!is_lower(tried) || tried.value >= low.value) {
        high = tried;
        continue;
      }
      keep(tried);
      if (tried.slope * (high.alpha - low.alpha) >= 0.0) high = low;
      low = tried;
    }
    return best_;
  }

  Objective& objective_;
  const Place& from_;
  const VectorXd& direction_;
  double slope_;
  Step found_;
  std::optional<Step> best_;
};

}  // namespace

double likely_step(const KnownStep& step, double most) {
  // value(x) = first x + second x^2 / 2 + third x^3 / 6.
  const double x = step.alpha;
  const double first = step.slope_before;
  const double second =
      (6.0 * step.change / x - 4.0 * step.slope_before - 2.0 * step.slope_after) / x;
  const double third =
      (6.0 * (step.slope_before + step.slope_after) - 12.0 * step.change / x) / (x * x);
  const auto value = [&](double at) {
    return at * (first + at * (0.5 * second + at * third / 6.0));
  };
  double best = value(most) < value(kShortest) ? most : kShortest;
  const double root = std::sqrt(second * second - 2.0 * first * third);
  for (const double at : {-(second + root) / third, -(second - root) / third}) {
    if (at > kShortest && at < most && value(at) < value(best)) best = at;
  }
  return best;
}

std::optional<Step> search_line(Objective& objective, const Place& from, const VectorXd& direction,
                                double alpha) {
  return Search(objective, from, direction).run(alpha);
}

}  // namespace autumn::approximate
