// These tests compare log densities of continuous distributions with formulas evaluated with 50
// digits.
#include <gtest/gtest.h>

#include <boost/math/special_functions/erf.hpp>
#include <boost/math/special_functions/gamma.hpp>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cmath>
#include <limits>
#include <map>

#include "dist/continuous_cases.h"
#include "dist/density_law.h"
#include "dist/list.h"

namespace autumn::dist {
namespace {

using Real = boost::multiprecision::cpp_bin_float_50;
// What adds up to the log density. An error is measured against 1 + the sum of their sizes: the
// natural terms of the formula, with ratios of gamma functions as one term.
using Terms = std::vector<Real>;
using Args = const std::vector<Real>&;

const Real kPi = boost::math::constants::pi<Real>();
const Real kHalf = Real(1) / 2;

Real lg(const Real& x) {
  return boost::math::lgamma(x);
}

// x log y with 0 log 0 = 0.
Real xlogy(const Real& x, const Real& y) {
  return x == 0 ? Real(0) : Real(x * log(y));
}

Real log_phi(const Real& x) {  // of the normal cdf
  return log(boost::math::erfc(Real(-x / sqrt(Real(2)))) / 2);
}

// The power series, whose terms are all positive, or from 2000 on the asymptotic one (Abramowitz
// and Stegun 9.7.1), cut at its smallest relevant term.
Real log_i0(const Real& k) {
  Real term = 1;
  Real sum = 1;
  const bool is_large = k > 2000;
  for (int n = 1; n < 100000 && term > sum * Real(1e-45); ++n) {
    const Real odd = 2 * n - 1;
    term *= is_large ? Real(odd * odd / (8 * k * n)) : Real(k * k / (4 * Real(n) * n));
    sum += term;
  }
  return is_large ? Real(k - log(2 * kPi * k) / 2 + log(sum)) : Real(log(sum));
}

Terms beta_terms(const Real& y, const Real& a, const Real& b) {
  return {xlogy(a - 1, y), xlogy(b - 1, 1 - y), lg(a + b) - lg(a) - lg(b)};
}

Terms inv_gamma_terms(const Real& y, const Real& a, const Real& b) {
  return {a * log(b), -lg(a), -(a + 1) * log(y), -b / y};
}

Terms gamma_terms(const Real& y, const Real& a, const Real& b) {
  return {a * log(b), -lg(a), xlogy(a - 1, y), -b * y};
}

Terms normal_terms(const Real& y, const Real& mu, const Real& sigma) {
  const Real z = (y - mu) / sigma;
  return {-z * z / 2, -log(sigma), -log(2 * kPi) / 2};
}

Terms student_terms(const Real& z, const Real& nu) {
  return {lg((nu + 1) / 2) - lg(nu / 2), -log(nu * kPi) / 2, -(nu + 1) / 2 * log(1 + z * z / nu)};
}

Terms joined(Terms a, const Terms& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

Terms exp_mod_normal_terms(const Real& y, Args a) {
  const Real z = (y - a[0]) / a[1];
  const Real rate = a[1] * a[2];
  const Real x = z - rate;
  // Left of the bend the large parts of the exponent and of log Phi cancel; what stays is -z^2/2.
  if (x < 0) return {log(a[2]), -z * z / 2, x * x / 2 + log_phi(x)};
  return {log(a[2]), rate * rate / 2 - rate * z, log_phi(x)};
}

Terms von_mises_terms(const Real& y, Args a) {
  return {a[1] - log_i0(a[1]), a[1] * (cos(Real(y - a[0])) - 1), -log(2 * kPi)};
}

using Reference = Terms (*)(const Real& y, Args a);

const std::map<std::string_view, Reference>& references() {
  static const std::map<std::string_view, Reference> kAll{
      {"normal", [](const Real& y, Args a) { return normal_terms(y, a[0], a[1]); }},
      {"std_normal", [](const Real& y, Args) { return normal_terms(y, 0, 1); }},
      {"cauchy", [](const Real& y,
                    Args a) { return joined(student_terms((y - a[0]) / a[1], 1), {-log(a[1])}); }},
      {"student_t",
       [](const Real& y, Args a) {
         return joined(student_terms((y - a[1]) / a[2], a[0]), {-log(a[2])});
       }},
      {"double_exponential",
       [](const Real& y, Args a) { return Terms{-abs(y - a[0]) / a[1], -log(2 * a[1])}; }},
      {"logistic",
       [](const Real& y, Args a) {
         const Real z = (y - a[0]) / a[1];
         return Terms{-abs(z), -log(a[1]), -2 * log(1 + exp(-abs(z)))};
       }},
      {"gumbel",
       [](const Real& y, Args a) {
         const Real z = (y - a[0]) / a[1];
         return Terms{-z, -exp(-z), -log(a[1])};
       }},
      {"lognormal",
       [](const Real& y, Args a) { return joined(normal_terms(log(y), a[0], a[1]), {-log(y)}); }},
      {"exponential", [](const Real& y, Args a) { return Terms{log(a[0]), -a[0] * y}; }},
      {"gamma", [](const Real& y, Args a) { return gamma_terms(y, a[0], a[1]); }},
      {"chi_square", [](const Real& y, Args a) { return gamma_terms(y, a[0] / 2, kHalf); }},
      {"inv_gamma", [](const Real& y, Args a) { return inv_gamma_terms(y, a[0], a[1]); }},
      {"inv_chi_square", [](const Real& y, Args a) { return inv_gamma_terms(y, a[0] / 2, kHalf); }},
      {"scaled_inv_chi_square",
       [](const Real& y, Args a) { return inv_gamma_terms(y, a[0] / 2, a[0] * a[1] * a[1] / 2); }},
      {"weibull",
       [](const Real& y, Args a) {
         const Real r = y / a[1];
         return Terms{log(a[0]), -log(a[1]), xlogy(a[0] - 1, r), r == 0 ? Real(0) : -pow(r, a[0])};
       }},
      {"frechet",
       [](const Real& y, Args a) {
         const Real r = y / a[1];
         return Terms{log(a[0]), -log(a[1]), -(a[0] + 1) * log(r), -pow(r, Real(-a[0]))};
       }},
      {"pareto",
       [](const Real& y, Args a) { return Terms{log(a[1]), -log(y), -a[1] * log(y / a[0])}; }},
      {"rayleigh",
       [](const Real& y, Args a) {
         return Terms{log(y), -2 * log(a[0]), -y * y / (2 * a[0] * a[0])};
       }},
      {"beta", [](const Real& y, Args a) { return beta_terms(y, a[0], a[1]); }},
      {"beta_proportion",
       [](const Real& y, Args a) { return beta_terms(y, a[0] * a[1], (1 - a[0]) * a[1]); }},
      {"uniform", [](const Real&, Args a) { return Terms{-log(a[1] - a[0])}; }},
      {"von_mises", von_mises_terms},
      {"skew_normal",
       [](const Real& y, Args a) {
         const Real x = a[2] * (y - a[0]) / a[1];
         return joined(normal_terms(y, a[0], a[1]), {log(Real(2)), log_phi(x)});
       }},
      {"exp_mod_normal", exp_mod_normal_terms},
      {"compound_gamma",
       [](const Real& y, Args a) {
         const Real r = y / a[2];
         return Terms{xlogy(a[0] - 1, r), -(a[0] + a[1]) * log(1 + r),
                      lg(a[0] + a[1]) - lg(a[0]) - lg(a[1]), -log(a[2])};
       }},
  };
  return kAll;
}

// Tiny and huge scales and shapes, far tails, ends of the support.
std::vector<Case> real_line_corners() {
  std::vector<Case> c;
  add_cases(c, "normal", {0.0, 1e-150}, {0.0, 1e-148});
  add_cases(c, "normal", {1e8, 1e150}, {-1e152, 1e8});
  add_cases(c, "std_normal", {}, {-1e100, 40.0});
  add_cases(c, "cauchy", {0.0, 1e-100}, {-1.0, 1e-110, 1e30});
  add_cases(c, "student_t", {1e10, 0.0, 1.0}, {-30.0, 1e-9, 3.0, 1e7});
  add_cases(c, "student_t", {1e15, 0.0, 1.0}, {0.5, 5.0});
  add_cases(c, "student_t", {1e-8, 0.0, 1.0}, {-1e-6, 1.0, 1e100});
  add_cases(c, "student_t", {4.0, 1e6, 1e-5}, {1e6, 1e6 + 1e-4, -1e120});
  add_cases(c, "double_exponential", {0.0, 1e-200}, {0.0, 1e-190, -5.0});
  add_cases(c, "logistic", {0.0, 1.0}, {-800.0, -40.0, 1e-12, 35.0, 1e4});
  add_cases(c, "gumbel", {0.0, 1.0}, {-6.5, -500.0, 750.0, 1e6});
  add_cases(c, "skew_normal", {0.0, 1.0, 1e4}, {-1.0, 1e-5, 3.0});
  add_cases(c, "skew_normal", {0.0, 1.0, -50.0}, {-30.0, 1e-3, 20.0});
  add_cases(c, "exp_mod_normal", {0.0, 1.0, 1e4}, {-5.0, 0.0, 3.0});
  add_cases(c, "exp_mod_normal", {0.0, 1.0, 1e-6}, {-40.0, -1.0, 5.0, 1e7});
  add_cases(c, "exp_mod_normal", {0.0, 2.0, 30.0}, {119.9, 120.0, 120.1, 900.0});
  add_cases(c, "von_mises", {0.0, 0.0}, {-3.0, 1.0});
  add_cases(c, "von_mises", {1.0, 1e-9}, {0.0, 2.0});
  add_cases(c, "von_mises", {1.0, 999.0}, {0.9, 1.0, 4.0});
  add_cases(c, "von_mises", {1.0, 1000.5}, {0.9, 1.0, 4.0});
  add_cases(c, "von_mises", {0.25, 1e8}, {0.2501, 0.25, -2.0});
  add_cases(c, "uniform", {0.0, 1e-300}, {0.0, 1e-300});
  add_cases(c, "uniform", {-1e300, 1e300}, {0.0});
  return c;
}

std::vector<Case> bounded_corners() {
  std::vector<Case> c;
  add_cases(c, "lognormal", {0.0, 1.0}, {1e-300, 1e300});
  add_cases(c, "lognormal", {300.0, 0.01}, {1e130, 2e130});
  add_cases(c, "exponential", {1e-200}, {0.0, 1e200});
  add_cases(c, "gamma", {1.0, 3.0}, {0.0, 1e-300, 200.0});
  add_cases(c, "gamma", {1e-10, 1.0}, {1e-300, 1.0, 50.0});
  add_cases(c, "gamma", {1e8, 1e3}, {99000.0, 1e5, 101000.0});
  add_cases(c, "gamma", {0.5, 1e-12}, {1e10, 1e15});
  add_cases(c, "inv_gamma", {1e-10, 1.0}, {0.02, 1e300});
  add_cases(c, "inv_gamma", {1e6, 1e-3}, {1e-9, 1.01e-9});
  add_cases(c, "chi_square", {2.0}, {0.0, 700.0});
  add_cases(c, "chi_square", {1e-6}, {1e-200, 3.0});
  add_cases(c, "inv_chi_square", {1e5}, {1e-5, 2e-5});
  add_cases(c, "scaled_inv_chi_square", {1e7, 1e-4}, {1e-8, 1.001e-8});
  add_cases(c, "scaled_inv_chi_square", {0.01, 1e100}, {1e150, 1e300});
  add_cases(c, "weibull", {1.0, 2.0}, {0.0, 1e-300, 1000.0});
  add_cases(c, "weibull", {0.01, 1.0}, {1e-250, 1.0, 1e250});
  add_cases(c, "weibull", {100.0, 1.0}, {0.5, 0.999, 1.06});
  add_cases(c, "frechet", {0.01, 1.0}, {1e-250, 1.0, 1e250});
  add_cases(c, "frechet", {50.0, 1e-8}, {0.9e-8, 1e-8, 1.0});
  add_cases(c, "pareto", {1e-100, 1e-3}, {1e-100, 1e100});
  add_cases(c, "pareto", {3.0, 1e6}, {3.0, 3.00001, 4.0});
  add_cases(c, "rayleigh", {1e-100}, {1e-101, 3e-99});
  add_cases(c, "compound_gamma", {1.0, 2.0, 3.0}, {0.0, 1e-300, 1e300});
  add_cases(c, "compound_gamma", {1e6, 1e-3, 1e-5}, {1.0, 1e10});
  add_cases(c, "compound_gamma", {1e-8, 1e8, 1e3}, {1e-10, 1e-3});
  add_cases(c, "beta", {1.0, 1.0}, {0.0, 0.5, 1.0});
  add_cases(c, "beta", {1.0, 3.0}, {0.0});
  add_cases(c, "beta", {3.0, 1.0}, {1.0});
  add_cases(c, "beta", {1e-9, 1e9}, {1e-300, 1e-9, 1e-8});
  add_cases(c, "beta", {1e8, 2e8}, {0.3333, 0.33334});
  add_cases(c, "beta_proportion", {1e-6, 1e9}, {1e-6, 1.05e-6});
  add_cases(c, "beta_proportion", {0.5, 2.0}, {0.0, 1.0});
  return c;
}

// |error| / (1 + sum of the sizes of the terms).
double relative_error(const Case& at) {
  const Distribution* d = find(at.name);
  std::vector<Real> args;
  for (const expr::Array& arg : at.args) args.emplace_back(arg.numbers[0]);
  Real exact = 0;
  Real size = 1;
  for (const Real& term : references().at(at.name)(Real(at.y.numbers[0]), args)) {
    exact += term;
    size += abs(term);
  }
  const double found = number_of(d->log_density, at.y.numbers[0], at.args);
  return std::isfinite(found) ? static_cast<double>(abs(exact - Real(found)) / size) : INFINITY;
}

void expect_exact(const std::vector<Case>& cases) {
  for (const Case& at : cases) {
    EXPECT_LE(relative_error(at), 1e-12) << to_text(at);
  }
}

TEST(ContinuousDensity, EqualsTheFiftyDigitFormulaInside) {
  expect_exact(continuous_cases());
}

TEST(ContinuousDensity, EqualsTheFiftyDigitFormulaInCornersOfTheRealLine) {
  expect_exact(real_line_corners());
}

TEST(ContinuousDensity, EqualsTheFiftyDigitFormulaInCornersOfBoundedSupports) {
  expect_exact(bounded_corners());
}

double density(std::string_view name, double y, std::initializer_list<double> args) {
  return number_of(find(name)->log_density, y, numbers(args));
}

TEST(ContinuousDensity, TakesItsLimitAtTheEndsOfAClosedSupport) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(density("gamma", 0.0, {0.5, 2.0}), kInfinity);
  EXPECT_EQ(density("gamma", 0.0, {1.5, 2.0}), -kInfinity);
  EXPECT_EQ(density("chi_square", 0.0, {3.0}), -kInfinity);
  EXPECT_EQ(density("weibull", 0.0, {0.5, 2.0}), kInfinity);
  EXPECT_EQ(density("weibull", 0.0, {1.5, 2.0}), -kInfinity);
  EXPECT_EQ(density("rayleigh", 0.0, {2.0}), -kInfinity);
  EXPECT_EQ(density("compound_gamma", 0.0, {2.0, 1.0, 1.0}), -kInfinity);
  EXPECT_EQ(density("beta", 0.0, {2.0, 3.0}), -kInfinity);
  EXPECT_EQ(density("beta", 1.0, {2.0, 0.5}), kInfinity);
}

}  // namespace
}  // namespace autumn::dist
