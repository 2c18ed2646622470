// These tests compare probabilities of discrete distributions with 50-digit formulas, at ordinary
// points and at hard corners.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "dist/discrete_cases.h"
#include "dist/discrete_harness.h"
#include "dist/discrete_reference.h"
#include "dist/list.h"

namespace autumn::dist {
namespace {

constexpr double kPmfTolerance = 1e-12;

// The error in units of 1 + sum of |terms|; 0 if both are -inf.
double error_of(const Case& at) {
  const Reference expected = reference_log_probability(at);
  const double found = constant_value_of(find(at.name)->log_density, at.y, at.args).numbers.at(0);
  if (found == expected.value) return 0.0;
  return std::fabs(found - expected.value) / (1.0 + expected.size);
}

void expect_accurate_pmf(const std::vector<Case>& cases) {
  double worst = 0.0;
  for (const Case& at : cases) {
    const double error = error_of(at);
    EXPECT_LE(error, kPmfTolerance) << to_text(at);
    if (!(error <= worst)) worst = error;
  }
  ::testing::Test::RecordProperty("cases", std::to_string(cases.size()));
  ::testing::Test::RecordProperty("worst_error_e18", std::to_string(worst * 1e18));
}

using List = std::vector<double>;

// All pairs of arguments, each at every y.
std::vector<Case> grid(std::string_view name, const List& first, const List& second,
                       const List& ys) {
  std::vector<Case> cases;
  for (const double a : first) {
    for (const double b : second) {
      for (const double y : ys) cases.push_back({name, number(y), numbers({a, b})});
    }
  }
  return cases;
}

List counts_up_to(double n) {
  List result{0.0};
  for (const double y : {1.0, std::floor(n / 3.0), n - 1.0, n}) {
    if (y > result.back() && y <= n) result.push_back(y);
  }
  return result;
}

const List kTrials{0, 1, 2, 37, 1e5, 1e9};
const List kProbabilities{0, 1e-300, 1e-17, 1e-3, 0.3, 0.5, 0.999, 1.0 - 1e-15, 1};
const List kLogits{-800, -700, -40, -1, -1e-9, 0, 1e-9, 0.5, 36, 700, 800};
const List kShapes{1e-10, 1e-3, 0.7, 1, 30, 1e6, 1e12, 1e20};
const List kMeans{1e-8, 0.3, 5, 1e4, 1e9};
const List kCounts{0, 1, 2, 10, 1000, 1e6, 1e9};

TEST(DiscretePmf, MatchesFormulasAtOrdinaryPoints) {
  expect_accurate_pmf(discrete_cases());
}

TEST(DiscretePmf, OfBernoulliIsRightAtProbabilitiesZeroAndOne) {
  std::vector<Case> cases;
  for (const double y : {0.0, 1.0}) {
    for (const double p : kProbabilities) cases.push_back({"bernoulli", number(y), numbers({p})});
    for (const double x : kLogits) cases.push_back({"bernoulli_logit", number(y), numbers({x})});
  }
  expect_accurate_pmf(cases);
}

TEST(DiscretePmf, OfBinomialIsRightAtTheEndsAndForHugeCounts) {
  std::vector<Case> cases;
  for (const double n : kTrials) {
    const List ys = counts_up_to(n);
    for (const Case& at : grid("binomial", {n}, kProbabilities, ys)) cases.push_back(at);
    for (const Case& at : grid("binomial_logit", {n}, kLogits, ys)) cases.push_back(at);
  }
  expect_accurate_pmf(cases);
}

TEST(DiscretePmf, OfBetaBinomialKeepsItsDigitsForHugeShapes) {
  std::vector<Case> cases;
  for (const double n : kTrials) {
    for (const double y : counts_up_to(n)) {
      for (const double a : kShapes) {
        for (const double b : {1e-10, 0.4, 2.0, 1e9, 1e20}) {
          cases.push_back({"beta_binomial", number(y), numbers({n, a, b})});
        }
      }
    }
  }
  expect_accurate_pmf(cases);
}

TEST(DiscretePmf, OfPoissonIsRightForMeanZeroAndHugeCounts) {
  std::vector<Case> cases;
  for (const double y : kCounts) {
    for (const double lambda : {0.0, 1e-300, 0.2, 3.0, 1e3, 1e9}) {
      cases.push_back({"poisson", number(y), numbers({lambda})});
    }
    for (const double alpha : {-700.0, -30.0, -0.1, 2.0, 20.7, 40.0}) {
      cases.push_back({"poisson_log", number(y), numbers({alpha})});
    }
  }
  expect_accurate_pmf(cases);
}

TEST(DiscretePmf, OfNegBinomialKeepsItsDigitsFromTinyToHugeShapes) {
  std::vector<Case> cases = grid("neg_binomial", kShapes, {1e-9, 0.01, 1, 40, 1e10}, kCounts);
  for (const Case& at : grid("neg_binomial_2", kMeans, kShapes, kCounts)) cases.push_back(at);
  const List etas{-300, -20, -1e-9, 3, 21, 300};
  for (const Case& at : grid("neg_binomial_2_log", etas, kShapes, kCounts)) cases.push_back(at);
  expect_accurate_pmf(cases);
}

TEST(DiscretePmf, OfNegBinomialTendsToPoisson) {
  for (const double y : {0.0, 3.0, 17.0}) {
    const double poisson_value = value_at(poisson().log_density, y, numbers({4.2}));
    EXPECT_NEAR(value_at(neg_binomial_2().log_density, y, numbers({4.2, 1e20})), poisson_value,
                1e-12);
    EXPECT_NEAR(value_at(neg_binomial_2_log().log_density, y, numbers({std::log(4.2), 1e20})),
                poisson_value, 1e-12);
  }
}

TEST(DiscretePmf, OfHypergeometricIsRightAtTheEndsAndForHugeCounts) {
  std::vector<Case> cases;
  for (const double a : {0.0, 1.0, 12.0, 1e9}) {
    for (const double b : {0.0, 1.0, 20.0, 1e9}) {
      for (const double n : {0.0, 1.0, std::floor((a + b) / 3.0), a + b}) {
        if (n > a + b) continue;
        const double low = std::fmax(0.0, n - b);
        for (const double y : {low, std::floor(0.5 * (low + std::fmin(a, n))), std::fmin(a, n)}) {
          cases.push_back({"hypergeometric", number(y), numbers({n, a, b})});
        }
      }
    }
  }
  expect_accurate_pmf(cases);
}

TEST(DiscretePmf, OfCategoriesIsRightForZeroWeightsAndExtremeLogits) {
  std::vector<Case> cases;
  for (const double y : {1.0, 2.0, 3.0, 4.0}) {
    cases.push_back({"categorical", number(y), {vector_of({0.0, 1e-200, 0.25, 0.75})}});
    cases.push_back({"categorical_logit", number(y), {vector_of({-700, 700, 1e-9, 699})}});
    cases.push_back({"categorical_logit", number(y), {vector_of({1e4, 1e4, 1e4 + 1, -1e4})}});
  }
  cases.push_back({"categorical", number(1), {vector_of({1.0})}});
  expect_accurate_pmf(cases);
}

TEST(DiscretePmf, OfOrderedLogisticIsRightFarFromTheCutpointsAndBetweenCloseOnes) {
  std::vector<Case> cases;
  for (const double eta : {-700.0, -50.0, -1.0, 0.0, 0.3, 33.0, 700.0}) {
    for (const double y : {1.0, 2.0, 3.0, 4.0}) {
      cases.push_back(
          {"ordered_logistic", number(y), {number(eta), vector_of({-1.0, -1.0 + 1e-11, 2.0})}});
      cases.push_back(
          {"ordered_logistic", number(y), {number(eta), vector_of({-300.0, 0.0, 400.0})}});
    }
    cases.push_back({"ordered_logistic", number(2), {number(eta), vector_of({0.25})}});
  }
  expect_accurate_pmf(cases);
}

// ---- sums ----------------------------------------------------------------------------------

double total_probability(std::string_view name, const List& support, Arrays args) {
  long double total = 0.0L;
  for (const double log_p : values_at(find(name)->log_density, support, args)) {
    total += std::exp(static_cast<long double>(log_p));
  }
  return static_cast<double>(total);
}

TEST(DiscretePmf, SumsToOne) {
  struct Sum {
    std::string_view name;
    List support;
    List args;
  };
  // Infinite supports are cut where less than 1e-15 is left.
  const Sum sums[] = {
      {"bernoulli", {0, 1}, {0.3}},
      {"bernoulli_logit", {0, 1}, {-2.3}},
      {"binomial", integers(0, 60), {60, 0.2}},
      {"binomial", {0}, {0, 0.2}},
      {"binomial_logit", integers(0, 60), {60, 1.2}},
      {"beta_binomial", integers(0, 60), {60, 0.2, 3.5}},
      {"poisson", integers(0, 120), {30}},
      {"poisson_log", integers(0, 120), {3.3}},
      {"neg_binomial", integers(0, 800), {2.5, 0.3}},
      {"neg_binomial_2", integers(0, 4000), {20, 0.4}},
      {"neg_binomial_2_log", integers(0, 4000), {3, 0.4}},
      {"hypergeometric", integers(3, 15), {15, 40, 12}},
      {"discrete_range", integers(-7, 31), {-7, 31}},
  };
  for (const Sum& sum : sums) {
    std::vector<expr::Array> args;
    for (const double a : sum.args) args.push_back(number(a));
    EXPECT_NEAR(total_probability(sum.name, sum.support, args), 1.0, 1e-12) << sum.name;
  }
  EXPECT_NEAR(
      total_probability("categorical", integers(1, 3), std::vector{vector_of({.2, .5, .3})}), 1.0,
      1e-12);
  EXPECT_NEAR(
      total_probability("categorical_logit", integers(1, 3), std::vector{vector_of({7, -2, 8.5})}),
      1.0, 1e-12);
  EXPECT_NEAR(total_probability("ordered_logistic", integers(1, 4),
                                std::vector{number(0.7), vector_of({-2, 0.5, 3})}),
              1.0, 1e-12);
}

}  // namespace
}  // namespace autumn::dist
