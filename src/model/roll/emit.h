// This header makes nodes in the canonical form in which loops and arrays meet: no scalar is
// repeated where an operation repeats it by itself, and no element is moved twice.
#pragma once

#include <optional>
#include <span>

#include "expr/builder.h"
#include "model/roll/sums.h"

namespace autumn::model {

// The scalar in every element of an array, if it was made that way or is a constant of one number.
[[nodiscard]] std::optional<expr::NodeId> repeated_scalar(expr::Builder& to, expr::NodeId x);

// A scalar in every element; a constant stays a constant.
[[nodiscard]] expr::NodeId fill(expr::Builder& to, expr::NodeId scalar, expr::Shape shape);

[[nodiscard]] expr::NodeId emit_elementwise(expr::Builder& to, expr::Op op,
                                            std::span<const expr::NodeId> operands);
[[nodiscard]] expr::NodeId emit_gather(expr::Builder& to, expr::NodeId x, expr::Index index,
                                       expr::Shape shape);
[[nodiscard]] expr::NodeId emit_reshape(expr::Builder& to, expr::NodeId x, expr::Shape shape);
[[nodiscard]] expr::NodeId emit_concat(expr::Builder& to, std::span<const expr::NodeId> parts);
// The terms added up from the left; there is at least one.
[[nodiscard]] expr::NodeId emit_sum(expr::Builder& to, std::span<const Signed> terms);

// The operation of node `id` of another graph on these operands.
[[nodiscard]] expr::NodeId emit(expr::Builder& to, const expr::Graph& from, expr::NodeId id,
                                std::span<const expr::NodeId> operands);

}  // namespace autumn::model
