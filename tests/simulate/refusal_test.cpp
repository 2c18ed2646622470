// Programs without a generative reading are refused, with the statement that stands in the way.
#include <gtest/gtest.h>

#include "simulate/simulation.h"

namespace autumn::simulate::testing {
namespace {

constexpr const char* kData = R"({"N": 3, "y": [1, 2, 3], "k": [1, 2, 1]})";
constexpr const char* kPrefix = "this program cannot be simulated: ";

struct Refused {
  const char* name;
  const char* program;
  const char* reason;  // with its line and column
};

void PrintTo(const Refused& refused, std::ostream* out) {
  *out << refused.name;
}

const Refused kRefused[] = {
    {"FlatPrior",
     "data { int N; vector[N] y; }\n"
     "parameters { real mu; real<lower=0> s; }\n"
     "model { s ~ exponential(1); y ~ normal(mu, s); }",
     "2:19: `mu` has no distribution"},
    {"FlatElement",
     "parameters { vector[3] mu; }\n"
     "model { mu[1:2] ~ normal(0, 1); }",
     "1:24: `mu[3]` has no distribution"},
    {"OpaqueTerm",
     "data { int N; vector[N] y; } parameters { real mu; }\n"
     "model { mu ~ normal(0, 1); y ~ normal(mu, 1); target += -mu^2; }",
     "2:47: this adds a term to the density that is no distribution"},
    {"Mixture",
     "data { int N; vector[N] y; } parameters { real mu; }\n"
     "model { mu ~ normal(0, 1); for (n in 1:N)\n"
     "target += log_mix(0.5, normal_lpdf(y[n] | mu, 1), normal_lpdf(y[n] | 0, 2)); }",
     "3:1: this adds a term to the density that is no distribution"},
    {"TruncationWithUnknownArguments",
     "data { int N; vector[N] y; } parameters { real mu; }\n"
     "model { mu ~ normal(0, 1); y ~ normal(mu, 1) T[0, ]; }",
     "2:32: this adds a term to the density that is no distribution"},
    {"Weight",
     "data { int N; vector[N] y; } parameters { real mu; }\n"
     "model { mu ~ normal(0, 1); target += 2 * normal_lpdf(y | mu, 1); }",
     "2:28: this counts the density of normal other than once"},
    {"TransformedData",
     "data { int N; vector[N] y; } transformed data { vector[N] z = log(y); }\n"
     "parameters { real mu; } model { mu ~ normal(0, 1); z ~ normal(mu, 1); }",
     "2:56: the left side is known, but is no data variable"},
    {"FunctionOfParameter",
     "parameters { real<lower=0> s; }\n"
     "model { log(s) ~ normal(0, 1); }",
     "2:18: the left side is computed from parameters or data"},
    {"FunctionOfData",
     "data { int N; vector[N] y; } parameters { real mu; }\n"
     "model { mu ~ normal(0, 1); y - mu ~ normal(0, 1); }",
     "2:37: the left side is computed from parameters or data"},
    {"TwoPriors",
     "parameters { real mu; }\n"
     "model { mu ~ normal(0, 1); mu ~ normal(1, 2); }",
     "2:33: `mu` has another distribution already"},
    {"TwoPriorsInOne",
     "parameters { real mu; }\n"
     "model { mu ~ normal([0, 1], 1); }",
     "2:14: `mu` has another distribution already"},
    {"ObservedTwice",
     "data { int N; vector[N] y; }\n"
     "model { y[1:2] ~ normal(0, 1); y[2:3] ~ normal(0, 1); }",
     "2:41: `y[2]` has another distribution already"},
    {"PriorFromTheData",
     "data { int N; vector[N] y; } transformed data { real m = mean(y); }\n"
     "parameters { real mu; }\n"
     "model { mu ~ normal(m, 1); y ~ normal(mu, 1); }",
     "3:14: the right side depends on `y`, and that on what is drawn here"},
    {"Circle",
     "parameters { real a; real b; real c; }\n"
     "model { c ~ normal(a, 1); a ~ normal(b, 1); b ~ normal(a, 1); }",
     "2:49: the right side depends on `a`, and that on what is drawn here"},
    {"BranchOnData",
     "data { int N; vector[N] y; } parameters { real mu; }\n"
     "model { mu ~ normal(0, 1); if (y[1] > 0) y ~ normal(mu, 1); }",
     "2:46: this adds a term to the density that is no distribution"},
    {"IndexFromData",
     "data { int N; array[N] int k; } parameters { vector[3] mu; }\n"
     "model { mu ~ normal(0, 1); k ~ poisson_log(mu[k[1] + 1]); }",
     "2:32: the right side depends on `k`, and that on what is drawn here"},
    {"FunctionThatNeedsIntegers",
     "data { int N; array[N] int k; } transformed data { int c = choose(5, k[1]); }\n"
     "parameters { real<lower=0> mu; } model { mu ~ gamma(2, c); k ~ poisson(mu); }",
     "1:60: choose needs the numbers of data that are drawn (`k`)"},
    {"NoSampler",
     "data { int N; array[N] int k; } parameters { ordered[2] c; }\n"
     "model { c ~ normal(0, 1); k ~ ordered_probit(0.5, c); }",
     "2:31: ordered_probit needs the numbers of data that are drawn (`k`)"},
    {"WrongType",
     "parameters { unit_vector[2] u; }\n"
     "model { u ~ normal(0, 1); }",
     "2:13: normal does not draw values that `u` may have, which is declared as unit_vector"},
};

class Refusals : public ::testing::TestWithParam<Refused> {};

TEST_P(Refusals, NameTheStatementInTheWay) {
  std::string expected = GetParam().reason;
  expected.insert(expected.find(": ") + 2, kPrefix);
  EXPECT_EQ(refusal_of(GetParam().program, kData), expected);
}

INSTANTIATE_TEST_SUITE_P(Programs, Refusals, ::testing::ValuesIn(kRefused),
                         [](const auto& at) { return std::string(at.param.name); });

TEST(Simulation, RefusesDataThatAreNeitherDrawnNorGiven) {
  EXPECT_EQ(refusal_of("data { vector[2] y; }\n model { y[1] ~ normal(0, 1); }"),
            "1:18: this program cannot be simulated: no statement draws `y[2]`, and the data do "
            "not have it");
}

TEST(Simulation, RefusesCountsWithoutTotal) {
  EXPECT_EQ(refusal_of("data { array[2] int y; } parameters { simplex[2] p; }\n"
                       "model { y ~ multinomial(p); }"),
            "2:13: this program cannot be simulated: the data do not have `y`, so that its total "
            "is not known");
}

TEST(Simulation, GivesUpOnBoundsThatAreNeverKept) {
  const auto simulator =
      simulator_of("parameters { real<lower=20> a; } model { a ~ normal(0, 1); }");
  ASSERT_TRUE(simulator.is_ok());
  const auto simulated = simulator.value()(0);
  ASSERT_FALSE(simulated.is_ok());
  EXPECT_EQ(simulated.error().message, "100000 draws of normal were outside of the bounds of `a`");
}

TEST(Simulation, GivesUpOnProgramsThatAreNeverValid) {
  const auto simulator = simulator_of(
      "parameters { real a; } transformed parameters { real<lower=20> b = a; }\n"
      "model { a ~ normal(0, 1); }");
  ASSERT_TRUE(simulator.is_ok());
  const auto simulated = simulator.value()(0);
  ASSERT_FALSE(simulated.is_ok());
  EXPECT_EQ(simulated.error().message,
            "10000 simulations in a row were no values of the program; the last: a declared "
            "constraint or a truncation does not hold");
}

}  // namespace
}  // namespace autumn::simulate::testing
