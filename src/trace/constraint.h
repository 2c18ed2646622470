// This header says whether known values keep declared constraints, and writes these as conditions
// on symbols.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "expr/term.h"
#include "stan/syntax/ast.h"
#include "trace/machine.h"
#include "trace/value.h"

namespace autumn::trace {

// What a declared type asks of its values. Bounds are scalars or have the variable's dimensions, or
// the last of them (a vector for an array of vectors); offset and multiplier ask nothing.
struct Constraint {
  stan::DeclaredKind kind = stan::DeclaredKind::kReal;
  std::optional<Value> lower = std::nullopt;
  std::optional<Value> upper = std::nullopt;
};

// Whether there is anything to check at all.
[[nodiscard]] bool is_constrained(const Constraint& constraint);

// How many trailing dimensions make up what the constraint is about: 0 (numbers), 1 or 2.
[[nodiscard]] std::size_t item_rank(stan::DeclaredKind kind);

// What is wrong with the dimensions of a bound: "has dimensions (3), but its lower bound has (2)".
[[nodiscard]] std::optional<std::string> find_wrong_bound(const Dims& dims,
                                                          const Constraint& constraint);

// Slack for constraints that rounding breaks (sums, lengths, symmetry): Stan's constraint
// tolerance.
inline constexpr double kConstraintTolerance = 1e-8;

// The first violation of a constraint with known bounds, as a sentence that names the variable,
// the index and the value: "`sigma[2]` is -1, but must be at least 0".
[[nodiscard]] std::optional<std::string> find_violation(std::string_view name, const Value& known,
                                                        const Constraint& constraint);

// 1 where the constraint holds and 0 where it does not: of every element for bounds, one scalar
// for the whole variable otherwise. Nothing if there is nothing to check. Throws RuntimeError for
// a bound of wrong dimensions.
[[nodiscard]] std::optional<expr::Term> condition(Machine& machine, const Value& symbol,
                                                  const Constraint& constraint);

}  // namespace autumn::trace
