// These tests look at CmdStan's command line: what is parsed, what is refused and in which words,
// and how it is printed.
#include <gtest/gtest.h>

#include "cmdstan/arguments/parse.h"
#include "cmdstan/arguments/text.h"
#include "cmdstan/sample_settings.h"

namespace autumn::cmdstan {
namespace {

Parsed parsed(const std::vector<std::string>& words) {
  return parse("./m", words);
}

TEST(CmdstanArguments, ThatCmdstanpySendsAreUnderstood) {
  const Parsed p = parsed({"id=3", "random", "seed=7", "data", "file=a=b.json", "init=0.5",
                           "output", "file=o.csv", "refresh=10", "method=sample", "num_samples=50",
                           "algorithm=hmc", "engine=nuts", "max_depth=12", "metric=dense_e",
                           "adapt", "engaged=0", "delta=0.95", "num_chains=2"});
  ASSERT_EQ(p.outcome, ParseOutcome::kRun) << p.mistakes;
  EXPECT_EQ(integer_of(p.arguments, "id"), 3);
  EXPECT_EQ(text_of(p.arguments, "data.file"), "a=b.json");
  EXPECT_EQ(integer_of(p.arguments, "sample.algorithm.hmc.engine.nuts.max_depth"), 12);
  EXPECT_EQ(choice_of(p.arguments, "sample.algorithm.hmc.metric"), "dense_e");
  EXPECT_FALSE(truth_of(p.arguments, "sample.adapt.engaged"));
  EXPECT_EQ(number_of(p.arguments, "sample.adapt.delta"), 0.95);
  EXPECT_EQ(integer_of(p.arguments, "sample.num_chains"), 2);
}

TEST(CmdstanArguments, ThreadsThatChainsLeaveOverShareTheirRows) {
  EXPECT_EQ(threads_per_chain(1, 1), 1U);
  EXPECT_EQ(threads_per_chain(4, 1), 4U);
  EXPECT_EQ(threads_per_chain(4, 2), 2U);
  EXPECT_EQ(threads_per_chain(4, 3), 1U);
  EXPECT_EQ(threads_per_chain(2, 4), 1U);
  EXPECT_GE(threads_per_chain(0, 1), 1U);
}

TEST(CmdstanArguments, AMethodMayStandAlone) {
  const Parsed p = parsed({"optimize", "algorithm=newton", "jacobian=1", "data", "file=d.json"});
  ASSERT_EQ(p.outcome, ParseOutcome::kRun) << p.mistakes;
  EXPECT_EQ(choice_of(p.arguments, "method"), "optimize");
  EXPECT_EQ(choice_of(p.arguments, "optimize.algorithm"), "newton");
  EXPECT_TRUE(truth_of(p.arguments, "optimize.jacobian"));
}

TEST(CmdstanArguments, AnUnknownWordIsNamedWithPlacesWhereItWouldStand) {
  const Parsed p = parsed({"sample", "delta=0.9"});
  ASSERT_EQ(p.outcome, ParseOutcome::kMistake);
  EXPECT_EQ(p.mistakes,
            "delta=0.9 is either mistyped or misplaced.\n"
            "Perhaps you meant one of the following valid configurations?\n"
            "  method=sample adapt delta=<double>\n"
            "Failed to parse command arguments, cannot run model.\n");
}

TEST(CmdstanArguments, ABadValueIsRefusedWithWhatIsValid) {
  const Parsed p = parsed({"sample", "adapt", "delta=1.5"});
  ASSERT_EQ(p.outcome, ParseOutcome::kMistake);
  EXPECT_EQ(p.mistakes,
            "1.5 is not a valid value for \"delta\"\n"
            "  Valid values: 0.100000 <= delta <= 1.000000\n"
            "Failed to parse command arguments, cannot run model.\n");
}

TEST(CmdstanArguments, WithoutAMethodNothingRuns) {
  const Parsed p = parsed({"data", "file=d.json"});
  ASSERT_EQ(p.outcome, ParseOutcome::kMistake);
  EXPECT_EQ(p.mistakes,
            "A method must be specified!\nFailed to parse command arguments, cannot run model.\n");
  EXPECT_EQ(parsed({}).outcome, ParseOutcome::kUsage);
}

TEST(CmdstanArguments, AnArgumentOfTheTopStandsOnce) {
  EXPECT_EQ(parsed({"sample", "id=1", "id=2"}).outcome, ParseOutcome::kMistake);
  EXPECT_EQ(parsed({"sample", "optimize"}).outcome, ParseOutcome::kMistake);
}

TEST(CmdstanArguments, ThatCountMayNotBeNegativeOrWordsOrTooLarge) {
  for (const char* bad : {"num_samples=-1", "num_samples=x", "thin=0", "num_samples=99999999999"}) {
    EXPECT_EQ(parsed({"sample", bad}).outcome, ParseOutcome::kMistake) << bad;
  }
  EXPECT_EQ(parsed({"sample", "num_samples=0"}).outcome, ParseOutcome::kRun);
}

TEST(CmdstanArguments, ThatAreNumbersAreNumbersToTheEnd) {
  for (const char* bad : {"num_samples=1e4", "num_samples=10x", "num_samples=5.7", "thin=2.5",
                          "num_samples= 5", "num_samples=", "num_samples=0x10"}) {
    EXPECT_EQ(parsed({"sample", bad}).outcome, ParseOutcome::kMistake) << bad;
  }
  for (const char* bad : {"delta=0.9x", "delta=", "gamma=1,5", "gamma=0x1p-3", "gamma= 0.1"}) {
    EXPECT_EQ(parsed({"sample", "adapt", bad}).outcome, ParseOutcome::kMistake) << bad;
  }
  EXPECT_EQ(parsed({"sample", "id=1.9"}).outcome, ParseOutcome::kMistake);
  EXPECT_EQ(parsed({"sample", "random", "seed=1e3"}).outcome, ParseOutcome::kMistake);
  const Parsed p = parsed({"sample", "num_samples=+50", "adapt", "delta=9e-1", "gamma=+0.1"});
  ASSERT_EQ(p.outcome, ParseOutcome::kRun) << p.mistakes;
  EXPECT_EQ(integer_of(p.arguments, "sample.num_samples"), 50);
  EXPECT_EQ(number_of(p.arguments, "sample.adapt.delta"), 0.9);
  EXPECT_EQ(number_of(p.arguments, "sample.adapt.gamma"), 0.1);
}

TEST(CmdstanArguments, ArePrintedAsATreeWithTheirDefaults) {
  const Parsed p = parsed({"sample", "num_samples=50", "random", "seed=5"});
  const std::string text = tree_text(p.arguments, "# ", "99");
  EXPECT_NE(text.find("# method = sample (Default)\n#   sample\n#     num_samples = 50\n"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("#       hmc\n#         engine = nuts (Default)\n#           nuts\n"
                      "#             max_depth = 10 (Default)\n"
                      "#         metric = diag_e (Default)\n#         metric_file =  (Default)\n"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("# random\n#   seed = 5\n"), std::string::npos);
}

TEST(CmdstanArguments, ASeedThatWasDrawnIsPrintedAsADefault) {
  const std::string text = tree_text(parsed({"sample"}).arguments, "", "1234");
  EXPECT_NE(text.find("random\n  seed = 1234 (Default)\n"), std::string::npos);
}

TEST(CmdstanArguments, AsJsonHaveChoicesWithTheirValue) {
  const std::string json = tree_json(parsed({"sample"}).arguments);
  EXPECT_NE(json.find("\"metric\" : {\n"), std::string::npos) << json;
  EXPECT_NE(json.find("\"value\" : \"diag_e\",\n"), std::string::npos);
  EXPECT_NE(json.find("\"diag_e\" : {}"), std::string::npos);
  EXPECT_NE(json.find("\"init\" : \"2\""), std::string::npos);
  EXPECT_NE(json.find("\"seed\" : -1"), std::string::npos);
}

TEST(CmdstanArguments, HelpStopsWhereItIsAsked) {
  const Parsed p = parsed({"sample", "adapt", "help", "nonsense"});
  ASSERT_EQ(p.outcome, ParseOutcome::kHelp);
  EXPECT_EQ(p.help.find("adapt\n"), 0U);
  EXPECT_NE(p.help.find("Valid subarguments: engaged, gamma, delta"), std::string::npos);
  EXPECT_EQ(parsed({"help-all"}).outcome, ParseOutcome::kHelp);
  EXPECT_EQ(parsed({"info", "nonsense"}).outcome, ParseOutcome::kInfo);
}

}  // namespace
}  // namespace autumn::cmdstan
