// This header has what the tests of the evaluator share: arrays at random, and comparison with the
// reference.
#pragma once

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "base/random.h"
#include "evaluate/evaluator.h"
#include "expr/builder.h"
#include "expr/interpret.h"

namespace autumn::evaluate {

inline Random test_random(std::uint64_t seed) {
  return Random(
      {.seed = seed, .chain = 0, .purpose = Purpose::kTest, .iteration = 0, .element = 0});
}

inline expr::Array random_array(expr::Shape shape, Random& random) {
  expr::Array array{shape, std::vector<double>(shape.size())};
  for (double& x : array.numbers) x = random.normal();
  return array;
}

inline std::vector<expr::Array> random_inputs(const expr::Graph& graph, Random& random) {
  std::vector<expr::Array> arrays;
  for (const expr::Input& input : graph.inputs()) {
    arrays.push_back(random_array(input.shape, random));
  }
  return arrays;
}

inline void run(Evaluator& evaluator, const std::vector<expr::Array>& inputs) {
  std::vector<std::span<const double>> spans;
  for (const expr::Array& input : inputs) spans.emplace_back(input.numbers);
  evaluator.run(spans);
}

// Equal bits; any NaN equals any other (which operand's payload survives is up to the compiler).
inline bool same_number(double a, double b) {
  return (std::isnan(a) && std::isnan(b)) ||
         std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

// With tolerance 0 bits are compared, otherwise the difference in units of the largest finite
// element of the array (of 1, if that is larger): the size of the terms that were added.
inline testing::AssertionResult agrees(std::span<const double> got, const expr::Array& want,
                                       double tolerance) {
  if (got.size() != want.numbers.size()) return testing::AssertionFailure() << "sizes differ";
  double scale = 1.0;
  for (const double x : want.numbers) {
    if (std::isfinite(x)) scale = std::max(scale, std::fabs(x));
  }
  for (std::size_t i = 0; i < got.size(); ++i) {
    const double a = got[i], b = want.numbers[i];
    const bool is_near =
        std::isfinite(a) && std::isfinite(b) && std::fabs(a - b) <= tolerance * scale;
    if (same_number(a, b) || (tolerance > 0 && is_near)) continue;
    return testing::AssertionFailure()
           << "element " << i << " of " << got.size() << ": got " << a << ", reference " << b;
  }
  return testing::AssertionSuccess();
}

// For functions that are not the reference's own: the error of every element relative to itself, or
// to `floor` if that is larger.
inline testing::AssertionResult agrees_relatively(std::span<const double> got,
                                                  const expr::Array& want, double tolerance,
                                                  double floor) {
  if (got.size() != want.numbers.size()) return testing::AssertionFailure() << "sizes differ";
  for (std::size_t i = 0; i < got.size(); ++i) {
    const double a = got[i], b = want.numbers[i];
    constexpr double kSmallest = std::numeric_limits<double>::denorm_min();
    const double allowed = tolerance * std::max(floor, std::fabs(b)) + kSmallest;
    const bool is_near = std::isfinite(a) && std::isfinite(b) && std::fabs(a - b) <= allowed;
    if (same_number(a, b) || is_near) continue;
    return testing::AssertionFailure()
           << "element " << i << " of " << got.size() << ": got " << a << ", reference " << b;
  }
  return testing::AssertionSuccess();
}

// Runs the graph on every instruction set of this machine; agrees(got, want) judges each output.
template <typename Agrees>
void expect_reference_by(const expr::Graph& graph, const std::vector<expr::Array>& inputs,
                         Agrees agrees) {
  const std::vector<expr::Array> want = expr::interpret(graph, inputs);
  const PreparedProgram program = prepare(graph);
  for (const InstructionSet set : available_instruction_sets()) {
    Evaluator evaluator(program, set);
    // Twice, so that what the first run left in memory cannot matter.
    for (int repeat = 0; repeat < 2; ++repeat) {
      run(evaluator, inputs);
      for (std::size_t k = 0; k < want.size(); ++k) {
        ASSERT_TRUE(agrees(evaluator.output(k), want[k]))
            << name_of(set) << ", output " << k << " of\n"
            << to_text(graph) << to_text(program);
      }
    }
  }
}

inline void expect_reference(const expr::Graph& graph, const std::vector<expr::Array>& inputs,
                             double tolerance) {
  expect_reference_by(graph, inputs, [=](std::span<const double> got, const expr::Array& want) {
    return agrees(got, want, tolerance);
  });
}

}  // namespace autumn::evaluate
