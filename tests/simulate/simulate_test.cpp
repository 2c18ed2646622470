// Simulations have the distribution that the density of the program says.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <functional>

#include "simulate/simulation.h"

namespace autumn::simulate::testing {
namespace {

constexpr std::uint32_t kMany = 4000;

using Statistic = std::function<double(const Simulated&)>;

double mean_of(const std::vector<Simulated>& all, const Statistic& statistic) {
  double sum = 0.0;
  for (const Simulated& each : all) sum += statistic(each);
  return sum / static_cast<double>(all.size());
}

double truth(const Simulated& simulated, std::size_t variable, std::size_t element = 0) {
  return simulated.parameters[variable].numbers[element];
}

double datum(const Simulated& simulated, const std::string& name, std::size_t element) {
  return simulated.data.at(name).numbers[element];
}

TEST(Simulation, DrawsParametersAndThenData) {
  const auto all = simulations(
      "data { int N; vector[N] x; vector[N] y; array[N] int k; }\n"
      "parameters { real mu; vector<lower=0>[2] rate; }\n"
      "model { y ~ normal(mu + x, 0.5); k ~ poisson(rate[2]); rate ~ gamma([2, 3]', 1);\n"
      "        mu ~ normal(3, 2); }",
      R"({"N": 2, "x": [0, 10]})", kMany);
  ASSERT_EQ(all.size(), kMany);
  EXPECT_NEAR(mean_of(all, [](const auto& s) { return truth(s, 0); }), 3.0, 0.15);
  EXPECT_NEAR(mean_of(all, [](const auto& s) { return truth(s, 1, 0); }), 2.0, 0.1);
  EXPECT_NEAR(mean_of(all, [](const auto& s) { return truth(s, 1, 1); }), 3.0, 0.15);
  EXPECT_NEAR(mean_of(all, [](const auto& s) { return datum(s, "y", 1); }), 13.0, 0.15);
  // The variance of y given mu, and of counts: mean and variance of their rate.
  EXPECT_NEAR(
      mean_of(all, [](const auto& s) { return std::pow(datum(s, "y", 0) - truth(s, 0), 2.0); }),
      0.25, 0.025);
  EXPECT_NEAR(mean_of(all, [](const auto& s) { return std::pow(datum(s, "k", 0) - 3.0, 2.0); }),
              6.0, 0.7);
  EXPECT_EQ(all[0].data.at("x").numbers, (std::vector<double>{0, 10}));
}

TEST(Simulation, OrdersStatementsByWhatTheyNeed) {
  const auto simulator = simulator_of(
      "data { int T; vector[T] y; } parameters { real a; real b; }\n"
      "model { for (t in 2:T) y[t] ~ normal(b * y[t - 1], 1); b ~ normal(a, 1); a ~ normal(0, 1); "
      "}",
      R"({"T": 4, "y": [7, 0, 0, 0]})");
  ASSERT_TRUE(simulator.is_ok());
  const Reading& reading = simulator.value().reading();
  std::vector<Element> order;
  for (const auto& wave : reading.waves) {
    ASSERT_EQ(wave.size(), 1U);
    order.push_back(wave[0].elements[0]);
  }
  EXPECT_EQ(order, (std::vector<Element>{{1, 0}, {2, 0}, {0, 1}, {0, 2}, {0, 3}}));
}

TEST(Simulation, OfASeriesIsTheSameInALoopAndInASlice) {
  const std::string head =
      "data { int T; vector[T] y; } parameters { real b; } model { b ~ normal(0, 1);";
  const std::string json = R"({"T": 5, "y": [3, 0, 0, 0, 0]})";
  const auto loop =
      simulations(head + "for (t in 2:T) y[t] ~ normal(b * y[t - 1], 0.1); }", json, 3);
  const auto slice = simulations(head + "y[2:T] ~ normal(b * y[1:(T - 1)], 0.1); }", json, 3);
  ASSERT_EQ(loop.size(), 3U);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(loop[i].data.at("y").numbers, slice[i].data.at("y").numbers);
    EXPECT_EQ(datum(loop[i], "y", 0), 3.0);
    EXPECT_NEAR(datum(loop[i], "y", 1), 3.0 * truth(loop[i], 0), 0.5);
  }
}

TEST(Simulation, KeepsBoundsByDrawingAgain) {
  const auto all = simulations(
      "parameters { real<lower=0> s; real<lower=1, upper=2> c; real<lower=0, upper=4> u; }\n"
      "model { s ~ normal(0, 1); c ~ cauchy(0, 1); }",
      "{}", kMany);
  // A half-normal has mean sqrt(2 / pi); the median of the cauchy between 1 and 2 follows from
  // atan.
  EXPECT_NEAR(mean_of(all, [](const auto& s) { return truth(s, 0); }), std::sqrt(2.0 / M_PI), 0.04);
  const double median = std::tan((std::atan(1.0) + std::atan(2.0)) / 2.0);
  EXPECT_NEAR(mean_of(all, [&](const auto& s) { return truth(s, 1) < median ? 1.0 : 0.0; }), 0.5,
              0.03);
  EXPECT_NEAR(mean_of(all, [](const auto& s) { return truth(s, 2); }), 2.0, 0.08);
}

// Stan's density is that of both without a bound, cut off: not that of mu times a truncated one.
TEST(Simulation, DrawsAllAgainWhereABoundCutsOffAnUnknownShare) {
  const auto all = simulations(
      "parameters { real mu; real<lower=0> s; } model { mu ~ normal(0, 1); s ~ normal(mu, 1); }",
      "{}", kMany);
  EXPECT_NEAR(mean_of(all, [](const auto& s) { return truth(s, 0) < 0.0 ? 1.0 : 0.0; }), 0.25,
              0.025);
}

TEST(Simulation, KeepsDeclaredConstraintsOfData) {
  const auto all = simulations(
      "data { array[2] int<lower=1> k; } parameters { real<lower=0> l; }\n"
      "model { l ~ exponential(2); k ~ poisson(l); }",
      "{}", 200);
  for (const Simulated& each : all) {
    EXPECT_GE(datum(each, "k", 0), 1.0);
    EXPECT_GE(datum(each, "k", 1), 1.0);
  }
}

TEST(Simulation, DrawsConstrainedTypesWhole) {
  const auto all = simulations(
      "data { array[2] vector[2] y; array[3] int n; }\n"
      "parameters { ordered[3] c; array[2] simplex[3] p; cov_matrix[2] S; corr_matrix[2] R;\n"
      "             cholesky_factor_corr[2] L; }\n"
      "model { c ~ normal(0, 1); p[1] ~ dirichlet([1, 2, 3]'); p[2] ~ dirichlet([1, 1, 1]');\n"
      "        S ~ inv_wishart(5, identity_matrix(2)); R ~ lkj_corr(2); L ~ lkj_corr_cholesky(2);\n"
      "        y ~ multi_normal(rep_vector(0, 2), S); n ~ multinomial(p[1]); }",
      R"({"n": [4, 5, 6]})", 100);
  ASSERT_EQ(all.size(), 100U);
  for (const Simulated& each : all) {
    EXPECT_LT(truth(each, 0, 0), truth(each, 0, 1));
    EXPECT_LT(truth(each, 0, 1), truth(each, 0, 2));
    EXPECT_NEAR(truth(each, 1, 0) + truth(each, 1, 2) + truth(each, 1, 4), 1.0, 1e-12);
    EXPECT_EQ(truth(each, 2, 1), truth(each, 2, 2));
    EXPECT_EQ(datum(each, "n", 0) + datum(each, "n", 1) + datum(each, "n", 2), 15.0);
  }
}

// A likelihood in a function is one: `y` is drawn under the name that it has there.
TEST(Simulation, FollowsDataIntoFunctions) {
  const std::string head = "data { int N; vector[N] y; } parameters { real mu; } model { ";
  const std::string body =
      "functions { void inner_lp(vector x, real m) { x ~ normal(m, 1); }\n"
      "real both_lp(vector z, real m) { m ~ normal(0, 1); inner_lp(z, m); return m; } }\n" +
      head + "real m = both_lp(y, mu); }";
  const char* data = R"({"N": 3, "y": [0, 0, 0]})";
  const auto inside = simulations(body, data, 2);
  const auto plain = simulations(head + "mu ~ normal(0, 1); y ~ normal(mu, 1); }", data, 2);
  ASSERT_EQ(inside.size(), 2U);
  ASSERT_EQ(plain.size(), 2U);
  EXPECT_EQ(trace::to_json(inside[1].data), trace::to_json(plain[1].data));
}

TEST(Simulation, IsTheSameForTheSameSeedAndNumber) {
  const std::string program =
      "data { vector[3] y; } parameters { real mu; } model { mu ~ normal(0, 1); y ~ normal(mu, 1); "
      "}";
  const auto first = simulations(program, "{}", 3, 5);
  const auto again = simulations(program, "{}", 3, 5);
  const auto other = simulations(program, "{}", 3, 6);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(trace::to_json(first[i].data), trace::to_json(again[i].data));
    EXPECT_EQ(first[i].parameters, again[i].parameters);
    EXPECT_NE(first[i].parameters, other[i].parameters);
  }
  EXPECT_NE(first[0].parameters, first[1].parameters);
}

