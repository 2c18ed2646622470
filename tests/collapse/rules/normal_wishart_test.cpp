// Means and covariances that are integrated out together, against the textbook formula with a
// hundred digits.
#include <gtest/gtest.h>

#include <array>
#include <boost/math/constants/constants.hpp>
#include <boost/math/special_functions/gamma.hpp>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cmath>

#include "collapse/law_checks.h"
#include "trace/program.h"

namespace autumn::collapse::testing {
namespace {

using HundredDigits = boost::multiprecision::cpp_bin_float_100;

const HundredDigits kWishartPi = boost::math::constants::pi<HundredDigits>();

// A symmetric matrix of two rows.
struct Symmetric {
  HundredDigits a, b, d;

  [[nodiscard]] HundredDigits det() const { return a * d - b * b; }
  void add(const HundredDigits& weight, const HundredDigits& x, const HundredDigits& y) {
    a += weight * x * x;
    b += weight * x * y;
    d += weight * y * y;
  }
};

HundredDigits log_gamma_2(const HundredDigits& x) {
  return log(kWishartPi) / 2 + lgamma(x) + lgamma(x - HundredDigits(1) / 2);
}

// The log marginal of vectors with mean mu ~ multi_normal(m, V / kappa) and V ~ inv_wishart(nu, S).
struct Textbook {
  HundredDigits nu, kappa, m[2];
  Symmetric s;
  std::vector<std::array<double, 2>> y;

  [[nodiscard]] HundredDigits log_marginal() const {
    const HundredDigits n = y.size();
    HundredDigits mean[2] = {0, 0};
    for (const auto& row : y) {
      for (int k = 0; k < 2; ++k) mean[k] += row[k] / n;
    }
    Symmetric after = s;
    for (const auto& row : y) after.add(1, row[0] - mean[0], row[1] - mean[1]);
    after.add(kappa * n / (kappa + n), mean[0] - m[0], mean[1] - m[1]);
    return -n * log(kWishartPi) + log_gamma_2((nu + n) / 2) - log_gamma_2(nu / 2) +
           nu / 2 * log(s.det()) - (nu + n) / 2 * log(after.det()) + log(kappa) - log(kappa + n);
  }
};

engine::Prepared prepared_program(const std::string& text) {
  const Result<trace::Traced> traced = trace::testing::traced(text);
  EXPECT_TRUE(traced.is_ok()) << (traced.is_ok() ? "" : to_text(traced.error()));
  return std::move(engine::prepare(traced.value(), {})).value();
}

// kappa = exp(u) with the density 1 / kappa, whose Jacobian takes it away.
std::string wishart_program(const std::string& y, const std::string& model) {
  return "transformed data { array[3] vector[2] y = " + y +
         "; } parameters { real<lower=0> kappa; vector[2] mu; cov_matrix[2] V; }"
         "model { target += -log(kappa); " +
         model + "}";
}

struct WishartData {
  std::string text;
  std::vector<std::array<double, 2>> y;
};

const WishartData kWishartData[] = {
    {"{[1.2, 0.3]', [0.1, -0.4]', [2.2, 0.9]'}", {{1.2, 0.3}, {0.1, -0.4}, {2.2, 0.9}}},
    {"{[1e6, 3]', [1000001, 4]', [1000000.5, 3.25]'}", {{1e6, 3}, {1000001, 4}, {1000000.5, 3.25}}},
    {"{[1e-7, 3e-7]', [0, -1e-7]', [2e-7, 0]'}", {{1e-7, 3e-7}, {0, -1e-7}, {2e-7, 0}}},
};

// Limits leave room for the spread of data about their mean, which has its digits from the data.
void expect_textbook(const engine::Prepared& p, const Textbook& at, double u) {
  const HundredDigits step("1e-30");
  const auto exact = [&](const HundredDigits& x) {
    Textbook moved = at;
    moved.kappa = exp(x);
    return moved.log_marginal();
  };
  const DensityAt found = evaluate_at(p, std::vector<double>{u});
  const double value = static_cast<double>(exact(u));
  const double slope = static_cast<double>((exact(u + step) - exact(u - step)) / (2 * step));
  EXPECT_NEAR(found.value, value, 1e-11 * (1.0 + std::fabs(value))) << at.y[0][0] << " " << u;
  EXPECT_NEAR(found.gradient[0], slope, 1e-9 * (1.0 + std::fabs(slope))) << at.y[0][0] << " " << u;
}

constexpr double kLogKappas[] = {-40, -20, -3, 0, 1.5, 10, 25};

TEST(NormalWishart, CovariancesHaveTheMarginalOfTheTextbook) {
  for (const WishartData& data : kWishartData) {
    const engine::Prepared p = prepared_program(wishart_program(
        data.text,
        "V ~ inv_wishart(3.5, [[2, 0.25], [0.25, 1]]); mu ~ multi_normal([0.5, -1]', V / kappa);"
        "y ~ multi_normal(mu, V);"));
    const Textbook at{3.5, 1, {0.5, -1}, {2, 0.25, 1}, data.y};
    for (const double u : kLogKappas) expect_textbook(p, at, u);
  }
}

// P ~ wishart(nu, W) is the inverse of V ~ inv_wishart(nu, W^-1).
TEST(NormalWishart, PrecisionsHaveTheMarginalOfTheTextbook) {
  for (const WishartData& data : kWishartData) {
    const engine::Prepared p = prepared_program(wishart_program(
        data.text,
        "V ~ wishart(3.5, [[2, 0.5], [0.5, 1]]);"
        "mu ~ multi_normal_prec([0.5, -1]', kappa * V); y ~ multi_normal_prec(mu, V);"));
    const HundredDigits det = HundredDigits(7) / 4;
    const Textbook at{3.5, 1, {0.5, -1}, {1 / det, -HundredDigits(1) / 2 / det, 2 / det}, data.y};
    for (const double u : kLogKappas) expect_textbook(p, at, u);
  }
}

}  // namespace
}  // namespace autumn::collapse::testing
