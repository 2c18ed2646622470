// These tests look at the generator: golden first numbers, independence of keys, and the
// distributions of its transforms.
#include "base/random.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <functional>
#include <string>
#include <vector>

namespace autumn {
namespace {

// Bits must be the same everywhere; the transforms use libm, whose last digit is free.
TEST(Random, FirstNumbersAreThoseOfTheGoldenFile) {
  std::ifstream golden(AUTUMN_TEST_DATA "/random_golden.txt");
  ASSERT_TRUE(golden.is_open());
  const StreamKey key{.seed = 1, .chain = 1, .purpose = Purpose::kTransition, .iteration = 2};
  Random bits(key);
  Random normals(key);
  Random gammas(key);
  std::string header;
  std::getline(golden, header);
  int lines = 0;
  std::uint64_t word = 0;
  double normal = 0.0;
  double gamma = 0.0;
  while (golden >> std::hex >> word >> normal >> gamma) {
    EXPECT_EQ(bits.bits(), word);
    EXPECT_DOUBLE_EQ(normals.normal(), normal);
    EXPECT_DOUBLE_EQ(gammas.gamma(2.5), gamma);
    ++lines;
  }
  EXPECT_EQ(lines, 12);
}

// The known answer of the generator's authors (Random123, kat_vectors: philox4x64, 10 rounds,
// counter and key zero).
TEST(Random, BitsAreThoseOfPhilox) {
  Random random({.seed = 0, .chain = 0, .purpose = static_cast<Purpose>(0)});
  EXPECT_EQ(random.bits(), 0x16554d9eca36314cULL);
  EXPECT_EQ(random.bits(), 0xdb20fe9d672d0fdcULL);
  EXPECT_EQ(random.bits(), 0xd7e772cee186176bULL);
  EXPECT_EQ(random.bits(), 0x7e68b68aec7ba23bULL);
}

TEST(Random, SameKeyGivesSameNumbers) {
  Random a({.seed = 7, .chain = 2, .purpose = Purpose::kTransition, .iteration = 5});
  Random b({.seed = 7, .chain = 2, .purpose = Purpose::kTransition, .iteration = 5});
  for (int i = 0; i < 100; ++i) EXPECT_EQ(a.bits(), b.bits());
}

TEST(Random, EveryPartOfTheKeyChangesTheStream) {
  const StreamKey key{.seed = 7, .chain = 2, .purpose = Purpose::kTransition, .iteration = 5};
  std::vector<StreamKey> others(5, key);
  others[0].seed = 8;
  others[1].chain = 3;
  others[2].purpose = Purpose::kRecovery;
  others[3].iteration = 6;
  others[4].element = 1;
  const std::uint64_t first = Random(key).bits();
  for (const StreamKey& other : others) EXPECT_NE(Random(other).bits(), first);
}

// Kolmogorov-Smirnov distance of n draws from a cdf. sqrt(n) D > 2.2 has probability 1.3e-4 if the
// cdf is right.
double ks_statistic(std::vector<double> draws, const std::function<double(double)>& cdf) {
  std::sort(draws.begin(), draws.end());
  const auto n = static_cast<double>(draws.size());
  double distance = 0.0;
  for (std::size_t i = 0; i < draws.size(); ++i) {
    const double p = cdf(draws[i]);
    distance =
        std::max({distance, p - static_cast<double>(i) / n, static_cast<double>(i + 1) / n - p});
  }
  return std::sqrt(n) * distance;
}

std::vector<double> draw(int n, const std::function<double(Random&)>& one) {
  Random random({.seed = 20261115});
  std::vector<double> draws;
  for (int i = 0; i < n; ++i) draws.push_back(one(random));
  return draws;
}

constexpr double kKsLimit = 2.2;

TEST(Random, UniformIsUniform) {
  EXPECT_LT(
      ks_statistic(draw(200000, [](Random& r) { return r.uniform(); }), [](double x) { return x; }),
      kKsLimit);
}

TEST(Random, NormalIsNormal) {
  EXPECT_LT(ks_statistic(draw(1000000, [](Random& r) { return r.normal(); }),
                         [](double x) { return 0.5 * std::erfc(-x / std::sqrt(2.0)); }),
            kKsLimit);
}

TEST(Random, NormalTailHasItsShare) {
  // P(|x| > 3.5) = 4.6526e-4: of 4e6 draws 1861 +- 43; the bounds are five standard deviations.
  int beyond = 0;
  for (const double x : draw(4000000, [](Random& r) { return r.normal(); })) {
    if (std::fabs(x) > 3.5) ++beyond;
  }
  EXPECT_NEAR(beyond, 1861, 216);
}

TEST(Random, ExponentialIsExponential) {
  EXPECT_LT(ks_statistic(draw(200000, [](Random& r) { return r.exponential(); }),
                         [](double x) { return -std::expm1(-x); }),
            kKsLimit);
}

TEST(Random, GammaOfShapeHalfIsAHalfSquaredNormal) {
  EXPECT_LT(ks_statistic(draw(200000, [](Random& r) { return r.gamma(0.5); }),
                         [](double x) { return std::erf(std::sqrt(x)); }),
            kKsLimit);
}

// The smallest shape that the squeeze is for, where it is least tight.
TEST(Random, GammaOfShapeOneIsExponential) {
  EXPECT_LT(ks_statistic(draw(1000000, [](Random& r) { return r.gamma(1.0); }),
                         [](double x) { return -std::expm1(-x); }),
            kKsLimit);
}

TEST(Random, GammaOfShapeThreeIsErlang) {
  EXPECT_LT(ks_statistic(draw(200000, [](Random& r) { return r.gamma(3.0); }),
                         [](double x) { return 1.0 - std::exp(-x) * (1.0 + x + 0.5 * x * x); }),
            kKsLimit);
}

TEST(Random, LogGammaStaysFiniteWhereGammaUnderflows) {
  Random random({.seed = 1});
  for (int i = 0; i < 100; ++i) EXPECT_TRUE(std::isfinite(random.log_gamma(1e-6)));
}

TEST(Random, BelowStaysBelowAndReachesEveryValue) {
  Random random({.seed = 1});
  std::vector<int> counts(7);
  for (int i = 0; i < 7000; ++i) ++counts.at(random.below(7));
  for (const int count : counts) EXPECT_NEAR(count, 1000, 150);  // five standard deviations
}

}  // namespace
}  // namespace autumn
