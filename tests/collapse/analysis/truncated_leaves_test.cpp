// These tests check truncated normals: their density and draws, and which rows of a model become
// some.
#include "collapse/analysis/truncated_leaves.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/numbers.h"
#include "collapse/analysis/truncated_normal.h"
#include "collapse/corpus.h"
#include "expr/interpret.h"

namespace autumn::collapse::testing {
namespace {

struct Ends {
  double a;
  double b;
};

constexpr Ends kEnds[] = {{-kInfinity, kInfinity},
                          {0.0, kInfinity},
                          {-kInfinity, 0.0},
                          {-1.0, kInfinity},
                          {3.0, kInfinity},
                          {-kInfinity, -6.0},
                          {-0.5, 0.5},
                          {-3.0, 1.0},
                          {0.2, 0.3},
                          {1.0, 5.0},
                          {4.0, 4.5},
                          {-9.0, -7.0},
                          {20.0, kInfinity},
                          {20.0, 20.1}};

// Moments by Simpson's rule, relative to the largest density between the ends.
std::pair<double, double> mean_and_variance(Ends ends) {
  const double near = ends.a > 0.0 ? ends.a : std::min(ends.b, 0.0);
  const double low = std::max(ends.a, near - 12.0);
  const double high = std::min(ends.b, near + 12.0);
  constexpr int kSteps = 200000;
  const double h = (high - low) / kSteps;
  double sums[3] = {};
  for (int i = 0; i <= kSteps; ++i) {
    const double x = low + h * i;
    const double weight = i == 0 || i == kSteps ? 1.0 : (i % 2 == 0 ? 2.0 : 4.0);
    const double p = weight * std::exp(0.5 * (near - x) * (near + x));
    sums[0] += p;
    sums[1] += p * x;
    sums[2] += p * x * x;
  }
  const double mean = sums[1] / sums[0];
  return {mean, sums[2] / sums[0] - mean * mean};
}

// Five standard errors: fewer than one in a hundred thousand of 28 comparisons fails by chance.
TEST(TruncatedNormal, DrawsHaveTheMomentsOfTheDensity) {
  constexpr int kDraws = 20000;
  for (const Ends& ends : kEnds) {
    Random random({.seed = 5});
    const auto [mean, variance] = mean_and_variance(ends);
    double sum = 0.0;
    double squares = 0.0;
    for (int i = 0; i < kDraws; ++i) {
      const double x = draw_standard_normal_between(random, ends.a, ends.b);
      ASSERT_TRUE(x >= ends.a && x <= ends.b) << x << " in " << ends.a << ", " << ends.b;
      sum += x - mean;
      squares += (x - mean) * (x - mean);
    }
    EXPECT_NEAR(sum / kDraws, 0.0, 5.0 * std::sqrt(variance / kDraws)) << ends.a << ", " << ends.b;
    // The fourth moment is at most nine times the square of the second, that of an exponential.
    EXPECT_NEAR(squares / kDraws, variance, 5.0 * variance * std::sqrt(8.0 / kDraws))
        << ends.a << ", " << ends.b;
  }
}

TEST(TruncatedNormal, NothingBetweenTheEndsIsNoNumber) {
  Random random({.seed = 6});
  for (const Ends& ends :
       {Ends{1.0, 1.0}, Ends{2.0, 1.0}, Ends{std::nan(""), 1.0}, Ends{0.0, std::nan("")},
        Ends{kInfinity, kInfinity}, Ends{-kInfinity, -kInfinity}}) {
    EXPECT_TRUE(std::isnan(draw_standard_normal_between(random, ends.a, ends.b)));
  }
}

TEST(TruncatedNormal, DrawsEndFarOut) {
  Random random({.seed = 7});
  for (const double a : {1e10, 1e160, 1e300}) {
    EXPECT_GE(draw_standard_normal_between(random, a, kInfinity), a);
    EXPECT_LE(draw_standard_normal_between(random, -kInfinity, -a), -a);
  }
}

// The density integrates to one between the bounds, by Simpson's rule.
TEST(TruncatedNormal, DensityIntegratesToOne) {
  constexpr int kSteps = 20000;
  const auto integral = [&](model::SupportKind kind, std::vector<double> bounds, Ends ends) {
    expr::Builder builder;
    std::vector<double> points;
    for (int i = 0; i <= kSteps; ++i) points.push_back(ends.a + (ends.b - ends.a) * i / kSteps);
    const Term y(builder, builder.constant(expr::Shape::vector(points.size()), points));
    std::vector<Term> arguments{constant(builder, 0.5), constant(builder, 2.0)};
    for (const double bound : bounds) arguments.push_back(constant(builder, bound));
    const Term density = truncated_normal(kind)->log_density(y, arguments);
    const expr::NodeId node = density.id();
    const auto values = expr::interpret(builder.graph(), {&node, 1}, {})[0].numbers;
    double sum = 0.0;
    for (int i = 0; i <= kSteps; ++i) {
      const double weight = i == 0 || i == kSteps ? 1.0 : (i % 2 == 0 ? 2.0 : 4.0);
      sum += weight * std::exp(values[static_cast<std::size_t>(i)]);
    }
    return sum * (ends.b - ends.a) / (3.0 * kSteps);
  };
  using enum model::SupportKind;
  EXPECT_NEAR(integral(kLower, {1.0}, {1.0, 25.0}), 1.0, 1e-9);
  EXPECT_NEAR(integral(kUpper, {-3.0}, {-25.0, -3.0}), 1.0, 1e-9);
  EXPECT_NEAR(integral(kInterval, {-1.0, 2.0}, {-1.0, 2.0}), 1.0, 1e-9);
  EXPECT_NEAR(integral(kInterval, {9.0, 12.0}, {9.0, 12.0}), 1.0, 1e-9);
  EXPECT_EQ(truncated_normal(kReal), nullptr);
  EXPECT_EQ(truncated_normal(kSimplex), nullptr);
}

TEST(TruncatedLeaves, SplitTheRowsThatNothingElseContains) {
  const model::Model model = ready_model(
      "parameters { vector<lower=0>[3] x; } "
      "model { x ~ normal([0, 1, 2]', 2); 1.5 ~ normal(x[2], 1); }");
  std::size_t truncated = 0;
  for (const model::Factor& factor : model.factors) {
    if (factor.distribution != truncated_normal(model::SupportKind::kLower)) continue;
    ++truncated;
    EXPECT_EQ(model.graph.shape(factor.value).size(), 2U);
  }
  EXPECT_EQ(truncated, 1U);
}

TEST(TruncatedLeaves, AreNoneWhereTheProbabilityWouldKeepWhatCanGo) {
  const model::Model model = ready_model(
      "parameters { real mu; real<lower=0> x; } "
      "model { mu ~ normal(0, 1); x ~ normal(mu, 1); 1.5 ~ normal(mu, 1); }");
  for (const model::Factor& factor : model.factors) {
    EXPECT_NE(factor.distribution, truncated_normal(model::SupportKind::kLower));
  }
}

}  // namespace
}  // namespace autumn::collapse::testing
