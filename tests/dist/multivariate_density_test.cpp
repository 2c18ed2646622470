// These tests compare densities of vectors and matrices with textbook formulas with dense inverses
// and determinants in long double.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <boost/math/quadrature/gauss.hpp>
#include <cmath>

#include "dist/discrete_cases.h"
#include "dist/discrete_harness.h"
#include "dist/list.h"

namespace autumn::dist {
namespace {

using Long = long double;
using Matrix = Eigen::Matrix<Long, Eigen::Dynamic, Eigen::Dynamic>;
using Vector = Eigen::Matrix<Long, Eigen::Dynamic, 1>;

const Long kPi = std::acos(-1.0L);

Matrix dense(const expr::Array& x) {
  return Eigen::Map<const Eigen::MatrixXd>(x.numbers.data(), x.shape.rows, x.shape.cols)
      .cast<Long>();
}

// A sum of terms with the sum of their sizes.
struct Terms {
  Long value = 0;
  Long size = 0;

  void add(Long term) {
    value += term;
    size += std::fabs(term);
  }
};

Long log_gamma(Long x) {
  return lgammal(x);
}

Terms gaussian(const expr::Array& y, const expr::Array& mu, const Matrix& covariance) {
  const Vector r = dense(y) - dense(mu);
  const Long k = static_cast<Long>(r.size());
  Terms terms;
  terms.add(-0.5L * r.dot(covariance.inverse() * r));
  terms.add(-0.5L * std::log(covariance.determinant()));
  terms.add(-0.5L * k * std::log(2.0L * kPi));
  return terms;
}

Terms student(const Case& at) {
  const Long nu = at.args[0].numbers[0];
  const Matrix s = dense(at.args[2]);
  const Vector r = dense(at.y) - dense(at.args[1]);
  const Long k = static_cast<Long>(r.size());
  Terms terms;
  terms.add(log_gamma(0.5L * (nu + k)) - log_gamma(0.5L * nu));
  terms.add(-0.5L * k * std::log(nu * kPi));
  terms.add(-0.5L * std::log(s.determinant()));
  terms.add(-0.5L * (nu + k) * std::log(1.0L + r.dot(s.inverse() * r) / nu));
  return terms;
}

Terms wishart_terms(const Case& at, bool is_inverse) {
  const Long nu = at.args[0].numbers[0];
  const Matrix s = dense(at.args[1]);
  const Matrix w = dense(at.y);
  const Long k = static_cast<Long>(w.rows());
  const Long sign = is_inverse ? -1.0L : 1.0L;
  Terms terms;
  terms.add(0.5L * (sign * nu - k - 1.0L) * std::log(w.determinant()));
  terms.add(-0.5L * (is_inverse ? Matrix(s * w.inverse()) : Matrix(s.inverse() * w)).trace());
  terms.add(-0.5L * nu * k * std::log(2.0L));
  terms.add(-0.5L * sign * nu * std::log(s.determinant()));
  terms.add(-0.25L * k * (k - 1.0L) * std::log(kPi));
  for (Long j = 0; j < k; ++j) terms.add(-log_gamma(0.5L * (nu - j)));
  return terms;
}

// Theorem 5 of Lewandowski, Kurowicka and Joe (2009): a product of beta functions.
Long log_lkj_constant(Long eta, Long d) {
  Long log_c = 0.0L;
  for (Long k = 1; k < d; ++k) {
    const Long b = eta + 0.5L * (d - k - 1.0L);
    log_c += (d - k) * ((2.0L * eta - 2.0L + d - k) * std::log(2.0L) + 2.0L * log_gamma(b) -
                        log_gamma(2.0L * b));
  }
  return -log_c;
}

Terms lkj_terms(const Case& at, bool is_factor) {
  const Long eta = at.args[0].numbers[0];
  const Matrix x = dense(at.y);
  const Long d = static_cast<Long>(x.rows());
  Terms terms;
  terms.add(log_lkj_constant(eta, d));
  const Matrix r = is_factor ? Matrix(x * x.transpose()) : x;
  terms.add((eta - 1.0L) * std::log(r.determinant()));
  for (Eigen::Index k = 0; is_factor && k < x.rows(); ++k) {
    terms.add((d - static_cast<Long>(k) - 1.0L) * std::log(x(k, k)));
  }
  return terms;
}

Terms dirichlet_terms(const Case& at) {
  const Matrix alpha = dense(at.args[0]);
  Terms terms;
  Long log_b = -log_gamma(alpha.sum());
  for (Eigen::Index k = 0; k < alpha.size(); ++k) {
    log_b += log_gamma(alpha(k));
    const Long theta = at.y.numbers[static_cast<std::size_t>(k)];
    if (alpha(k) != 1.0L) terms.add((alpha(k) - 1.0L) * std::log(theta));
  }
  terms.add(-log_b);
  return terms;
}

Terms multinomial_terms(const Case& at) {
  Terms terms;
  Long total = 0.0L;
  for (std::size_t k = 0; k < at.y.numbers.size(); ++k) {
    const Long y = at.y.numbers[k];
    total += y;
    terms.add(-log_gamma(y + 1.0L));
    if (y > 0.0L) terms.add(y * std::log(static_cast<Long>(at.args[0].numbers[k])));
  }
  terms.add(log_gamma(total + 1.0L));
  return terms;
}

Terms expected(const Case& at) {
  if (at.name == "multi_normal") return gaussian(at.y, at.args[0], dense(at.args[1]));
  if (at.name == "multi_normal_prec") {
    return gaussian(at.y, at.args[0], dense(at.args[1]).inverse());
  }
  if (at.name == "multi_normal_cholesky") {
    const Matrix l = dense(at.args[1]);
    return gaussian(at.y, at.args[0], l * l.transpose());
  }
  if (at.name == "multi_student_t") return student(at);
  if (at.name == "wishart") return wishart_terms(at, false);
  if (at.name == "inv_wishart") return wishart_terms(at, true);
  if (at.name == "lkj_corr") return lkj_terms(at, false);
  if (at.name == "lkj_corr_cholesky") return lkj_terms(at, true);
  if (at.name == "dirichlet") return dirichlet_terms(at);
  AUTUMN_CHECK(at.name == "multinomial", "there is a formula for the distribution");
  return multinomial_terms(at);
}

double density_at(const Case& at) {
  return constant_value_of(find(at.name)->log_density, at.y, at.args).numbers.at(0);
}

void expect_accurate(const std::vector<Case>& cases) {
  double worst = 0.0;
  for (const Case& at : cases) {
    const Terms terms = expected(at);
    const double error =
        static_cast<double>(std::fabs(density_at(at) - terms.value) / (1.0L + terms.size));
    EXPECT_LE(error, 1e-12) << to_text(at);
    if (!(error <= worst)) worst = error;
  }
  ::testing::Test::RecordProperty("worst_error_e18", std::to_string(worst * 1e18));
}

TEST(MultivariateDensity, MatchesDenseFormulas) {
  expect_accurate(multivariate_cases());
}

TEST(MultivariateDensity, MatchesFormulasInOneDimensionAndInFive) {
  std::vector<Case> cases;
  for (const std::size_t k : {std::size_t{1}, std::size_t{5}}) {
    Eigen::MatrixXd a(k, k);
    Eigen::MatrixXd b(k, k);
    for (std::size_t i = 0; i < k * k; ++i) {
      a(i) = std::sin(1.0 + 2.0 * static_cast<double>(i));
      b(i) = std::cos(3.0 * static_cast<double>(i));
    }
    a = (a * a.transpose()).eval() + Eigen::MatrixXd::Identity(k, k);
    b = (b * b.transpose()).eval() + 0.5 * Eigen::MatrixXd::Identity(k, k);
    const auto array = [k](const Eigen::MatrixXd& m) {
      return matrix_of(k, k, {m.data(), m.data() + k * k});
    };
    const expr::Array y = vector_of({a.data(), a.data() + k});
    const expr::Array mu = vector_of({b.data(), b.data() + k});
    cases.push_back({"multi_normal", y, {mu, array(a)}});
    cases.push_back({"multi_normal_prec", y, {mu, array(a)}});
    cases.push_back({"multi_student_t", y, {number(0.3), mu, array(a)}});
    cases.push_back({"multi_student_t", y, {number(1e6), mu, array(a)}});
    for (const double nu : {4.01, 6.0, 300.0}) {
      cases.push_back({"wishart", array(a), {number(nu), array(b)}});
      cases.push_back({"inv_wishart", array(a), {number(nu), array(b)}});
    }
    const Eigen::VectorXd scale = a.diagonal().cwiseSqrt().cwiseInverse();
    Eigen::MatrixXd r = scale.asDiagonal() * a * scale.asDiagonal();
    r.diagonal().setOnes();
    const Eigen::MatrixXd l = r.llt().matrixL();
    for (const double eta : {0.01, 0.5, 1.0, 2.0, 50.0}) {
      cases.push_back({"lkj_corr", array(r), {number(eta)}});
      cases.push_back({"lkj_corr_cholesky", array(l), {number(eta)}});
    }
  }
  cases.push_back({"dirichlet", vector_of({1.0}), {vector_of({2.5})}});
  cases.push_back({"dirichlet", vector_of({0.5, 0.5}), {vector_of({1e-6, 1e-6})}});
  cases.push_back({"multinomial", vector_of({0, 0, 0}), {vector_of({0.2, 0.5, 0.3})}});
  cases.push_back({"multinomial", vector_of({3, 0, 4}), {vector_of({0.2, 0.0, 0.8})}});
  cases.push_back({"multinomial", vector_of({2e8, 5e8, 3e8}), {vector_of({0.2, 0.5, 0.3})}});
  expect_accurate(cases);
}

TEST(MultivariateDensity, OfWishartIsZeroWhereThereIsNone) {
  const expr::Array unit = matrix_of(2, 2, {1, 0, 0, 1});
  for (const Distribution* d : {&wishart(), &inv_wishart()}) {
    const std::vector<expr::Array> args{number(0.9), unit};
    EXPECT_EQ(constant_value_of(d->log_density, unit, args).numbers[0],
              -std::numeric_limits<double>::infinity());
  }
}

TEST(MultivariateDensity, OfDirichletOfTwoIsBeta) {
  for (const double x : {1e-9, 0.2, 0.7}) {
    for (const double a : {1e-3, 0.6, 3.0, 1e7}) {
      const std::vector<expr::Array> args{vector_of({a, 2.5})};
      const double found =
          constant_value_of(dirichlet().log_density, vector_of({x, 1.0 - x}), args).numbers[0];
      const double terms = std::fabs(a * std::log(x)) + std::fabs(found);
      EXPECT_NEAR(found, value_at(beta().log_density, x, numbers({a, 2.5})), 1e-12 * (1.0 + terms));
    }
  }
}

TEST(MultivariateDensity, OfDirichletTakesItsLimitsOnTheBoundary) {
  const auto at = [](std::vector<double> theta, std::vector<double> alpha) {
    const std::vector<expr::Array> args{vector_of(std::move(alpha))};
    return constant_value_of(dirichlet().log_density, vector_of(std::move(theta)), args).numbers[0];
  };
  EXPECT_NEAR(at({0.0, 1.0}, {1.0, 1.0}), 0.0, 1e-15);
  EXPECT_EQ(at({0.0, 1.0}, {2.0, 1.0}), -std::numeric_limits<double>::infinity());
  EXPECT_EQ(at({0.0, 1.0}, {0.5, 1.0}), std::numeric_limits<double>::infinity());
}

TEST(MultivariateDensity, OfMultinomialOfTwoIsBinomial) {
  for (const double y : {0.0, 3.0, 10.0}) {
    const std::vector<expr::Array> args{vector_of({0.3, 0.7})};
    const double found =
        constant_value_of(multinomial().log_density, vector_of({y, 10.0 - y}), args).numbers[0];
    EXPECT_NEAR(found, value_at(binomial().log_density, y, numbers({10, 0.3})), 1e-13);
  }
}

TEST(MultivariateDensity, OfLkjOfTwoIsBetaOfTheCorrelation) {
  for (const double eta : {0.2, 1.0, 3.5}) {
    for (const double r : {-0.9, 0.0, 0.4}) {
      const std::vector<expr::Array> args = numbers({eta});
      const double found =
          constant_value_of(lkj_corr().log_density, matrix_of(2, 2, {1, r, r, 1}), args).numbers[0];
      const double log_beta = value_at(beta().log_density, 0.5 * (1.0 + r), numbers({eta, eta}));
      EXPECT_NEAR(found, log_beta - std::log(2.0), 1e-13);
    }
  }
}

// With r23 = r12 r13 + t sqrt((1 - r12^2) (1 - r13^2)) all |r12|, |r13|, |t| < 1 are correlation
// matrices; sines make the integrand smooth at the ends.
double lkj_integral(double eta) {
  using Rule = boost::math::quadrature::gauss<double, 15>;
  const auto over = [](const auto& f) {
    return Rule::integrate([&](double angle) { return f(std::sin(angle)) * std::cos(angle); },
                           -0.5 * M_PI, 0.5 * M_PI);
  };
  const std::vector<expr::Array> args = numbers({eta});
  return over([&](double a) {
    return over([&](double b) {
      const double width = std::sqrt((1.0 - a * a) * (1.0 - b * b));
      return over([&](double t) {
        const double c = a * b + t * width;
        const expr::Array r = matrix_of(3, 3, {1, a, b, a, 1, c, b, c, 1});
        return width * std::exp(constant_value_of(lkj_corr().log_density, r, args).numbers[0]);
      });
    });
  });
}

TEST(MultivariateDensity, OfLkjIntegratesToOne) {
  for (const double eta : {0.5, 1.0, 3.0}) EXPECT_NEAR(lkj_integral(eta), 1.0, 1e-6) << eta;
}

// ---- batches -------------------------------------------------------------------------------

// Item i of rows.
expr::Array item_of(const expr::Array& x, std::size_t i) {
  if (!x.shape.is_matrix()) return x;
  std::vector<double> row;
  for (std::size_t k = i; k < x.numbers.size(); k += x.shape.rows) row.push_back(x.numbers[k]);
  return vector_of(std::move(row));
}

// `rowwise` names the argument that may come as rows.
void expect_batch(const Distribution& d, const expr::Array& y, const std::vector<expr::Array>& args,
                  std::size_t rowwise) {
  constexpr std::size_t kItems = 2;
  const expr::Array all = constant_value_of(d.log_density, y, args);
  ASSERT_EQ(all.shape, expr::Shape::vector(kItems)) << d.name;
  for (std::size_t i = 0; i < kItems; ++i) {
    std::vector<expr::Array> single = args;
    single[rowwise] = item_of(args[rowwise], i);
    const expr::Array one = constant_value_of(d.log_density, item_of(y, i), single);
    ASSERT_TRUE(one.shape.is_scalar()) << d.name;
    EXPECT_NEAR(all.numbers[i], one.numbers[0], 1e-14 * (1.0 + std::fabs(one.numbers[0])))
        << d.name;
  }
}

TEST(MultivariateBatch, EqualsItemByItem) {
  const expr::Array rows = matrix_of(2, 3, {0.3, 1.0, -1.2, 0.0, 2.0, 0.7});
  const expr::Array means = matrix_of(2, 3, {0.1, 2.0, 0.4, 0.5, -1.0, 3.0});
  for (const Case& at : multivariate_cases()) {
    if (at.name.substr(0, 6) != "multi_") continue;
    const Distribution& d = *find(at.name);
    const std::size_t mu = at.name == "multi_student_t" ? 1 : 0;
    std::vector<expr::Array> args = at.args;
    expect_batch(d, rows, args, mu);
    args[mu] = means;
    expect_batch(d, rows, args, mu);
    expect_batch(d, at.y, args, mu);
  }
  const expr::Array simplexes = matrix_of(2, 3, {0.2, 0.6, 0.5, 0.1, 0.3, 0.3});
  const expr::Array simplex = vector_of({0.25, 0.25, 0.5});
  const expr::Array shapes = matrix_of(2, 3, {2, 0.4, 1, 7, 0.3, 30});
  expect_batch(dirichlet(), simplexes, {vector_of({0.3, 4, 1.5})}, 0);
  expect_batch(dirichlet(), simplexes, {shapes}, 0);
  expect_batch(dirichlet(), simplex, {shapes}, 0);
  const expr::Array counts = matrix_of(2, 3, {2, 0, 7, 1, 0, 12});
  expect_batch(multinomial(), counts, {simplex}, 0);
  expect_batch(multinomial(), counts, {simplexes}, 0);
  expect_batch(multinomial(), vector_of({3, 0, 4}), {simplexes}, 0);
}

}  // namespace
}  // namespace autumn::dist
