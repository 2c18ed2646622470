// These tests compare hypergeometric functions with sums of 120 digits, where terms in doubles
// cancel.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <cmath>
#include <string>
#include <vector>

#include "trace/distribution_symbolic.h"

namespace autumn::trace {
namespace {

struct HypergeometricCase {
  std::vector<double> a;
  std::vector<double> b;
  double z;
  double value;
  std::vector<double> slopes;  // by a, b and z
};

class HypergeometricCancelling : public ::testing::TestWithParam<HypergeometricCase> {};

void expect_close(double found, double expected) {
  EXPECT_NEAR(found, expected, 1e-12 * std::fabs(expected));
}

TEST_P(HypergeometricCancelling, HaveTheirDigits) {
  const HypergeometricCase& c = GetParam();
  const Traced traced = testing::must_trace(fmt::format(
      "parameters {{ vector[{}] a; vector[{}] b; real z; }}\n"
      "transformed parameters {{ real f = hypergeometric_pFq(a, b, z); }}\nmodel {{ }}\n",
      c.a.size(), c.b.size()));
  std::vector<double> point = c.a;
  point.insert(point.end(), c.b.begin(), c.b.end());
  point.push_back(c.z);
  expect_close(testing::transformed(traced, point)[0], c.value);
  const std::vector<double> slopes = testing::gradient(traced, point);
  ASSERT_EQ(slopes.size(), c.slopes.size());
  for (std::size_t i = 0; i < slopes.size(); ++i) expect_close(slopes[i], c.slopes[i]);
}

INSTANTIATE_TEST_SUITE_P(
    FarBelowZero, HypergeometricCancelling,
    ::testing::Values(
        HypergeometricCase{{0.7},
                           {2.4},
                           -30.0,
                           0.12433367112013677,
                           {-0.39702644201809056, 0.052333783435391142, 0.002831046098974061}},
        HypergeometricCase{{0.7, 1.3},
                           {2.4, 3.1},
                           -30.0,
                           0.28662025200565749,
                           {-0.49451247641737672, -0.20308125294404131, 0.08867096151513941,
                            0.064290316469045011, 0.0052707046786376359}},
        HypergeometricCase{{0.7, 1.3},
                           {2.4, 3.1},
                           -60.0,
                           0.19210570700093532,
                           {-0.43257413909418135, -0.16233423983714626, 0.067139220684699991,
                            0.048099650759860987, 0.001920387487771075}},
        HypergeometricCase{{1.5},
                           {2.5, 0.5},
                           -400.0,
                           0.053312614945960235,
                           {0.075780110226820338, -0.042651388027215284, -0.17983446802874989,
                            0.0027009400372433327}}));

}  // namespace
}  // namespace autumn::trace
