// This file checks laws at random points, by comparisons relative to the size of what is compared.
#include "collapse/law_checks.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "base/random.h"
#include "expr/interpret.h"
#include "expr/rounding.h"

namespace autumn::collapse::testing {
namespace {

// An explosive recurrence at a random point: no digits are left in the sum of its terms.
constexpr double kLargestSize = 1e10;
constexpr std::uint64_t kMostTrials = 200;

bool is_rejected(double log_density) {
  return !(log_density > -INFINITY);
}  // NaN too

std::vector<double> random_numbers(std::size_t size, std::uint64_t trial) {
  Random random({.seed = 20231, .purpose = Purpose::kTest, .iteration = trial});
  std::vector<double> numbers(size);
  for (double& x : numbers) x = random.normal();
  return numbers;
}

void expect_slope(const InterpretedDensity& density, const std::vector<double>& u, std::size_t k,
                  double gradient) {
  const Slope slope = slope_at_zero([&](double h) {
    std::vector<double> moved = u;
    moved[k] += h;
    return density(moved);
  });
  const double size = 1.0 + std::abs(gradient) + std::abs(density(u));
  EXPECT_LE(slope.error, 1e-5 * size) << "the difference says nothing, dimension " << k;
  EXPECT_NEAR(gradient, slope.value, 1e-8 * size + 10.0 * slope.error) << "dimension " << k;
}

}  // namespace

void expect_collapse_law(const model::Model& model, const Collapsed& collapsed,
                         std::size_t points) {
  const recover::CollapseLaw law_of(recover::subject_of(model, collapsed));
  std::size_t done = 0;
  for (std::uint64_t trial = 0; trial < kMostTrials && done < points; ++trial) {
    const recover::Law law = law_of.at_random(trial);
    EXPECT_NE(law.verdict, recover::Verdict::kFails)
        << "trial " << trial << ": joint " << law.joint << ", collapsed " << law.collapsed
        << ", recovery " << law.recovery << ", rounding " << law.rounding;
    if (law.verdict == recover::Verdict::kHolds) ++done;
  }
  EXPECT_EQ(done, points) << "hardly any random point has a finite density";
}

InterpretedDensity::InterpretedDensity(const model::Model& model)
    : lowered_(density::lower(model)) {}

double InterpretedDensity::operator()(std::span<const double> u) const {
  const expr::Array input{expr::Shape::vector(u.size()), {u.begin(), u.end()}};
  return expr::interpret(lowered_.density, std::span(&input, 1))[0].numbers[0];
}

double InterpretedDensity::nudged(std::span<const double> u, Random& random) const {
  const expr::Array input{expr::Shape::vector(u.size()), {u.begin(), u.end()}};
  const expr::Graph& graph = lowered_.density;
  return expr::interpret_nudged(graph, graph.outputs(), std::span(&input, 1), random)[0].numbers[0];
}

bool InterpretedDensity::overflows(std::span<const double> u) const {
  const expr::Array input{expr::Shape::vector(u.size()), {u.begin(), u.end()}};
  return expr::has_overflow(lowered_.density, lowered_.density.outputs(), std::span(&input, 1));
}

DensityAt evaluate_at(const engine::Prepared& prepared, std::span<const double> u) {
  evaluate::Evaluator evaluator(prepared.density);
  const std::span<const double> inputs[] = {u};
  evaluator.run(inputs);
  const auto gradient = evaluator.output(1);
  return {evaluator.output(0)[0], {gradient.begin(), gradient.end()}};
}

void expect_gradient_law(const engine::Prepared& prepared, std::size_t points) {
  const Collapsed collapsed = collapse(prepared.compressed, prepared.plan);
  const InterpretedDensity density(collapsed.model);
  ASSERT_EQ(density.dimension(), prepared.dimension);
  std::size_t done = 0;
  for (std::uint64_t trial = 0; trial < kMostTrials && done < points; ++trial) {
    const std::vector<double> u = random_numbers(prepared.dimension, trial);
    const double value = density(u);
    const DensityAt fast = evaluate_at(prepared, u);
    if (is_rejected(value)) {
      EXPECT_TRUE(is_rejected(fast.value)) << "trial " << trial << ": " << fast.value;
      continue;
    }
    if (std::abs(value) > kLargestSize) continue;
    ++done;
    EXPECT_NEAR(fast.value, value, 1e-10 * (1.0 + std::abs(value))) << "trial " << trial;
    ASSERT_EQ(fast.gradient.size(), u.size());
    for (std::size_t k = 0; k < u.size(); ++k) expect_slope(density, u, k, fast.gradient[k]);
  }
  EXPECT_EQ(done, points) << "hardly any random point has a finite density";
}

Slope slope_at_zero(const std::function<double(double)>& f, double first_step) {
  constexpr std::size_t kRows = 8;
  constexpr double kShrink = 1.6;
  std::array<std::array<double, kRows>, kRows> a{};
  Slope best{NAN, INFINITY};
  double h = first_step;
  for (std::size_t i = 0; i < kRows; ++i, h /= kShrink) {
    a[i][0] = (f(h) - f(-h)) / (2.0 * h);
    double power = kShrink * kShrink;
    for (std::size_t j = 1; j <= i; ++j, power *= kShrink * kShrink) {
      a[i][j] = (a[i][j - 1] * power - a[i - 1][j - 1]) / (power - 1.0);
      const double error =
          std::max(std::abs(a[i][j] - a[i][j - 1]), std::abs(a[i][j] - a[i - 1][j - 1]));
      if (error < best.error) best = {a[i][j], error};
    }
  }
  return best;
}

}  // namespace autumn::collapse::testing
