// These tests check that truncated densities integrate to one, and have slopes at the ends of the
// support.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "base/numbers.h"
#include "trace/distribution_symbolic.h"
#include "trace/distributions/distribution.h"
#include "trace/numbers.h"

namespace autumn::trace {
namespace {

using testing::gradient;
using testing::must_trace;
using testing::transformed;

struct Case {
  std::string_view name;
  Numbers arguments;
  std::optional<double> low;
  std::optional<double> high;
};

// The log density of the truncated distribution at y.
double truncated(const Case& c, double y) {
  expr::Builder builder;
  Machine machine(builder);
  std::vector<Value> arguments;
  for (const double x : c.arguments) arguments.push_back(Value::real(x));
  std::optional<Value> low;
  std::optional<Value> high;
  if (c.low) low = Value::real(*c.low);
  if (c.high) high = Value::real(*c.high);
  const Value value = Value::real(y);
  return truncation_call(machine, {c.name, value, arguments, low, high}).number() +
         log_density_call(machine, c.name, value, arguments).number();
}

double integral(const Case& c, double from, double to) {
  constexpr int kCount = 2000;
  const double h = (to - from) / kCount;
  double sum = 0.0;
  for (int i = 0; i <= kCount; ++i) {
    const double weight = i == 0 || i == kCount ? 1.0 : (i % 2 == 1 ? 4.0 : 2.0);
    sum += weight * std::exp(truncated(c, from + h * i));
  }
  return sum * h / 3.0;
}

TEST(Truncation, ContinuousDensitiesIntegrateToOne) {
  EXPECT_NEAR(integral({"normal", {1.0, 2.0}, 0.0, 3.0}, 0.0, 3.0), 1.0, 1e-10);
  EXPECT_NEAR(integral({"normal", {0.0, 1.0}, 9.0, 11.0}, 9.0, 11.0), 1.0, 1e-8);
  EXPECT_NEAR(integral({"normal", {0.0, 1.0}, -11.0, -9.0}, -11.0, -9.0), 1.0, 1e-8);
  EXPECT_NEAR(integral({"normal", {1.0, 2.0}, -1.0, std::nullopt}, -1.0, 25.0), 1.0, 1e-9);
  EXPECT_NEAR(integral({"student_t", {10.0, 0.0, 1.0}, std::nullopt, 0.5}, -60.0, 0.5), 1.0, 1e-8);
  EXPECT_NEAR(integral({"gamma", {2.0, 1.0}, 0.0, 3.0}, 1e-9, 3.0), 1.0, 1e-10);
  EXPECT_NEAR(integral({"beta", {2.0, 3.0}, 0.2, 1.0}, 0.2, 1.0), 1.0, 1e-10);
  EXPECT_NEAR(integral({"uniform", {0.0, 4.0}, 1.0, 3.0}, 1.0, 3.0), 1.0, 1e-12);
}

TEST(Truncation, DiscreteDensitiesSumToOne) {
  const auto total = [](const Case& c, int from, int to) {
    double sum = 0.0;
    for (int k = from; k <= to; ++k) sum += std::exp(truncated(c, k));
    return sum;
  };
  EXPECT_NEAR(total({"poisson", {3.0}, 1.0, 5.0}, 1, 5), 1.0, 1e-12);
  EXPECT_NEAR(total({"poisson", {3.0}, 2.0, std::nullopt}, 2, 60), 1.0, 1e-12);
  EXPECT_NEAR(total({"binomial", {10.0, 0.3}, 0.0, 4.0}, 0, 4), 1.0, 1e-12);
  EXPECT_NEAR(total({"neg_binomial_2", {4.0, 2.0}, 1.0, 200.0}, 1, 200), 1.0, 1e-12);
  EXPECT_NEAR(total({"beta_binomial", {10.0, 2.0, 3.0}, 2.0, 7.0}, 2, 7), 1.0, 1e-12);
}

TEST(Truncation, OutsideIsImpossible) {
  EXPECT_EQ(truncated({"normal", {0.0, 1.0}, 0.0, 1.0}, 2.0), -kInfinity);
  EXPECT_EQ(truncated({"poisson", {2.0}, 1.0, std::nullopt}, 0.0), -kInfinity);
}

const std::string kHead = "parameters { real<lower=0> x; real<lower=0> s; } model { ";

// The log density of a model with opaque factors only beside one distribution.
double total_density(const Traced& program, const Numbers& point) {
  expr::Builder builder(program.model.graph);
  std::vector<expr::NodeId> roots;
  for (const model::Factor& factor : program.model.factors) {
    roots.push_back(sum(expr::Term(builder, model::log_density(builder, factor))).id());
  }
  const expr::Graph graph = std::move(builder).finish(roots);
  double total = 0.0;
  for (const auto& array : interpret(graph, testing::arrays_of(graph, point))) {
    total += array.numbers[0];
  }
  return total;
}

TEST(Truncation, OfEveryElementCounts) {
  const Numbers point{0.7, 1.3};
  const double vectorised =
      total_density(must_trace(kHead + "[0.5, 1]' ~ normal(x, s) T[0, 2]; }"), point);
  const double looped =
      total_density(must_trace(kHead + "for (y in {0.5, 1.0}) y ~ normal(x, s) T[0, 2]; }"), point);
  const double by_mean =
      total_density(must_trace(kHead + "[0.5, 1]' ~ normal([x, x]', s) T[0, 2]; }"), point);
  EXPECT_NEAR(vectorised, looped, 1e-13);
  EXPECT_NEAR(by_mean, looped, 1e-13);
  EXPECT_NEAR(looped,
              truncated({"normal", {0.7, 1.3}, 0.0, 2.0}, 0.5) +
                  truncated({"normal", {0.7, 1.3}, 0.0, 2.0}, 1.0),
              1e-13);
}

TEST(Truncation, OfAParameterIsACondition) {
  const Traced program = must_trace(kHead + "x ~ normal(0, s) T[1, ]; }");
  EXPECT_EQ(total_density(program, {0.5, 1.0}), -kInfinity);
  EXPECT_NEAR(total_density(program, {1.5, 1.0}),
              truncated({"normal", {0.0, 1.0}, 1.0, std::nullopt}, 1.5), 1e-13);
}

TEST(Truncation, BoundsAtTheEndOfTheSupportAddNothing) {
  const Traced program = must_trace(kHead + "x ~ gamma(s, 2) T[0, ]; }");
  EXPECT_NEAR(total_density(program, {0.5, 1.5}), truncated({"gamma", {1.5, 2.0}, {}, {}}, 0.5),
              1e-13);
}

TEST(Truncation, NeedsACdf) {
  EXPECT_NE(testing::error_of(kHead + "2 ~ categorical([0.2, 0.8]') T[1, ]; }")
                .find("not supported yet: truncation of categorical"),
            std::string::npos);
}

}  // namespace
}  // namespace autumn::trace
