// Observed data are drawn again at given parameters: what predictive checks compare data with.
#include <gtest/gtest.h>

#include <cmath>

#include "simulate/attempt.h"
#include "simulate/simulation.h"

namespace autumn::simulate::testing {
namespace {

constexpr std::uint64_t kDraws = 4000;

Result<Reading> predictive(const std::string& text, const std::string& json) {
  return predictive_reading(source_of(trace::testing::program_of(text), 1), data_of(json));
}

struct Moments {
  double mean = 0.0, sd = 0.0;
};

// Of one element of the first observed variable, at these values of the parameters.
Moments moments(const Reading& reading, const std::vector<std::vector<double>>& parameters,
                std::size_t element) {
  std::vector<expr::Array> values = reading.given;
  for (std::size_t k = 0; k < parameters.size(); ++k) {
    values[reading.observed + k].numbers = parameters[k];
  }
  double sum = 0.0, squares = 0.0;
  for (std::uint64_t k = 0; k < kDraws; ++k) {
    Random random({.seed = 1, .chain = 1, .purpose = Purpose::kSimulation, .iteration = k});
    const Attempt made = predict(reading, values, random);
    EXPECT_FALSE(made.rejection.has_value());
    const double x = made.values[0].numbers[element];
    sum += x;
    squares += x * x;
  }
  const double mean = sum / kDraws;
  return {mean, std::sqrt(squares / kDraws - mean * mean)};
}

TEST(Prediction, NeedsNoPriors) {
  const auto reading = predictive(
      "data { int N; vector[N] x; vector[N] y; } parameters { real a; real<lower=0> s; }\n"
      "model { target += -log(s); y ~ normal(a * x, s); }",
      R"({"N": 2, "x": [1, 10], "y": [0, 0]})");
  ASSERT_TRUE(reading.is_ok()) << to_text(reading.error());
  const Moments found = moments(reading.value(), {{2.0}, {0.5}}, 1);
  EXPECT_NEAR(found.mean, 20.0, 0.05);
  EXPECT_NEAR(found.sd, 0.5, 0.03);
}

TEST(Prediction, FollowsSeriesStepByStep) {
  const auto reading = predictive(
      "data { int N; vector[N] y; } parameters { real r; }\n"
      "model { y[1] ~ normal(10, 1); for (t in 2:N) y[t] ~ normal(r * y[t - 1], 1); }",
      R"({"N": 3, "y": [0, 0, 0]})");
  ASSERT_TRUE(reading.is_ok()) << to_text(reading.error());
  const Moments found = moments(reading.value(), {{0.5}}, 2);
  EXPECT_NEAR(found.mean, 2.5, 0.1);
  EXPECT_NEAR(found.sd, std::sqrt(1.0 + 0.25 + 0.0625), 0.06);
}

// The density of the program is not normalised over the bounds of data.
TEST(Prediction, IsThatOfTheDistributionWithoutBounds) {
  const auto reading = predictive(
      "data { vector<lower=0>[1] y; } parameters { real m; } model { y ~ normal(m, 1); }",
      R"({"y": [1]})");
  ASSERT_TRUE(reading.is_ok()) << to_text(reading.error());
  EXPECT_NEAR(moments(reading.value(), {{-3.0}}, 0).mean, -3.0, 0.08);
}

TEST(Prediction, KeepsTheTotalOfAMultinomial) {
  const auto reading = predictive(
      "data { array[2] int y; } parameters { simplex[2] p; } model { y ~ multinomial(p); }",
      R"({"y": [3, 7]})");
  ASSERT_TRUE(reading.is_ok()) << to_text(reading.error());
  EXPECT_NEAR(moments(reading.value(), {{0.3, 0.7}}, 0).mean, 3.0, 0.12);
}

TEST(Prediction, RefusesDensitiesThatDrawNothing) {
  const char* programs[] = {
      "y ~ normal(m, 1); target += -square(y[1] - m);",
      "target += log_mix(0.5, normal_lpdf(y | m, 1), normal_lpdf(y | -m, 1));",
      "y ~ normal(m, 1) T[0, ];",
      "target += 2 * normal_lpdf(y | m, 1);",
      "y ~ normal(m, 1); y ~ normal(0, 1);",
      "exp(y) ~ normal(m, 1);",
      "y ~ normal(m, 1); m ~ normal(y[1], 1);"};
  for (const char* text : programs) {
    const auto reading =
        predictive(std::string("data { vector[1] y; } parameters { real m; } model {") + text + "}",
                   R"({"y": [1]})");
    EXPECT_FALSE(reading.is_ok()) << text;
  }
}

}  // namespace
}  // namespace autumn::simulate::testing
