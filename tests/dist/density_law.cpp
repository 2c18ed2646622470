// This file checks the laws of distributions, with gtest expectations.
#include "dist/density_law.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace autumn::dist {
namespace {

std::vector<Operand> operands_of(Arrays args) {
  std::vector<Operand> operands;
  for (const expr::Array& arg : args) operands.push_back({arg.shape, arg.numbers});
  return operands;
}

// Equal as numbers of a computation: infinities equal themselves, NaN equals nothing.
bool is_near(double a, double b, double tolerance) {
  return a == b || std::fabs(a - b) <= tolerance;
}

bool is_between(const Bounds& bounds, expr::Builder& builder, double y, Arrays args) {
  const auto value = [&](const Term& bound) {
    const expr::NodeId node = bound.id();
    return expr::interpret(builder.graph(), {&node, 1}, args)[0].numbers[0];
  };
  return (!bounds.lower || value(*bounds.lower) <= y) &&
         (!bounds.upper || y <= value(*bounds.upper));
}

bool is_in_support(const Distribution& d, Arrays args, double y) {
  if (find_violation(d.variate.domain, {expr::Shape::scalar(), {&y, 1}})) return false;
  if (d.bounds == nullptr) return true;
  expr::Builder builder;
  std::vector<Term> terms;
  for (const expr::Array& arg : args) terms.emplace_back(builder, builder.input("a", arg.shape));
  return is_between(d.bounds(terms), builder, y, args);
}

// (f(-2h) - 8 f(-h) + 8 f(h) - f(2h)) / 12h
double slope(TermFunction f, double y, double step, Arrays args) {
  const auto at = [&](double k) { return number_of(f, y + k * step, args); };
  return (at(-2.0) - 8.0 * at(-1.0) + 8.0 * at(1.0) - at(2.0)) / (12.0 * step);
}

// Column k of the numbers of scalar cases: their variates (k = 0) or their argument k - 1.
expr::Array column_of(std::span<const Case> cases, std::size_t k) {
  std::vector<double> numbers;
  for (const Case& each : cases) {
    numbers.push_back(k == 0 ? each.y.numbers[0] : each.args[k - 1].numbers[0]);
  }
  return vector_of(std::move(numbers));
}

}  // namespace

expr::Array value_of(TermFunction f, const expr::Array& y, Arrays args) {
  expr::Builder builder;
  std::vector<expr::Array> inputs{y};
  const Term variate(builder, builder.input("y", y.shape));
  std::vector<Term> terms;
  for (const expr::Array& arg : args) {
    terms.emplace_back(builder, builder.input("a", arg.shape));
    inputs.push_back(arg);
  }
  const expr::NodeId result = f(variate, terms).id();
  return expr::interpret(builder.graph(), {&result, 1}, inputs)[0];
}

double number_of(TermFunction f, double y, Arrays args) {
  return value_of(f, number(y), args).numbers.at(0);
}

std::string to_text(const Case& at) {
  std::string text(at.name);
  for (std::size_t k = 0; k < at.args.size(); ++k) {
    text += fmt::format("{}{}", k == 0 ? "(" : "; ", fmt::join(at.args[k].numbers, ", "));
  }
  return text + fmt::format("{} at {}", at.args.empty() ? "" : ")", fmt::join(at.y.numbers, ", "));
}

std::vector<double> draw_item(const Distribution& d, Arrays args, std::size_t size,
                              Random& random) {
  std::vector<double> item(size, std::nan(""));
  d.draw(random, operands_of(args), item);
  return item;
}

std::vector<double> draw_many(const Distribution& d, Arrays args, std::size_t count,
                              std::uint64_t seed) {
  Random random(StreamKey{.seed = seed, .purpose = Purpose::kTest});
  const std::vector<Operand> operands = operands_of(args);
  std::vector<double> sample(count, std::nan(""));
  for (double& each : sample) d.draw(random, operands, {&each, 1});
  return sample;
}

