// These tests compare log cdfs of continuous distributions with Boost.Math in extended precision.
#include <gtest/gtest.h>

#include <boost/math/distributions/beta.hpp>
#include <boost/math/distributions/cauchy.hpp>
#include <boost/math/distributions/chi_squared.hpp>
#include <boost/math/distributions/exponential.hpp>
#include <boost/math/distributions/extreme_value.hpp>
#include <boost/math/distributions/gamma.hpp>
#include <boost/math/distributions/inverse_chi_squared.hpp>
#include <boost/math/distributions/inverse_gamma.hpp>
#include <boost/math/distributions/laplace.hpp>
#include <boost/math/distributions/logistic.hpp>
#include <boost/math/distributions/lognormal.hpp>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/rayleigh.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <boost/math/distributions/weibull.hpp>
#include <boost/math/quadrature/gauss_kronrod.hpp>
#include <cmath>
#include <map>

#include "dist/continuous_cases.h"
#include "dist/density_law.h"
#include "dist/list.h"

namespace autumn::dist {
namespace {

namespace bm = boost::math;
using Real = long double;
using Args = const std::vector<Real>&;

// P(Y <= y) and P(Y > y), each accurate where it is small.
struct Pair {
  Real below;
  Real above;
};

template <typename BoostDistribution>
Pair pair(const BoostDistribution& d, Real y) {
  return {cdf(d, y), cdf(complement(d, y))};
}

template <typename Function>
Real integral(Function f, Real a, Real b) {
  return bm::quadrature::gauss_kronrod<Real, 61>::integrate(f, a, b, 15, 1e-17L);
}

Real phi(Real x) {
  return cdf(bm::normal_distribution<Real>(), x);
}

Real normal_density(Real x) {
  return pdf(bm::normal_distribution<Real>(), x);
}

// Over a stretch of 30 standard deviations, its first part apart, where a tail has its mass.
template <typename Function>
Real integral_to_right(Function f, Real from, Real first) {
  return integral(f, from, from + first) + integral(f, from + first, from + 30.0L);
}

// The integrals of 2 phi(t) Phi(a t) on either side of z.
Pair skew_normal_pair(Real z, Real a) {
  const auto right = [a](Real t) { return 2.0L * normal_density(t) * phi(a * t); };
  const auto left = [=](Real t) { return right(-t); };
  const Real first = 8.0L / (1.0L + std::fabs(z));
  return {integral_to_right(left, -z, first), integral_to_right(right, z, first)};
}

// With E / rate the exponential part, integrals of phi(z - t) P(E <= rate t) and of its complement
// over t > 0: nothing cancels.
Pair exp_mod_normal_pair(Real z, Real rate) {
  const auto below = [=](Real t) { return normal_density(z - t) * -std::expm1(-rate * t); };
  const auto above = [=](Real t) { return normal_density(z - t) * std::exp(-rate * t); };
  const Real bend = std::max(z, 0.0L) + 2.0L;
  const Real tail = cdf(complement(bm::normal_distribution<Real>(), z));
  return {integral(below, 0.0L, bend) + integral(below, bend, bend + 30.0L),
          integral(above, 0.0L, bend) + integral(above, bend, bend + 30.0L) + tail};
}

// The shares of y and of the scale, whichever is the smaller, carry all digits.
Pair compound_gamma_pair(Real y, Args a) {
  if (y < a[2]) {
    const Real x = y / (y + a[2]);
    return {bm::ibeta(a[0], a[1], x), bm::ibetac(a[0], a[1], x)};
  }
  const Real x = a[2] / (y + a[2]);
  return {bm::ibetac(a[1], a[0], x), bm::ibeta(a[1], a[0], x)};
}

using Reference = Pair (*)(Real y, Args a);

const std::map<std::string_view, Reference>& references() {
  static const std::map<std::string_view, Reference> kAll{
      {"normal", [](Real y, Args a) { return pair(bm::normal_distribution(a[0], a[1]), y); }},
      {"std_normal", [](Real y, Args) { return pair(bm::normal_distribution<Real>(), y); }},
      {"cauchy", [](Real y, Args a) { return pair(bm::cauchy_distribution(a[0], a[1]), y); }},
      {"student_t",
       [](Real y, Args a) { return pair(bm::students_t_distribution(a[0]), (y - a[1]) / a[2]); }},
      {"double_exponential",
       [](Real y, Args a) { return pair(bm::laplace_distribution(a[0], a[1]), y); }},
      {"logistic", [](Real y, Args a) { return pair(bm::logistic_distribution(a[0], a[1]), y); }},
      {"gumbel",
       [](Real y, Args a) { return pair(bm::extreme_value_distribution(a[0], a[1]), y); }},
      {"lognormal", [](Real y, Args a) { return pair(bm::lognormal_distribution(a[0], a[1]), y); }},
      {"exponential", [](Real y, Args a) { return pair(bm::exponential_distribution(a[0]), y); }},
      {"gamma", [](Real y, Args a) { return pair(bm::gamma_distribution(a[0], 1.0L / a[1]), y); }},
      {"inv_gamma",
       [](Real y, Args a) { return pair(bm::inverse_gamma_distribution(a[0], a[1]), y); }},
      {"chi_square", [](Real y, Args a) { return pair(bm::chi_squared_distribution(a[0]), y); }},
      {"inv_chi_square",
       [](Real y, Args a) { return pair(bm::inverse_chi_squared_distribution(a[0]), y); }},
      {"scaled_inv_chi_square",
       [](Real y, Args a) {
         return pair(bm::inverse_chi_squared_distribution(a[0], a[1] * a[1]), y);
       }},
      {"weibull", [](Real y, Args a) { return pair(bm::weibull_distribution(a[0], a[1]), y); }},
      {"frechet",
       [](Real y, Args a) {
         const Real t = std::pow(y / a[1], -a[0]);
         return Pair{std::exp(-t), -std::expm1(-t)};
       }},
      {"pareto",
       [](Real y, Args a) {
         const Real t = a[1] * std::log1p((y - a[0]) / a[0]);
         return Pair{-std::expm1(-t), std::exp(-t)};
       }},
      {"rayleigh", [](Real y, Args a) { return pair(bm::rayleigh_distribution(a[0]), y); }},
      {"beta", [](Real y, Args a) { return pair(bm::beta_distribution(a[0], a[1]), y); }},
      {"beta_proportion",
       [](Real y, Args a) {
         return pair(bm::beta_distribution(a[0] * a[1], (1.0L - a[0]) * a[1]), y);
       }},
      {"uniform",
       [](Real y, Args a) { return Pair{(y - a[0]) / (a[1] - a[0]), (a[1] - y) / (a[1] - a[0])}; }},
      {"skew_normal", [](Real y, Args a) { return skew_normal_pair((y - a[0]) / a[1], a[2]); }},
      {"exp_mod_normal",
       [](Real y, Args a) { return exp_mod_normal_pair((y - a[0]) / a[1], a[1] * a[2]); }},
      {"compound_gamma", compound_gamma_pair},
  };
  return kAll;
}

std::vector<Case> tails() {
  std::vector<Case> c;
  add_cases(c, "normal", {0.0, 1.0}, {-100.0, -38.0, 12.0, 90.0});
  add_cases(c, "cauchy", {0.0, 1.0}, {-1e200, -1e9, 1e-20, 1e9, 1e200});
  add_cases(c, "student_t", {3.0, 0.0, 1.0}, {-1e50, -1e-10, 0.0, 1e-10, 1e50});
  add_cases(c, "student_t", {0.05, 0.0, 1.0}, {-1e100, 1e-5, 3.0});
  add_cases(c, "student_t", {1e9, 0.0, 1.0}, {-30.0, -1e-4, 2.0, 20.0});
  add_cases(c, "double_exponential", {0.0, 1.0}, {-1e3, -1e-12, 0.0, 1e-12, 1e3});
  add_cases(c, "logistic", {0.0, 1.0}, {-2e3, -30.0, 30.0, 2e3});
  add_cases(c, "gumbel", {0.0, 1.0}, {-7.0, -3.0, 30.0, 3e3});
  add_cases(c, "lognormal", {0.0, 1.0}, {1e-20, 1e20});
  add_cases(c, "exponential", {1.0}, {1e-300, 1e-10, 40.0, 5e3});
  add_cases(c, "gamma", {1e-3, 1.0}, {1e-300, 1e-10, 1.0, 300.0});
  add_cases(c, "gamma", {2.0, 1.0}, {1e-100, 1e3, 1e4});
  add_cases(c, "gamma", {1e6, 1e3}, {990.0, 1000.5, 1010.0});
  add_cases(c, "inv_gamma", {1e-3, 1.0}, {1e-3, 1.0, 1e300});
  add_cases(c, "inv_gamma", {4.0, 2.0}, {1e-3, 1e40});
  add_cases(c, "chi_square", {7.0}, {1e-50, 1e4});
  add_cases(c, "inv_chi_square", {7.0}, {1e-4, 1e50});
  add_cases(c, "scaled_inv_chi_square", {7.0, 0.1}, {1e-5, 1e40});
  add_cases(c, "weibull", {3.0, 2.0}, {1e-150, 1e-5, 20.0});
  add_cases(c, "frechet", {3.0, 2.0}, {0.15, 1e5, 1e150});
  add_cases(c, "pareto", {3.0, 2.0}, {3.0 + 1e-12, 1e200});
  add_cases(c, "pareto", {3.0, 1e5}, {3.0 + 1e-10, 3.1});
  add_cases(c, "rayleigh", {1.0}, {1e-200, 1e-9, 90.0});
  add_cases(c, "beta", {2.0, 3.0}, {1e-200, 1e-9, 1.0 - 1e-12});
  add_cases(c, "beta", {1e-3, 2.0}, {1e-300, 1e-20, 0.5, 0.999});
  add_cases(c, "beta", {2.0, 1e-3}, {0.001, 0.5, 1.0 - 1e-13});
  add_cases(c, "beta", {2.0, 1e4}, {1e-5, 1e-3, 0.3});
  add_cases(c, "beta", {1e6, 2e6}, {0.330, 0.3334, 0.337});
  add_cases(c, "compound_gamma", {2.0, 3.0, 1.0}, {1e-100, 1e-9, 1e9, 1e100});
  add_cases(c, "compound_gamma", {1e-3, 2.0, 1.0}, {1e-300, 1e-20, 1e3});
  add_cases(c, "compound_gamma", {2.0, 1e-3, 1.0}, {1e-3, 1e20, 1e300});
  add_cases(c, "skew_normal", {0.0, 1.0, 2.0}, {-12.0, -3.0, -1.01, -0.99, 0.0, 4.0, 15.0});
  add_cases(c, "skew_normal", {0.0, 1.0, -0.1}, {-15.0, 19.0, 21.0});
  add_cases(c, "skew_normal", {0.0, 1.0, 100.0}, {-0.1, -0.021, -0.019, 0.0, 0.01});
  add_cases(c, "exp_mod_normal", {0.0, 1.0, 0.1}, {-9.0, -3.0, 3.0, 25.0});
  add_cases(c, "exp_mod_normal", {0.0, 1.0, 20.0}, {-20.0, 3.0, 15.0, 25.0});
  return c;
}

// The error of a log probability relative to it, so that probabilities near 1 keep the digits of
// their complement. Subnormal logarithms count as 0.
double relative_error(double found, Real p, Real q) {
  const Real exact = p < 0.5L ? std::log(p) : std::log1p(-q);
  const Real error = std::fabs(found - exact);
  return error < 1e-300L ? 0.0 : static_cast<double>(error / std::fabs(exact));
}

constexpr double kTolerance = 1e-10;

void expect_equal_to_boost(const Case& at) {
  const Distribution* d = find(at.name);
  std::vector<Real> args;
  for (const expr::Array& arg : at.args) args.emplace_back(arg.numbers[0]);
  const double y = at.y.numbers[0];
  const Pair exact = references().at(at.name)(y, args);
  const double below = relative_error(number_of(d->log_cdf, y, at.args), exact.below, exact.above);
  const double above = relative_error(number_of(d->log_ccdf, y, at.args), exact.above, exact.below);
  EXPECT_LE(below, kTolerance) << to_text(at) << ": log cdf is not " << std::log(exact.below);
  EXPECT_LE(above, kTolerance) << to_text(at) << ": log ccdf is not " << std::log(exact.above);
}

TEST(ContinuousCdf, EqualsBoostInside) {
  for (const Case& at : continuous_cases()) {
    if (find(at.name)->log_cdf != nullptr) expect_equal_to_boost(at);
  }
}

TEST(ContinuousCdf, EqualsBoostInTheTails) {
  for (const Case& at : tails()) expect_equal_to_boost(at);
}

}  // namespace
}  // namespace autumn::dist
