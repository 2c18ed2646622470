// These tests look at the summary: what is in it, how it reads, and how long it takes.
#include "output/report/summary.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <limits>

#include "base/display_name.h"
#include "base/numbers.h"
#include "base/random.h"
#include "output/report/report_json.h"

namespace autumn::output {
namespace {

// Columns lp__, energy__, mu, theta.1 ... with simple known numbers: column k of row r is a + b *
// noise.
std::vector<DrawTable> some_chains(std::size_t chains, std::size_t rows) {
  std::vector<DrawTable> tables;
  for (std::uint32_t c = 0; c < chains; ++c) {
    Random random({.seed = 5, .chain = c});
    DrawTable table({"lp__", "energy__", "mu", "theta.1", "m.2.1", "fixed"});
    for (std::size_t r = 0; r < rows; ++r)
      table.append(std::vector<double>{-12345.6 + random.normal(), 3.0, 4 + 2 * random.normal(),
                                       0.001 * random.normal(), 1e12 * random.normal(), 7});
    tables.push_back(std::move(table));
  }
  return tables;
}

TEST(DisplayName, TurnsTrailingNumbersIntoIndices) {
  EXPECT_EQ(display_name("mu"), "mu");
  EXPECT_EQ(display_name("theta.1"), "theta[1]");
  EXPECT_EQ(display_name("m.2.10"), "m[2,10]");
  EXPECT_EQ(display_name("z.1.real"), "z[1].real");
  EXPECT_EQ(display_name("t:2.1"), "t.2[1]");
  EXPECT_EQ(display_name("a.1:2.3"), "a[1].2[3]");
  EXPECT_EQ(display_name("lp__"), "lp__");
  EXPECT_EQ(display_name(""), "");
}

TEST(Summary, SkipsSamplerColumnsAndKeepsTheOrder) {
  const auto chains = some_chains(2, 10);
  const Summary summary = summarise(chains).value();
  std::vector<std::string> names;
  for (const auto& v : summary.variables) names.push_back(v.name);
  EXPECT_EQ(names, (std::vector<std::string>{"lp__", "mu", "theta.1", "m.2.1", "fixed"}));
  EXPECT_EQ(summary.chains, 2U);
  EXPECT_EQ(summary.draws_per_chain, 10U);
  EXPECT_EQ(summary.draws_left_out, 0U);
}

TEST(Summary, EqualsTheDiagnosticsOfEachColumn) {
  // More columns than are read together in one group.
  std::vector<std::string> names;
  for (int k = 0; k < 37; ++k) names.push_back("x." + std::to_string(k + 1));
  std::vector<DrawTable> chains(3, DrawTable(names));
  Random random({.seed = 3});
  for (DrawTable& chain : chains) {
    for (int r = 0; r < 21; ++r) {
      std::vector<double> row(names.size());
      for (double& v : row) v = random.normal();
      chain.append(row);
    }
  }
  const Summary summary = summarise(chains).value();
  ASSERT_EQ(summary.variables.size(), names.size());
  for (std::size_t k = 0; k < names.size(); ++k) {
    std::vector<double> values;
    for (const DrawTable& chain : chains) {
      const auto column = chain.column(k);
      values.insert(values.end(), column.begin(), column.end());
    }
    VariableSummary expected = Diagnoser(3, 21).summarise({values, 3});
    expected.name = names[k];
    EXPECT_EQ(summary.variables[k], expected);
  }
}

TEST(Summary, IsTheSameWithAnyNumberOfThreads) {
  std::vector<std::string> names;
  for (int k = 0; k < 50; ++k) names.push_back("x." + std::to_string(k + 1));
  std::vector<DrawTable> chains(2, DrawTable(names));
  Random random({.seed = 3});
  for (DrawTable& chain : chains) {
    std::vector<double> row(names.size());
    for (int r = 0; r < 4000; ++r) {
      for (double& v : row) v = 0.5 * v + random.normal();
      chain.append(row);
    }
  }
  const Summary one = summarise(chains, 1).value();
  EXPECT_EQ(summarise(chains, 2).value(), one);
  EXPECT_EQ(summarise(chains, 7).value(), one);
  EXPECT_EQ(summarise(chains, 0).value(), one);
}

TEST(Summary, CutsUnequalChainsToKeepTheMostDraws) {
  auto chains = some_chains(2, 100);
  const auto shorter = some_chains(1, 90);
  const auto stub = some_chains(1, 3);
  chains.push_back(shorter[0]);
  chains.push_back(stub[0]);
  const Summary summary = summarise(chains).value();
  EXPECT_EQ(summary.chains, 3U);
  EXPECT_EQ(summary.draws_per_chain, 90U);
  EXPECT_EQ(summary.draws_left_out, 23U);
}

TEST(Summary, WorksWithoutDraws) {
  const auto empty = some_chains(2, 0);
  const Summary summary = summarise(empty).value();
  EXPECT_EQ(summary.chains, 0U);
  ASSERT_EQ(summary.variables.size(), 5U);
  EXPECT_TRUE(std::isnan(summary.variables[0].mean));
  EXPECT_TRUE(summarise(std::span<const DrawTable>{}).value().variables.empty());
}

TEST(Summary, RefusesChainsOfDifferentModels) {
  const std::vector<DrawTable> chains{DrawTable({"a"}), DrawTable({"a"}), DrawTable({"b"})};
  const auto result = summarise(chains);
  ASSERT_FALSE(result.is_ok());
  EXPECT_EQ(result.error().message, "chain 3 does not have the same columns as chain 1");
}

Summary golden_summary() {
  return {{{"lp__", -39.51, 0.0712, 2.64, -44.2, -39.2, -35.8, 1403.6, 2021.2, 1.0021},
           {"mu", 4.4, 0.0501, 3.29, -1.01, 4.4, 9.82, 3201.4, 2507, 1.0004},
           {"theta.1", 6.2, 0.11, 5.6, -1.8, 5.6, 16.5, 2900, 3000, 0.9996},
           {"m.2.10", 123456.7, 12.3, 890.1, 121000.2, 123400, 125100, 4012, 3800, 1},
           {"small", -0.00012, 0.0000123, 0.00123, -0.002, -0.0001, 0.002, 10000, 99, 1.25},
           {"tiny", 1.2346e-12, 1e-15, 3.2e-13, 1e-13, 1.2e-12, 2e-12, 400, 400, 1},
           {"big", 1.5e12, 2e10, 1e12, -1e11, 1.4e12, 3e12, 400, 400, 1},
           {"fixed", 7, kNaN, 0, 7, 7, 7, kNaN, kNaN, kNaN},
           {"broken", kNaN, kNaN, kNaN, kNaN, kNaN, kNaN, kNaN, kNaN, kNaN}},
          4,
          1000,
          0};
}

TEST(SummaryText, ReadsWell) {
  EXPECT_EQ(to_text(golden_summary()),
            R"(4 chains, 1000 draws each

variable       mean      mcse       sd        5%       50%      95%  ess_bulk  ess_tail   rhat
lp__         -39.51     0.071     2.64    -44.20    -39.20   -35.80      1404      2021  1.002
mu             4.40     0.050     3.29     -1.01      4.40     9.82      3201      2507  1.000
theta[1]       6.20      0.11     5.60     -1.80      5.60    16.50      2900      3000  1.000
m[2,10]      123457        12      890    121000    123400   125100      4012      3800  1.000
small      -0.00012  0.000012  0.00123  -0.00200  -0.00010  0.00200     10000        99  1.250
tiny      1.235e-12     1e-15  3.2e-13     1e-13   1.2e-12    2e-12       400       400  1.000
big         1.5e+12     2e+10    1e+12    -1e+11   1.4e+12    3e+12       400       400  1.000
fixed             7         -        0         7         7        7         -         -      -
broken          nan         -      nan       nan       nan      nan         -         -      -
)");
}

TEST(SummaryText, SaysWhatWasLeftOut) {
  Summary summary{{}, 1, 90, 13};
  EXPECT_TRUE(to_text(summary).starts_with(
      "1 chain, 90 draws\n(13 draws left out: the chains are not equally long)\n"));
}

TEST(SummaryText, StaysAlignedInLongTables) {
  Summary summary{{}, 4, 1000, 0};
  for (int k = 1; k <= 1000; ++k)
    summary.variables.push_back({"x." + std::to_string(k), std::pow(-10.0, k % 9), 0.1,
                                 std::pow(10.0, k % 7), 1, 2, 3, 400, 400, 1});
  const std::string text = to_text(summary);
  std::size_t width = 0;
  std::size_t lines = 0;
  for (std::size_t start = text.find("variable"); start < text.size();) {
    const std::size_t end = text.find('\n', start);
    if (width == 0) width = end - start;
    EXPECT_EQ(end - start, width);
    start = end + 1;
    ++lines;
  }
  EXPECT_EQ(lines, 1001U);
}

TEST(ReportJson, HasEveryPartAndNullForNaN) {
  RunReport report;
  report.summary = {{{"mu.1", 1.5, 0.25, 2, -1, 1.25, 4, 100, 90, kNaN}}, 2, 10, 1};
  report.chains = {{10, 1, 0, 30, 0.9, 0.5, 0.8}, {9, 2, 3, 27, 0.8, 0.25, kNaN}};
  report.timings = {{"warmup", 0.5}, {"sampling", 1.5}};
  report.gradients = 57;
  report.instruction_set = "AVX2";
  report.warnings = {{WarningKind::kDivergences, "3 \"bad\" draws", "m", "a"}};
  EXPECT_EQ(
      to_json(report),
      R"({"variables":[{"name":"mu.1","mean":1.5,"mcse":0.25,"sd":2.0,"q5":-1.0,"q50":1.25,"q95":4.0,)"
      R"("ess_bulk":100.0,"ess_tail":90.0,"rhat":null}],)"
      R"("sampler":{"chains":2,"draws_per_chain":10,"draws_left_out":1,"thin":1,"thin_auto":false,"jumps_accepted":null,"divergences":3,)"
      R"("max_treedepth_hits":3,"by_chain":[)"
      R"({"draws":10,"divergences":1,"max_treedepth_hits":0,"leapfrog_steps":30,)"
      R"("mean_accept_stat":0.9,"stepsize":0.5,"ebfmi":0.8},)"
      R"({"draws":9,"divergences":2,"max_treedepth_hits":3,"leapfrog_steps":27,)"
      R"("mean_accept_stat":0.8,"stepsize":0.25,"ebfmi":null}]},)"
      R"("timings":{"warmup":0.5,"sampling":1.5},"gradients":57,"instruction_set":"AVX2",)"
      R"("withdrawn":null,"warnings":["3 \"bad\" draws"]})");
}

