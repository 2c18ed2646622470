// This header says what a simplification of `simplify` is, and has the lists of them.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "expr/term.h"

namespace autumn::passes::simplifications {

using expr::Builder;
using expr::Graph;
using expr::Index;
using expr::NodeId;
using expr::Op;
using expr::Shape;
using expr::Term;

// For each concatenation seen, where its parts start, and its size at the end: so that a part is
// found by bisection. For each scatter, which element is the only one at each place of the result.
using Places = std::unordered_map<std::uint32_t, std::vector<std::uint32_t>>;

// A node whose operands are in normal form already.
struct Site {
  Term node;
  Places& places;

  [[nodiscard]] Builder& builder() const { return node.builder(); }
  [[nodiscard]] const Graph& graph() const { return node.builder().graph(); }
  [[nodiscard]] Op op() const { return graph().op(node.id()); }
  [[nodiscard]] Shape shape() const { return node.shape(); }
  [[nodiscard]] std::size_t arity() const { return graph().operands(node.id()).size(); }
  [[nodiscard]] Term operand(std::size_t k) const {
    return {builder(), graph().operand(node.id(), k)};
  }
};

// Something equal and simpler, of the same shape; or nothing, where the simplification does not
// apply. What a simplification builds is simplified in turn, so a simplification takes one step
// only.
using Simplification = std::optional<Term> (*)(const Site&);

struct NamedSimplification {
  Op op;
  std::string_view name;
  Simplification simplification;
};

// In each list, earlier simplifications are tried first.
[[nodiscard]] std::span<const NamedSimplification> sum_simplifications();
[[nodiscard]] std::span<const NamedSimplification> product_simplifications();
[[nodiscard]] std::span<const NamedSimplification> function_simplifications();
[[nodiscard]] std::span<const NamedSimplification> reduction_simplifications();
[[nodiscard]] std::span<const NamedSimplification> move_simplifications();
// For every elementwise operation, before the others.
[[nodiscard]] std::span<const Simplification> elementwise_simplifications();

// What simplifications ask about terms.
[[nodiscard]] bool is(Term x, Op op);
[[nodiscard]] Term operand(Term x, std::size_t k);
[[nodiscard]] const Index& index_of(Term x);
[[nodiscard]] bool is_constant(Term x);
[[nodiscard]] bool is_scalar(Term x);
// A simplification of a gather, in a file of its own.
[[nodiscard]] std::optional<Term> gather_added(const Site& site);
// The value of a scalar constant.
[[nodiscard]] std::optional<double> number(Term x);
[[nodiscard]] bool is_number(Term x, double value);
// The x of negate(x).
[[nodiscard]] std::optional<Term> negated(Term x);
// Both orders of two operands, for commutative operations.
struct Pair {
  Term first;
  Term second;
};
// The scalar and the array of an operation (mul, add) on one of each.
[[nodiscard]] std::optional<Pair> scalar_and_array(Term x, Op op);
// The constant scalar and the rest of a mul or add.
[[nodiscard]] std::optional<Pair> number_and_rest(Term x, Op op);
// Whether every one of 0 ... n - 1 occurs in the index.
[[nodiscard]] bool covers(const Index& index, std::size_t n);

}  // namespace autumn::passes::simplifications
