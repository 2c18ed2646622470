// These tests look at the warnings: when they come, when they stay away, and what they say.
#include "output/report/warnings.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <sstream>

#include "base/numbers.h"

namespace autumn::output {
namespace {

VariableSummary good(const std::string& name) {
  return {name, 0, 0.01, 1, -1.6, 0, 1.6, 2000, 1500, 1.001};
}

ChainStatistics good_chain() {
  return {1000, 0, 0, 7000, 0.85, 0.5, 0.9};
}

TEST(Warnings, AreSilentWhenAllIsWell) {
  VariableSummary constant{"k", 7, kNaN, 0, 7, 7, 7, kNaN, kNaN, kNaN};
  const Summary summary{{good("mu"), constant}, 4, 1000, 0};
  const std::vector<ChainStatistics> chains(4, good_chain());
  EXPECT_TRUE(find_warnings({summary, chains}).empty());
  EXPECT_EQ(to_text(std::span<const Warning>{}), "");
}

TEST(Warnings, AreSilentAtTheLimitsExactly) {
  VariableSummary edge = good("mu");
  edge.rhat = 1.01;
  edge.ess_bulk = 400;
  edge.ess_tail = 400;
  const Summary summary{{edge}, 4, 1000, 0};
  std::vector<ChainStatistics> chains(4, good_chain());
  chains[2].ebfmi = 0.3;
  chains[3].ebfmi = kNaN;
  EXPECT_TRUE(find_warnings({summary, chains}).empty());
}

TEST(Warnings, SayWhatItMeansAndWhatToTry) {
  VariableSummary bad = good("tau");
  bad.rhat = 1.5;
  bad.ess_bulk = 12.4;
  bad.ess_tail = 30.2;
  VariableSummary worse = good("theta.1");
  worse.rhat = 2.25;
  VariableSummary broken{"ratio", kNaN, kNaN, kNaN, kNaN, kNaN, kNaN, kNaN, kNaN, kNaN};
  const Summary summary{{good("mu"), bad, worse, broken}, 4, 1000, 0};
  std::vector<ChainStatistics> chains(4, good_chain());
  chains[0].divergences = 11;
  chains[3].divergences = 2;
  chains[1].max_treedepth_hits = 400;
  chains[1].ebfmi = 0.1;
  chains[2].ebfmi = 0.256;
  EXPECT_EQ(to_text(find_warnings({summary, chains, 10})),
            R"(Warning: 13 of 4000 draws (0.33%) ended in a divergence.
  The sampler cannot follow the density there, so a part of the posterior may be missing.
  Try a higher --adapt-delta (0.95 or 0.99), tighter priors on scales, or a non-centred model.

Warning: 400 of 4000 draws (10%) reached the maximum tree depth of 10.
  The trajectories were cut short: the draws are valid but slow to become independent.
  Try rescaling the parameters, --metric dense_e, or a larger --max-depth.

Warning: E-BFMI is below 0.3 in chains 2 (0.10), 3 (0.26).
  The energy moves too slowly: the tails of the posterior are poorly explored.
  Try a non-centred model, or transform parameters with heavy tails.

Warning: R-hat is above 1.01 for 2 variables (worst 2.25): theta[1], tau.
  The chains do not agree with each other, so these estimates cannot be trusted.
  Try more warm-up and draws; if it stays, look for a model with several modes or parameters that are not identified.

Warning: Bulk ESS is below 400 for 1 variable (lowest 12): tau.
  Too few independent draws: means, medians and R-hat itself are not reliable.
  Try more draws; if other warnings are shown, attend to them first.

Warning: Tail ESS is below 400 for 1 variable (lowest 30): tau.
  Too few independent draws in the tails: the 5% and 95% quantiles are not reliable.
  Try more draws; if other warnings are shown, attend to them first.

Warning: Some draws of 1 variable are not finite: ratio.
  Their means and diagnostics cannot be computed.
  Look for a division by zero, a logarithm of zero or an overflow in the model.
)");
}

TEST(Warnings, SpeakOfHalvesWhereThereIsOneChain) {
  VariableSummary bad = good("tau");
  bad.rhat = 1.5;
  const Summary summary{{bad}, 1, 1000, 0};
  const auto warnings = find_warnings({summary, std::vector<ChainStatistics>{good_chain()}});
  ASSERT_EQ(warnings.size(), 1U);
  EXPECT_EQ(warnings[0].meaning,
            "The first and the second half of the chain do not agree with each other, so these "
            "estimates cannot be trusted.");
  EXPECT_EQ(warnings[0].advice.find("Try more warm-up and draws, and several chains; "), 0U);
}

TEST(Warnings, NameOnlyTheWorstOfManyVariables) {
  Summary summary{{}, 4, 1000, 0};
  for (int k = 1; k <= 9; ++k) {
    summary.variables.push_back(good("x." + std::to_string(k)));
    summary.variables.back().rhat = 1 + 0.1 * k;
  }
  const auto warnings = find_warnings({summary, {}});
  ASSERT_EQ(warnings.size(), 1U);
  EXPECT_EQ(warnings[0].finding,
            "R-hat is above 1.01 for 9 variables (worst 1.9): x[9], x[8], x[7], x[6], x[5] and 4 "
            "more.");
}

TEST(Warnings, NeverBeginALineAsCmdstanpysErrorsDo) {
  VariableSummary bad = good("Extra");
  bad.rhat = 3;
  bad.ess_bulk = bad.ess_tail = 1;
  VariableSummary broken = good("Error");
  broken.mean = kNaN;
  const Summary summary{{bad, broken}, 1, 10, 0};
  const std::vector<ChainStatistics> chains{{10, 1, 1, 1, 1, 1, 0.1}};
  const auto warnings = find_warnings({summary, chains});
  ASSERT_EQ(warnings.size(), 7U);
  std::istringstream lines(to_text(warnings));
  for (std::string line; std::getline(lines, line);)
    EXPECT_FALSE(line.starts_with("Er") || line.starts_with("Ex")) << line;
}

TEST(ChainStatistics, CountWhatTheColumnsSay) {
  DrawTable draws({"lp__", "accept_stat__", "stepsize__", "treedepth__", "n_leapfrog__",
                   "divergent__", "energy__", "x"});
  draws.append(std::vector<double>{0, 0.5, 0.1, 3, 7, 0, 0, 1});
  draws.append(std::vector<double>{0, 1.0, 0.1, 5, 31, 1, 2, 1});
  draws.append(std::vector<double>{0, 0.75, 0.2, 4, 15, 0, 0, 1});
  draws.append(std::vector<double>{0, 0.75, 0.2, 5, 31, 0, 2, 1});
  const ChainStatistics s = chain_statistics(draws, 5);
  EXPECT_EQ(s, (ChainStatistics{4, 1, 2, 84, 0.75, 0.2, 2.25}));
}

TEST(ChainStatistics, OfTablesWithoutSamplerColumnsAreZeroOrNaN) {
  DrawTable draws({"lp__", "x"});
  draws.append(std::vector<double>{0, 1});
  const ChainStatistics s = chain_statistics(draws, 10);
  EXPECT_EQ(s.divergences + s.max_treedepth_hits + s.leapfrog_steps, 0U);
  EXPECT_TRUE(std::isnan(s.mean_accept_stat));
  EXPECT_TRUE(std::isnan(s.ebfmi));
}

TEST(Warnings, HavePercentagesAsPeopleWriteThem) {
  const auto share = [](std::size_t divergences) {
    std::vector<ChainStatistics> chains(4, good_chain());
    chains[0].divergences = divergences;
    const std::string text =
        to_text(find_warnings({Summary{{good("mu")}, 4, 1000, 0}, chains, 10}));
    return text.substr(text.find('('), text.find(')') - text.find('(') + 1);
  };
  EXPECT_EQ(share(1), "(0.025%)");
  EXPECT_EQ(share(394), "(9.8%)");
  EXPECT_EQ(share(1234), "(31%)");
  EXPECT_EQ(share(3994), "(99.8%)");
  EXPECT_EQ(share(3999), "(99.9%)");
  EXPECT_EQ(share(4000), "(100%)");
}

TEST(Warnings, TellOfParametersThatRunAwayAndOfNothingElse) {
  const auto between = [](const char* name, double low, double high) {
    VariableSummary v = good(name);
    v.q5 = low;
    v.q95 = high;
    return v;
  };
  const Summary summary{
      {between("s", 5e-309, 1e-308), between("mu", -1.0, 1.0), between("far", -1e16, -1e15),
       between("wide", -1e16, 1e16), between("zero", 0.0, 0.0), between("p_value", 1e-20, 1e-18)},
      4,
      1000,
      0};
  const std::vector<std::string> parameters{"s", "mu", "far", "wide", "zero"};
  const auto warning = find_run_away(summary, parameters);
  ASSERT_TRUE(warning.has_value());
  EXPECT_TRUE(warning->finding.ends_with("in size: s, far, wide.")) << warning->finding;
  EXPECT_FALSE(find_run_away(summary, std::vector<std::string>{"mu", "zero"}).has_value());
}

}  // namespace
}  // namespace autumn::output
