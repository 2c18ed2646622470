// These tests check that rolling takes time and memory in proportion to the model.
#include <ctime>

#include "model/roll/roll.h"
#include "model/roll_models.h"

namespace autumn::model {
namespace {

Model linear_predictor(std::size_t rows) {
  Maker maker;
  Random random({.seed = 11});
  const Term alpha = maker.variable("alpha");
  const Term beta = maker.variable("beta", {3});
  const Term sigma = maker.variable("sigma");
  for (std::size_t i = 0; i < rows; ++i) {
    Term eta = alpha;
    for (std::size_t k = 0; k < 3; ++k) eta = eta + element(beta, k) * random.normal();
    maker.factor(dist::normal(), maker.number(random.normal()), {eta, sigma});
  }
  return maker.finish();
}

Model recurrence(std::size_t steps) {
  Maker maker;
  Random random({.seed = 12});
  const Term phi = maker.variable("phi");
  const Term sigma = maker.variable("sigma");
  Term mu = maker.number(0);
  for (std::size_t t = 0; t < steps; ++t) {
    mu = phi * mu + random.normal();
    maker.factor(dist::normal(), maker.number(random.normal()), {mu, sigma});
  }
  return maker.finish();
}

// Panels of different length: the columns of later steps are parts of those before.
Model panels(std::size_t subjects, std::size_t steps) {
  Maker maker;
  Random random({.seed = 13});
  const Term phi = maker.variable("phi");
  const Term start = maker.variable("start", {subjects});
  for (std::size_t j = 0; j < subjects; ++j) {
    Term mu = element(start, j);
    for (std::size_t t = 0; t < steps - j * steps / (2 * subjects); ++t) {
      mu = phi * mu + random.normal();
      maker.factor(dist::normal(), maker.number(random.normal()), {mu, maker.number(1)});
    }
  }
  return maker.finish();
}

// Many rows read the last states of two long recurrences.
Model repeated_states(std::size_t steps, std::size_t rows) {
  Maker maker;
  Random random({.seed = 14});
  const Term phi = maker.variable("phi");
  const Term start = maker.variable("start", {2});
  std::vector<Term> mu{element(start, 0), element(start, 1)};
  for (std::size_t t = 0; t < steps; ++t) {
    for (Term& state : mu) state = phi * state + random.normal();
  }
  for (std::size_t i = 0; i < rows; ++i) {
    maker.factor(dist::normal(), maker.number(random.normal()), {mu[i % 2], maker.number(1)});
  }
  return maker.finish();
}

// sum of (y[i] - mu)^2 in an accumulator.
Model accumulator(std::size_t rows) {
  Maker maker;
  Random random({.seed = 17});
  const Term mu = maker.variable("mu");
  Term total = maker.number(0);
  for (std::size_t i = 0; i < rows; ++i) total = total + square(random.normal() - mu);
  maker.opaque(total * -0.5);
  return maker.finish();
}

// A mixture of many components, each row a pack of as many terms.
Model wide_mixture(std::size_t rows, std::size_t components) {
  Maker maker;
  const Term mu = maker.variable("mu", {components});
  for (std::size_t i = 0; i < rows; ++i) {
    std::vector<Term> terms;
    for (std::size_t k = 0; k < components; ++k) {
      terms.push_back(-0.5 * square(static_cast<double>(i) - element(mu, k)));
    }
    maker.opaque(log_sum_exp(concat(terms)));
  }
  return maker.finish();
}

struct Measured {
  double seconds = 0.0;  // of the processor: others may be busy
  Model rolled;
};

// How many numbers an evaluation computes or reads.
std::size_t count_numbers(const Model& model) {
  std::size_t count = 0;
  for (std::uint32_t i = 0; i < model.graph.size(); ++i)
    count += model.graph.shape(NodeId{i}).size();
  return count;
}

Measured measure(const Model& model) {
  const std::clock_t start = std::clock();
  Measured measured;
  measured.rolled = roll(model);
  measured.seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  return measured;
}

TEST(RollSize, TimeIsLinearInTheNumberOfRows) {
  const Measured small = measure(linear_predictor(10'000));
  const Measured large = measure(linear_predictor(100'000));
  EXPECT_EQ(small.rolled.graph.size(), large.rolled.graph.size());
  EXPECT_EQ(large.rolled.factors.size(), 1U);
  // Ten times the rows; the slack is for caches and a busy machine.
  EXPECT_LT(large.seconds, 40.0 * small.seconds);
  EXPECT_LT(large.seconds, 3.0);
  RecordProperty("milliseconds", std::to_string(1000 * large.seconds));
}

TEST(RollSize, AnAccumulatorOfAnyLengthIsOneSum) {
  const Measured measured = measure(accumulator(100'000));
  EXPECT_LT(measured.rolled.graph.size(), 10U);
  EXPECT_LT(measured.seconds, 3.0);
  RecordProperty("milliseconds", std::to_string(1000 * measured.seconds));
}

TEST(RollSize, ARecurrenceStaysAsLongAsItIs) {
  const Model model = recurrence(20'000);
  const Measured measured = measure(model);
  EXPECT_EQ(measured.rolled.factors.size(), 1U);
  EXPECT_LE(measured.rolled.graph.size(), model.graph.size());
  EXPECT_LT(measured.seconds, 5.0);
  RecordProperty("milliseconds", std::to_string(1000 * measured.seconds));
}

// Steps of a recurrence that read what does not depend on it: exp(x * y[t]) is one array.
TEST(RollSize, WhatStepsNeedFromOutsideIsComputedForAllAtOnce) {
  Maker maker;
  Random random({.seed = 19});
  const Term x = maker.variable("x");
  Term state = maker.number(0);
  for (std::size_t t = 0; t < 100; ++t) state = tanh(state + exp(x * random.normal()));
  maker.factor(dist::normal(), maker.number(0.5), {state, maker.number(1)});
  const Model model = maker.finish();
  const Model rolled = roll(model);
  std::size_t exponentials = 0;
  for (std::uint32_t i = 0; i < rolled.graph.size(); ++i) {
    exponentials += rolled.graph.op(expr::NodeId{i}) == expr::Op::kExp ? 1U : 0U;
  }
  EXPECT_EQ(exponentials, 1U);
  expect_same_meaning(model, rolled, Random({.seed = 20}));
}

TEST(RollSize, WidePacksAreOneColumn) {
  const Model model = wide_mixture(10, 40);
  const Model rolled = roll(model);
  EXPECT_EQ(rolled.graph.size(), roll(wide_mixture(10, 20)).graph.size());
  expect_same_meaning(model, rolled, Random({.seed = 18}));
}

TEST(RollSize, PanelsOfDifferentLengthAreNotOpenedAgainForEveryStep) {
  constexpr std::size_t kSteps = 600;
  const Model model = panels(100, kSteps);
  const Measured measured = measure(model);
  EXPECT_LE(measured.rolled.graph.size(), 10 * kSteps);
  EXPECT_LT(measured.seconds, 5.0);
  expect_same_meaning(model, measured.rolled, Random({.seed = 15}), 1);
  RecordProperty("milliseconds", std::to_string(1000 * measured.seconds));
}

TEST(RollSize, RepeatedCostlyRowsAreComputedOnce) {
  const Model model = repeated_states(2'000, 20'000);
  const Measured measured = measure(model);
  EXPECT_EQ(measured.rolled.factors.size(), 1U);
  EXPECT_LE(count_numbers(measured.rolled), 2 * count_numbers(model));
  EXPECT_LT(measured.seconds, 5.0);
  expect_same_meaning(model, measured.rolled, Random({.seed = 16}), 1);
  RecordProperty("milliseconds", std::to_string(1000 * measured.seconds));
}

}  // namespace
}  // namespace autumn::model
