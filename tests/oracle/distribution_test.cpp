// These tests compare densities with 40-digit values, those of the marginals found by numerical
// integration.
#include "oracle/distribution.h"

#include <gtest/gtest.h>

#include <cmath>

namespace autumn::oracle {
namespace {

double log_density(Family family, double x, std::vector<double> arguments) {
  return log_density(family, x, std::span<const double>(arguments));
}

TEST(Distribution, DensitiesHaveTheirExactValues) {
  EXPECT_NEAR(log_density(Family::kNormal, 0.7, {-1.5, 2.5}), -2.2224292650788278, 1e-14);
  EXPECT_NEAR(log_density(Family::kGamma, 0.7, {2.5, 1.5}), -0.85603251611060677, 1e-14);
  EXPECT_NEAR(log_density(Family::kExponential, 0.7, {1.5}), -0.64453489189183562, 1e-14);
  EXPECT_NEAR(log_density(Family::kBeta, 0.7, {2.5, 1.5}), 0.49086001831931450, 1e-14);
  EXPECT_NEAR(log_density(Family::kBinomial, 3, {10, 0.7}), -4.7103427193157031, 1e-14);
  EXPECT_NEAR(log_density(Family::kBernoulli, 1, {0.7}), -0.35667494393873238, 1e-14);
  EXPECT_NEAR(log_density(Family::kBernoulli, 0, {0.7}), -1.2039728043259360, 1e-14);
  EXPECT_NEAR(log_density(Family::kCompoundGamma, 0.7, {3.5, 2.5, 1.5}), -1.3069334817999884,
              1e-14);
  EXPECT_NEAR(log_density(Family::kLomax, 0.7, {2.5, 1.5}), -0.82964725913037957, 1e-14);
  EXPECT_NEAR(log_density(Family::kBetaBinomial, 3, {10, 2.5, 1.5}), -2.6297320490312818, 1e-14);
}

TEST(Distribution, NothingIsOutsideTheSupport) {
  EXPECT_EQ(log_density(Family::kGamma, -1, {2, 1}), -INFINITY);
  EXPECT_EQ(log_density(Family::kBeta, 1.5, {2, 1}), -INFINITY);
  EXPECT_EQ(log_density(Family::kBinomial, 11, {10, 0.5}), -INFINITY);
  EXPECT_EQ(log_density(Family::kBinomial, 2.5, {10, 0.5}), -INFINITY);
  EXPECT_EQ(log_density(Family::kBernoulli, 2, {0.5}), -INFINITY);
}

struct Moments {
  Family family;
  std::vector<double> arguments;
  double mean;
  double variance;
};

// The mean of 20,000 draws is within 4.5 standard errors of the exact one: each of the 9 fails by
// chance once in 150,000 seeds; the seed is fixed.
TEST(Distribution, DrawsHaveTheRightMeans) {
  constexpr int kDraws = 20000;
  const std::vector<Moments> cases = {
      {Family::kNormal, {-1, 2}, -1, 4},         {Family::kGamma, {3, 2}, 1.5, 0.75},
      {Family::kExponential, {2}, 0.5, 0.25},    {Family::kBeta, {2, 3}, 0.4, 0.04},
      {Family::kBinomial, {10, 0.3}, 3, 2.1},    {Family::kBernoulli, {0.3}, 0.3, 0.21},
      {Family::kCompoundGamma, {2, 6, 5}, 2, 3}, {Family::kBetaBinomial, {10, 2, 3}, 4, 6},
      {Family::kLomax, {5, 4}, 1, 5.0 / 3.0},
  };
  Random random({.seed = 11});
  for (const auto& [family, arguments, mean, variance] : cases) {
    double sum = 0;
    for (int i = 0; i < kDraws; ++i) sum += draw(family, arguments, random);
    EXPECT_NEAR(sum / kDraws, mean, 4.5 * std::sqrt(variance / kDraws))
        << "family " << static_cast<int>(family);
  }
}

}  // namespace
}  // namespace autumn::oracle