TEST(ReportJson, CountsThatAreNotKnownAreNull) {
  const RunReport report{};
  EXPECT_NE(to_json(report).find(R"("gradients":null)"), std::string::npos);
}

TEST(Summary, TakesUnderThreeSecondsForAThousandColumns) {
  std::vector<std::string> names;
  for (int k = 0; k < 1000; ++k) names.push_back("x." + std::to_string(k + 1));
  std::vector<DrawTable> chains(4, DrawTable(names));
  Random random({.seed = 1});
  std::vector<double> row(names.size());
  for (DrawTable& chain : chains) {
    for (int r = 0; r < 1000; ++r) {
      for (double& v : row) v = random.uniform();
      chain.append(row);
    }
  }
  const auto start = std::chrono::steady_clock::now();
  const Summary summary = summarise(chains).value();
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  RecordProperty("milliseconds", static_cast<int>(1000 * seconds));
  EXPECT_EQ(summary.variables.size(), 1000U);
#ifdef NDEBUG  // a promise of release builds
  EXPECT_LT(seconds, 3);
#endif
}

TEST(Summary, ShowsSoManyVariablesAndDigitsAsAreAskedFor) {
  const Summary summary = summarise(some_chains(2, 100)).value();
  const std::string few = to_text(summary, {.most = 2});
  EXPECT_TRUE(few.ends_with("... and 3 more\n")) << few;
  EXPECT_EQ(few.find("theta"), std::string::npos);
  EXPECT_EQ(to_text(summary, {.most = 5}), to_text(summary));
  EXPECT_GT(to_text(summary, {.digits = 8}).size(), to_text(summary).size());
}