TEST(Simulation, WritesDataThatReadBackTheSame) {
  const auto data =
      data_of(R"({"a": [[1, 2.5, 3], [4, 5, -1e300]], "n": 3, "e": [], "i": "-Inf"})");
  const auto again = data_of(trace::to_json(data));
  ASSERT_EQ(again.size(), data.size());
  for (const auto& [name, variable] : data) {
    EXPECT_EQ(again.at(name).dims, variable.dims) << name;
    EXPECT_EQ(again.at(name).numbers, variable.numbers) << name;
    EXPECT_EQ(again.at(name).is_int, variable.is_int) << name;
  }
}

// What drawing again does not help against is said at once, and not after ten thousand times.
TEST(Simulation, EndsAtTheFirstLimit) {
  const std::string endless =
      "data { int N; vector[N] y; } parameters { real x; }\n"
      "model { x ~ normal(0, 1); y ~ normal(x, 1); int k = 0; while (k < 10) k = 0; }";
  const auto limited = simulator_of(endless, R"({"N": 1})", 1, {.statements = 1000});
  ASSERT_FALSE(limited.is_ok());
  EXPECT_NE(limited.error().message.find("1000 statements"), std::string::npos);

  const std::atomic<bool> stop = true;
  const auto simulator =
      simulator_of("parameters { real x; } model { x ~ normal(0, 1); }", "{}", 1, {.stop = &stop});
  ASSERT_TRUE(simulator.is_ok());
  EXPECT_THROW((void)simulator.value()(0), Stopped);
}

}  // namespace
}  // namespace autumn::simulate::testing