double ks_distance(std::vector<double> sample, const Cdf& cdf) {
  std::sort(sample.begin(), sample.end());
  std::vector<double> points = sample;
  points.erase(std::unique(points.begin(), points.end()), points.end());
  const std::vector<double> expected = cdf(points);
  double largest = 0.0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const auto count = std::upper_bound(sample.begin(), sample.end(), points[i]) - sample.begin();
    const double seen = static_cast<double>(count) / static_cast<double>(sample.size());
    const double distance = std::fabs(seen - expected[i]);
    if (!(distance <= largest)) largest = distance;  // NaN stays
  }
  return largest;
}

Cdf cdf_of(const Distribution& d, Arrays args) {
  return [&d, args](const std::vector<double>& points) {
    std::vector<double> p = value_of(d.log_cdf, vector_of(points), args).numbers;
    for (double& each : p) each = std::exp(each);
    return p;
  };
}

void expect_draws_follow(const Distribution& d, Arrays args, const Cdf& cdf, std::uint64_t seed) {
  constexpr std::size_t kCount = 50000;
  const std::vector<double> sample = draw_many(d, args, kCount, seed);
  for (const auto extreme : {std::min_element(sample.begin(), sample.end()),
                             std::max_element(sample.begin(), sample.end())}) {
    EXPECT_TRUE(is_in_support(d, args, *extreme)) << d.name << " drew " << *extreme;
  }
  const bool has_nan = std::any_of(sample.begin(), sample.end(), [](double x) { return x != x; });
  ASSERT_FALSE(has_nan) << d.name;
  const double distance = ks_distance(sample, cdf);
  EXPECT_LT(std::sqrt(static_cast<double>(kCount)) * distance, kKsLimit) << d.name;
}

void expect_density_is_slope_of_cdf(const Distribution& d, const Case& at) {
  const double y = at.y.numbers[0];
  const double log_f = number_of(d.log_density, y, at.args);
  const double log_below = number_of(d.log_cdf, y, at.args);
  const double log_above = number_of(d.log_ccdf, y, at.args);
  // The length over which the smaller of F and 1 - F changes.
  const double step = 1e-3 * std::exp(std::min(log_below, log_above) - log_f);
  for (const bool is_upper : {false, true}) {
    const double hazard = std::exp(log_f - (is_upper ? log_above : log_below));
    const double found = slope(is_upper ? d.log_ccdf : d.log_cdf, y, step, at.args);
    // The difference is exact to step^4, and has the rounding of the logarithms over the step.
    const double size = 1.0 + std::fabs(is_upper ? log_above : log_below);
    EXPECT_TRUE(is_near(is_upper ? -found : found, hazard, 1e-7 * hazard + 1e-13 * size / step))
        << to_text(at) << (is_upper ? " above" : " below") << ": slope " << found
        << ", density / probability " << hazard;
  }
}

void expect_cdf_and_ccdf_sum_to_one(const Distribution& d, const Case& at) {
  const double y = at.y.numbers[0];
  const double below = std::exp(number_of(d.log_cdf, y, at.args));
  const double above = std::exp(number_of(d.log_ccdf, y, at.args));
  EXPECT_NEAR(below + above, 1.0, 1e-10) << to_text(at) << ": " << below << ", " << above;
}

void expect_elementwise(const Distribution& d, std::span<const Case> cases) {
  ASSERT_FALSE(cases.empty()) << d.name;
  std::vector<expr::Array> columns;
  for (std::size_t k = 1; k <= d.arguments.size(); ++k) columns.push_back(column_of(cases, k));
  const expr::Array y = column_of(cases, 0);
  for (const TermFunction f : {d.log_density, d.log_cdf, d.log_ccdf}) {
    if (f == nullptr) continue;
    const expr::Array all = value_of(f, y, columns);
    ASSERT_EQ(all.shape, expr::Shape::vector(cases.size())) << d.name;
    for (std::size_t i = 0; i < cases.size(); ++i) {
      EXPECT_EQ(all.numbers[i], number_of(f, y.numbers[i], cases[i].args)) << to_text(cases[i]);
    }
    // Scalar arguments meet an array of variates, and an array of arguments a scalar variate.
    EXPECT_EQ(value_of(f, y, cases[0].args).shape, y.shape) << d.name;
    if (d.arguments.empty()) continue;
    EXPECT_EQ(value_of(f, cases[0].y, columns).shape, y.shape) << d.name;
  }
}

}  // namespace autumn::dist
