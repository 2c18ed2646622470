// These tests look at the public model builder: the densities it makes, and the mistakes it
// refuses.
#include <gtest/gtest.h>
#include <autumn/autumn.hpp>

#include <cmath>
#include <functional>
#include <limits>
#include <numbers>

namespace autumn {
namespace {

// The message without the place of the call, which it must have.
std::string message_of_model(const std::function<void(Model&)>& mistake) {
  Model m;
  try {
    mistake(m);
  } catch (const ModelError& error) {
    const std::string text = error.what();
    const std::size_t at = text.find(": error: ");
    EXPECT_NE(at, std::string::npos) << text;
    EXPECT_NE(text.find("model_test.cpp:"), std::string::npos) << text;
    return text.substr(at + 9);
  }
  return "(nothing was thrown)";
}

double log_normal_density(double y, double mu, double sigma) {
  const double z = (y - mu) / sigma;
  return -0.5 * z * z - std::log(sigma) - 0.5 * std::log(2 * std::numbers::pi);
}

TEST(Model, DensityIsThatOfTheFormula) {
  Model m;
  auto mu = m.parameter("mu", normal(1, 2));
  auto tau = m.parameter("tau", half_cauchy(5));
  m.observe("y", normal(mu, tau), {0.5, -1.5});
  const double u_mu = 0.3;
  const double u_tau = -0.4;
  const double tau_value = std::exp(u_tau);
  const double expected = log_normal_density(u_mu, 1, 2) +
                          log_normal_density(0.5, u_mu, tau_value) +
                          log_normal_density(-1.5, u_mu, tau_value) + std::log(2.0) -
                          std::log(std::numbers::pi * 5 * (1 + tau_value * tau_value / 25)) + u_tau;
  EXPECT_NEAR(log_density(m, {u_mu, u_tau}).log_density, expected, 1e-13);
}

TEST(Model, BoundedParameterKeepsStansUnnormalisedDensity) {
  Model bounded;
  (void)bounded.parameter("x", normal(0, 1), positive());
  Model half;
  (void)half.parameter("x", half_normal(1));
  EXPECT_NEAR(log_density(half, {0.2}).log_density - log_density(bounded, {0.2}).log_density,
              std::log(2.0), 1e-14);
}

// Wider than high is fine for them; the sums hold whatever the free numbers are.
TEST(Model, HasMatricesThatSumToOneAndToZero) {
  Model m;
  auto c = m.parameter("c", column_stochastic_matrix(2, 3));
  auto z = m.parameter("z", sum_to_zero_matrix(2, 3), plate(2));
  EXPECT_EQ(dimension(m), 3U + 2U * 2U);
  const std::vector<double> free{0.3, -1.0, 2.0, 0.5, 0.1, -0.4, 1.5};
  const double before = log_density(m, free).log_density;
  m.add_log_density(sum(c) + 100.0 * sum(z));
  EXPECT_NEAR(log_density(m, free).log_density - before, 3.0, 1e-12);
  EXPECT_EQ(
      message_of_model([](Model& wrong) { (void)wrong.parameter("f", cholesky_factor_cov(2, 3)); }),
      "`f`: a cholesky_factor_cov cannot have 2 rows and 3 columns");
  EXPECT_EQ(
      message_of_model([](Model& wrong) { (void)wrong.parameter("f", sum_to_zero_matrix(2, 0)); }),
      "`f`: a sum_to_zero_matrix cannot have 2 rows and 0 columns");
}

TEST(Model, OpaqueTermsCount) {
  Model m;
  auto x = m.parameter("x", real(), plate(2));
  m.add_log_density(-square(x));
  EXPECT_NEAR(log_density(m, {0.5, 2.0}).log_density, -4.25, 1e-15);
}

TEST(Model, DistributionArgumentsMayBeExpressions) {
  Model m;
  auto a = m.parameter("a", std_normal());
  auto x = m.parameter("x", std_normal(), plate(3));
  const std::vector<int> group{0, 2, 2};
  m.observe("y", normal(a + x[group], exp(a)), {1, 2, 3});
  const std::vector<double> point{0.1, 0.2, 0.3, 0.4};
  double expected = 0;
  for (const double z : point) expected += log_normal_density(z, 0, 1);
  expected += log_normal_density(1, 0.3, std::exp(0.1)) +
              log_normal_density(2, 0.5, std::exp(0.1)) + log_normal_density(3, 0.5, std::exp(0.1));
  EXPECT_NEAR(log_density(m, point).log_density, expected, 1e-13);
}

TEST(Model, AnArgumentThatLeavesItsDomainIsRejected) {
  Model m;
  auto p = m.parameter("p", positive(), plate(2));
  m.observe("y", categorical(p), {1});  // without the check, log(p) has no trouble with p = (1, 1)
  const double half = std::log(0.5);
  EXPECT_TRUE(std::isfinite(log_density(m, {half, half}).log_density));
  EXPECT_EQ(log_density(m, {0.0, 0.0}).log_density, -std::numeric_limits<double>::infinity());
}

TEST(Model, PlatesOfVectorsAndMatricesWork) {
  Model m;
  (void)m.parameter("p", dirichlet({1.0, 2.0, 3.0}), plate(2));
  (void)m.parameter("q", dirichlet({1.0, 1.0}), plate(2, 3));
  (void)m.parameter("L", lkj_corr_cholesky(3, 2.0), plate(2));
  (void)m.parameter("S", inv_wishart(5, Matrix{{1, 0}, {0, 1}}), plate(2));
  (void)m.parameter("v", multi_normal({0.0, 0.0}, Matrix{{1, 0.5}, {0.5, 1}}), plate(4));
  EXPECT_EQ(dimension(m), 4U + 6U + 6U + 6U + 8U);
  const DensityAt at = log_density(m, std::vector<double>(30, 0.1));
  EXPECT_TRUE(std::isfinite(at.log_density));
  for (const double slope : at.gradient) EXPECT_TRUE(std::isfinite(slope));
}

TEST(ModelMistake, NegativeScale) {
  EXPECT_EQ(message_of_model([](Model& m) { (void)m.parameter("mu", normal(0, -1)); }),
            "`mu`: sigma of normal must be positive, but it is -1\n  change the argument");
}

TEST(ModelMistake, NanScaleAmongConstants) {
  const std::vector<double> sigma{1, NAN, 1};
  EXPECT_EQ(
      message_of_model([&](Model& m) { m.observe("y", normal(0, sigma), {1, 2, 3}); }),
      "`y`: sigma[2] of normal must be positive, but it is nan\n  a variable, or an element of "
      "one, that has not been given a value is NaN");
}

TEST(ModelMistake, ShapeMismatch) {
  EXPECT_EQ(message_of_model([](Model& m) {
              auto x = m.parameter("x", normal(0, 1), plate(8));
              m.observe("y", normal(x, 1), {1, 2, 3});
            }),
            "`y`: shapes do not go together in normal: vector[3] against vector[8]\n"
            "  arrays must have the same shape; scalars fit everything");
}

TEST(ModelMistake, ObservationOutsideTheSupport) {
  EXPECT_EQ(message_of_model([](Model& m) { m.observe("n", poisson(2), {3, -1}); }),
            "`n`: the value[2] must be a non-negative integer, but it is -1\n"
            "  poisson has no such value: check the data or choose another distribution");
  EXPECT_EQ(message_of_model([](Model& m) { m.observe("n", binomial(4, 0.5), {3, 5}); }),
            "`n`: the value[2] of binomial must be at most 4, but it is 5\n"
            "  check the data, or the arguments of the distribution");
}

TEST(ModelMistake, NamesThatAreEmptyTakenOrWrong) {
  EXPECT_EQ(message_of_model([](Model& m) { (void)m.parameter("", normal(0, 1)); }),
            "a name is empty\n  every parameter and output needs a name");
  EXPECT_EQ(message_of_model([](Model& m) {
              (void)m.parameter("mu", normal(0, 1));
              (void)m.parameter("mu", normal(0, 1));
            }),
            "`mu` is declared twice\n  give it another name");
  EXPECT_EQ(
      message_of_model([](Model& m) { (void)m.parameter("a b", normal(0, 1)); }).substr(0, 42),
      "`a b` is no name for a parameter or output");
}

TEST(ModelMistake, DiscreteParameter) {
  EXPECT_EQ(message_of_model([](Model& m) { (void)m.parameter("n", poisson(3)); }),
            "poisson is discrete, and a parameter needs a continuous distribution\n"
            "  sum the discrete parameter out, or observe it");
}

TEST(ModelMistake, ObservingAParameter) {
  EXPECT_EQ(message_of_model([](Model& m) {
              auto x = m.parameter("x", normal(0, 1));
              m.observe("y", normal(0, 1), x);
            }),
            "`y` is not data: it depends on parameters\n"
            "  use distribute(value, distribution) for expressions of parameters");
}

TEST(ModelMistake, VonMisesWithoutATurn) {
  EXPECT_EQ(
      message_of_model([](Model& m) { (void)m.parameter("phi", von_mises(0, 1)); }).substr(0, 54),
      "`phi`: von_mises repeats itself along the whole line\n ");
}

TEST(ModelMistake, InvertedUniform) {
  EXPECT_EQ(message_of_model([](Model& m) { (void)m.parameter("u", uniform(2, 1)); }).substr(0, 4),
            "`u`:");
}

// A loop and its array form are the same model after rolling.
TEST(ModelRolling, LoopAndArrayFormPrintTheSame) {
  const std::vector<double> x{0.5, 1.5, -1};
  const std::vector<double> y{1, 2, 3};
  const std::vector<int> group{1, 0, 1};
  Model loop;
  Model array;
  for (Model* m : {&loop, &array}) {
    auto a = m->parameter("a", normal(0, 1), plate(2));
    auto b = m->parameter("b", normal(0, 1));
    auto s = m->parameter("s", exponential(1));
    if (m == &array) {
      m->observe("y", normal(a[group] + b * Expr(x), s), y);
    } else {
      for (std::size_t i = 0; i < y.size(); ++i) {
        m->observe(normal(a[static_cast<std::size_t>(group[i])] + b * x[i], s), y[i]);
      }
    }
  }
  EXPECT_EQ(loop.to_text(), array.to_text());
}

TEST(ModelMistake, HasThePlaceThatIsGiven) {
  Model m;
  std::string said;
  try {
    (void)m.parameter("no name", normal(0, 1), Plate{}, Location("notebook.py", 7));
  } catch (const ModelError& error) {
    said = error.what();
  }
  EXPECT_TRUE(said.starts_with("notebook.py:7")) << said;
}

}  // namespace
TEST(ModelMistake, PlatesOfNegativeSizeAreNoHugeModels) {
  Model m;
  const std::string said = message_of(
      [&] { (void)m.parameter("x", normal(0, 1), plate(static_cast<std::size_t>(-1))); });
  EXPECT_NE(said.find("`x` would have 1.84e+19 elements"), std::string::npos) << said;
}

}  // namespace autumn