TEST(Summary, HasThePercentilesThatAreAskedForInPlaceOfTheUsualOnes) {
  const auto chains = some_chains(2, 50);
  const std::vector<double> percentiles = parse_percentiles("0,5,50,99.5,100").value();
  const Summary usual = summarise(chains).value();
  const Summary asked = summarise(chains, 1, percentiles).value();
  const VariableSummary& mu = asked.variables[1];
  ASSERT_EQ(mu.percentiles.size(), 5U);
  EXPECT_EQ(mu.percentiles[1], mu.q5);
  EXPECT_EQ(mu.percentiles[2], usual.variables[1].q50);
  EXPECT_LT(mu.percentiles[0], mu.q5);
  EXPECT_LT(mu.q95, mu.percentiles[3]);
  EXPECT_LT(mu.percentiles[3], mu.percentiles[4]);
  const std::string text = to_text(asked);
  EXPECT_NE(text.find("99.5%"), std::string::npos) << text;
  EXPECT_EQ(text.find("95%"), std::string::npos) << text;
}

TEST(SummaryText, FitsLinesByShorteningNames) {
  DrawTable table({"x", "the_effect_of_the_treatment_of_the_patients_in_hospital.12"});
  for (int k = 0; k < 10; ++k) table.append(std::vector<double>{0.1 * k, 0.2 * k});
  const Summary summary = summarise(std::span<const DrawTable>(&table, 1)).value();
  EXPECT_NE(to_text(summary).find("the_effect_of_the_treatment_of_the_patients_in_hospital[12] "),
            std::string::npos);
  const std::string text = to_text(summary, {.width = 90});
  EXPECT_NE(text.find("the_eff"), std::string::npos) << text;
  EXPECT_NE(text.find("..[12] "), std::string::npos) << text;
  for (std::size_t at = 0, end = 0; (end = text.find('\n', at)) != std::string::npos;
       at = end + 1) {
    EXPECT_LE(end - at, 90U) << text;
  }
  // What is left of a name tells it from others, in a line of any length.
  EXPECT_NE(to_text(summary, {.width = 1}).find("the_ef..[12] "), std::string::npos);
}

