// These tests compare the diagnostics with the R package posterior, and with plain formulas.
#include "output/diagnostics/diagnostics.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "base/numbers.h"
#include "base/random.h"
#include "output/diagnostics/ascending.h"
#include "output/diagnostics/beta_quantile.h"
#include "output/diagnostics/fourier.h"
#include "output/diagnostics/moments.h"
#include "output/diagnostics/normal_quantile.h"
#include "output/diagnostics/split_chains.h"
#include "output/plain_diagnostics.h"
#include "output/reference_data.h"

namespace autumn::output {
namespace {

void expect_close(double actual, double expected, double tolerance, const std::string& what) {
  if (std::isnan(expected)) {
    EXPECT_TRUE(std::isnan(actual)) << what << " is " << actual;
  } else if (std::isinf(expected)) {
    EXPECT_EQ(actual, expected) << what;
  } else {
    EXPECT_LE(std::abs(actual - expected), tolerance * std::abs(expected))
        << what << ": " << actual << " against " << expected;
  }
}

const std::map<std::string, std::function<double(const ChainMatrix&)>> kQuantities{
    {"rhat", rhat},
    {"ess_bulk", ess_bulk},
    {"ess_tail", ess_tail},
    {"ess_mean", ess_mean},
    {"ess_sd", ess_sd},
    {"ess_q50", [](const ChainMatrix& x) { return ess_quantile(x, 0.5); }},
    {"ess_q100", [](const ChainMatrix& x) { return ess_quantile(x, 1); }},
    {"mcse_mean", mcse_mean},
    {"mcse_sd", mcse_sd},
    {"mcse_q5", [](const ChainMatrix& x) { return mcse_quantile(x, 0.05); }},
    {"mcse_q50", [](const ChainMatrix& x) { return mcse_quantile(x, 0.5); }},
    {"ebfmi", [](const ChainMatrix& x) { return ebfmi(x.chain(0)); }},
};

TEST(Diagnostics, AgreeWithPosteriorTo1em8) {
  const auto cases = reference_cases();
  ASSERT_EQ(cases.size(), 27U);
  for (const auto& [name, reference] : cases) {
    ASSERT_EQ(reference.quantities.size(), 17U) << name;
    for (const auto& [quantity, compute] : kQuantities) {
      // Variance within is rounding error there: R has 9e15 for what is infinite.
      if (name == "all_chains_stuck" && quantity == "rhat") continue;
      expect_close(compute({reference.values, reference.chains}), reference.quantities.at(quantity),
                   1e-8, name + " " + quantity);
    }
  }
}

TEST(Diagnostics, SummaryOfOneVariableAgreesWithPosteriorTo1em8) {
  for (const auto& [name, reference] : reference_cases()) {
    const ChainMatrix x{reference.values, reference.chains};
    const VariableSummary s = Diagnoser(x.chains, x.draws()).summarise(x);
    const std::map<std::string, double> ours{{"mean", s.mean}, {"sd", s.sd},
                                             {"q5", s.q5},     {"q50", s.q50},
                                             {"q95", s.q95},   {"mcse_mean", s.mcse}};
    for (const auto& [quantity, value] : ours)
      expect_close(value, reference.quantities.at(quantity), 1e-8, name + " " + quantity);
  }
}

TEST(Diagnostics, RhatOfChainsStuckAtDifferentValuesIsHuge) {
  const auto stuck = reference_cases().at("all_chains_stuck");
  EXPECT_GT(rhat({stuck.values, stuck.chains}), 1e10);
}

TEST(Diagnostics, AreUndefinedForTooFewDraws) {
  const std::vector<double> two{1, 2, 3, 4};
  EXPECT_TRUE(std::isnan(rhat({two, 2})));
  EXPECT_TRUE(std::isnan(ess_bulk({two, 2})));
  EXPECT_TRUE(std::isnan(ess_mean({two, 2})));
  const VariableSummary one = Diagnoser(1, 1).summarise({std::span(two).first(1), 1});
  EXPECT_EQ(one.mean, 1);
  EXPECT_EQ(one.q95, 1);
  EXPECT_TRUE(std::isnan(one.sd));
  EXPECT_TRUE(std::isnan(one.rhat));
  const VariableSummary none = Diagnoser(0, 0).summarise({{}, 0});
  EXPECT_TRUE(std::isnan(none.mean));
  EXPECT_TRUE(std::isnan(none.q5));
}

TEST(Diagnostics, DoNotDependOnWhatTheDiagnoserSawBefore) {
  const auto cases = reference_cases();
  const auto& first = cases.at("iid_normal");
  const auto& second = cases.at("counts");
  const auto& third = cases.at("cauchy");
  Diagnoser shared(4, 100);
  for (const auto* c : {&first, &second, &third, &first})
    EXPECT_EQ(shared.summarise({c->values, 4}), Diagnoser(4, 100).summarise({c->values, 4}));
}

TEST(Diagnostics, RhatIsTheSameForAnyIncreasingFunctionOfTheBulk) {
  // The bulk part sees ranks only: a shift of one chain shows however heavy the tails.
  const auto elsewhere = reference_cases().at("one_chain_elsewhere");
  std::vector<double> cubed = elsewhere.values;
  for (double& v : cubed) v = v * v * v;
  EXPECT_EQ(ess_bulk({cubed, 4}), ess_bulk({elsewhere.values, 4}));
}

TEST(Autocovariance, EqualsTheDefinitionForEveryLag) {
  for (const std::size_t draws : {1U, 2U, 3U, 7U, 64U, 100U}) {
    for (const std::size_t chains : {1U, 2U, 5U}) {
      Random random({.seed = draws * 10 + chains});
      std::vector<double> values(chains * draws);
      for (double& v : values) v = 3 + random.normal();
      const ChainMatrix x{values, chains};
      Autocovariance autocovariance(draws);
      const auto fast = autocovariance.mean_over_chains(x);
      for (std::size_t lag = 0; lag < draws; ++lag) {
        double slow = 0;
        for (std::size_t c = 0; c < chains; ++c) {
          const auto chain = x.chain(c);
          const double m = mean(chain);
          for (std::size_t i = 0; i + lag < draws; ++i)
            slow += (chain[i] - m) * (chain[i + lag] - m);
        }
        slow /= static_cast<double>(draws * chains);
        EXPECT_NEAR(fast[lag], slow, 1e-13) << draws << " draws, lag " << lag;
      }
    }
  }
}

TEST(Autocovariance, OfFewLagsIsThatOfAll) {
  Random random({.seed = 5});
  std::vector<double> values(3 * 500);
  for (double& v : values) v = random.normal();
  Autocovariance all(500), some(500);
  const auto whole = all.mean_over_chains({values, 3});
  some.load({values, 3});
  for (const std::size_t lag : {0U, 7U, 8U, 40U, 63U, 64U, 200U}) {
    EXPECT_NEAR(some.up_to(lag)[lag], whole[lag], 1e-14) << lag;
  }
  EXPECT_EQ(some.up_to(1000).size(), 500U);
}

TEST(Fourier, GoodLengthsAreProductsOfSmallPrimes) {
  EXPECT_EQ(good_length(0), 1U);
  EXPECT_EQ(good_length(7), 8U);
  EXPECT_EQ(good_length(2500), 2500U);
  EXPECT_EQ(good_length(2501), 2560U);
}

TEST(Fourier, EqualsTheDefinition) {
  for (const std::size_t size : {1U, 2U, 3U, 4U, 5U, 6U, 15U, 32U, 60U, 250U}) {
    Random random({.seed = size});
    ComplexNumbers x;
    x.resize(size);
    for (double& v : x.real) v = random.normal();
    for (double& v : x.imaginary) v = random.normal();
    ComplexNumbers fast = x;
    Fourier(size).transform(fast);
    for (std::size_t k = 0; k < size; ++k) {
      double re = 0, im = 0;
      for (std::size_t j = 0; j < size; ++j) {
        const double angle =
            -2 * M_PI * static_cast<double>(j * k % size) / static_cast<double>(size);
        re += x.real[j] * std::cos(angle) - x.imaginary[j] * std::sin(angle);
        im += x.real[j] * std::sin(angle) + x.imaginary[j] * std::cos(angle);
      }
      EXPECT_NEAR(fast.real[k], re, 1e-12) << size;
      EXPECT_NEAR(fast.imaginary[k], im, 1e-12) << size;
    }
  }
}

// Also where most numbers share their leading digits because one is far away.
TEST(AscendingOrder, SortsAndRemembers) {
  Random random({.seed = 6});
  std::vector<std::vector<double>> cases = {{}, {3.0}, {0.0, -0.0, kInfinity, -kInfinity, -1.0}};
  std::vector<double> normal(3000), close(3000), counts(3000);
  for (double& v : normal) v = random.normal();
  for (double& v : close) v = 1e6 + 1e-6 * random.normal();
  close[77] = -1e300;
  for (double& v : counts) v = static_cast<double>(random.below(5));
  cases.insert(cases.end(), {normal, close, counts, std::vector<double>(100, 2.5)});
  AscendingOrder order;
  for (const std::vector<double>& values : cases) {
    std::vector<double> expected = values;
    std::sort(expected.begin(), expected.end());
    const auto sorted = order.sort(values);
    ASSERT_EQ(sorted.size(), values.size());
    std::vector<bool> seen(values.size(), false);
    for (std::size_t i = 0; i < sorted.size(); ++i) {
      EXPECT_EQ(sorted[i].value, expected[i]);
      EXPECT_EQ(sorted[i].value, values[sorted[i].index]);
      EXPECT_FALSE(seen[sorted[i].index]);
      seen[sorted[i].index] = true;
    }
  }
}

struct Series {
  std::string name;
  std::vector<double> values;
  std::size_t chains = 4;
};

// First-order autoregressions from antithetic to hardly moving, and functions of them.
std::vector<Series> many_series() {
  Random random({.seed = 12});
  std::vector<Series> all;
  for (const std::size_t draws : {6U, 21U, 250U, 1000U}) {
    for (const std::size_t chains : {1U, 2U, 3U, 4U}) {
      for (const double r : {-0.8, 0.0, 0.5, 0.95, 0.999}) {
        std::vector<double> x;
        double state = random.normal();
        for (std::size_t i = 0; i < chains * draws; ++i) {
          state = r * state + std::sqrt(1 - r * r) * random.normal();
          x.push_back(state);
        }
        const std::string name = std::to_string(chains) + " chains of " + std::to_string(draws) +
                                 " with correlation " + std::to_string(r);
        std::vector<double> heavy = x, rounded = x, far = x;
        for (double& v : heavy) v = std::sinh(3 * v);
        for (double& v : rounded) v = std::round(3 * v);
        for (double& v : far) v = 1e6 + v;
        all.push_back({name, x, chains});
        all.push_back({name + ", heavy", heavy, chains});
        all.push_back({name + ", rounded", rounded, chains});
        all.push_back({name + ", far from zero", far, chains});
      }
    }
  }
  return all;
}

TEST(Diagnostics, AgreeWithPlainFormulasTo1em8) {
  int compared = 0;
  for (const Series& series : many_series()) {
    const ChainMatrix x{series.values, series.chains};
    const auto indicators_vary = [&](double limit) {
      const auto below = [&](double v) { return v <= limit; };
      const auto count = std::ranges::count_if(split_values(x), below);
      return count > 0 && count < static_cast<std::ptrdiff_t>(2 * x.chains * (x.draws() / 2));
    };
    const VariableSummary plain = plain::summarise(x);
    if (!indicators_vary(plain.q5) || !indicators_vary(plain.q95)) continue;  // nothing is defined
    const VariableSummary s = Diagnoser(x.chains, x.draws()).summarise(x);
    expect_close(s.mean, plain.mean, 1e-8, series.name + " mean");
    expect_close(s.mcse, plain.mcse, 1e-8, series.name + " mcse");
    expect_close(s.sd, plain.sd, 1e-8, series.name + " sd");
    expect_close(s.q5, plain.q5, 0, series.name + " q5");
    expect_close(s.q50, plain.q50, 0, series.name + " q50");
    expect_close(s.q95, plain.q95, 0, series.name + " q95");
    expect_close(s.ess_bulk, plain.ess_bulk, 1e-8, series.name + " ess_bulk");
    expect_close(s.ess_tail, plain.ess_tail, 1e-8, series.name + " ess_tail");
    expect_close(s.rhat, plain.rhat, 1e-8, series.name + " rhat");
    ++compared;
  }
  EXPECT_GT(compared, 250);
}

TEST(SplitChains, DropTheMiddleDrawOfAnOddChain) {
  const std::vector<double> values{1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
  EXPECT_EQ(split_values({values, 2}), (std::vector<double>{1, 2, 4, 5, 6, 7, 9, 10}));
}

TEST(SplitChains, AreUndefinedWhenConstantOrNotFinite) {
  EXPECT_TRUE(is_undefined(std::vector<double>{}));
  EXPECT_TRUE(is_undefined(std::vector<double>{2, 2, 2}));
  EXPECT_TRUE(is_undefined(std::vector<double>{2, kNaN, 1}));
  EXPECT_TRUE(is_undefined(std::vector<double>{kInfinity, 2, 1}));
  EXPECT_FALSE(is_undefined(std::vector<double>{2, 2, 2.5}));
}

TEST(Moments, KeepTheirDigitsFarFromZero) {
  const std::vector<double> values{1e9 + 1, 1e9 + 2, 1e9 + 3, 1e9 + 6};
  EXPECT_EQ(mean(values), 1e9 + 3);
  EXPECT_EQ(variance(values), 14.0 / 3);
  EXPECT_TRUE(std::isnan(variance(std::span(values).first(1))));
  EXPECT_TRUE(std::isnan(mean({})));
}

TEST(Moments, QuantilesAreLinearBetweenOrderStatistics) {
  const std::vector<double> sorted{1, 2, 4, 8};
  EXPECT_EQ(quantile_of_sorted(sorted, 0), 1);
  EXPECT_EQ(quantile_of_sorted(sorted, 0.5), 3);
  EXPECT_EQ(quantile_of_sorted(sorted, 1), 8);
  EXPECT_DOUBLE_EQ(quantile_of_sorted(sorted, 0.75), 5);
  const std::vector<double> infinite{-kInfinity, 0, kInfinity, kInfinity};
  EXPECT_EQ(quantile_of_sorted(infinite, 0.9), kInfinity);
  EXPECT_TRUE(std::isnan(quantile_of_sorted({}, 0.5)));
}

TEST(QuantileFunctions, AgreeWithR) {
  int seen = 0;
  for (const auto& row : read_table("quantile_functions.csv")) {
    const double p = number(row[1]);
    const double expected = number(row[4]);
    if (row[0] == "normal") {
      EXPECT_NEAR(normal_quantile(p), expected, 2e-15 * (1 + std::abs(expected))) << p;
    } else {
      EXPECT_NEAR(beta_quantile(p, number(row[2]), number(row[3])), expected, 1e-11 * expected)
          << p << " " << row[2] << " " << row[3];
    }
    ++seen;
  }
  EXPECT_EQ(seen, 13 + 27);
}

TEST(Ebfmi, IsTheMeanSquaredStepOverTheVariance) {
  EXPECT_DOUBLE_EQ(ebfmi(std::vector<double>{0, 2, 0, 2}), 12.0 / 4 / (4.0 / 3));
  EXPECT_TRUE(std::isnan(ebfmi(std::vector<double>{1, 1, 1})));
  EXPECT_TRUE(std::isnan(ebfmi({})));
}

}  // namespace
}  // namespace autumn::output
