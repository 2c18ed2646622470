// This file writes declared constraints as conditions on symbols.
#include <vector>

#include "dist/domain.h"
#include "trace/constraint.h"

namespace autumn::trace {
namespace {

using expr::Shape;
using expr::Term;
using stan::DeclaredKind;

// A variable as items side by side: element e of item k is at k + items * e, and e counts down the
// columns of an item.
struct Items {
  Term x;
  std::size_t count = 1;
  std::size_t rows = 1;
  std::size_t cols = 1;
};

Items items_of(Term x, const Dims& dims, std::size_t rank) {
  Items items{.x = x};
  const std::size_t leading = dims.size() - rank;
  for (std::size_t k = 0; k < leading; ++k) items.count *= dims[k];
  if (rank > 0) items.rows = dims[leading];
  if (rank > 1) items.cols = dims[leading + 1];
  return items;
}

Term all(Term truths) {
  return min_element(truths);
}

Term is_near(Term x, double target) {
  return abs(x - target) <= kConstraintTolerance;
}

// One row for every vector, ...
Term vectors_as_rows(const Items& items) {
  return reshape(items.x, Shape::matrix(items.count, items.rows));
}

// ... for every row, ...
Term rows_as_rows(const Items& items) {
  return reshape(items.x, Shape::matrix(items.count * items.rows, items.cols));
}

// ... or for every column.
Term columns_as_rows(const Items& items) {
  std::vector<std::uint32_t> index;
  for (std::size_t r = 0; r < items.rows; ++r) {
    for (std::size_t c = 0; c < items.cols; ++c) {
      for (std::size_t k = 0; k < items.count; ++k) {
        index.push_back(static_cast<std::uint32_t>(k + items.count * (r + items.rows * c)));
      }
    }
  }
  return gather(items.x, expr::Index::list(std::move(index)),
                Shape::matrix(items.count * items.cols, items.rows));
}

Term are_simplexes(Term rows) {
  return all(rows >= 0.0) && all(is_near(row_sums(rows), 1.0));
}

Term have_unit_length(Term rows) {
  return all(is_near(row_sums(square(rows)), 1.0));
}

Term sum_to_zero(Term rows) {
  return all(is_near(row_sums(rows), 0.0));
}

// Columns stand one after the other, so that neighbours are a column apart.
Term are_ordered(Term rows, bool is_positive) {
  const std::size_t n = rows.shape().rows;
  const std::size_t rest = rows.size() - n;
  Term holds = constant(rows.builder(), 1.0);
  if (is_positive) holds = all(slice(rows, 0, n) >= 0.0);
  if (rest == 0) return holds;
  return holds && all(slice(rows, 0, rest) < slice(rows, n, rest));
}

// The elements of all items for which `is_wanted(row, col)`.
template <typename IsWanted>
Term elements_where(const Items& items, const IsWanted& is_wanted) {
  std::vector<std::uint32_t> index;
  for (std::size_t c = 0; c < items.cols; ++c) {
    for (std::size_t r = 0; r < items.rows; ++r) {
      for (std::size_t k = 0; k < items.count && is_wanted(r, c); ++k) {
        index.push_back(static_cast<std::uint32_t>(k + items.count * (r + items.rows * c)));
      }
    }
  }
  return gather(items.x, expr::Index::list(std::move(index)));
}

Term are_factors(const Items& items) {
  const Term diagonals = elements_where(items, [](auto r, auto c) { return r == c; });
  const Term holds = all(diagonals > 0.0);
  if (items.cols < 2) return holds;  // nothing stands above the diagonal
  const Term above = elements_where(items, [](auto r, auto c) { return r < c; });
  return holds && all(above == 0.0);
}

Term are_in(dist::Domain domain, const Items& items) {
  Term holds = constant(items.x.builder(), 1.0);
  const std::size_t size = items.rows * items.cols;
  for (std::size_t k = 0; k < items.count; ++k) {
    const auto index =
        expr::Index::range(static_cast<std::uint32_t>(k), static_cast<std::uint32_t>(size),
                           static_cast<std::int64_t>(items.count));
    const Term is_item_in =
        dist::is_in(domain, gather(items.x, index, Shape::matrix(items.rows, items.cols)));
    holds = k == 0 ? is_item_in : holds && is_item_in;
  }
  return holds;
}

// A bound in the shape of its variable. One of the last dimensions only holds for all indices
// before them, which are the fastest.
Term bound_for(Machine& machine, const Value& bound, Term x) {
  const Term term = machine.term(bound);
  if (bound.is_scalar()) return term;
  const std::size_t repeats = x.size() / bound.size();
  if (repeats == 1) return reshape(term, x.shape());
  std::vector<std::uint32_t> index(x.size());
  for (std::size_t i = 0; i < index.size(); ++i) index[i] = static_cast<std::uint32_t>(i / repeats);
  return gather(term, expr::Index::list(std::move(index)), x.shape());
}

Term is_between(Machine& machine, Term x, const Constraint& constraint) {
  if (!constraint.lower) return x <= bound_for(machine, *constraint.upper, x);
  const Term is_above = x >= bound_for(machine, *constraint.lower, x);
  if (!constraint.upper) return is_above;
  return is_above && x <= bound_for(machine, *constraint.upper, x);
}

}  // namespace

std::optional<Term> condition(Machine& machine, const Value& symbol, const Constraint& constraint) {
  if (symbol.size() == 0 || !is_constrained(constraint)) return std::nullopt;
  if (auto wrong = find_wrong_bound(symbol.dims(), constraint)) fail("the variable " + *wrong);
  const Term x = machine.term(symbol);
  const Items items = items_of(x, symbol.dims(), item_rank(constraint.kind));
  switch (constraint.kind) {
    case DeclaredKind::kInt:
    case DeclaredKind::kReal:
    case DeclaredKind::kVector:
    case DeclaredKind::kRowVector:
    case DeclaredKind::kMatrix: return is_between(machine, x, constraint);
    case DeclaredKind::kSimplex: return are_simplexes(vectors_as_rows(items));
    case DeclaredKind::kUnitVector: return have_unit_length(vectors_as_rows(items));
    case DeclaredKind::kOrdered: return are_ordered(vectors_as_rows(items), false);
    case DeclaredKind::kPositiveOrdered: return are_ordered(vectors_as_rows(items), true);
    case DeclaredKind::kSumToZeroVector: return sum_to_zero(vectors_as_rows(items));
    case DeclaredKind::kCholeskyFactorCov: return are_factors(items);
    case DeclaredKind::kCholeskyFactorCorr:
      return are_factors(items) && have_unit_length(rows_as_rows(items));
    case DeclaredKind::kCorrMatrix: return are_in(dist::Domain::kCorrelation, items);
    case DeclaredKind::kCovMatrix: return are_in(dist::Domain::kPositiveDefinite, items);
    case DeclaredKind::kColumnStochasticMatrix: return are_simplexes(columns_as_rows(items));
    case DeclaredKind::kRowStochasticMatrix: return are_simplexes(rows_as_rows(items));
    case DeclaredKind::kSumToZeroMatrix:
      return sum_to_zero(rows_as_rows(items)) && sum_to_zero(columns_as_rows(items));
    case DeclaredKind::kComplex:
    case DeclaredKind::kComplexVector:
    case DeclaredKind::kComplexRowVector:
    case DeclaredKind::kComplexMatrix:
    case DeclaredKind::kTuple: break;
  }
  not_of_the_list("the declared type");
}

}  // namespace autumn::trace
