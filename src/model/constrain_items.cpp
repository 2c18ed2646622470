// This file has the transforms of simplexes, ordered and unit vectors, Cholesky factors,
// correlation and covariance matrices, and of matrices whose columns sum to one or whose rows and
// columns sum to zero.
#include "model/constrain_items.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>
#include <vector>

#include "base/error.h"

namespace autumn::model {
namespace {

using expr::Builder;
using expr::Index;
using expr::Shape;
using expr::Term;

// `count` items of rows x cols elements each (a vector has one column).
struct Items {
  std::size_t count = 1;
  std::size_t rows = 1;
  std::size_t cols = 1;
};

Items items_of(SupportKind kind, std::span<const std::size_t> dims) {
  const std::size_t rank = item_rank(kind);
  Items items;
  for (const std::size_t extent : dims.first(dims.size() - rank)) items.count *= extent;
  items.rows = dims[dims.size() - rank];
  if (rank == 2) items.cols = dims.back();
  return items;
}

Term zero(Builder& builder) {
  return constant(builder, 0.0);
}

// The elements (item, coordinate) of a count x coordinates matrix for these coordinates, item
// fastest.
Term coordinates(Term free, const Items& items, const std::vector<std::size_t>& which) {
  std::vector<std::uint32_t> index;
  index.reserve(items.count * which.size());
  for (const std::size_t coordinate : which) {
    for (std::size_t item = 0; item < items.count; ++item) {
      index.push_back(static_cast<std::uint32_t>(item + items.count * coordinate));
    }
  }
  return gather(free, Index::list(std::move(index)));
}

// Puts blocks of (item, coordinate) values at the given elements of the items; everything else is
// 0.
Term place(Term values, const Items& items, const std::vector<std::size_t>& elements) {
  std::vector<std::uint32_t> index;
  index.reserve(items.count * elements.size());
  for (const std::size_t element : elements) {
    for (std::size_t item = 0; item < items.count; ++item) {
      index.push_back(static_cast<std::uint32_t>(item + items.count * element));
    }
  }
  return scatter_add(values, Index::list(std::move(index)),
                     Shape::matrix(items.count, items.rows * items.cols));
}

std::vector<std::size_t> range(std::size_t first, std::size_t end) {
  std::vector<std::size_t> numbers;
  for (std::size_t i = first; i < end; ++i) numbers.push_back(i);
  return numbers;
}

// Rows of k - 1 free numbers, each times the transpose of a basis of k rows.
Term times_basis(Term free, std::size_t count, std::size_t k, const std::vector<double>& basis) {
  Builder& builder = free.builder();
  const Term v(builder, builder.constant(Shape::matrix(k, k - 1), basis));
  return matmul(reshape(free, Shape::matrix(count, k - 1)), v, expr::flag::kTransposeRight);
}

// The same for the Helmert basis, whose column j has 1 above and -j at its last entry, divided by
// sqrt(j (j + 1)): with w_j = u_j / sqrt(j (j + 1)), entry i of the product is w_{i+1} + ... +
// w_{k-1} - i w_i (i = 0, 1, ...), so that long ones take sums and no matrix.
Term times_helmert(Term free, std::size_t count, std::size_t k) {
  constexpr std::size_t kLong = 12;
  if (k < kLong) return times_basis(free, count, k, helmert_basis(k));
  Builder& builder = free.builder();
  std::vector<double> scales, numbers;
  for (std::size_t j = 1; j < k; ++j) {
    const auto n = static_cast<double>(j);
    scales.insert(scales.end(), count, 1.0 / std::sqrt(n * (n + 1.0)));
    numbers.insert(numbers.end(), count, n);
  }
  const Shape shape = Shape::matrix(count, k - 1);
  const Term w = reshape(free, shape) * Term(builder, builder.constant(shape, scales));
  const Term none = broadcast(zero(builder), Shape::vector(count));
  const Term above = reverse_cumulative_sum(w);
  const Term own = w * Term(builder, builder.constant(shape, numbers));
  return reshape(expr::concat({above, none}) - expr::concat({none, own}), Shape::matrix(count, k));
}

// x = softmax(V u) with V the Helmert basis; the determinant of du -> d(x_1, ..., x_{K-1}) is
// sqrt(K) prod x.
Constrained simplex(Term free, const Items& items) {
  Builder& builder = free.builder();
  const std::size_t k = items.rows;
  if (k == 1) {
    return {broadcast(constant(builder, 1.0), Shape::matrix(items.count, 1)), zero(builder)};
  }
  const Term log_x = log_softmax(times_helmert(free, items.count, k));
  const double constant_part = 0.5 * std::log(static_cast<double>(k));
  return {exp(log_x), sum(log_x) + constant_part * static_cast<double>(items.count)};
}

// x = V u: an isometry onto the vectors that sum to zero, so the volume does not change.
Constrained sum_to_zero(Term free, const Items& items) {
  Builder& builder = free.builder();
  if (items.rows == 1) {
    return {broadcast(zero(builder), Shape::matrix(items.count, 1)), zero(builder)};
  }
  return {times_helmert(free, items.count, items.rows), zero(builder)};
}

// Items of a x b numbers become items of b x a, with item i + count * (row + a * col) first.
Term turned(Term x, std::size_t count, std::size_t a, std::size_t b) {
  if (count == 1) return transpose(reshape(x, Shape::matrix(a, b)));
  std::vector<std::uint32_t> index;
  index.reserve(count * a * b);
  for (std::size_t row = 0; row < a; ++row) {
    for (std::size_t col = 0; col < b; ++col) {
      for (std::size_t item = 0; item < count; ++item) {
        index.push_back(static_cast<std::uint32_t>(item + count * (row + a * col)));
      }
    }
  }
  return gather(x, Index::list(std::move(index)));
}

// Column by column the simplexes of all items, from (rows - 1) x cols free numbers.
Constrained column_stochastic(Term free, const Items& items) {
  const Items columns{.count = items.count * items.cols, .rows = items.rows, .cols = 1};
  const Constrained x = simplex(turned(free, items.count, items.rows - 1, items.cols), columns);
  return {reshape(turned(x.value, items.count, items.cols, items.rows),
                  Shape::matrix(items.count, items.rows * items.cols)),
          x.log_jacobian};
}

// X = W_rows U W_cols' with the rotated bases of rows and columns: an isometry again.
Constrained sum_to_zero_matrix(Term free, const Items& items) {
  const Shape shape = Shape::matrix(items.count, items.rows * items.cols);
  if (items.rows == 1 || items.cols == 1) {
    return {broadcast(zero(free.builder()), shape), zero(free.builder())};
  }
  const Term right = times_basis(free, items.count * (items.rows - 1), items.cols,
                                 rotated_helmert_basis(items.cols));
  const Term both =
      times_basis(turned(right, items.count, items.rows - 1, items.cols), items.count * items.cols,
                  items.rows, rotated_helmert_basis(items.rows));
  return {reshape(turned(both, items.count, items.cols, items.rows), shape), zero(free.builder())};
}

Constrained ordered(Term free, const Items& items, bool is_positive) {
  const std::size_t first_step = is_positive ? 0 : 1;
  const Term steps = coordinates(free, items, range(first_step, items.rows));
  Term increments = exp(steps);
  if (!is_positive) {
    increments = expr::concat({coordinates(free, items, {0}), increments});
  }
  const Term x = reshape(increments, Shape::matrix(items.count, items.rows));
  return {cumulative_sum(x), sum(steps)};
}

// The direction of a vector whose coordinates get a standard normal density.
Constrained unit_vector(Term free, const Items& items) {
  const Term u = reshape(free, Shape::matrix(items.count, items.rows));
  const Term norm = sqrt(row_sums(square(u)));
  return {u / repeat_cols(norm, items.rows), -0.5 * sum(square(free))};
}

// Free coordinate of entry (row, col) below the diagonal, counted row by row.
std::size_t below_diagonal(std::size_t row, std::size_t col) {
  return row * (row - 1) / 2 + col;
}

// Canonical partial correlations z = tanh(u) fill each row from the left:
//   x_ij = z_ij sqrt(prod_{l<j} (1 - z_il^2)),  x_ii = sqrt(prod_{l<i} (1 - z_il^2))
// (Lewandowski, Kurowicka and Joe 2009). The products are kept as sums of logs, a = log(1 - tanh^2
// u), which stays exact when a correlation comes close to one. Goes column by column, all rows and
// items at once.
struct CholeskyCorr {
  Term value;
  Term log_jacobian;
  Term log_diagonal;  // rows 2..K, (item, row)
};

CholeskyCorr cholesky_corr_parts(Term free, const Items& items) {
  Builder& builder = free.builder();
  const std::size_t k = items.rows;
  const Term ones = broadcast(constant(builder, 1.0), Shape::vector(items.count));
  if (k == 1) return {place(ones, items, {0}), zero(builder), zero(builder)};
  std::vector<Term> values{ones};
  std::vector<std::size_t> elements{0};
  Term log_jacobian = zero(builder);
  // What is left of the unit length of rows j+1..K, on the log scale; grows from nothing.
  std::optional<Term> log_left;
  std::vector<Term> log_diagonal;
  for (std::size_t j = 0; j + 1 < k; ++j) {
    std::vector<std::size_t> which;
    for (std::size_t i = j + 1; i < k; ++i) which.push_back(below_diagonal(i, j));
    const Term u = coordinates(free, items, which);
    const Term a = (log_inv_logit(2.0 * u) + log_inv_logit(-2.0 * u)) + std::log(4.0);
    Term x = tanh(u);
    log_jacobian = log_jacobian + sum(a);
    if (log_left) {
      x = x * exp(0.5 * *log_left);
      log_jacobian = log_jacobian + 0.5 * sum(*log_left);
    }
    values.push_back(x);
    for (std::size_t i = j + 1; i < k; ++i) elements.push_back(i + k * j);
    const Term left = log_left ? *log_left + a : a;
    // Row j + 1 is complete: what is left of it is its diagonal.
    log_diagonal.push_back(0.5 * slice(left, 0, items.count));
    values.push_back(exp(log_diagonal.back()));
    elements.push_back((j + 1) * (k + 1));
    log_left = slice(left, items.count, left.size() - items.count);
  }
  return {place(concat(values), items, elements), log_jacobian, concat(log_diagonal)};
}

// Sum over diagonal entries of weight(row) * log L_rr, for (item, row) vectors that begin at row
// `first`.
Term weighted_sum(Term log_diagonal, const Items& items, std::size_t first,
                  const std::function<double(std::size_t)>& weight) {
  std::vector<double> weights;
  for (std::size_t row = first; row < items.rows; ++row) {
    weights.insert(weights.end(), items.count, weight(row));
  }
  if (weights.empty()) return zero(log_diagonal.builder());
  Builder& builder = log_diagonal.builder();
  return dot(Term(builder, builder.constant(Shape::vector(weights.size()), weights)), log_diagonal);
}

struct CholeskyCov {
  Term value;
  Term log_diagonal;  // (item, row)
};

// Entries below the diagonal are free, those on it exponentials; row by row.
CholeskyCov cholesky_cov_parts(Term free, const Items& items) {
  std::vector<std::size_t> diagonal_coordinates;
  std::vector<std::size_t> other_coordinates;
  std::vector<std::size_t> elements;
  std::vector<std::size_t> other_elements;
  std::size_t next = 0;
  for (std::size_t r = 0; r < items.rows; ++r) {
    for (std::size_t c = 0; c < std::min(r + 1, items.cols); ++c, ++next) {
      (r == c ? diagonal_coordinates : other_coordinates).push_back(next);
      (r == c ? elements : other_elements).push_back(r + items.rows * c);
    }
  }
  const Term log_diagonal = coordinates(free, items, diagonal_coordinates);
  elements.insert(elements.end(), other_elements.begin(), other_elements.end());
  const Term values =
      expr::concat({exp(log_diagonal), coordinates(free, items, other_coordinates)});
  return {place(values, items, elements), log_diagonal};
}

// L L' of every item.
Term self_products(Term factors, const Items& items) {
  if (items.count == 0) return factors;
  std::vector<Term> products;
  const std::size_t size = items.rows * items.rows;
  for (std::size_t item = 0; item < items.count; ++item) {
    const Term l = reshape(row(factors, item), Shape::matrix(items.rows, items.rows));
    products.push_back(matmul(l, l, expr::flag::kTransposeRight));
  }
  // Item by item, then turned so that items are rows.
  return transpose(reshape(concat(products), Shape::matrix(size, items.count)));
}

// |d(L L') / dL| = prod_k L_kk^(K - k) over free entries of a correlation factor (k counts from 1).
Constrained corr_matrix(Term free, const Items& items) {
  const CholeskyCorr l = cholesky_corr_parts(free, items);
  const auto k = static_cast<double>(items.rows);
  const auto power = [k](std::size_t row) { return k - static_cast<double>(row + 1); };
  return {self_products(l.value, items),
          l.log_jacobian + weighted_sum(l.log_diagonal, items, 1, power)};
}

// |d(L L') / dL| = 2^K prod_k L_kk^(K - k + 1), times prod L_kk for the exponentials on the
// diagonal.
Constrained cov_matrix(Term free, const Items& items) {
  const CholeskyCov l = cholesky_cov_parts(free, items);
  const auto k = static_cast<double>(items.rows);
  const auto power = [k](std::size_t row) { return k - static_cast<double>(row + 1) + 2.0; };
  const double constant_part = k * std::log(2.0) * static_cast<double>(items.count);
  return {self_products(l.value, items),
          weighted_sum(l.log_diagonal, items, 0, power) + constant_part};
}

}  // namespace

std::vector<double> helmert_basis(std::size_t n) {
  std::vector<double> basis(n * (n - 1), 0.0);
  for (std::size_t k = 1; k < n; ++k) {
    const double scale = 1.0 / std::sqrt(static_cast<double>(k) * static_cast<double>(k + 1));
    for (std::size_t i = 0; i < k; ++i) basis[i + n * (k - 1)] = scale;
    basis[k + n * (k - 1)] = -static_cast<double>(k) * scale;
  }
  return basis;
}

std::vector<double> rotated_helmert_basis(std::size_t n) {
  std::vector<double> basis = helmert_basis(n);
  for (std::size_t column = 0; column + 1 < n; ++column) {
    const auto first = basis.begin() + static_cast<std::ptrdiff_t>(n * column);
    std::rotate(first, first + 1, first + static_cast<std::ptrdiff_t>(n));
  }
  return basis;
}

Constrained constrain_items(SupportKind kind, std::span<const std::size_t> dims, Term free) {
  const Items items = items_of(kind, dims);
  switch (kind) {
    case SupportKind::kSimplex: return simplex(free, items);
    case SupportKind::kOrdered: return ordered(free, items, false);
    case SupportKind::kPositiveOrdered: return ordered(free, items, true);
    case SupportKind::kUnitVector: return unit_vector(free, items);
    case SupportKind::kSumToZero: return sum_to_zero(free, items);
    case SupportKind::kCholeskyCorr: {
      const CholeskyCorr l = cholesky_corr_parts(free, items);
      return {l.value, l.log_jacobian};
    }
    case SupportKind::kCholeskyCov: {
      const CholeskyCov l = cholesky_cov_parts(free, items);
      return {l.value, sum(l.log_diagonal)};
    }
    case SupportKind::kCorrMatrix: return corr_matrix(free, items);
    case SupportKind::kCovMatrix: return cov_matrix(free, items);
    case SupportKind::kColumnStochastic: return column_stochastic(free, items);
    case SupportKind::kSumToZeroMatrix: return sum_to_zero_matrix(free, items);
    case SupportKind::kReal:
    case SupportKind::kLower:
    case SupportKind::kUpper:
    case SupportKind::kInterval: break;
  }
  internal_error("the support is one of whole vectors or matrices", __FILE__, __LINE__);
}

}  // namespace autumn::model
