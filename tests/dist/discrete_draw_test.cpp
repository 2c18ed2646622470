// These tests hold samplers of discrete distributions to their probabilities, by chi-square tests.
// Every check fails once in 1e6 seeds if the sampler is right; seeds are fixed.
#include <gtest/gtest.h>

#include <cmath>

#include "dist/count_draws.h"
#include "dist/discrete_harness.h"
#include "dist/list.h"

namespace autumn::dist {
namespace {

constexpr double kFalseAlarm = 1e-6;
constexpr std::size_t kDraws = 50000;

struct Sample {
  std::string_view name;
  std::vector<double> support;
  std::vector<expr::Array> args;
};

std::vector<Sample> samples() {
  return {
      {"bernoulli", {0, 1}, numbers({0.03})},
      {"bernoulli_logit", {0, 1}, numbers({1.3})},
      {"binomial", integers(0, 10), numbers({10, 0.85})},
      {"binomial", integers(0, 100), numbers({100, 0.5})},    // one reduction
      {"binomial", integers(0, 3000), numbers({3000, 0.7})},  // many
      {"binomial", integers(0, 60), numbers({1e9, 2e-8})},
      {"binomial_logit", integers(0, 40), numbers({40, 1.1})},
      {"binomial_logit", integers(0, 40), numbers({40, -2.0})},
      {"beta_binomial", integers(0, 40), numbers({40, 0.3, 0.2})},
      {"beta_binomial", integers(0, 40), numbers({40, 5e3, 1e4})},
      {"poisson", integers(0, 40), numbers({4.5})},
      {"poisson", integers(0, 300), numbers({31})},
      {"poisson", integers(0, 3000), numbers({1234.5})},
      {"poisson_log", integers(0, 3000), numbers({6.0})},
      {"neg_binomial", integers(0, 300), numbers({0.8, 0.1})},
      {"neg_binomial_2", integers(0, 4000), numbers({50, 1.5})},
      {"neg_binomial_2", integers(0, 200), numbers({20, 1e15})},
      {"neg_binomial_2_log", integers(0, 2000), numbers({3, 0.5})},
      {"hypergeometric", integers(3, 15), numbers({15, 40, 12})},
      {"hypergeometric", integers(0, 500), numbers({500, 3000, 4000})},
      {"hypergeometric", integers(0, 3), numbers({3, 1e9, 2e9})},
      {"discrete_range", integers(-7, 31), numbers({-7, 31})},
      {"categorical", integers(1, 4), {vector_of({0.1, 0.0, 0.6, 0.3})}},
      {"categorical_logit", integers(1, 4), {vector_of({699, 700, -700, 701})}},
      {"ordered_logistic", integers(1, 4), {number(0.7), vector_of({-2, 0.5, 3})}},
  };
}

TEST(DiscreteDraws, FollowTheProbabilities) {
  std::uint64_t seed = 100;
  for (const Sample& sample : samples()) {
    const Distribution& d = *find(sample.name);
    std::vector<double> p = values_at(d.log_density, sample.support, sample.args);
    for (double& each : p) each = std::exp(each);
    const std::vector<double> draws = draw_many(d, sample.args, kDraws, ++seed);
    EXPECT_GT(chi_square_p_value(draws, sample.support, p), kFalseAlarm)
        << sample.name << ", seed " << seed;
  }
}

// Beyond the reach of tables: the cdf, which is tested by itself. One false alarm in 1e7.
TEST(DiscreteDraws, FollowTheCdfForHugeCounts) {
  const std::vector<Sample> huge = {
      {"binomial", {}, numbers({1e9, 0.3})},     {"binomial", {}, numbers({1e12, 0.999})},
      {"binomial_logit", {}, numbers({1e9, 5})}, {"poisson", {}, numbers({1e9})},
      {"poisson_log", {}, numbers({20})},        {"neg_binomial", {}, numbers({0.5, 1e-8})},
      {"neg_binomial_2", {}, numbers({1e7, 3})}, {"neg_binomial_2_log", {}, numbers({18, 100})},
  };
  std::uint64_t seed = 300;
  for (const Sample& sample : huge) {
    const Distribution& d = *find(sample.name);
    expect_draws_follow(d, sample.args, cdf_of(d, sample.args), ++seed);
  }
}

TEST(DiscreteDraws, OfCertainOutcomesAreCertain) {
  const auto draw_one = [](const Distribution& d, const std::vector<expr::Array>& args) {
    return draw_many(d, args, 1, 7)[0];
  };
  EXPECT_EQ(draw_one(bernoulli(), numbers({0.0})), 0.0);
  EXPECT_EQ(draw_one(bernoulli(), numbers({1.0})), 1.0);
  EXPECT_EQ(draw_one(bernoulli_logit(), numbers({-800.0})), 0.0);
  EXPECT_EQ(draw_one(bernoulli_logit(), numbers({800.0})), 1.0);
  EXPECT_EQ(draw_one(binomial(), numbers({1e9, 0.0})), 0.0);
  EXPECT_EQ(draw_one(binomial(), numbers({1e9, 1.0})), 1e9);
  EXPECT_EQ(draw_one(binomial(), numbers({0, 0.4})), 0.0);
  EXPECT_EQ(draw_one(binomial_logit(), numbers({1e9, 800})), 1e9);
  EXPECT_EQ(draw_one(binomial_logit(), numbers({1e9, -800})), 0.0);
  EXPECT_EQ(draw_one(poisson(), numbers({0.0})), 0.0);
  EXPECT_EQ(draw_one(neg_binomial_2(), numbers({5, 1e-300})), 0.0);
  EXPECT_EQ(draw_one(hypergeometric(), numbers({9, 9, 0})), 9.0);
  EXPECT_EQ(draw_one(hypergeometric(), numbers({0, 9, 5})), 0.0);
  EXPECT_EQ(draw_one(discrete_range(), numbers({4, 4})), 4.0);
  EXPECT_EQ(draw_one(categorical(), {vector_of({0.0, 1.0, 0.0})}), 2.0);
}

TEST(DiscreteDraws, OfAnInfiniteMeanEnd) {
  EXPECT_EQ(draw_many(poisson_log(), numbers({800}), 1, 7)[0],
            std::numeric_limits<double>::infinity());
}

}  // namespace
}  // namespace autumn::dist
