// These tests look at random draws: types and sizes, moments, and the same numbers for the same
// seed.
#include <gtest/gtest.h>

#include <cmath>

#include "trace/numbers.h"
#include "trace/program.h"

namespace autumn::trace {
namespace {

using testing::generated;

// Mean and variance of many draws of one expression; the draws are an array.
struct Moments {
  double mean = 0.0;
  double variance = 0.0;
  double size = 0.0;
};

Moments moments(const Numbers& draws) {
  Moments m{.size = static_cast<double>(draws.size())};
  for (const double x : draws) m.mean += x / m.size;
  for (const double x : draws) m.variance += (x - m.mean) * (x - m.mean) / m.size;
  return m;
}

// Within 5 standard errors of the mean: a false alarm in 2 million.
void expect_mean(const std::string& draws, double mean) {
  const Moments m = moments(generated("array[4000] real x = " + draws + ";"));
  ASSERT_EQ(m.size, 4000.0) << draws;
  EXPECT_NEAR(m.mean, mean, 5.0 * std::sqrt(m.variance / m.size)) << draws;
}

TEST(RandomFunctions, HaveTheRightMeans) {
  expect_mean("normal_rng(rep_vector(2, 4000), 3)", 2.0);
  expect_mean("gamma_rng(3, rep_row_vector(2, 4000))", 1.5);
  expect_mean("uniform_rng(rep_array(-1.0, 4000), 4)", 1.5);
  expect_mean("skew_normal_rng(rep_vector(0, 4000), 1, 2)",
              std::sqrt(2.0 / std::acos(-1.0)) * 2.0 / std::sqrt(5.0));
  expect_mean("student_t_rng(5, rep_vector(1, 4000), 2)", 1.0);
  expect_mean("lognormal_rng(rep_vector(0, 4000), 0.5)", std::exp(0.125));
  expect_mean("exponential_rng(rep_vector(4, 4000))", 0.25);
  expect_mean("skew_double_exponential_rng(rep_vector(0, 4000), 2, 0.5)", 0.0);
}

void expect_count_mean(const std::string& draws, double mean) {
  const Numbers x = generated("array[4000] int x = " + draws + ";");
  const Moments m = moments(x);
  ASSERT_EQ(m.size, 4000.0) << draws;
  for (const double k : x) ASSERT_EQ(k, std::floor(k)) << draws;
  EXPECT_NEAR(m.mean, mean, 5.0 * std::sqrt(m.variance / m.size)) << draws;
}

TEST(RandomFunctions, OfCountsAreIntegers) {
  expect_count_mean("poisson_rng(rep_vector(3.5, 4000))", 3.5);
  expect_count_mean("binomial_rng(rep_array(10, 4000), 0.3)", 3.0);
  expect_count_mean("bernoulli_logit_rng(rep_vector(1, 4000))", 1.0 / (1.0 + std::exp(-1.0)));
  expect_count_mean("neg_binomial_2_rng(rep_vector(2, 4000), 3)", 2.0);
  expect_count_mean("discrete_range_rng(rep_array(1, 4000), 6)", 3.5);
  expect_count_mean("beta_binomial_rng(10, rep_vector(2, 4000), 3)", 4.0);
  expect_count_mean("beta_neg_binomial_rng(rep_vector(3, 4000), 6, 2)", 1.2);
  expect_count_mean("bernoulli_logit_glm_rng(rep_matrix(1, 4000, 1), rep_vector(0, 4000), [1]')",
                    1.0 / (1.0 + std::exp(-1.0)));
}

// Each element of the sum of many draws of a container, against its mean.
void expect_item_means(const std::string& declaration, const std::string& draw,
                       const Numbers& means) {
  constexpr double kDraws = 2000.0;
  const Numbers x = generated(declaration + " total = " + draw + "; " + declaration +
                              " squares = total .* total; for (i in 2:2000) { " + declaration +
                              " one = " + draw + "; total += one; squares += one .* one; }");
  const std::size_t size = means.size();
  ASSERT_EQ(x.size(), 2 * size) << draw;
  for (std::size_t k = 0; k < size; ++k) {
    const double mean = x[k] / kDraws;
    const double variance = x[size + k] / kDraws - mean * mean;
    EXPECT_NEAR(mean, means[k], 5.0 * std::sqrt(variance / kDraws) + 1e-12) << draw << " " << k;
  }
}

TEST(RandomFunctions, OfVectorsAndMatricesHaveTheRightMeans) {
  expect_item_means("vector[2]", "multi_normal_rng([1, 2]', [[2, 0.5], [0.5, 1]])", {1, 2});
  expect_item_means("vector[2]", "multi_normal_cholesky_rng([1, 2], [[2, 0], [0.5, 1]])", {1, 2});
  expect_item_means("vector[2]", "multi_student_t_cholesky_rng(5, [1, 2]', [[2, 0], [0.5, 1]])",
                    {1, 2});
  expect_item_means("vector[3]", "dirichlet_rng([1, 2, 5]')", {0.125, 0.25, 0.625});
  expect_item_means("vector[2]", "to_vector(multinomial_rng([0.25, 0.75]', 8))", {2, 6});
  expect_item_means("vector[2]", "to_vector(dirichlet_multinomial_rng([1, 3]', 8))", {2, 6});
  expect_item_means("vector[2]", "to_vector(multinomial_logit_rng([0, log(3)]', 8))", {2, 6});
  expect_item_means("matrix[2, 2]", "lkj_corr_rng(2, 3)", {1, 0, 0, 1});
  expect_item_means("matrix[2, 2]", "wishart_rng(5, [[2, 0.5], [0.5, 1]])", {10, 2.5, 2.5, 5});
  expect_item_means("matrix[2, 2]", "inv_wishart_rng(9, [[2, 0.5], [0.5, 1]])",
                    {2.0 / 6, 0.5 / 6, 0.5 / 6, 1.0 / 6});
  expect_item_means("matrix[2, 2]",
                    "tcrossprod(wishart_cholesky_rng(5, cholesky_decompose([[2, 0.5], [0.5, 1]])))",
                    {10, 2.5, 2.5, 5});
  expect_item_means(
      "matrix[2, 2]",
      "tcrossprod(inv_wishart_cholesky_rng(9, cholesky_decompose([[2, 0.5], [0.5, 1]])))",
      {2.0 / 6, 0.5 / 6, 0.5 / 6, 1.0 / 6});
  expect_item_means("matrix[2, 2]", "tcrossprod(lkj_corr_cholesky_rng(2, 3))", {1, 0, 0, 1});
}

TEST(RandomFunctions, OfArraysOfVectorsDrawEachItem) {
  const Numbers x = generated(
      "array[2] vector[2] y = multi_normal_rng({[100, 200]', [300, 400]'}, identity_matrix(2));");
  ASSERT_EQ(x.size(), 4U);
  // Storage has the first index fastest.
  const Numbers means{100, 300, 200, 400};
  for (std::size_t k = 0; k < 4; ++k) EXPECT_NEAR(x[k], means[k], 6.0);
}

TEST(RandomFunctions, GiveTheSameNumbersForTheSameSeed) {
  const std::string block =
      "real a = normal_rng(0, 1); int b = poisson_rng(10);"
      " int c = categorical_rng([0.2, 0.8]');";
  EXPECT_EQ(generated(block), generated(block));
  const Numbers two = generated("real a = normal_rng(0, 1); real b = normal_rng(0, 1);");
  EXPECT_NE(two[0], two[1]);
}

TEST(RandomFunctions, OfNothingAreEmpty) {
  EXPECT_EQ(generated("vector[0] v; array[0] real x = normal_rng(v, 1); int n = size(x);"),
            (Numbers{0}));
}

}  // namespace
}  // namespace autumn::trace
