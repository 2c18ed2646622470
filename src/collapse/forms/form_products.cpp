// This file derives the forms of matrix products and triangular systems.
#include <algorithm>
#include <utility>

#include "base/numbers.h"
#include "collapse/forms/form_terms.h"
#include "expr/term.h"

namespace autumn::collapse {
namespace {

using expr::Op;
using expr::Shape;

// A product with this many pairs is not followed element by element.
constexpr std::size_t kMaxPairs = 100'000'000;

std::uint32_t entry(const MatrixTimes& times, std::size_t i, std::size_t k) {
  return as_u32(times.is_transposed ? k + times.inner * i : i + times.rows * k);
}

// A constant matrix with many zeros gives few pairs; a full one needs no list.
bool is_mostly_zero(const Builder& builder, NodeId matrix) {
  if (!builder.is_constant(matrix)) return false;
  const auto numbers = builder.graph().constant(matrix);
  return 2 * static_cast<std::size_t>(std::ranges::count(numbers, 0.0)) > numbers.size();
}

// The variable itself (one pair per inner row, in order) under a full matrix. It may have a
// coefficient if the matrix is data, as in X * (tau * z).
bool is_plain(const Builder& builder, const FormTerm& term, const MatrixTimes& times) {
  if (times.columns != 1 || term.pairs.is_dense || term.multiplier) return false;
  if (term.coefficient && !builder.is_constant(times.matrix)) return false;
  if (term.pairs.rows.size() != times.inner) return false;
  for (std::size_t k = 0; k < times.inner; ++k) {
    if (term.pairs.rows[k] != k) return false;
  }
  return true;
}

FormTerm dense_product(const Builder& builder, const MatrixTimes& times, const FormTerm& term) {
  FormTerm result = term;
  result.pairs = {
      .is_dense = true, .row_count = times.rows, .rows = {}, .elements = term.pairs.elements};
  if (term.coefficient && builder.shape(term.coefficient->node).size() > 1) {
    result.coefficient->slots.clear();
    for (std::size_t k = 0; k < times.inner; ++k) {
      result.coefficient->slots.insert(result.coefficient->slots.end(), times.rows,
                                       slot_of(*term.coefficient, builder, k));
    }
  }
  Numbers numbers{times.matrix, {}};
  if (times.is_transposed) {
    for (std::size_t k = 0; k < times.inner; ++k) {
      for (std::size_t i = 0; i < times.rows; ++i) numbers.slots.push_back(entry(times, i, k));
    }
  }
  (builder.is_constant(times.matrix) ? result.multiplier : result.coefficient) = std::move(numbers);
  return result;
}

// Each pair (k, j) gives the pairs (i, j) for all i, times entry (i, k).
struct Expansion {
  std::vector<std::uint32_t> which;    // pair of the term
  std::vector<std::uint32_t> entries;  // of the matrix
  Pairs pairs;
};

// The inverse of a triangle or the transposed factor of a precision, whose priors are rows of
// triangles: above the diagonal they have exact zeros, whatever their numbers are.
bool is_triangle(const Builder& builder, const MatrixTimes& times) {
  const expr::Graph& graph = builder.graph();
  const NodeId matrix = times.matrix;
  if (graph.op(matrix) == Op::kCholesky) return times.is_transposed;
  if (graph.op(matrix) != Op::kTriSolve || graph.node(matrix).payload != 0) return false;
  const NodeId right = graph.operand(matrix, 1);
  if (!builder.is_constant(right)) return false;
  const auto numbers = graph.constant(right);
  const std::size_t n = graph.shape(right).rows;
  for (std::size_t k = 0; k < numbers.size(); ++k) {
    if (k % n < k / n && numbers[k] != 0.0) return false;
  }
  return true;
}

Expansion expand(const Builder& builder, const MatrixTimes& times, const FormTerm& term) {
  Expansion e;
  e.pairs.row_count = times.rows * times.columns;
  const bool skips_zeros = builder.is_constant(times.matrix);
  const bool skips_upper = is_triangle(builder, times);
  const std::size_t side = builder.shape(times.matrix).rows;
  for (std::size_t p = 0; p < term.pairs.size(); ++p) {
    const std::size_t k = term.pairs.row(p) % times.inner;
    const std::size_t j = term.pairs.row(p) / times.inner;
    for (std::size_t i = 0; i < times.rows; ++i) {
      const std::uint32_t place = entry(times, i, k);
      if (skips_zeros && builder.graph().constant(times.matrix)[place] == 0.0) continue;
      if (skips_upper && place % side < place / side) continue;
      e.which.push_back(as_u32(p));
      e.entries.push_back(place);
      e.pairs.rows.push_back(as_u32(i + times.rows * j));
      e.pairs.elements.push_back(term.pairs.element(p));
    }
  }
  return e;
}

std::optional<Numbers> picked(const Builder& builder, const std::optional<Numbers>& numbers,
                              std::span<const std::uint32_t> which) {
  if (!numbers || builder.shape(numbers->node).size() == 1) return numbers;
  Numbers result{numbers->node, {}};
  for (const std::uint32_t p : which) result.slots.push_back(slot_of(*numbers, builder, p));
  return result;
}

std::vector<double> multipliers(const Builder& builder, const Expansion& e, const FormTerm& term,
                                const MatrixTimes& times) {
  const auto matrix = builder.graph().constant(times.matrix);
  const auto before = builder.graph().constant(term.multiplier->node);
  std::vector<double> product(e.which.size());
  for (std::size_t q = 0; q < product.size(); ++q) {
    product[q] = matrix[e.entries[q]] * before[slot_of(*term.multiplier, builder, e.which[q])];
  }
  return product;
}

FormTerm listed_product(Builder& builder, const MatrixTimes& times, const FormTerm& term) {
  Expansion e = expand(builder, times, term);
  FormTerm result = term;
  result.multiplier = picked(builder, term.multiplier, e.which);
  result.coefficient = picked(builder, term.coefficient, e.which);
  result.pairs = std::move(e.pairs);
  Numbers matrix{times.matrix, e.entries};
  const std::size_t n = e.entries.size();
  if (builder.is_constant(times.matrix)) {
    if (term.multiplier) {
      const std::vector<double> product = multipliers(builder, e, term, times);
      matrix = Numbers{builder.constant(Shape::vector(n), product), {}};
    }
    result.multiplier = std::move(matrix);
  } else if (!result.coefficient) {
    result.coefficient = std::move(matrix);
  } else {
    const expr::Term entries =
        expr::gather(expr::Term(builder, times.matrix), expr::Index::list(e.entries));
    expr::Term before(builder, result.coefficient->node);
    if (before.size() == 1) {
      before = expr::reshape(before, Shape::scalar());
    } else if (!result.coefficient->slots.empty()) {
      before = expr::gather(before, expr::Index::list(result.coefficient->slots));
    } else {
      before = expr::reshape(before, Shape::vector(n));
    }
    result.coefficient = Numbers{(entries * before).id(), {}};
  }
  return result;
}

}  // namespace

Form times_from_left(Builder& builder, const MatrixTimes& times, const Form& form) {
  Form result{.terms = {}, .is_product = form.is_free()};
  for (const FormTerm& term : form.terms) {
    if (term.pairs.size() * times.rows > kMaxPairs || term.kind == TermKind::kOther ||
        term.kind == TermKind::kComplement || term.kind == TermKind::kOdds ||
        term.kind == TermKind::kPower || term.kind == TermKind::kFreePower) {
      Form one{.terms = {term}, .is_product = false};
      result.terms.push_back(spread(one, times.rows * times.columns).terms[0]);
    } else if (is_plain(builder, term, times) && !is_mostly_zero(builder, times.matrix)) {
      result.terms.push_back(dense_product(builder, times, term));
    } else {
      FormTerm product = listed_product(builder, times, term);
      if (product.pairs.size() != 0) result.terms.push_back(std::move(product));
    }
  }
  return result;
}

// out = op(A) op(B); either side may contain candidates. The product from the right is the
// transpose of one from the left: (A B)' = B' A'.
Form Forms::make_matrix_product(NodeId node) {
  const std::vector<NodeId> operands(builder_.graph().operands(node).begin(),
                                     builder_.graph().operands(node).end());
  const std::uint32_t flags = builder_.graph().node(node).payload;
  const Shape a = builder_.shape(operands[0]);
  const Shape b = builder_.shape(operands[1]);
  const bool left_is_transposed = (flags & expr::flag::kTransposeLeft) != 0;
  const bool right_is_transposed = (flags & expr::flag::kTransposeRight) != 0;
  const std::size_t m = left_is_transposed ? a.cols : a.rows;
  const std::size_t inner = left_is_transposed ? a.rows : a.cols;
  const std::size_t n = right_is_transposed ? b.rows : b.cols;
  const Form left = of(operands[0]);
  const Form right = of(operands[1]);
  if (left.is_free() && right.is_free()) return {};
  const auto transposed = [&](const Form& form, std::size_t rows, std::size_t cols) {
    std::vector<std::uint32_t> source;  // of the cols x rows transpose
    for (std::size_t i = 0; i < rows; ++i) {
      for (std::size_t j = 0; j < cols; ++j) source.push_back(as_u32(i + rows * j));
    }
    return gathered(builder_, form, source, rows * cols);
  };
  const auto from_the_right = [&] {
    const Form ready = right_is_transposed ? transposed(right, b.rows, b.cols) : right;
    return times_from_left(builder_, {operands[0], left_is_transposed, m, inner, n}, ready);
  };
  const auto from_the_left = [&] {
    const Form ready = left_is_transposed ? left : transposed(left, a.rows, a.cols);  // inner x m
    const Form product =
        times_from_left(builder_, {operands[1], !right_is_transposed, n, inner, m}, ready);
    return transposed(product, n, m);
  };
  Form result = left.is_free()    ? from_the_right()
                : right.is_free() ? from_the_left()
                                  : combined(from_the_right(), from_the_left());
  result.is_product = false;
  return result;
}

// A^-1 b, linear in b: as a product with the inverse. What is in A may not be collapsed with b.
Form Forms::make_solution(NodeId node) {
  const Op op = builder_.graph().op(node);
  const NodeId matrix = builder_.graph().operand(node, 0);
  const NodeId right = builder_.graph().operand(node, 1);
  const std::uint32_t flags = builder_.graph().node(node).payload;
  if (of(right).is_free()) return make_other(node);
  const std::size_t n = builder_.shape(matrix).rows;
  std::vector<double> identity(n * n, 0.0);
  for (std::size_t i = 0; i < n; ++i) identity[i + n * i] = 1.0;
  const NodeId unit = builder_.constant(Shape::matrix(n, n), identity);
  const NodeId inverse = builder_.apply(op, {matrix, unit}, flags);
  const std::size_t columns = builder_.shape(right).cols;
  const Form form = of(right);
  Form linear = times_from_left(builder_, {inverse, false, n, n, columns}, form);
  const Form divisor = of(matrix);
  if (divisor.is_free()) return linear;
  note_conflict(divisor, form);
  return added(builder_, blurred_within(std::move(linear), elements_of(divisor)),
               spread(divisor, n * columns));
}

}  // namespace autumn::collapse
