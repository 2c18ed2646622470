// These tests compare forward algorithms in scaled probabilities with those in logarithms, and
// both with what the formula says.
#include "scan/hidden_chain.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "base/numbers.h"
#include "base/random.h"
#include "scan/hidden_parts.h"

namespace autumn::scan {
namespace {

using Numbers = std::vector<double>;

// A chain with its numbers, and both ways through it.
struct Case {
  HiddenChain chain;
  Numbers first, move, emission, adjoint;

  Case(HiddenChain shape, std::uint64_t seed, double spread) : chain(shape) {
    Random random({.seed = seed});
    const auto fill = [&](Numbers& to, std::size_t size, double mean, double by) {
      for (std::size_t i = 0; i < size; ++i) to.push_back(mean + by * random.normal());
    };
    fill(first, chain.first_size(), 0.0, 1.0);
    fill(move, chain.move_size(), -1.0, 1.0);
    fill(emission, chain.emission_size(), -50.0, spread);
    fill(adjoint, chain.wanted_size(), 0.0, 1.0);
    adjoint.resize(chain.value_size(), 0.0);
  }

  [[nodiscard]] HiddenNumbers numbers() const { return {first, move, emission}; }
  [[nodiscard]] Numbers value(InstructionSet set) const {
    Numbers to(chain.value_size()), scratch(chain.scratch_size());
    run_forward(chain, numbers(), to, scratch, set);
    return to;
  }
  [[nodiscard]] Numbers slopes(const Numbers& of, InstructionSet set) const {
    Numbers to(chain.adjoint_size()), scratch(chain.scratch_size());
    run_backward(chain, numbers(), of, adjoint, to, scratch, set);
    return to;
  }
  [[nodiscard]] Numbers value_in_logs() const {
    Numbers to(chain.value_size());
    forward_in_logs(chain, numbers(), HiddenValue(chain, to.data()));
    return to;
  }
  [[nodiscard]] Numbers slopes_in_logs(const Numbers& of) const {
    Numbers to(chain.adjoint_size());
    backward_in_logs(chain, numbers(), HiddenResult(chain, of.data()), adjoint.data(), to.data());
    return to;
  }
  [[nodiscard]] bool is_scaled(const Numbers& value) const {
    return value[chain.wanted_size()] == 1.0;
  }
};

void expect_near(const Numbers& a, const Numbers& b, std::size_t count, double tolerance,
                 const std::string& what) {
  double largest = 1.0;
  for (std::size_t i = 0; i < count; ++i) largest = std::max(largest, std::fabs(b[i]));
  for (std::size_t i = 0; i < count; ++i) {
    ASSERT_NEAR(a[i], b[i], tolerance * largest) << what << ", number " << i;
  }
}

void expect_alike(const Case& test, const std::string& what) {
  const Numbers logs = test.value_in_logs();
  for (const InstructionSet set : available_instruction_sets()) {
    const Numbers value = test.value(set);
    ASSERT_TRUE(test.is_scaled(value)) << what;
    expect_near(value, logs, test.chain.wanted_size(), 1e-13, what);
    expect_near(test.slopes(value, set), test.slopes_in_logs(logs), test.chain.adjoint_size(),
                1e-11, what);
  }
}

TEST(HiddenChain, ProbabilitiesAgreeWithLogarithms) {
  for (const std::size_t states : {2U, 3U, 4U, 7U}) {
    for (const std::size_t chains : {1U, 2U, 9U}) {
      for (const bool moves_change : {false, true}) {
        for (const bool is_whole : {false, true}) {
          const Case test({states, 60, chains, moves_change, is_whole}, states * 100 + chains, 3.0);
          expect_alike(test, std::to_string(states) + " states, " + std::to_string(chains));
        }
      }
    }
  }
}

// States then underflow beside the most likely one, step after step.
TEST(HiddenChain, WideEmissionsLoseNothing) {
  for (const double spread : {100.0, 1000.0, 1e5}) {
    expect_alike(Case({3, 100, 1, false, false}, 7, spread), "spread");
    expect_alike(Case({3, 100, 3, true, true}, 8, spread), "spread of several");
  }
}

// Moves that add up to more than one for a long time, or to much less: the value shows it, the
// slopes do not. Logarithms lose digits of large values.
TEST(HiddenChain, HeightsAreKept) {
  const InstructionSet set = default_instruction_set();
  Case test({4, 3000, 1, false, false}, 9, 1.0);
  for (double& move : test.move) move = 0.0;
  const Numbers slopes = test.slopes(test.value(set), set);
  for (const double level : {-150.0, 200.0}) {
    for (double& move : test.move) move = level;
    const Numbers value = test.value(set);
    ASSERT_TRUE(test.is_scaled(value));
    expect_near(value, test.value_in_logs(), 4, 1e-12, "height");
    expect_near(test.slopes(value, set), slopes, test.chain.adjoint_size(), 1e-13, "slopes");
  }
}

// The log of the sum over all paths.
double by_paths(const Case& test) {
  const HiddenChain& c = test.chain;
  double sum = 0.0;
  const auto paths = static_cast<std::size_t>(std::pow(double(c.states), double(c.steps + 1)));
  for (std::size_t path = 0; path < paths; ++path) {
    std::size_t rest = path / c.states, state = path % c.states;
    double log_weight = test.first[state];
    for (std::size_t t = 0; t < c.steps; ++t, rest /= c.states) {
      const std::size_t next = rest % c.states;
      log_weight += test.move[state * c.states + next] + test.emission[next * c.steps + t];
      state = next;
    }
    sum += std::exp(log_weight);
  }
  return std::log(sum);
}

TEST(HiddenChain, IsTheSumOverPaths) {
  Case test({3, 5, 1, false, false}, 3, 1.0);
  for (double& x : test.emission) x += 50.0;
  const Numbers value = test.value(default_instruction_set());
  double sum = 0.0;
  for (std::size_t k = 0; k < 3; ++k) sum += std::exp(value[k]);
  EXPECT_NEAR(std::log(sum), by_paths(test), 1e-13);
}

Case banded_case(std::uint64_t seed, double spread) {
  Case banded({3, 30, 1, false, false}, seed, spread);
  banded.move[2] = banded.move[3] = banded.move[6] = banded.move[7] = -kInfinity;
  return banded;
}

// No way back, and a state that cannot be reached at first.
TEST(HiddenChain, ImpossibleMovesAreScaled) {
  Case banded = banded_case(4, 2.0);
  banded.first[2] = -kInfinity;
  expect_alike(banded, "banded");
  Case three({3, 30, 3, false, false}, 5, 2.0);
  three.move[3] = three.move[6] = three.move[7] = -kInfinity;
  expect_alike(three, "three");
}

// What probabilities cannot say goes by logarithms: to the bit what these say.
TEST(HiddenChain, WhatUnderflowsGoesByLogarithms) {
  Case wide = banded_case(4, 2.0), infinite = wide, nothing = wide, first = wide;
  wide.move[1] = -900.0;
  infinite.first[1] = kInfinity;
  first.first[1] = -900.0;
  for (std::size_t k = 0; k < 3; ++k) nothing.emission[k * 30 + 12] = -kInfinity;
  Case far = banded_case(6, 300.0);
  for (Case* const test : {&wide, &infinite, &nothing, &first, &far}) {
    const Numbers value = test->value(default_instruction_set());
    EXPECT_FALSE(test->is_scaled(value));
    const Numbers logs = test->value_in_logs();
    for (std::size_t i = 0; i < 3; ++i) EXPECT_TRUE(value[i] == logs[i] || std::isnan(logs[i]));
  }
  EXPECT_EQ(nothing.value_in_logs()[0], -kInfinity);
}

TEST(HiddenChain, NanIsKept) {
  for (std::size_t which = 0; which < 3; ++which) {
    Case test({2, 20, 1, false, false}, 5, 2.0);
    (which == 0 ? test.first : which == 1 ? test.move : test.emission)[1] = kNaN;
    const Numbers value = test.value(default_instruction_set());
    EXPECT_TRUE(std::isnan(value[0]) && std::isnan(value[1]));
  }
}

// An impossible emission is a probability of zero, and costs nothing.
TEST(HiddenChain, ImpossibleEmissionsAreScaled) {
  Case test({3, 40, 1, false, false}, 6, 2.0);
  for (const std::size_t t : {0U, 7U, 8U, 39U}) test.emission[40 + t] = -kInfinity;
  const Numbers value = test.value(default_instruction_set()), logs = test.value_in_logs();
  ASSERT_TRUE(test.is_scaled(value));
  EXPECT_EQ(value[1], -kInfinity);
  test.adjoint[1] = 0.0;
  expect_near(test.slopes(value, default_instruction_set()), test.slopes_in_logs(logs),
              test.chain.adjoint_size(), 1e-12, "impossible");
}

}  // namespace
}  // namespace autumn::scan
