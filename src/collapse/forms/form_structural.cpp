// This file derives the forms of operations that move or reduce rows.
#include <algorithm>
#include <numeric>
#include <utility>

#include "base/numbers.h"
#include "collapse/forms/form_terms.h"
#include "expr/term.h"

namespace autumn::collapse {
namespace {

using expr::Op;
using expr::Shape;

// A running sum has a term for every earlier row, and one of running sums for all of theirs: beyond
// this many rows, or terms, it is not followed. What is a recurrence is a chain of states by then.
constexpr std::size_t kMaxRunningSum = 1000;
constexpr std::size_t kMostTermsOfSums = 2'000'000;

template <typename Function>
std::vector<std::uint32_t> rows_by(std::size_t n, Function function) {
  std::vector<std::uint32_t> rows(n);
  for (std::size_t i = 0; i < n; ++i) rows[i] = as_u32(function(i));
  return rows;
}

std::vector<std::uint32_t> list_of(const expr::Index& index) {
  return rows_by(index.size(), [&](std::size_t i) { return index[i]; });
}

bool is_injective(const expr::Index& index, std::size_t bound) {
  std::vector<bool> seen(bound, false);
  for (std::size_t i = 0; i < index.size(); ++i) {
    if (seen[index[i]]) return false;
    seen[index[i]] = true;
  }
  return true;
}

// Which row of its only operand a row of a moving operation is; empty if it does not just move.
std::vector<std::uint32_t> source_rows(const Builder& builder, NodeId node) {
  const expr::Graph& graph = builder.graph();
  const Shape out = graph.shape(node);
  const Shape in = graph.shape(graph.operand(node, 0));
  const std::size_t n = out.size();
  switch (graph.op(node)) {
    case Op::kGather: return list_of(graph.index(node));
    case Op::kReshape: return rows_by(n, [](std::size_t i) { return i; });
    case Op::kTranspose:
      return rows_by(n, [&](std::size_t i) { return i / out.rows + in.rows * (i % out.rows); });
    case Op::kBroadcast: return rows_by(n, [](std::size_t) { return 0; });
    case Op::kRepeatRows: return rows_by(n, [&](std::size_t i) { return i / out.rows; });
    case Op::kRepeatCols: return rows_by(n, [&](std::size_t i) { return i % out.rows; });
    default: return {};
  }
}

// Which row of the result a row of the operand is added to; empty if it is no such sum.
std::vector<std::uint32_t> target_rows(const Builder& builder, NodeId node) {
  const expr::Graph& graph = builder.graph();
  const Shape in = graph.shape(graph.operand(node, 0));
  const std::size_t n = in.size();
  switch (graph.op(node)) {
    case Op::kScatterAdd: return list_of(graph.index(node));
    case Op::kSum: return rows_by(n, [](std::size_t) { return 0; });
    case Op::kRowSums: return rows_by(n, [&](std::size_t i) { return i % in.rows; });
    case Op::kColSums: return rows_by(n, [&](std::size_t i) { return i / in.rows; });
    default: return {};
  }
}

// What is packed from many numbers, each with terms of its own, would have as many terms; so would
// the states of a short recurrence, each of which has those of all before it. Windows of states are
// taken as they are: each state would have the arrays of all windows before it.
constexpr std::size_t kManyParts = 64;
constexpr std::size_t kLongestWindow = 24;

Form concatenated(Builder& builder, const std::vector<NodeId>& parts,
                  const std::vector<std::optional<Form>>& forms) {
  Form result;
  std::size_t start = 0;
  for (const NodeId part : parts) {
    const Form& form = *forms[part.value];
    const std::size_t n = builder.shape(part).size();
    Form moved = scattered(builder, form, rows_by(n, [&](std::size_t i) { return start + i; }));
    for (FormTerm& term : moved.terms) result.terms.push_back(std::move(term));
    result.is_product = result.is_product && form.is_product;
    start += n;
  }
  const bool has_many_terms =
      parts.size() > kLongestWindow && !result.is_product && result.terms.size() > kManyParts;
  if (parts.size() > kManyParts || has_many_terms) {
    result.terms = merged(builder, std::move(result.terms));
    result.is_product = false;
  }
  result.terms = with_united_others(std::move(result.terms));
  return result;
}

Form running_sum(Builder& builder, NodeId node, const Form& form) {
  const Shape shape = builder.shape(node);
  const std::size_t n = shape.size(), stride = shape.is_matrix() ? shape.rows : 1;
  const bool is_long = std::ranges::any_of(
      form.terms, [&](const FormTerm& term) { return n * term.pairs.size() > kMostTermsOfSums; });
  if (n > kMaxRunningSum || is_long) {
    Form unfollowed = spread(form, n);
    for (FormTerm& term : unfollowed.terms) term.pairs.is_wide = true;
    return unfollowed;
  }
  const bool is_reversed = builder.graph().node(node).payload == expr::flag::kReverse;
  std::vector<double> ones(n * n, 0.0);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = i % stride; j < n; j += stride) {
      if (is_reversed ? j >= i : j <= i) ones[i + n * j] = 1.0;
    }
  }
  const NodeId matrix = builder.constant(Shape::matrix(n, n), ones);
  return times_from_left(builder, {matrix, false, n, n, 1}, form);
}

// What stands on and below the diagonal.
Form lower_triangle(Builder& builder, NodeId node, const Form& form) {
  const Shape shape = builder.shape(node);
  const double diagonal =
      builder.graph().node(node).payload == expr::flag::kHalfDiagonal ? 0.5 : 1.0;
  std::vector<double> mask(shape.size(), 0.0);
  for (std::size_t j = 0; j < shape.cols; ++j) {
    for (std::size_t i = j; i < shape.rows; ++i) {
      mask[i + std::size_t{shape.rows} * j] = i == j ? diagonal : 1.0;
    }
  }
  Form result = scaled(builder, form, builder.constant(shape, mask));
  result.is_product = false;
  return result;
}

}  // namespace

Form Forms::make_structural(NodeId node) {
  const std::vector<NodeId> operands(builder_.graph().operands(node).begin(),
                                     builder_.graph().operands(node).end());
  const Op op = builder_.graph().op(node);
  const Form& first = *forms_[operands[0].value];
  const std::size_t rows = builder_.shape(operands[0]).size();
  switch (op) {
    case Op::kGather:
    case Op::kReshape:
    case Op::kTranspose:
    case Op::kBroadcast:
    case Op::kRepeatRows:
    case Op::kRepeatCols: return gathered(builder_, first, source_rows(builder_, node), rows);
    case Op::kScatterAdd:
    case Op::kSum:
    case Op::kRowSums:
    case Op::kColSums: {
      Form sum = scattered(builder_, first, target_rows(builder_, node));
      const bool is_move =
          rows == 1 || (op == Op::kScatterAdd &&
                        is_injective(builder_.graph().index(node), builder_.shape(node).size()));
      if (!is_move) return without_exact_kinds(std::move(sum));
      sum.is_product = first.is_product;
      return sum;
    }
    case Op::kConcat: return concatenated(builder_, operands, forms_);
    case Op::kCumulativeSum: return running_sum(builder_, node, Form(first));
    case Op::kLowerTriangle: return lower_triangle(builder_, node, Form(first));
    case Op::kDot: {
      const Form each = product(operands[0], operands[1]);
      return scattered(builder_, each, rows_by(rows, [](std::size_t) { return 0; }));
    }
    case Op::kMatmul: return make_matrix_product(node);
    case Op::kTriSolve:
    case Op::kSolve: return make_solution(node);
    default: return make_other(node);
  }
}

}  // namespace autumn::collapse
