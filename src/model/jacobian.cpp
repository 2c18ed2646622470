// This file writes the log Jacobians of the transforms by the values they lead to.
#include "model/jacobian.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/error.h"
#include "base/numbers.h"

namespace autumn::model {
namespace {

using expr::Shape;
using expr::Term;

// `side` is +1 above a lower bound, -1 below an upper one; an infinite bound is none.
Term log_distance(Term x, Term bound, double side) {
  const Term is_open = abs(bound) == kInfinity;
  return select(is_open, 0.0, log(select(is_open, 1.0, side * (x - bound))));
}

Term log_slope_between(Term x, Term lower, Term upper) {
  const Term is_closed = abs(lower) < kInfinity && abs(upper) < kInfinity;
  const Term width = select(is_closed, upper - lower, 1.0);
  return log_distance(x, lower, 1.0) + log_distance(x, upper, -1.0) - log(width);
}

Term of_scalars(const Variable& variable, const SupportTerms& support, Term x) {
  const SupportProperties& properties = properties_of(variable.support.kind);
  if (properties.has_lower && properties.has_upper) {
    return sum(log_slope_between(x, support.lower.value(), support.upper.value()));
  }
  if (properties.has_lower) return sum(log_distance(x, support.lower.value(), 1.0));
  if (properties.has_upper) return sum(log_distance(x, support.upper.value(), -1.0));
  if (!support.multiplier) return constant(x.builder(), 0.0);
  const Term slopes = log(*support.multiplier);
  return slopes.shape().is_scalar() ? slopes * static_cast<double>(x.size()) : sum(slopes);
}

// All items of a variable: element e of all of them is one stretch of the values.
class ItemValues {
 public:
  ItemValues(const Variable& variable, Term x)
      : flat_(reshape(x, Shape::vector(x.size()))),
        rows_(variable.dims[variable.dims.size() - item_rank(variable.support.kind)]),
        cols_(item_rank(variable.support.kind) == 2 ? variable.dims.back() : 1),
        count_(x.size() / (rows_ * cols_)) {}

  [[nodiscard]] std::size_t rows() const { return rows_; }
  [[nodiscard]] Term zero() const { return constant(flat_.builder(), 0.0); }

  // Of vectors, and of matrices whose columns are such vectors.
  [[nodiscard]] Term simplex() const {
    if (rows_ == 1) return zero();
    const double vectors = static_cast<double>(count_ * cols_);
    return sum(log(flat_)) + 0.5 * std::log(static_cast<double>(rows_)) * vectors;
  }

  [[nodiscard]] Term ordered(bool is_positive) const {
    Term total = is_positive ? sum(log(element(0, 0))) : zero();
    for (std::size_t r = 1; r < rows_; ++r) {
      total = total + sum(log(element(r, 0) - element(r - 1, 0)));
    }
    return total;
  }

  // Each entry of a row is a correlation times what the entries before it leave of the row's
  // length: log(left) once for the correlation's slope, minus half of it for the entry's.
  [[nodiscard]] Term cholesky_corr() const {
    Term total = zero();
    for (std::size_t r = 1; r < rows_; ++r) {
      Term left = square(element(r, r));
      total = total + sum(log(left));
      for (std::size_t c = r - 1; c > 0; --c) {
        left = left + square(element(r, c));
        total = total + 0.5 * sum(log(left));
      }
    }
    return total;
  }

  // The sum of weight(row) * log L_rr.
  [[nodiscard]] Term log_diagonal(const std::vector<double>& weights) const {
    Term total = zero();
    for (std::size_t r = 0; r < weights.size(); ++r) {
      total = total + weights[r] * sum(log(element(r, r)));
    }
    return total;
  }

  // The Cholesky factors of items that are symmetric.
  [[nodiscard]] ItemValues factors() const {
    std::vector<Term> all;
    for (std::size_t item = 0; item < count_; ++item) {
      const auto index = expr::Index::range(static_cast<std::uint32_t>(item),
                                            static_cast<std::uint32_t>(rows_ * rows_),
                                            static_cast<std::int64_t>(count_));
      all.push_back(reshape(cholesky(gather(flat_, index, Shape::matrix(rows_, rows_))),
                            Shape::vector(rows_ * rows_)));
    }
    ItemValues result = *this;
    const Term item_by_item = reshape(concat(all), Shape::matrix(rows_ * rows_, count_));
    result.flat_ = reshape(transpose(item_by_item), flat_.shape());
    return result;
  }

  [[nodiscard]] std::size_t count() const { return count_; }
  [[nodiscard]] std::size_t diagonal_size() const { return std::min(rows_, cols_); }

 private:
  [[nodiscard]] Term element(std::size_t row, std::size_t col) const {
    return slice(flat_, count_ * (row + rows_ * col), count_);
  }

  Term flat_;
  std::size_t rows_;
  std::size_t cols_;
  std::size_t count_;
};

// The powers of L_rr in |d(L L') / dL|, as `constrain` has them, and `more`.
std::vector<double> product_powers(std::size_t k, double more) {
  std::vector<double> powers;
  for (std::size_t row = 0; row < k; ++row) {
    powers.push_back(static_cast<double>(k - row - 1) + more);
  }
  return powers;
}

std::optional<Term> of_items(SupportKind kind, const ItemValues& x) {
  switch (kind) {
    case SupportKind::kSimplex:
    case SupportKind::kColumnStochastic: return x.simplex();
    case SupportKind::kOrdered: return x.ordered(false);
    case SupportKind::kPositiveOrdered: return x.ordered(true);
    case SupportKind::kSumToZero:
    case SupportKind::kSumToZeroMatrix: return x.zero();
    case SupportKind::kCholeskyCorr: return x.cholesky_corr();
    case SupportKind::kCholeskyCov:
      return x.log_diagonal(std::vector<double>(x.diagonal_size(), 1.0));
    case SupportKind::kCorrMatrix: {
      const ItemValues l = x.factors();
      return l.cholesky_corr() + l.log_diagonal(product_powers(x.rows(), 0.0));
    }
    case SupportKind::kCovMatrix: {
      const double twos = std::log(2.0) * static_cast<double>(x.rows() * x.count());
      return x.factors().log_diagonal(product_powers(x.rows(), 2.0)) + twos;
    }
    default: return std::nullopt;
  }
}

}  // namespace

std::optional<Term> log_jacobian_at(const Variable& variable, const SupportTerms& support,
                                    Term value) {
  if (value.size() == 0) return constant(value.builder(), 0.0);
  if (item_rank(variable.support.kind) == 0) return of_scalars(variable, support, value);
  return of_items(variable.support.kind, ItemValues(variable, value));
}

}  // namespace autumn::model
