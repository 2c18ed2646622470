// These tests look at chi-square tails, bins, bands and what is said about ranks.
#include "output/diagnostics/calibration.h"

#include <gtest/gtest.h>

namespace autumn::output {
namespace {

// As many runs as wanted, ranks in turn.
Ranks ranks_of(std::uint32_t draws, const std::vector<std::uint32_t>& ranks) {
  return {.draws = draws,
          .variables = {{.name = "theta[1]", .ranks = ranks}},
          .divergences = 0,
          .correlated_runs = 0,
          .collapsed = ""};
}

std::vector<std::uint32_t> uniform_ranks(std::uint32_t runs, std::uint32_t draws) {
  std::vector<std::uint32_t> ranks;
  for (std::uint32_t i = 0; i < runs; ++i) ranks.push_back(i % (draws + 1));
  return ranks;
}

// At the 95% quantiles that R has, and integrals of the density by Simpson's rule.
TEST(ChiSquare, TailsAreIntegralsOfTheDensity) {
  EXPECT_DOUBLE_EQ(chi_square_tail(0.0, 3), 1.0);
  EXPECT_NEAR(chi_square_tail(3.841458820694124, 1), 0.05, 1e-14);
  EXPECT_NEAR(chi_square_tail(5.991464547107979, 2), 0.05, 1e-14);
  EXPECT_NEAR(chi_square_tail(24.995790139728623, 15), 0.05, 1e-13);
  EXPECT_NEAR(chi_square_tail(30.143527205646159, 19), 0.05, 1e-13);
  EXPECT_NEAR(chi_square_tail(10.0, 10), 0.44049328506521257, 1e-14);
  EXPECT_NEAR(chi_square_tail(200.0, 15) / 2.1246712e-34, 1.0, 1e-6);
}

TEST(Rank, CountsDrawsBelow) {
  Random random({.seed = 1});
  const std::vector<double> draws{3.0, -1.0, 2.0};
  EXPECT_EQ(rank_of(-2.0, draws, random), 0U);
  EXPECT_EQ(rank_of(2.5, draws, random), 2U);
  EXPECT_EQ(rank_of(4.0, draws, random), 3U);
}

TEST(Rank, IsAnywhereAmongDrawsThatEqualTheTruth) {
  Random random({.seed = 1});
  const std::vector<double> draws{0.0, 1.0, 1.0, 1.0};
  std::vector<int> counts(5, 0);
  for (int i = 0; i < 4000; ++i) ++counts[rank_of(1.0, draws, random)];
  EXPECT_EQ(counts[0], 0);
  for (std::size_t rank = 1; rank < 5; ++rank) EXPECT_NEAR(counts[rank], 1000, 120);
}

TEST(Calibration, BinsDivideTheRanksWhereTheyCan) {
  const Calibration even = calibration_of(ranks_of(63, uniform_ranks(200, 63)));
  EXPECT_EQ(even.expected, std::vector<double>(16, 12.5));
  const Calibration few = calibration_of(ranks_of(63, uniform_ranks(15, 63)));
  EXPECT_EQ(few.expected.size(), 2U);
  // 101 ranks are prime: bins of five and of six ranks.
  const Calibration odd = calibration_of(ranks_of(100, uniform_ranks(202, 100)));
  EXPECT_EQ(odd.expected.size(), 20U);
  EXPECT_NEAR(odd.expected[0], 12.0, 1e-12);
  EXPECT_NEAR(odd.expected[1], 10.0, 1e-12);
  EXPECT_NEAR(odd.variables[0].chi_square, 0.0, 1e-12);
}

TEST(Calibration, OfUniformRanksHolds) {
  const Calibration calibration = calibration_of(ranks_of(63, uniform_ranks(640, 63)));
  EXPECT_TRUE(calibration.is_calibrated());
  EXPECT_EQ(calibration.variables[0].chi_square, 0.0);
  EXPECT_NE(verdict(calibration).find("Calibrated: "), std::string::npos);
}

TEST(Calibration, OfTooFewRunsIsNotKnown) {
  const Calibration one = calibration_of(ranks_of(63, {17}));
  EXPECT_FALSE(one.is_calibrated());
  EXPECT_NE(verdict(one).find("Not known: 1 run is too few to tell"), std::string::npos);
  EXPECT_TRUE(calibration_of(ranks_of(63, uniform_ranks(9, 63))).has_too_few_runs());
  EXPECT_FALSE(calibration_of(ranks_of(63, uniform_ranks(10, 63))).has_too_few_runs());
}

TEST(Calibration, SaysHowRanksFail) {
  const auto shape = [](std::uint32_t factor, std::uint32_t shift) {
    std::vector<std::uint32_t> ranks = uniform_ranks(640, 63);
    for (std::uint32_t& rank : ranks) rank = shift + rank / factor;
    return calibration_of(ranks_of(63, ranks)).variables[0].shape;
  };
  EXPECT_EQ(shape(1, 0), RankShape::kUniform);
  EXPECT_EQ(shape(2, 0), RankShape::kTooHigh);
  EXPECT_EQ(shape(2, 32), RankShape::kTooLow);
  EXPECT_EQ(shape(2, 16), RankShape::kTooWide);
  std::vector<std::uint32_t> ends = uniform_ranks(640, 63);
  for (std::uint32_t& rank : ends) rank = rank < 32 ? rank / 2 : 63 - (63 - rank) / 2;
  const Calibration calibration = calibration_of(ranks_of(63, ends));
  EXPECT_EQ(calibration.variables[0].shape, RankShape::kTooNarrow);
  EXPECT_FALSE(calibration.is_calibrated());
  EXPECT_NE(verdict(calibration).find("NOT calibrated: the ranks of theta[1]"), std::string::npos);
}

// qbinom(c(0.005, 0.995), 200, 1 / 16) of R is 5, 22.
TEST(Calibration, BandsHoldNinetyNineOfAHundred) {
  const Calibration calibration = calibration_of(ranks_of(63, uniform_ranks(200, 63)));
  EXPECT_EQ(band_of(calibration, 3).low, 5.0);
  EXPECT_EQ(band_of(calibration, 3).high, 22.0);
}

TEST(Calibration, LeavesOutTheLargestPValuesOfTooMany) {
  Ranks ranks = ranks_of(63, uniform_ranks(640, 63));
  ranks.variables[0].ranks.assign(640, 0);
  for (int i = 2; i < 100; ++i) {
    ranks.variables.push_back(
        {.name = "theta[" + std::to_string(i) + "]", .ranks = uniform_ranks(640, 63)});
  }
  const Calibration calibration = calibration_of(ranks);
  EXPECT_EQ(shown(calibration, 5).front()->name, "theta[1]");
  EXPECT_EQ(shown(calibration, 5).size(), 5U);
  EXPECT_NE(to_text(calibration).find("(59 more, with larger p-values)"), std::string::npos);
  EXPECT_NE(to_svg(calibration).find("51 more variables, all with larger p-values"),
            std::string::npos);
}

TEST(Calibration, TablesHaveARowPerRunAndPerBin) {
  const Ranks ranks = ranks_of(3, {0, 3, 1, 2});
  EXPECT_EQ(ranks_csv(ranks), "run,\"theta[1]\"\n1,0\n2,3\n3,1\n4,2\n");
  EXPECT_EQ(histogram_csv(calibration_of(ranks)),
            "variable,bin,count,expected,low_99,high_99\n"
            "\"theta[1]\",1,2,2,0,4\n\"theta[1]\",2,2,2,0,4\n");
}

}  // namespace
}  // namespace autumn::output
