// Validity means that constants are checked against the domains of distributions, and that
// everything else gets indicator factors.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "dist/domain.h"
#include "model/model.h"
#include "model/range.h"

namespace autumn::model {

// Shapes of value and arguments go together, and every constant argument and constant value lies
// where the distribution wants it. The message names the label, the argument and the element.
[[nodiscard]] Status check_factor(const Graph& graph, const Factor& factor);

// The same of the arguments alone: their shapes and their constants.
[[nodiscard]] Status check_factor_arguments(const Graph& graph, const Factor& factor);

// Constant bounds, offsets and multipliers of a variable are such that it can have a value: no NaN,
// lower below upper (each may be infinite on its side), multipliers positive.
[[nodiscard]] Status check_support(const Graph& graph, const Variable& variable);

// Whether a positive number that is too small for a double still proves that it is positive. Where
// a density is a factor it does: the density is no number there, and the point refused. Inside of
// an expression (a component of a mixture) it does not.
enum class Underflow : std::uint8_t { kIsPositive, kIsZero };

// The factors nobody writes (docs/method.md, "When an element may be collapsed"): "this argument is
// in its domain", "this value is in the support", for everything that can not be proved from
// declared supports. Each is 0 where it holds and -infinity where it does not.
[[nodiscard]] Model with_validity_factors(const Model& model,
                                          Underflow underflow = Underflow::kIsPositive);
// The same for arguments alone, where a value outside the support has a density of zero rather than
// none: inside an expression that is a number like any other.
[[nodiscard]] Model with_argument_validity(const Model& model,
                                           Underflow underflow = Underflow::kIsPositive);
// The same for what arguments ask of each other, which as a factor shows in the density.
[[nodiscard]] Model with_joint_validity(const Model& model);

// What a function that is no density asks of its argument: where it is not so, Stan refuses the
// point, whether or not anything uses the result.
struct Requirement {
  NodeId node;
  dist::Domain domain = dist::Domain::kReal;
  bool is_finite = false;  // in the domain, and finite
  // Exponentials in it count as numbers that may overflow, and products of small numbers as numbers
  // that may be zero, not as those of exact arithmetic.
  bool asks_overflow = false;
  // Where a function is defined that asks for no domain with a name.
  std::optional<Range> range = std::nullopt;
  bool admits_nan = false;  // NaN is as good as a number in the range
  // NaN where the argument is not as it must be: a factor that contains it needs no condition.
  std::optional<NodeId> result = std::nullopt;
  std::string label = {};  // of what is distributed by the statement that asks
  SourceRange where = {};
};
// One mark per node: whether its being NaN makes a factor NaN, so that the point is refused.
// Outputs are no factors.
[[nodiscard]] std::vector<bool> felt_by_factors(const Model& model);
// The model with a condition for every requirement that can not be proved from declared supports.
[[nodiscard]] Model with_requirements(const Model& model,
                                      std::span<const Requirement> requirements);

}  // namespace autumn::model
