// These tests look at stanc: its options, what it says of a program, and how it prints one.
#include <gtest/gtest.h>

#include "cmdstan/embedded.h"
#include "cmdstan/program_info.h"
#include "cmdstan/stanc_messages.h"
#include "cmdstan/stanc_options.h"
#include "cmdstan/summary_request.h"
#include "stan/syntax/parse.h"
#include "stan/types/check.h"

namespace autumn::cmdstan {
namespace {

struct Checked {
  stan::Sources sources;
  stan::Program program;
};

Checked checked(const std::string& text) {
  Checked result{stan::Sources("m.stan", text), {}};
  stan::ParseResult parsed = stan::parse(result.sources);
  EXPECT_TRUE(parsed.is_ok());
  result.program = std::move(parsed.program);
  EXPECT_TRUE(stan::check(result.program).empty());
  return result;
}

TEST(Stanc, TakesOptionsBeforeAndAfterTheFile) {
  const auto options =
      parse_stanc(std::vector<std::string>{"--include-paths=a,b", "m.stan", "--name=x_model", "--o",
                                           "m.hpp", "--O1", "--warn-pedantic"});
  ASSERT_TRUE(options.is_ok());
  EXPECT_EQ(options.value().file, "m.stan");
  EXPECT_EQ(options.value().include_paths, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(options.value().name, "x_model");
  EXPECT_EQ(options.value().output, "m.hpp");
  EXPECT_TRUE(options.value().warns_pedantic);
  EXPECT_EQ(options.value().flags, "--include-paths=a,b --name=x_model --O1 --warn-pedantic");
}

TEST(Stanc, RefusesOptionsItDoesNotKnowAndCallsWithoutAFile) {
  EXPECT_FALSE(parse_stanc(std::vector<std::string>{"--nonsense", "m.stan"}).is_ok());
  EXPECT_FALSE(parse_stanc(std::vector<std::string>{"--info"}).is_ok());
  EXPECT_TRUE(parse_stanc(std::vector<std::string>{"--version"}).is_ok());
}

TEST(Stanc, KnowsTheWordsOfCanonicalize) {
  const auto takes = [](const std::string& list) {
    return parse_stanc(std::vector<std::string>{"--canonicalize=" + list, "m.stan"}).is_ok();
  };
  EXPECT_TRUE(takes("deprecations,parentheses,braces,includes,strip-comments"));
  EXPECT_FALSE(takes("deprecations,comments"));
}

TEST(Stanc, InfoHasTypesAndNumbersOfDimensions) {
  const Checked c = checked(
      "data { int N; array[N] matrix[2, 2] X; } parameters { tuple(real, vector[3]) t; }"
      " model { t.1 ~ normal(0, 1); N ~ poisson(2); target += log(2.0); print(N); }");
  const std::string info = program_info(c.program, c.sources);
  EXPECT_NE(info.find("\"X\": {\n      \"type\": \"real\",\n      \"dimensions\": 3"),
            std::string::npos)
      << info;
  EXPECT_NE(info.find("\"type\": [\n"), std::string::npos);
  EXPECT_NE(info.find("\"normal_lupdf\",\n    \"poisson_lupmf\""), std::string::npos) << info;
  EXPECT_NE(info.find("\"log\",\n    \"print\""), std::string::npos) << info;
}

TEST(Stanc, AMistakeIsShownWithItsPlaceAndLines) {
  const Checked c = checked("parameters {\n  real x;\n}\nmodel {\n  x ~ normal(0, 1);\n}\n");
  const Error error{.message = "it is wrong",
                    .suggestion = "do this",
                    .where = {.file = "m.stan", .line = 5, .column = 7, .length = 6}};
  EXPECT_EQ(
      stanc_error({.sources = &c.sources, .file = "m.stan", .shown_as = "other.stan"},
                  "Semantic error", error),
      "Semantic error in 'other.stan', line 5, column 6 to column 12:\n"
      "   -------------------------------------------------\n"
      "     3:  }\n     4:  model {\n     5:    x ~ normal(0, 1);\n               ^\n     6:  }\n"
      "     7:  \n"
      "   -------------------------------------------------\n\nit is wrong\n  do this\n");
}

TEST(Stanc, IncludesOfAnExecutableAreReadFromItself) {
  const EmbeddedProgram program{
      .model_name = "m_model",
      .flags = "",
      .include_paths = {},
      .texts = {{"m.stan", "#include f.stan\n"}, {"f.stan", "model {}\n"}}};
  const stan::Includes includes = includes_of(program);
  EXPECT_EQ(includes.read("f.stan").value(), "model {}\n");
  EXPECT_FALSE(includes.read("other.stan").is_ok());
}

TEST(Stansummary, TakesPercentilesAsCmdstanpyWritesThem) {
  const auto request = parse_summary(std::vector<std::string>{
      "--percentiles= 5,50,95", "--sig_figs=6", "--csv_filename=/tmp/x.csv", "a.csv", "b.csv"});
  ASSERT_TRUE(request.is_ok());
  EXPECT_EQ(request.value().percentiles, (std::vector<std::string>{"5", "50", "95"}));
  EXPECT_EQ(request.value().digits, 6);
  EXPECT_EQ(request.value().files.size(), 2U);
  EXPECT_FALSE(parse_summary(std::vector<std::string>{"-p", "50,5", "a.csv"}).is_ok());
}

}  // namespace
}  // namespace autumn::cmdstan
