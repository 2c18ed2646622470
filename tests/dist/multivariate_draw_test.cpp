// These tests look at samplers of vectors and matrices: means and covariances within 5 standard
// errors (one false alarm in 1.7e6), marginals with a known law by Kolmogorov-Smirnov (one in
// 1e7). Seeds are fixed.
#include <gtest/gtest.h>

#include <boost/math/distributions/beta.hpp>
#include <boost/math/distributions/chi_squared.hpp>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>

#include "dist/discrete_cases.h"
#include "dist/discrete_harness.h"
#include "dist/list.h"

namespace autumn::dist {
namespace {

constexpr std::size_t kMultivariateDraws = 20000;
using Items = std::vector<std::vector<double>>;

Items draw_items(const Distribution& d, Arrays args, std::size_t size, std::uint64_t seed) {
  Random random(StreamKey{.seed = seed});
  Items items;
  for (std::size_t i = 0; i < kMultivariateDraws; ++i)
    items.push_back(draw_item(d, args, size, random));
  return items;
}

template <typename Statistic>
std::vector<double> each(const Items& items, Statistic statistic) {
  std::vector<double> values;
  for (const auto& item : items) values.push_back(statistic(item));
  return values;
}

std::vector<double> element_of(const Items& items, std::size_t k) {
  return each(items, [k](const auto& item) { return item[k]; });
}

void expect_mean(const std::vector<double>& sample, double expected, const std::string& what) {
  const double n = static_cast<double>(sample.size());
  double mean = 0.0;
  double squares = 0.0;
  for (const double x : sample) mean += x / n;
  for (const double x : sample) squares += (x - mean) * (x - mean);
  EXPECT_NEAR(mean, expected, 5.0 * std::sqrt(squares / n / n)) << what;
}

template <typename Law>
void expect_law(std::vector<double> sample, const Law& law, const std::string& what) {
  const double n = static_cast<double>(sample.size());
  const double distance = ks_distance(std::move(sample), [&law](const std::vector<double>& points) {
    std::vector<double> p;
    for (const double x : points) p.push_back(boost::math::cdf(law, x));
    return p;
  });
  EXPECT_LT(std::sqrt(n) * distance, kKsLimit) << what;
}

using boost::math::beta_distribution;
using boost::math::chi_squared;

const std::vector<double> kMu{0.1, 0.2, -0.4};
const std::vector<double> kSpd{2.0, 0.6, -0.3, 0.6, 1.5, 0.4, -0.3, 0.4, 1.0};

// Covariances about known means.
void expect_covariances(const Items& items, const std::vector<double>& mean,
                        const std::vector<double>& covariance, const std::string& what) {
  const std::size_t n = mean.size();
  for (std::size_t j = 0; j < n; ++j) {
    expect_mean(element_of(items, j), mean[j], what);
    for (std::size_t i = 0; i <= j; ++i) {
      const auto product = [&](const std::vector<double>& x) {
        return (x[i] - mean[i]) * (x[j] - mean[j]);
      };
      expect_mean(each(items, product), covariance[j * n + i], what);
    }
  }
}

TEST(MultivariateDraws, OfGaussiansHaveTheirCovariance) {
  const expr::Array mu = vector_of(kMu);
  const expr::Array spd = matrix_of(3, 3, kSpd);
  const std::vector<expr::Array> args{mu, spd};
  const Items items = draw_items(multi_normal(), args, 3, 1);
  expect_covariances(items, kMu, kSpd, "multi_normal");
  expect_law(element_of(items, 1), boost::math::normal(0.2, std::sqrt(1.5)), "multi_normal");

  const expr::Array l = matrix_of(3, 3, {2, 1, -0.5, 0, 1, 0.5, 0, 0, 3});
  const std::vector<double> product{4, 2, -1, 2, 2, 0, -1, 0, 9.5};
  const std::vector<expr::Array> with_factor{mu, l};
  expect_covariances(draw_items(multi_normal_cholesky(), with_factor, 3, 2), kMu, product,
                     "multi_normal_cholesky");

  // The inverse of {2, 1; 1, 3} is {3, -1; -1, 2} / 5.
  const std::vector<expr::Array> with_precision{vector_of({1, -2}), matrix_of(2, 2, {2, 1, 1, 3})};
  expect_covariances(draw_items(multi_normal_prec(), with_precision, 2, 3), {1, -2},
                     {0.6, -0.2, -0.2, 0.4}, "multi_normal_prec");
}

TEST(MultivariateDraws, OfStudentHaveItsCovarianceAndMarginals) {
  const std::vector<expr::Array> args{number(9), vector_of(kMu), matrix_of(3, 3, kSpd)};
  const Items items = draw_items(multi_student_t(), args, 3, 4);
  std::vector<double> covariance = kSpd;
  for (double& c : covariance) c *= 9.0 / 7.0;
  expect_covariances(items, kMu, covariance, "multi_student_t");
  const auto standard = [](const std::vector<double>& x) { return (x[0] - 0.1) / std::sqrt(2.0); };
  expect_law(each(items, standard), boost::math::students_t(9), "multi_student_t");
  const std::vector<expr::Array> heavy{number(0.5), vector_of({0.0}), matrix_of(1, 1, {1})};
  expect_law(element_of(draw_items(multi_student_t(), heavy, 1, 5), 0),
             boost::math::students_t(0.5), "multi_student_t, nu = 1/2");
}

TEST(MultivariateDraws, OfDirichletHaveBetaMarginals) {
  const std::vector<double> alpha{0.4, 1.0, 3.5, 0.05};
  const std::vector<expr::Array> args{vector_of(alpha)};
  const Items items = draw_items(dirichlet(), args, 4, 6);
  for (std::size_t k = 0; k < 4; ++k) {
    expect_law(element_of(items, k), beta_distribution<>(alpha[k], 4.95 - alpha[k]), "dirichlet");
  }
  const auto product = [](const std::vector<double>& x) { return x[0] * x[2]; };
  expect_mean(each(items, product), 0.4 * 3.5 / (4.95 * 5.95), "dirichlet");
}

TEST(MultivariateDraws, OfDirichletWithTinyAlphaAreSimplexes) {
  const std::vector<expr::Array> args{vector_of({1e-4, 1e-4, 1e-6})};
  for (const auto& theta : draw_items(dirichlet(), args, 3, 7)) {
    const double total = theta[0] + theta[1] + theta[2];
    ASSERT_NEAR(total, 1.0, 1e-12);
  }
}

TEST(MultivariateDraws, OfMultinomialHaveItsTotalMarginalsAndCovariances) {
  const std::vector<expr::Array> args{vector_of({0.2, 0.0, 0.5, 0.3}), number(50)};
  const Items items = draw_items(multinomial(), args, 4, 8);
  for (const auto& y : items) ASSERT_EQ(y[0] + y[1] + y[2] + y[3], 50.0);
  EXPECT_EQ(element_of(items, 1), std::vector<double>(kMultivariateDraws, 0.0));
  for (const auto& [k, p] : {std::pair{0, 0.2}, {2, 0.5}, {3, 0.3}}) {
    const std::vector<double> support = integers(0, 50);
    std::vector<double> probabilities =
        values_at(binomial().log_density, support, numbers({50, p}));
    for (double& x : probabilities) x = std::exp(x);
    EXPECT_GT(
        chi_square_p_value(element_of(items, static_cast<std::size_t>(k)), support, probabilities),
        1e-6)
        << k;
  }
  const auto product = [](const std::vector<double>& y) { return (y[0] - 10.0) * (y[3] - 15.0); };
  expect_mean(each(items, product), -50.0 * 0.2 * 0.3, "multinomial");
}

// Lewandowski et al.: every (r + 1) / 2 is beta(eta - 1 + K / 2, same).
TEST(MultivariateDraws, OfLkjHaveBetaCorrelations) {
  constexpr std::size_t kOrder = 4;
  for (const double eta : {0.3, 1.0, 4.0}) {
    const double shape = eta - 1.0 + 0.5 * static_cast<double>(kOrder);
    const Items items = draw_items(lkj_corr(), numbers({eta}), kOrder * kOrder, 9);
    for (std::size_t j = 0; j < kOrder; ++j) {
      for (std::size_t i = 0; i < j; ++i) {
        const auto unit = [=](const std::vector<double>& r) {
          return 0.5 * (1.0 + r[j * kOrder + i]);
        };
        expect_law(each(items, unit), beta_distribution<>(shape, shape), "lkj_corr");
      }
    }
  }
}

// det R is a product of independent betas: E det R = product of b / (b + k/2), as in the
// normaliser.
TEST(MultivariateDraws, OfLkjHaveTheDeterminantOfTheirDensity) {
  for (const double eta : {0.3, 2.0}) {
    const Items items = draw_items(lkj_corr_cholesky(), numbers({eta}), 9, 10);
    const auto determinant = [](const std::vector<double>& l) {
      return std::pow(l[0] * l[4] * l[8], 2.0);
    };
    const double expected = (eta + 0.5) / (eta + 1.0) * eta / (eta + 1.0);
    expect_mean(each(items, determinant), expected, "lkj_corr_cholesky");
  }
}

TEST(MultivariateDraws, OfMatricesLieInTheirDomains) {
  const expr::Array spd = matrix_of(3, 3, kSpd);
  const std::vector<expr::Array> wishart_args{number(2.5), spd};
  const std::vector<std::pair<const Distribution*, std::vector<expr::Array>>> all = {
      {&lkj_corr(), numbers({0.7})},
      {&lkj_corr_cholesky(), numbers({0.7})},
      {&lkj_corr_cholesky(), numbers({1e-2})},
      {&wishart(), wishart_args},
      {&inv_wishart(), wishart_args}};
  for (const auto& [d, args] : all) {
    const Items items = draw_items(*d, args, 9, 11);
    for (std::size_t i = 0; i < 500; ++i) {
      ASSERT_FALSE(find_violation(d->variate.domain, {expr::Shape::matrix(3, 3), items[i]}))
          << d->name << " " << ::testing::PrintToString(items[i]);
    }
  }
}

// W_ii / S_ii is chi-square with nu degrees of freedom; E W = nu S and
// var W_ij = nu (S_ij^2 + S_ii S_jj).
TEST(MultivariateDraws, OfWishartHaveChiSquareDiagonals) {
  for (const double nu : {2.5, 7.0}) {
    const std::vector<expr::Array> args{number(nu), matrix_of(3, 3, kSpd)};
    const Items items = draw_items(wishart(), args, 9, 12);
    for (std::size_t k = 0; k < 3; ++k) {
      const auto scaled = [k](const std::vector<double>& w) { return w[4 * k] / kSpd[4 * k]; };
      expect_law(each(items, scaled), chi_squared(nu), "wishart");
    }
    for (std::size_t k = 0; k < 9; ++k) {
      expect_mean(element_of(items, k), nu * kSpd[k], "wishart");
    }
    const auto spread = [nu](const std::vector<double>& w) {
      return std::pow(w[1] - nu * kSpd[1], 2.0);
    };
    expect_mean(each(items, spread), nu * (0.36 + 2.0 * 1.5), "wishart");
  }
}

// The diagonal element W_ii of an inverse Wishart is S_ii over a chi-square of nu - K + 1; E W =
// S / (nu - K - 1).
TEST(MultivariateDraws, OfInverseWishartHaveInverseChiSquareDiagonals) {
  const std::vector<expr::Array> args{number(12), matrix_of(3, 3, kSpd)};
  const Items items = draw_items(inv_wishart(), args, 9, 13);
  for (std::size_t k = 0; k < 3; ++k) {
    const auto inverted = [k](const std::vector<double>& w) { return kSpd[4 * k] / w[4 * k]; };
    expect_law(each(items, inverted), chi_squared(10), "inv_wishart");
  }
  for (std::size_t k = 0; k < 9; ++k) {
    expect_mean(element_of(items, k), kSpd[k] / 8.0, "inv_wishart");
  }
}

}  // namespace
}  // namespace autumn::dist
