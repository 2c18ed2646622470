// Numbers survive the extremes: eight schools and dense fronts against arithmetic with 100 digits.
#include <gtest/gtest.h>

#include <boost/math/constants/constants.hpp>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <limits>

#include "gaussian/support.h"

namespace autumn::gaussian::testing {
namespace {

using Exact = boost::multiprecision::cpp_bin_float_100;

constexpr double kTaus[] = {1e-10, 1e-8, 1e-6, 1e-4, 1e-2, 1, 5, 1e2, 1e4, 1e6};

// y_j ~ N(mu, sigma_j^2 + tau^2) with mu ~ N(0, 5^2) integrated out: covariance D + 25 11'.
Exact schools_marginal(const Exact& log_tau, const std::vector<Exact>& y) {
  const Exact tau = exp(log_tau);
  Exact determinant = 1, precision = Exact(1) / 25, weighted = 0, squares = 0;
  for (std::size_t j = 0; j < 8; ++j) {
    const Exact variance = Exact(kSigma[j]) * kSigma[j] + tau * tau;
    determinant *= variance;
    precision += 1 / variance;
    weighted += y[j] / variance;
    squares += y[j] * y[j] / variance;
  }
  const Exact two_pi = 2 * boost::math::constants::pi<Exact>();
  return -(8 * log(two_pi) + log(determinant) + log(25 * precision) + squares -
           weighted * weighted / precision) /
         2;
}

const Exact kStep("1e-30");  // central differences are then exact to 60 digits

void expect_marginal(const Case& c, const Symbolic& way, double tau, bool is_centred) {
  const Evaluated got = evaluate(c.block, way, c.at);
  const std::vector<Exact> y(std::begin(kY), std::end(kY));
  const Exact log_tau = log(Exact(tau));
  const auto value = static_cast<double>(schools_marginal(log_tau, y));
  const double tolerance = 1e-12 * (1 + std::abs(value));
  EXPECT_NEAR(got.value, value, tolerance) << c.name << " " << tau;
  const auto slope = static_cast<double>(
      (schools_marginal(log_tau + kStep, y) - schools_marginal(log_tau - kStep, y)) / (2 * kStep));
  const double by_tau = is_centred ? got.partials.scales[1] : got.partials.coefficients[0];
  EXPECT_NEAR(tau * by_tau, slope, tolerance) << c.name << " " << tau;
  for (std::size_t j = 0; j < 8; ++j) {
    std::vector<Exact> above = y, below = y;
    above[j] += kStep;
    below[j] -= kStep;
    const auto by_y = static_cast<double>(
        (schools_marginal(log_tau, above) - schools_marginal(log_tau, below)) / (2 * kStep));
    EXPECT_NEAR(got.partials.constants[j], by_y, tolerance) << c.name << " " << tau;
  }
}

TEST(Extremes, EightSchoolsIsExactForEveryTau) {
  for (const double tau : kTaus) {
    for (const bool is_centred : {true, false}) {
      const Case c = schools(tau, is_centred);
      const std::vector<Symbolic> all = ways(c.block);
      EXPECT_EQ(all.size(), 3U) << c.name;
      for (const Symbolic& way : all) expect_marginal(c, way, tau, is_centred);
    }
  }
}

// Coefficients around a mean, tied to it more and less: one front of 21 columns, in groups of four
// reflectors, with rows that differ by ten orders.
Case tied_regression(double tau) {
  Random random = test_random(31);
  Case c{.name = "tied regression", .block = {}, .at = {}};
  constexpr std::size_t kColumns = 20;
  c.block.columns = kColumns + 1;
  const auto top = c.add_scale(5.0), spread = c.add_scale(tau), noise = c.add_scale(1.0);
  c.add_fixed_row({{.column = kColumns}}, 0.0, top);
  for (std::size_t i = 0; i < 30; ++i) {
    std::vector<Entry> entries;
    for (std::size_t j = 0; j < kColumns; ++j) {
      entries.push_back({.column = j, .multiplier = random.normal()});
    }
    c.add_row(entries, random.normal(), noise);
  }
  for (std::size_t j = 0; j < kColumns; ++j) {
    c.add_fixed_row({{.column = j}, {.column = kColumns, .multiplier = -1}}, 0.0, spread);
  }
  set_constant_term(c.block);
  return c;
}

// A walk in steps of size tau, seen at every point.
Case walk(double tau) {
  Case c = chain(30);
  c.at.coefficients[0] = 1.0;
  c.at.scales[1] = tau;
  set_constant_term(c.block);
  return c;
}

void expect_exact(const Case& c, std::size_t scale) {
  const Evaluated got = evaluate(c.block, c.at);
  NumbersOf<Exact> at(c.at);
  const Exact tau = at.scales[scale];
  const auto value = static_cast<double>(dense(c.block, at).value());
  const double tolerance = 1e-12 * (1 + std::abs(value));
  EXPECT_NEAR(got.value, value, tolerance) << c.name << " " << tau;
  at.scales[scale] = tau * exp(kStep);
  const Exact above = dense(c.block, at).value();
  at.scales[scale] = tau * exp(-kStep);
  const auto slope = static_cast<double>((above - dense(c.block, at).value()) / (2 * kStep));
  EXPECT_NEAR(static_cast<double>(tau) * got.partials.scales[scale], slope, tolerance)
      << c.name << " " << tau;
}

TEST(Extremes, DenseFrontsAreExactForEveryTau) {
  for (const double tau : {1e-10, 1e-5, 1.0, 1e6}) expect_exact(tied_regression(tau), 1);
}

TEST(Extremes, ChainsAreExactForEveryTau) {
  for (const double tau : {1e-10, 1e-7, 1e-3, 1.0, 1e6}) expect_exact(walk(tau), 1);
}

// Squares of these numbers are no numbers.
TEST(Extremes, NothingOverflowsOrUnderflowsOnTheWay) {
  for (const double size : {1e-200, 1e200}) {
    Case c = schools(3.0, true);
    const double before = evaluate(c.block, c.at).value;
    for (double& x : c.at.scales) x *= size;
    for (double& x : c.at.constants) x *= size;
    const double after = evaluate(c.block, c.at).value;
    EXPECT_NEAR(after, before - 8 * std::log(size), 1e-11 * std::abs(after));
  }
}

// Squares of scales leave the range of doubles before the scales do.
TEST(Extremes, OfScalesWhoseSquaresAreZeroHaveTheValueOfDenseElimination) {
  for (std::size_t k = 0; k < 4; ++k) {
    for (const double scale : {1e-130, 1e-155, 1e-172, 1e-250}) {
      Case c = crossed(12, 8, 60);
      if (k >= c.at.scales.size()) continue;
      c.at.scales[k] = scale;
      const Symbolic symbolic = fast(c.block);
      std::vector<double> scratch(scratch_size(symbolic));
      const double got = value(c.block, symbolic, c.at.inputs(), scratch);
      const NumbersOf<long double> exact(c.at);
      const auto want = static_cast<double>(dense(c.block, exact).value());
      if (want < -1e100 && std::isfinite(want)) continue;  // noise of almost nothing
      if (std::isfinite(want)) {
        EXPECT_NEAR(got, want, 1e-8 * (1.0 + std::abs(want))) << k << " " << scale;
      } else {
        EXPECT_EQ(got, want) << k << " " << scale;
      }
    }
  }
}

}  // namespace
}  // namespace autumn::gaussian::testing
