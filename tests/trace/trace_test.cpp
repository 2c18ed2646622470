// These tests look at what programs become when they are traced, factor by factor.
#include <gtest/gtest.h>

#include <cmath>

#include "dist/distribution.h"
#include "model/roll/roll.h"
#include "trace/program.h"

namespace autumn::trace {
namespace {

using testing::traced;

model::Model model_of(const std::string& text, const std::string& json = "{}") {
  auto result = traced(text, json);
  EXPECT_TRUE(result.is_ok()) << (result.is_ok() ? "" : to_text(result.error()));
  return result.is_ok() ? result.value().model : model::Model{};
}

std::vector<std::string> factors_of(const model::Model& model) {
  std::vector<std::string> names;
  for (const model::Factor& factor : model.factors) {
    names.emplace_back(factor.is_opaque() ? "opaque" : factor.distribution->name);
    if (factor.weight) names.back() += " weighted";
  }
  return names;
}

using Names = std::vector<std::string>;

TEST(Trace, AllWaysToSayADensityGiveTheSameFactor) {
  const std::string head = "parameters { real x; } model { ";
  const std::string tilde = to_text(model_of(head + "x ~ normal(0, 1); }"));
  EXPECT_EQ(to_text(model_of(head + "target += normal_lpdf(x | 0, 1); }")), tilde);
  EXPECT_EQ(to_text(model_of(head + "target += normal_lupdf(x | 0, 1); }")), tilde);
  EXPECT_EQ(to_text(model_of(head + "{ real s = 0; s += normal_lpdf(x | 0, 1); target += s; } }")),
            tilde);
}

TEST(Trace, TargetIsFlattenedThroughSumsWeightsAndTransformedParameters) {
  EXPECT_EQ(factors_of(model_of(
                "parameters { real a; real<lower=0> s; } transformed parameters {"
                " real lprior = 0; lprior += normal_lpdf(a | 0, 5);"
                " lprior += student_t_lpdf(s | 3, 0, 2.5) - 1 * student_t_lccdf(0 | 3, 0, 2.5); }"
                " model { target += lprior; target += 0.5 * normal_lpdf(a | 1, s); }")),
            (Names{"normal", "student_t", "normal weighted", "opaque"}));
}

TEST(Trace, StochasticAndZeroSumMatricesAreParameters) {
  const model::Model model = model_of(
      "parameters { row_stochastic_matrix[2, 3] a; column_stochastic_matrix[2, 3] b;"
      " sum_to_zero_matrix[2, 3] c; array[4] column_stochastic_matrix[2, 3] d;"
      " array[4] sum_to_zero_matrix[2, 3] e; }");
  using enum model::SupportKind;
  const std::pair<model::SupportKind, std::size_t> expected[] = {{kSimplex, 4},
                                                                 {kColumnStochastic, 3},
                                                                 {kSumToZeroMatrix, 2},
                                                                 {kColumnStochastic, 12},
                                                                 {kSumToZeroMatrix, 8}};
  ASSERT_EQ(model.variables.size(), 5U);
  for (std::size_t i = 0; i < 5; ++i) {
    const model::Variable& variable = model.variables[i];
    EXPECT_EQ(variable.support.kind, expected[i].first) << variable.name;
    EXPECT_EQ(model::unconstrained_size(variable.support.kind, variable.dims), expected[i].second)
        << variable.name;
  }
}

TEST(Trace, SumsOfContainersOfDensitiesAreFlattened) {
  EXPECT_EQ(
      factors_of(model_of(
          "parameters { real a; } model { vector[3] lp;"
          " for (n in 1:3) lp[n] = normal_lpdf(n | a, 1); target += sum(lp); target += lp; }")),
      (Names(6, "normal")));
}

TEST(Trace, MixturesStayOpaque) {
  EXPECT_EQ(factors_of(model_of(
                "parameters { real a; } model {"
                " target += log_sum_exp(normal_lpdf(1 | a, 1), normal_lpdf(1 | -a, 1)); }")),
            (Names{"opaque"}));
}

// A component whose scale is not known to be positive rejects where it is not, as it would in Stan.
TEST(Trace, ComponentsOfMixturesKeepTheirValidity) {
  EXPECT_EQ(factors_of(model_of(
                "parameters { real a; real s; } model {"
                " target += log_sum_exp(normal_lpdf(1 | a, s), normal_lpdf(1 | -a, s)); }")),
            (Names{"opaque", "opaque"}));
}

TEST(Trace, BranchesOnDataLeaveNoTrace) {
  const std::string text =
      "data { int prior_only; } parameters { real a; } model { a ~ normal(0, 1);"
      " if (!prior_only) { target += normal_lpdf(2 | a, 1); } }";
  EXPECT_EQ(factors_of(model_of(text, R"({"prior_only": 1})")), (Names{"normal"}));
  EXPECT_EQ(factors_of(model_of(text, R"({"prior_only": 0})")), (Names{"normal", "normal"}));
}

TEST(Trace, ConstraintsOfTransformedParametersBecomeIndicators) {
  EXPECT_EQ(
      factors_of(model_of("parameters { real a; } transformed parameters { real<lower=0> b = a; }"
                          " model { a ~ normal(0, 1); }")),
      (Names{"normal", "opaque"}));
}

TEST(Trace, LoopAndVectorFormRollToTheSameModel) {
  const std::string head =
      "data { int N; vector[N] x; vector[N] y; array[N] int g; } parameters { vector[2] a; real b;"
      " real<lower=0> s; } model { ";
  const std::string json = R"({"N": 3, "x": [0.5, 1, 2], "y": [1, 2, 3], "g": [1, 2, 1]})";
  const std::string loop =
      "for (n in 1:N) { real mu = a[g[n]]; mu += b * x[n]; y[n] ~ normal(mu, s); } }";
  const std::string vector = "y ~ normal(a[g] + b * x, s); }";
  EXPECT_EQ(to_text(model::roll(model_of(head + loop, json))),
            to_text(model::roll(model_of(head + vector, json))));
}

TEST(Trace, GeneratedQuantitiesSeeTheDraw) {
  auto result = traced(
      "parameters { vector[2] x; } transformed parameters { real s = sum(x); } model { x ~ "
      "normal(0, 1); }"
      " generated quantities { real t = 2 * s + x[1]; int n = 0; for (i in 1:2) if (x[i] > 0) n += "
      "1; }");
  ASSERT_TRUE(result.is_ok()) << to_text(result.error());
  std::vector<double> out(generated_size(result.value().generated));
  Random random({.seed = 1});
  const std::vector<double> drawn{1.5, -0.5, 1.0};
  ASSERT_TRUE(generate(result.value().generated, drawn, random, out).is_ok());
  EXPECT_EQ(out, (std::vector<double>{3.5, 1}));
}

TEST(Trace, RejectInGeneratedQuantitiesLeavesNan) {
  auto result = traced(
      "parameters { real x; } model { x ~ normal(0, 1); }"
      " generated quantities { real y = 1; real z; if (x > 0) reject(\"no \", x); z = 2; }");
  ASSERT_TRUE(result.is_ok());
  std::vector<double> out(2);
  Random random({.seed = 1});
  const std::vector<double> drawn{1.0};
  const Status status = generate(result.value().generated, drawn, random, out);
  ASSERT_FALSE(status.is_ok());
  EXPECT_EQ(status.error().message, "no 1");
  EXPECT_TRUE(std::isnan(out[1]));
}

TEST(Trace, IntegersThatARejectKeptFromAValueAreNan) {
  auto result = traced(
      "parameters { real x; } model { x ~ normal(0, 1); } generated quantities {"
      " int k; array[2] int c; tuple(int, real) t; c[1] = 7;"
      " if (x > 0) reject(\"no \", x); k = 1; c[2] = 2; t = (1, 2); }");
  ASSERT_TRUE(result.is_ok());
  std::vector<double> out(5);
  const std::vector<double> drawn{1.0};
  ASSERT_FALSE(generate(result.value().generated, drawn, Random({.seed = 1}), out).is_ok());
  EXPECT_TRUE(std::isnan(out[0]));
  EXPECT_EQ(out[1], 7);
  for (const std::size_t k : {2U, 3U, 4U}) EXPECT_TRUE(std::isnan(out[k])) << k;
}

TEST(Trace, IntegersArePrintedWithAllTheirDigits) {
  std::vector<std::string> lines;
  const auto print = [&](const std::string& line) { lines.push_back(line); };
  const auto program = testing::program_of(
      "transformed data { int n = 123456789; tuple(int, real) t = (12345678, 12345678.5);"
      " print(\"n = \", n, \" \", {1234567, 2}, \" \", -20240131, \" \", 1234567.0, \" \", t); }");
  ASSERT_TRUE(trace(program, {}, {.print = print}).is_ok());
  EXPECT_EQ(lines, (std::vector<std::string>{
                       "n = 123456789 [1234567,2] -20240131 1.23457e+06 (12345678,1.23457e+07)"}));
}

}  // namespace
}  // namespace autumn::trace