TEST(Summary, PercentilesAreNumbersInOrder) {
  EXPECT_EQ(parse_percentiles("2.5,97.5").value(), (std::vector<double>{2.5, 97.5}));
  for (const char* wrong : {"", "5,", ",5", "5,,6", "x", "5,x", "101", "-1", "nan", "5,5", "9,5"}) {
    EXPECT_FALSE(parse_percentiles(wrong)) << wrong;
  }
}

TEST(Summary, OfSomeVariablesHasTheseAndNamesWhatIsNotThere) {
  const Summary summary = summarise(some_chains(2, 100)).value();
  const auto names_of = [&](std::vector<std::string> wanted) {
    std::vector<std::string> names;
    const Summary some = selected(summary, wanted).value();
    for (const auto& v : some.variables) names.push_back(v.name);
    return names;
  };
  EXPECT_EQ(names_of({"theta", "mu"}), (std::vector<std::string>{"mu", "theta.1"}));
  EXPECT_EQ(names_of({"m[2,1]"}), (std::vector<std::string>{"m.2.1"}));
  EXPECT_EQ(names_of({"mu", "mu"}), (std::vector<std::string>{"mu"}));
  const auto missing = selected(summary, std::vector<std::string>{"mu", "theta[2]"});
  ASSERT_FALSE(missing.is_ok());
  EXPECT_EQ(missing.error().message, "there is no variable `theta[2]`");
}

}  // namespace
}  // namespace autumn::output
