// These tests compare elementwise functions of known numbers with the standard library, Boost and
// closed forms.
#include <boost/math/special_functions.hpp>
#include <boost/math/special_functions/lambert_w.hpp>
#include <cmath>
#include <functional>
#include <numbers>

#include "base/numbers.h"
#include "functions_harness.h"

namespace autumn::trace {
namespace {

constexpr double kTight = 1e-13;

struct Unary {
  std::string name;
  std::function<double(double)> reference;
  Numbers points;
};

double inv_logit(double x) {
  return 1 / (1 + std::exp(-x));
}
double phi(double x) {
  return 0.5 * std::erfc(-x / std::numbers::sqrt2);
}
double inv_phi(double p) {
  return -std::numbers::sqrt2 * boost::math::erfc_inv(2 * p);
}

const Numbers kAny{-2.7, -0.4, 0.0, 0.3, 1.0, 3.5};
const Numbers kPositive{0.01, 0.4, 1.0, 2.5, 31.0};
const Numbers kUnit{0.02, 0.3, 0.5, 0.9};

std::vector<Unary> unary_functions() {
  using F = double (*)(double);
  const auto f = [](F g) { return std::function<double(double)>(g); };
  return {
      {"abs", f(std::fabs), kAny},
      {"fabs", f(std::fabs), kAny},
      {"floor", f(std::floor), kAny},
      {"ceil", f(std::ceil), kAny},
      {"round", f(std::round), kAny},
      {"trunc", f(std::trunc), kAny},
      {"to_int", f(std::trunc), kAny},
      {"sqrt", f(std::sqrt), kPositive},
      {"cbrt", f(std::cbrt), kAny},
      {"square", [](double x) { return x * x; }, kAny},
      {"exp", f(std::exp), kAny},
      {"exp2", f(std::exp2), kAny},
      {"expm1", f(std::expm1), kAny},
      {"log", f(std::log), kPositive},
      {"log2", f(std::log2), kPositive},
      {"log10", f(std::log10), kPositive},
      {"log1p", f(std::log1p), kPositive},
      {"log1m", [](double x) { return std::log1p(-x); }, kUnit},
      {"log1p_exp", [](double x) { return std::log1p(std::exp(x)); }, kAny},
      {"log1m_exp", [](double x) { return std::log(-std::expm1(x)); }, {-0.1, -1.0, -4.0}},
      {"inv", [](double x) { return 1 / x; }, kPositive},
      {"inv_sqrt", [](double x) { return 1 / std::sqrt(x); }, kPositive},
      {"inv_square", [](double x) { return 1 / (x * x); }, kPositive},
      {"sin", f(std::sin), kAny},
      {"cos", f(std::cos), kAny},
      {"tan", f(std::tan), kAny},
      {"asin", f(std::asin), kUnit},
      {"acos", f(std::acos), kUnit},
      {"atan", f(std::atan), kAny},
      {"sinh", f(std::sinh), kAny},
      {"cosh", f(std::cosh), kAny},
      {"tanh", f(std::tanh), kAny},
      {"asinh", f(std::asinh), kAny},
      {"acosh", f(std::acosh), {1.0, 1.5, 20.0}},
      {"atanh", f(std::atanh), kUnit},
      {"logit", [](double x) { return std::log(x / (1 - x)); }, kUnit},
      {"inv_logit", inv_logit, kAny},
      {"inv_cloglog", [](double x) { return 1 - std::exp(-std::exp(x)); }, kAny},
      {"log_inv_logit", [](double x) { return std::log(inv_logit(x)); }, kAny},
      {"log1m_inv_logit", [](double x) { return std::log1p(-inv_logit(x)); }, kAny},
      {"erf", f(std::erf), kAny},
      {"erfc", f(std::erfc), kAny},
      {"inv_erfc", [](double x) { return boost::math::erfc_inv(x); }, {0.02, 0.6, 1.0, 1.7}},
      {"Phi", phi, kAny},
      {"inv_Phi", inv_phi, kUnit},
      {"std_normal_qf", inv_phi, kUnit},
      {"std_normal_log_qf", [](double x) { return inv_phi(std::exp(x)); }, {-20.0, -3.0, -0.2}},
      {"Phi_approx", [](double x) { return inv_logit(0.07056 * std::pow(x, 3) + 1.5976 * x); },
       kAny},
      {"tgamma", f(std::tgamma), {-2.5, -1.5, -0.5, 0.3, 4.0, 7.5}},
      {"lgamma", f(std::lgamma), kPositive},
      {"digamma", [](double x) { return boost::math::digamma(x); }, kPositive},
      {"trigamma", [](double x) { return boost::math::trigamma(x); }, kPositive},
      {"lambert_w0",
       [](double x) { return boost::math::lambert_w0(x); },
       {-0.3678, -0.36, -0.2, -1e-9, 0.0, 1e-12, 0.5, 1.7, 2.6, 50.0, 1e10}},
      {"lambert_wm1",
       [](double x) { return boost::math::lambert_wm1(x); },
       {-0.3678, -0.36, -0.26, -0.2, -0.01, -1e-20}},
      {"minus", [](double x) { return -x; }, kAny},
      {"plus", [](double x) { return x; }, kAny},
  };
}

TEST(ElementwiseFunctions, OfOneArgumentAgreeWithTheirReference) {
  for (const Unary& f : unary_functions()) {
    for (const double x : f.points) {
      EXPECT_TRUE(is_near(number(f.name, {real(x)}), f.reference(x), kTight))
          << f.name << '(' << x << ") is " << number(f.name, {real(x)});
    }
  }
}

TEST(ElementwiseFunctions, OfOneArgumentKeepTheShapeOfContainers) {
  const Numbers x{0.1, 0.2, 0.3, 0.4, 0.5, 0.6};
  for (const Value& container :
       {vec(x), row(x), reals(x), mat(2, 3, x), array(stan::Base::kVector, 1, {3, 2}, x),
        array(stan::Base::kMatrix, 1, {1, 2, 3}, x)}) {
    const Value result = call("exp", {container});
    EXPECT_EQ(result.dims(), container.dims());
    EXPECT_EQ(result.type(), container.type());
    const Value composed = call("inv_cloglog", {container});
    EXPECT_EQ(composed.dims(), container.dims());
    for (std::size_t i = 0; i < x.size(); ++i) {
      EXPECT_EQ(result.numbers()[i], std::exp(x[i]));
      EXPECT_TRUE(is_near(composed.numbers()[i], 1 - std::exp(-std::exp(x[i])), kTight));
    }
  }
  EXPECT_EQ(call("abs", {ints({-1, 2})}).type(), (stan::Type{stan::Base::kInt, 1}));
}

struct Binary {
  std::string name;
  std::function<double(double, double)> reference;
  std::vector<std::pair<double, double>> points;
  bool is_order_first = false;  // the first argument is an integer
  bool is_order_last = false;
};

double lgamma_difference(double a, double b) {
  return std::lgamma(a) - std::lgamma(b);
}

std::vector<Binary> binary_functions() {
  const std::vector<std::pair<double, double>> positive{{0.4, 1.3}, {2.0, 0.7}, {3.5, 3.5}};
  const std::vector<std::pair<double, double>> any{{-1.2, 0.4}, {2.0, 3.1}, {0.5, -0.5}};
  const std::vector<std::pair<double, double>> orders{{0, 0.7}, {1, 2.5}, {3, 8.0}};
  return {
      {"pow", [](double x, double y) { return std::pow(x, y); }, {{2, 0.5}, {1.5, 2}, {-2, 3}}},
      {"fdim", [](double x, double y) { return std::fdim(x, y); }, any},
      {"fmin", [](double x, double y) { return std::fmin(x, y); }, any},
      {"fmax", [](double x, double y) { return std::fmax(x, y); }, any},
      {"fmod", [](double x, double y) { return std::fmod(x, y); }, any},
      {"hypot", [](double x, double y) { return std::hypot(x, y); }, any},
      {"atan2", [](double x, double y) { return std::atan2(x, y); }, any},
      {"lmultiply", [](double x, double y) { return x * std::log(y); }, positive},
      {"multiply_log", [](double x, double y) { return x * std::log(y); }, positive},
      {"log_sum_exp", [](double x, double y) { return std::log(std::exp(x) + std::exp(y)); }, any},
      {"log_diff_exp",
       [](double x, double y) { return std::log(std::exp(x) - std::exp(y)); },
       {{1.0, 0.4}, {3.0, -2.0}}},
      {"log_inv_logit_diff",
       [](double x, double y) { return std::log(inv_logit(x) - inv_logit(y)); },
       {{1.0, 0.4}, {3.0, -2.0}}},
      {"owens_t", [](double x, double y) { return boost::math::owens_t(x, y); }, any},
      {"beta", [](double x, double y) { return boost::math::beta(x, y); }, positive},
      {"lbeta", [](double x, double y) { return std::log(boost::math::beta(x, y)); }, positive},
      {"gamma_p", [](double x, double y) { return boost::math::gamma_p(x, y); }, positive},
      {"gamma_q", [](double x, double y) { return boost::math::gamma_q(x, y); }, positive},
      {"lchoose",
       [](double n, double k) { return lgamma_difference(n + 1, k + 1) - std::lgamma(n - k + 1); },
       {{5, 2}, {7.5, 3.2}}},
      {"binomial_coefficient_log", [](double, double) { return std::log(10.0); }, {{5, 2}}},
      {"log_rising_factorial", [](double x, double n) { return lgamma_difference(x + n, x); },
       positive},
      {"log_falling_factorial",
       [](double x, double n) { return lgamma_difference(x + 1, x - n + 1); },
       {{5.5, 2.0}, {4.0, 1.5}}},
      {"log_modified_bessel_first_kind",
       [](double v, double x) { return std::log(boost::math::cyl_bessel_i(v, x)); },
       {{0.0, 0.1}, {1.5, 2.0}, {20.0, 3.0}, {2.0, 300.0}}},
      {"bessel_first_kind", [](double v, double x) { return boost::math::cyl_bessel_j(v, x); },
       orders, true},
      {"bessel_second_kind", [](double v, double x) { return boost::math::cyl_neumann(v, x); },
       orders, true},
      {"modified_bessel_first_kind",
       [](double v, double x) { return boost::math::cyl_bessel_i(v, x); },
       {{0, 0.7}, {1, -2.5}, {3, 8.0}, {-2, 1.0}},
       true},
      {"modified_bessel_second_kind",
       [](double v, double x) { return boost::math::cyl_bessel_k(v, x); }, orders, true},
      {"binary_log_loss",
       [](double y, double p) { return -std::log(y == 1 ? p : 1 - p); },
       {{0, 0.3}, {1, 0.3}},
       true},
      {"lmgamma",
       [](double n, double x) {
         double sum = n * (n - 1) / 4 * std::log(std::numbers::pi);
         for (int j = 1; j <= n; ++j) sum += std::lgamma(x + (1 - j) / 2.0);
         return sum;
       },
       {{0, 2.0}, {1, 2.5}, {3, 4.2}},
       true},
      {"ldexp",
       [](double x, double n) { return x * std::pow(2.0, n); },
       {{1.5, 3}, {2, -4}},
       false,
       true},
      {"falling_factorial",
       [](double x, double n) {
         return boost::math::falling_factorial(x, static_cast<unsigned>(n));
       },
       {{4.5, 0}, {4.5, 3}, {-1.5, 2}},
       false,
       true},
      {"rising_factorial",
       [](double x, double n) { return boost::math::rising_factorial(x, static_cast<int>(n)); },
       {{4.5, 0}, {4.5, 3}, {-1.5, 2}},
       false,
       true},
  };
}

Value first_of(const Binary& f, double x) {
  return f.is_order_first ? whole(x) : real(x);
}
Value second_of(const Binary& f, double y) {
  return f.is_order_last ? whole(y) : real(y);
}

TEST(ElementwiseFunctions, OfTwoArgumentsAgreeWithTheirReference) {
  for (const Binary& f : binary_functions()) {
    for (const auto& [x, y] : f.points) {
      const double result = number(f.name, {first_of(f, x), second_of(f, y)});
      EXPECT_TRUE(is_near(result, f.reference(x, y), 1e-12))
          << f.name << '(' << x << ", " << y << ") is " << result << ", not " << f.reference(x, y);
    }
  }
}

TEST(ElementwiseFunctions, OfTwoArgumentsRepeatScalars) {
  for (const Binary& f : binary_functions()) {
    Numbers x;
    Numbers y;
    for (const auto& [a, b] : f.points) {
      x.push_back(a);
      y.push_back(b);
    }
    const Value xs = f.is_order_first ? ints(x) : reals(x);
    const Value ys = f.is_order_last ? ints(y) : reals(y);
    const Numbers both = numbers(f.name, {xs, ys});
    const Numbers right = numbers(f.name, {first_of(f, x[0]), ys});
    const Numbers left = numbers(f.name, {xs, second_of(f, y[0])});
    for (std::size_t i = 0; i < x.size(); ++i) {
      EXPECT_EQ(both[i], number(f.name, {first_of(f, x[i]), second_of(f, y[i])})) << f.name;
      EXPECT_TRUE(is_near(right[i], number(f.name, {first_of(f, x[0]), second_of(f, y[i])}), 1e-15))
          << f.name;
      EXPECT_TRUE(is_near(left[i], number(f.name, {first_of(f, x[i]), second_of(f, y[0])}), 1e-15))
          << f.name;
    }
  }
}

TEST(ElementwiseFunctions, RefuseContainersOfDifferentSizes) {
  EXPECT_EQ(failure("fmax", {vec({1, 2}), vec({1, 2, 3})}),
            "fmax: sizes do not match: vector[2] and vector[3]");
  EXPECT_EQ(failure("hypot", {vec({1, 2}), vec({1, 2, 3})}),
            "hypot: sizes do not match: vector[2] and vector[3]");
}

TEST(ElementwiseFunctions, OfThreeArgumentsAgreeWithTheirReference) {
  EXPECT_EQ(number("fma", {real(2), real(3), real(4)}), 10.0);
  EXPECT_EQ(numbers("fma", {vec({2, 1}), real(3), vec({4, 0})}), (Numbers{10, 3}));
  EXPECT_EQ(number("if_else", {whole(1), real(2), real(3)}), 2.0);
  EXPECT_EQ(number("if_else", {whole(0), real(2), real(3)}), 3.0);
  EXPECT_NEAR(number("inc_beta", {real(2.5), real(1.2), real(0.4)}),
              boost::math::ibeta(2.5, 1.2, 0.4), 1e-13);
  for (const double p : {1e-9, 0.2, 0.5, 0.97}) {
    EXPECT_TRUE(is_near(number("inv_inc_beta", {real(2.5), real(1.2), real(p)}),
                        boost::math::ibeta_inv(2.5, 1.2, p), 1e-12));
    EXPECT_TRUE(is_near(number("inv_inc_beta", {real(0.3), real(4), real(p)}),
                        boost::math::ibeta_inv(0.3, 4.0, p), 1e-12));
  }
  EXPECT_EQ(number("inv_inc_beta", {real(2), real(3), real(0)}), 0.0);
  EXPECT_EQ(number("inv_inc_beta", {real(2), real(3), real(1)}), 1.0);
  const double mixture = std::log(0.3 * std::exp(-1.0) + 0.7 * std::exp(2.0));
  EXPECT_NEAR(number("log_mix", {real(0.3), real(-1), real(2)}), mixture, kTight);
  EXPECT_NEAR(number("log_mix", {vec({0.3, 0.7}), row({-1, 2})}), mixture, kTight);
  const double second = std::log(0.3 * std::exp(0.5) + 0.7 * std::exp(1.5));
  EXPECT_NEAR(number("log_mix",
                     {vec({0.3, 0.7}), array(stan::Base::kVector, 1, {2, 2}, {-1, 0.5, 2, 1.5})}),
              mixture + second, kTight);
}

TEST(ElementwiseFunctions, OfCountsAreExact) {
  EXPECT_EQ(number("choose", {whole(50), whole(25)}), 126410606437752.0);
  EXPECT_EQ(number("choose", {whole(3), whole(5)}), 0.0);
  EXPECT_EQ(numbers("choose", {whole(5), ints({0, 2, 5})}), (Numbers{1, 10, 1}));
  EXPECT_EQ(number("falling_factorial", {whole(6), whole(3)}), 120.0);
  EXPECT_EQ(number("rising_factorial", {whole(6), whole(3)}), 336.0);
}

TEST(ElementwiseFunctions, NameTheConstants) {
  EXPECT_EQ(number("pi", {}), std::numbers::pi);
  EXPECT_EQ(number("e", {}), std::numbers::e);
  EXPECT_EQ(number("sqrt2", {}), std::numbers::sqrt2);
  EXPECT_EQ(number("log2", {}), std::numbers::ln2);
  EXPECT_EQ(number("log10", {}), std::numbers::ln10);
  EXPECT_TRUE(std::isnan(number("not_a_number", {})));
  EXPECT_EQ(number("positive_infinity", {}), kInfinity);
  EXPECT_EQ(number("negative_infinity", {}), -kInfinity);
  EXPECT_EQ(number("machine_precision", {}), std::ldexp(1.0, -52));
}

TEST(ElementwiseFunctions, TellSignsInfinitiesAndNan) {
  EXPECT_EQ(number("step", {real(-0.1)}), 0.0);
  EXPECT_EQ(number("step", {real(0)}), 1.0);
  EXPECT_EQ(number("int_step", {real(0)}), 0.0);
  EXPECT_EQ(number("int_step", {real(0.1)}), 1.0);
  EXPECT_EQ(number("is_inf", {real(-kInfinity)}), 1.0);
  EXPECT_EQ(number("is_inf", {real(1)}), 0.0);
  EXPECT_EQ(number("is_nan", {real(kNaN)}), 1.0);
  EXPECT_EQ(number("is_nan", {real(kInfinity)}), 0.0);
  EXPECT_TRUE(std::isnan(number("fdim", {real(kNaN), real(1)})));
}

TEST(ElementwiseFunctions, SumHypergeometricSeries) {
  // 2F1(1, 1; 2; z) = -log(1 - z) / z.
  EXPECT_NEAR(number("hypergeometric_2F1", {real(1), real(1), real(2), real(0.6)}),
              -std::log(0.4) / 0.6, 1e-13);
  EXPECT_NEAR(number("hypergeometric_1F0", {real(1.5), real(0.4)}), std::pow(0.6, -1.5), 1e-13);
  EXPECT_NEAR(number("hypergeometric_pFq", {vec({}), vec({}), real(1.5)}), std::exp(1.5), 1e-13);
  // A parameter above and below cancels.
  EXPECT_NEAR(number("hypergeometric_3F2", {vec({1, 1, 3}), vec({2, 3}), real(-0.4)}),
              std::log(1.4) / 0.4, 1e-13);
}

TEST(ElementwiseFunctions, StayAccurateFarOut) {
  // log I_v(z) -> z - log(2 pi z) / 2 - (4 v^2 - 1) / (8 z)
  const double z = 1e6;
  EXPECT_NEAR(number("log_modified_bessel_first_kind", {real(2.5), real(z)}),
              z - 0.5 * std::log(2 * std::numbers::pi * z) - 24 / (8 * z), 1e-9);
  // So large that a sum of sqrt(z) terms would not end.
  EXPECT_NEAR(number("log_modified_bessel_first_kind", {real(2.5), real(1e20)}), 1e20, 1e5);
  EXPECT_NEAR(number("log_modified_bessel_first_kind", {real(3.5), real(60)}),
              std::log(boost::math::cyl_bessel_i(3.5, 60.0)), 1e-13);
  // log Phi(x) = -x^2 / 2 - log(-x sqrt(2 pi)) + log(1 - 1 / x^2 + 3 / x^4 - ...)
  const double x = number("std_normal_log_qf", {real(-1000)});
  EXPECT_NEAR(-x * x / 2 - std::log(-x * std::sqrt(2 * std::numbers::pi)) +
                  std::log1p(-1 / (x * x) + 3 / std::pow(x, 4)),
              -1000, 1e-8);
  EXPECT_NEAR(number("std_normal_log_qf", {real(-1e-20)}), 9.262340089798408, 1e-10);
}

TEST(OperatorFunctions, AreTheOperators) {
  EXPECT_EQ(number("add", {whole(2), whole(3)}), 5.0);
  EXPECT_EQ(number("subtract", {real(2), real(3)}), -1.0);
  EXPECT_EQ(numbers("multiply", {mat(2, 2, {1, 2, 3, 4}), vec({1, 1})}), (Numbers{4, 6}));
  EXPECT_EQ(number("divide", {whole(7), whole(2)}), 3.0);
  EXPECT_EQ(numbers("elt_divide", {vec({1, 4}), vec({2, 8})}), (Numbers{0.5, 0.5}));
  EXPECT_EQ(number("elt_divide", {whole(7), whole(2)}), 3.0);
  EXPECT_EQ(numbers("elt_multiply", {vec({1, 4}), vec({2, 8})}), (Numbers{2, 32}));
  EXPECT_EQ(number("modulus", {whole(7), whole(4)}), 3.0);
  EXPECT_EQ(number("logical_negation", {real(0)}), 1.0);
  EXPECT_EQ(number("logical_eq", {real(2), real(2)}), 1.0);
  EXPECT_EQ(number("logical_neq", {real(2), real(2)}), 0.0);
  EXPECT_EQ(number("logical_lt", {real(2), real(2)}), 0.0);
  EXPECT_EQ(number("logical_lte", {real(2), real(2)}), 1.0);
  EXPECT_EQ(number("logical_gt", {real(3), real(2)}), 1.0);
  EXPECT_EQ(number("logical_gte", {real(1), real(2)}), 0.0);
  EXPECT_EQ(number("logical_and", {real(1), real(0)}), 0.0);
  EXPECT_EQ(number("logical_or", {real(1), real(0)}), 1.0);
}

}  // namespace
}  // namespace autumn::trace
