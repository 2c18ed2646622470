// These tests check the laws that tie the density, cdf, support and sampler of each continuous
// distribution together.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <set>

#include "base/numbers.h"
#include "dist/continuous_cases.h"
#include "dist/density_law.h"
#include "dist/list.h"

namespace autumn::dist {
namespace {

std::vector<Case> cases_of(std::string_view name) {
  std::vector<Case> cases;
  for (const Case& each : continuous_cases()) {
    if (each.name == name) cases.push_back(each);
  }
  return cases;
}

// The first case of each vector of arguments.
std::vector<Case> distinct_arguments(const std::vector<Case>& cases) {
  std::vector<Case> distinct;
  for (const Case& each : cases) {
    const bool is_new =
        distinct.empty() || distinct.back().name != each.name || distinct.back().args != each.args;
    if (is_new) distinct.push_back(each);
  }
  return distinct;
}

TEST(ContinuousDistribution, HasCasesForEveryContinuousScalarOfTheList) {
  std::set<std::string_view> seen;
  for (const Case& each : continuous_cases()) seen.insert(each.name);
  for (const Distribution* d : all_distributions()) {
    if (!d->is_scalar() || d->is_discrete()) continue;
    EXPECT_EQ(seen.count(d->name), 1u) << d->name;
  }
}

TEST(ContinuousDistribution, ArgumentsOfCasesLieInTheirDomains) {
  for (const Case& each : continuous_cases()) {
    const Distribution* d = find(each.name);
    ASSERT_NE(d, nullptr) << each.name;
    ASSERT_EQ(d->arguments.size(), each.args.size()) << each.name;
    for (std::size_t k = 0; k < each.args.size(); ++k) {
      const Operand arg{each.args[k].shape, each.args[k].numbers};
      EXPECT_FALSE(find_violation(d->arguments[k].domain, arg)) << to_text(each);
    }
  }
}

TEST(ContinuousDistribution, DensityIsTheSlopeOfTheCdf) {
  for (const Case& each : continuous_cases()) {
    const Distribution* d = find(each.name);
    if (d->log_cdf != nullptr) expect_density_is_slope_of_cdf(*d, each);
  }
}

TEST(ContinuousDistribution, CdfAndItsComplementSumToOne) {
  for (const Case& each : continuous_cases()) {
    const Distribution* d = find(each.name);
    if (d->log_cdf != nullptr) expect_cdf_and_ccdf_sum_to_one(*d, each);
  }
}

TEST(ContinuousDistribution, IsElementwise) {
  for (const Distribution* d : all_distributions()) {
    if (d->is_scalar() && !d->is_discrete()) expect_elementwise(*d, cases_of(d->name));
  }
}

TEST(ContinuousDistribution, OnlyVonMisesHasNoCdf) {
  for (const Case& each : continuous_cases()) {
    const Distribution* d = find(each.name);
    EXPECT_EQ(d->log_cdf == nullptr, each.name == "von_mises") << each.name;
    EXPECT_EQ(d->log_ccdf == nullptr, each.name == "von_mises") << each.name;
  }
}

TEST(ContinuousDistribution, DrawsFollowTheCdf) {
  std::uint64_t seed = 1;
  for (const Case& each : distinct_arguments(continuous_cases())) {
    const Distribution* d = find(each.name);
    if (d->log_cdf == nullptr || d->name == "beta" || d->name == "beta_proportion") continue;
    SCOPED_TRACE(to_text(each));
    expect_draws_follow(*d, each.args, cdf_of(*d, each.args), seed++);
  }
}

// Draws lie strictly inside (0, 1): what would round to 1 becomes the largest number below it.
TEST(ContinuousDistribution, BetaDrawsFollowTheCdfUpToTheRoundingNearOne) {
  std::vector<Case> cases = cases_of("beta");
  const std::vector<Case> more = cases_of("beta_proportion");
  cases.insert(cases.end(), more.begin(), more.end());
  add_cases(cases, "beta", {0.01, 0.02}, {0.5});
  add_cases(cases, "beta", {0.001, 5.0}, {0.5});
  std::uint64_t seed = 101;
  for (const Case& each : distinct_arguments(cases)) {
    SCOPED_TRACE(to_text(each));
    const Cdf exact = cdf_of(*find(each.name), each.args);
    const Cdf rounded = [&exact](const std::vector<double>& points) {
      std::vector<double> p = exact(points);
      if (points.back() == 1.0 - 0x1p-53) p.back() = 1.0;
      return p;
    };
    expect_draws_follow(*find(each.name), each.args, rounded, seed++);
  }
}

TEST(ContinuousDistribution, DrawsFollowTheCdfForExtremeShapes) {
  std::vector<Case> cases;
  add_cases(cases, "gamma", {0.001, 2.0}, {1.0});
  add_cases(cases, "gamma", {1e9, 1e9}, {1.0});
  add_cases(cases, "chi_square", {0.01}, {1.0});
  add_cases(cases, "inv_gamma", {0.05, 1.0}, {1.0});
  add_cases(cases, "inv_chi_square", {0.1}, {1.0});
  add_cases(cases, "scaled_inv_chi_square", {0.1, 3.0}, {1.0});
  add_cases(cases, "weibull", {0.01, 1.0}, {1.0});
  add_cases(cases, "frechet", {0.05, 1.0}, {1.0});
  add_cases(cases, "pareto", {1e-3, 0.05}, {1.0});
  add_cases(cases, "student_t", {0.1, 1.0, 2.0}, {1.0});
  add_cases(cases, "compound_gamma", {0.01, 0.1, 1.0}, {1.0});
  add_cases(cases, "skew_normal", {0.0, 1.0, -1e4}, {1.0});
  add_cases(cases, "exp_mod_normal", {0.0, 1.0, 1e3}, {1.0});
  std::uint64_t seed = 201;
  for (const Case& each : cases) {
    SCOPED_TRACE(to_text(each));
    expect_draws_follow(*find(each.name), each.args, cdf_of(*find(each.name), each.args), seed++);
  }
}

// The integral of the density from pi below the centre, Simpson's rule between the points.
std::vector<double> integrated(const Distribution& d, Arrays args, double start,
                               const std::vector<double>& points) {
  std::vector<double> grid{start};
  constexpr int kFirst = 4000;  // the stretch before the first point may be long
  for (int i = 1; i < kFirst; ++i) grid.push_back(start + (points[0] - start) * i / kFirst);
  grid.insert(grid.end(), points.begin(), points.end());
  std::vector<double> middles;
  for (std::size_t i = 1; i < grid.size(); ++i) middles.push_back(0.5 * (grid[i - 1] + grid[i]));
  const std::vector<double> at_grid = value_of(d.log_density, vector_of(grid), args).numbers;
  const std::vector<double> at_middles = value_of(d.log_density, vector_of(middles), args).numbers;
  std::vector<double> result;
  double total = 0.0;
  for (std::size_t i = 1; i < grid.size(); ++i) {
    const double ends = std::exp(at_grid[i - 1]) + std::exp(at_grid[i]);
    total += (grid[i] - grid[i - 1]) * (ends + 4.0 * std::exp(at_middles[i - 1])) / 6.0;
    if (i >= kFirst) result.push_back(total);
  }
  return result;
}

TEST(VonMises, DrawsFollowTheIntegralOfTheDensity) {
  std::uint64_t seed = 301;
  for (const double kappa : {0.0, 1e-9, 0.3, 2.0, 50.0, 1e4, 1e12}) {
    for (const double mu : {0.5, -1.0}) {
      const std::vector<expr::Array> args = numbers({mu, kappa});
      const double centre = mu < 0.0 ? mu + 2.0 * std::numbers::pi : mu;
      const double reach = std::min(std::numbers::pi, 12.0 / std::sqrt(kappa));
      const Cdf cdf = [&](const std::vector<double>& points) {
        EXPECT_GE(points.front(), centre - std::numbers::pi);
        EXPECT_LE(points.back(), centre + std::numbers::pi);
        return integrated(von_mises(), args, centre - reach, points);
      };
      SCOPED_TRACE(testing::Message() << "kappa " << kappa << ", mu " << mu);
      expect_draws_follow(von_mises(), args, cdf, seed++);
    }
  }
}

// The trapezoidal rule is exact to rounding for a smooth periodic function.
TEST(VonMises, DensityIntegratesToOneOverATurn) {
  for (const double kappa : {0.0, 0.1, 3.0, 200.0, 999.0, 1001.0, 5000.0}) {
    constexpr int kPoints = 4000;
    double sum = 0.0;
    for (int i = 0; i < kPoints; ++i) {
      const double y = 2.0 * std::numbers::pi * i / kPoints;
      sum += std::exp(number_of(von_mises().log_density, y, numbers({0.7, kappa})));
    }
    EXPECT_NEAR(sum * 2.0 * std::numbers::pi / kPoints, 1.0, 1e-12) << kappa;
  }
}

struct Support {
  std::string_view name;
  double lower;
  double upper;
};

TEST(ContinuousDistribution, CdfIsZeroBelowAndOneAboveTheSupport) {
  for (const Support& s : {Support{"lognormal", 0.0, kInfinity},
                           {"exponential", 0.0, kInfinity},
                           {"gamma", 0.0, kInfinity},
                           {"inv_gamma", 0.0, kInfinity},
                           {"chi_square", 0.0, kInfinity},
                           {"inv_chi_square", 0.0, kInfinity},
                           {"scaled_inv_chi_square", 0.0, kInfinity},
                           {"weibull", 0.0, kInfinity},
                           {"frechet", 0.0, kInfinity},
                           {"pareto", 0.5, kInfinity},
                           {"rayleigh", 0.0, kInfinity},
                           {"compound_gamma", 0.0, kInfinity},
                           {"beta", 0.0, 1.0},
                           {"beta_proportion", 0.0, 1.0},
                           {"uniform", -1.5, 2.5}}) {
    const Distribution* d = find(s.name);
    const std::vector<expr::Array> args = cases_of(s.name).front().args;
    for (const double y : {s.lower, s.lower - 0.1, s.lower - 1e6}) {
      EXPECT_EQ(number_of(d->log_cdf, y, args), -kInfinity) << s.name << " at " << y;
      EXPECT_EQ(number_of(d->log_ccdf, y, args), 0.0) << s.name << " at " << y;
    }
    if (s.upper == kInfinity) continue;
    for (const double y : {s.upper, s.upper + 0.1, s.upper + 1e6}) {
      EXPECT_EQ(number_of(d->log_cdf, y, args), 0.0) << s.name << " at " << y;
      EXPECT_EQ(number_of(d->log_ccdf, y, args), -kInfinity) << s.name << " at " << y;
    }
  }
}

TEST(ContinuousDistribution, BoundsThatDependOnArgumentsAreTheArguments) {
  expr::Builder builder;
  const std::vector<Term> args{constant(builder, 0.5), constant(builder, 2.5)};
  const Bounds of_uniform = uniform().bounds(args);
  EXPECT_EQ(of_uniform.lower->id(), args[0].id());
  EXPECT_EQ(of_uniform.upper->id(), args[1].id());
  const Bounds of_pareto = pareto().bounds(args);
  EXPECT_EQ(of_pareto.lower->id(), args[0].id());
  EXPECT_FALSE(of_pareto.upper.has_value());
}

}  // namespace
}  // namespace autumn::dist
