// This file has the densities and exact draws of truncated normals, by rejection (Robert 1995,
// Simulation of truncated normal variables).
#include "collapse/analysis/truncated_normal.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/numbers.h"
#include "dist/constants.h"
#include "dist/list.h"

namespace autumn::collapse {
namespace {

using dist::Arguments;
using dist::Domain;
using expr::Term;
using model::SupportKind;

// ---- densities ----

Term log_above(Arguments args) {
  return dist::normal().log_ccdf(args[2], args.first(2));
}

Term log_below(Arguments args) {
  return dist::normal().log_cdf(args[2], args.first(2));
}

// The difference is taken in the tail where both are small, so that it keeps its digits.
Term log_between(Arguments args) {
  const auto cdf = [&](Term y) { return dist::normal().log_cdf(y, args.first(2)); };
  const auto ccdf = [&](Term y) { return dist::normal().log_ccdf(y, args.first(2)); };
  const Term lower_cdf = cdf(args[2]);
  const Term is_upper = lower_cdf > -dist::kLogTwo;
  return log_diff_exp(select(is_upper, ccdf(args[2]), cdf(args[3])),
                      select(is_upper, ccdf(args[3]), lower_cdf));
}

template <Term (*log_probability)(Arguments)>
Term log_density(Term y, Arguments args) {
  return dist::normal().log_density(y, args.first(2)) - log_probability(args);
}

// ---- draws ----

// x > a by rejection from normals, or from exponentials where few of them are.
double draw_above(Random& random, double a) {
  constexpr double kFewNormals = 0.5;
  if (a < kFewNormals) {
    double x = random.normal();
    while (!(x > a)) x = random.normal();
    return x;
  }
  const double rate = 0.5 * a + 0.5 * std::hypot(a, 2.0);
  while (true) {
    const double x = a - std::log(random.uniform()) / rate;
    if (random.uniform() <= std::exp(-0.5 * (x - rate) * (x - rate))) return x;
  }
}

// By rejection from uniforms; `nearest` is the point between a and b that is nearest to zero.
double draw_from_uniforms(Random& random, double a, double b, double nearest) {
  while (true) {
    const double x = a + (b - a) * random.uniform();
    if (random.uniform() <= std::exp(0.5 * (nearest - x) * (nearest + x))) return x;
  }
}

// 0 <= a < b.
double draw_right_of_zero(Random& random, double a, double b) {
  const double root = std::hypot(a, 2.0);
  const double wide = 2.0 * std::exp(0.5 + 0.25 * a * (a - root)) / (a + root);
  if (b - a <= wide) return draw_from_uniforms(random, a, b, a);
  while (true) {
    const double x = draw_above(random, a);
    if (x < b) return x;
  }
}

double draw_around_zero(Random& random, double a, double b) {
  constexpr double kWide = 2.5;  // the root of two pi
  if (b - a <= kWide) return draw_from_uniforms(random, a, b, 0.0);
  while (true) {
    const double x = random.normal();
    if (a < x && x < b) return x;
  }
}

// Strictly between the bounds, whatever rounding does.
double inside(double x, double low, double high) {
  return std::clamp(x, std::nextafter(low, kInfinity), std::nextafter(high, -kInfinity));
}

double draw_between(Random& random, dist::ArgumentValues args, double low, double high) {
  const double mu = dist::scalar(args, 0);
  const double sigma = dist::scalar(args, 1);
  const double x = draw_standard_normal_between(random, (low - mu) / sigma, (high - mu) / sigma);
  return std::isnan(x) || !(low < high) ? std::numeric_limits<double>::quiet_NaN()
                                        : inside(mu + sigma * x, low, high);
}

void draw_lower(Random& random, dist::ArgumentValues args, std::span<double> out) {
  out[0] = draw_between(random, args, dist::scalar(args, 2), kInfinity);
}

void draw_upper(Random& random, dist::ArgumentValues args, std::span<double> out) {
  out[0] = draw_between(random, args, -kInfinity, dist::scalar(args, 2));
}

void draw_interval(Random& random, dist::ArgumentValues args, std::span<double> out) {
  out[0] = draw_between(random, args, dist::scalar(args, 2), dist::scalar(args, 3));
}

// ---- the three of them ----

std::vector<dist::Argument> arguments_with(std::initializer_list<dist::Argument> bounds) {
  std::vector<dist::Argument> arguments{{"mu", Domain::kReal}, {"sigma", Domain::kPositive}};
  arguments.insert(arguments.end(), bounds);
  return arguments;
}

const dist::Distribution& above_a_bound() {
  static const dist::Distribution kAbove{
      .name = "truncated normal",
      .variate = {"y", Domain::kReal},
      .arguments = arguments_with({{"lower", Domain::kReal}}),
      .log_density = log_density<log_above>,
      .bounds = [](Arguments args) { return dist::Bounds{.lower = args[2]}; },
      .draw = draw_lower,
  };
  return kAbove;
}

const dist::Distribution& below_a_bound() {
  static const dist::Distribution kBelow{
      .name = "truncated normal",
      .variate = {"y", Domain::kReal},
      .arguments = arguments_with({{"upper", Domain::kReal}}),
      .log_density = log_density<log_below>,
      .bounds = [](Arguments args) { return dist::Bounds{.upper = args[2]}; },
      .draw = draw_upper,
  };
  return kBelow;
}

const dist::Distribution& between_bounds() {
  static const dist::Distribution kBetween{
      .name = "truncated normal",
      .variate = {"y", Domain::kReal},
      .arguments = arguments_with({{"lower", Domain::kReal}, {"upper", Domain::kReal}}),
      .log_density = log_density<log_between>,
      .bounds = [](Arguments args) { return dist::Bounds{.lower = args[2], .upper = args[3]}; },
      .go_together = [](Arguments args) { return args[2] < args[3]; },
      .draw = draw_interval,
  };
  return kBetween;
}

}  // namespace

const dist::Distribution* truncated_normal(SupportKind kind) {
  switch (kind) {
    case SupportKind::kLower: return &above_a_bound();
    case SupportKind::kUpper: return &below_a_bound();
    case SupportKind::kInterval: return &between_bounds();
    default: return nullptr;
  }
}

Term log_probability_inside(SupportKind kind, Arguments arguments) {
  if (kind == SupportKind::kLower) return log_above(arguments);
  return kind == SupportKind::kUpper ? log_below(arguments) : log_between(arguments);
}

double draw_standard_normal_between(Random& random, double a, double b) {
  if (!(a < b)) return std::numeric_limits<double>::quiet_NaN();
  if (b <= 0.0) return -draw_standard_normal_between(random, -b, -a);
  if (a == -kInfinity && b == kInfinity) return random.normal();
  if (a == kInfinity) return std::numeric_limits<double>::quiet_NaN();
  if (b == kInfinity) return draw_above(random, a);
  return a >= 0.0 ? draw_right_of_zero(random, a, b) : draw_around_zero(random, a, b);
}

}  // namespace autumn::collapse
