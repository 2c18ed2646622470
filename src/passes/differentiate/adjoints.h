// This header declares what the adjoint of an operation's value gives to each of its operands.
#pragma once

#include <optional>
#include <vector>

#include "expr/term.h"

namespace autumn::passes::adjoints {

using expr::Builder;
using expr::Graph;
using expr::Index;
using expr::NodeId;
using expr::Op;
using expr::Shape;
using expr::Term;

// An operation under differentiation: its value and its operands, all nodes of the forward graph.
struct Forward {
  Op op;
  Term value;
  std::vector<Term> operands;

  [[nodiscard]] Builder& builder() const { return value.builder(); }
  [[nodiscard]] std::uint32_t payload() const { return builder().graph().node(value.id()).payload; }
  [[nodiscard]] const Index& index() const { return builder().graph().index(value.id()); }
};

// Whether a change of operand k changes the value, except by jumps.
[[nodiscard]] bool has_slope(Op op, std::size_t k);

// What operand k receives, in the shape of the value (elementwise operations) or of the operand
// (the others). Only for operands with a slope.
[[nodiscard]] Term unary(const Forward& f, Term adjoint);
[[nodiscard]] Term binary(const Forward& f, std::size_t k, Term adjoint);
[[nodiscard]] Term ternary(const Forward& f, std::size_t k, Term adjoint);
// Everything but elementwise operations, gather, concat and kernels.
[[nodiscard]] Term structural(const Forward& f, std::size_t k, Term adjoint);
// The matrix operations among those.
[[nodiscard]] Term linear_algebra(const Forward& f, std::size_t k, Term adjoint);

}  // namespace autumn::passes::adjoints
