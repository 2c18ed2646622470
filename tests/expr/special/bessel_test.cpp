// These tests compare modified Bessel functions with a reference table, Boost.Math and limits.
#include "expr/special/bessel.h"

#include <gtest/gtest.h>

#include <boost/math/special_functions/bessel.hpp>
#include <cmath>
#include <limits>

#include "base/numbers.h"
#include "expr/special/reference_table.h"

namespace autumn::special {
namespace {

using Unary = double (*)(double);

TEST(Bessel, MatchesTheTable) {
  expect_matches_table("bessel.txt", "log_bessel_i0", Unary{log_bessel_i0}, 8 * kU);
  expect_matches_table("bessel.txt", "bessel_i1_i0_ratio", Unary{bessel_i1_i0_ratio}, 16 * kU);
}

TEST(Bessel, AgreesWithBoostOnADenseGrid) {
  for (double x = 0.01; x < 600; x *= 1.013) {
    const long double i0 = boost::math::cyl_bessel_i(0, static_cast<long double>(x));
    const long double i1 = boost::math::cyl_bessel_i(1, static_cast<long double>(x));
    // log(i0) near 1 has an absolute error of the long double's epsilon.
    EXPECT_NEAR(log_bessel_i0(x), static_cast<double>(std::log(i0)),
                8 * kU * log_bessel_i0(x) + 1e-19);
    EXPECT_LE(error_of(bessel_i1_i0_ratio(x), i1 / i0, ErrorScale::kRelative), 16 * kU) << x;
  }
}

TEST(Bessel, HasItsSymmetriesAndLimits) {
  for (const double x : {1e-5, 0.7, 21.0, 23.0, 1e6}) {
    EXPECT_EQ(log_bessel_i0(-x), log_bessel_i0(x));
    EXPECT_EQ(bessel_i1_i0_ratio(-x), -bessel_i1_i0_ratio(x));
  }
  EXPECT_EQ(log_bessel_i0(0), 0);
  EXPECT_EQ(log_bessel_i0(kInfinity), kInfinity);
  EXPECT_EQ(log_bessel_i0(-kInfinity), kInfinity);
  EXPECT_EQ(log_bessel_i0(1e300), 1e300);
  EXPECT_EQ(bessel_i1_i0_ratio(0), 0);
  EXPECT_EQ(bessel_i1_i0_ratio(1e-300), 5e-301);
  EXPECT_EQ(bessel_i1_i0_ratio(kInfinity), 1);
  EXPECT_EQ(bessel_i1_i0_ratio(-kInfinity), -1);
  EXPECT_EQ(bessel_i1_i0_ratio(1e308), 1);
  EXPECT_TRUE(std::isnan(log_bessel_i0(kNaN)));
  EXPECT_TRUE(std::isnan(bessel_i1_i0_ratio(kNaN)));
}

}  // namespace
}  // namespace autumn::special
