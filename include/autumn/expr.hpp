// This header declares expressions on parameters and data: they read like mathematics and are
// arrays throughout.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <memory>
#include <vector>

namespace autumn {

namespace detail {
struct ExprData;
}

// A matrix of data, column by column.
struct Matrix {
  std::size_t rows = 0;
  std::size_t cols = 0;
  std::vector<double> values;

  Matrix(std::size_t rows_, std::size_t cols_, std::vector<double> column_by_column);
  // One list per row: Matrix{{1, 2}, {3, 4}}.
  Matrix(std::initializer_list<std::initializer_list<double>> rows_);
};

// A number, a vector or a matrix: data, a parameter, or something computed from them. Cheap to
// copy.
//
// Arithmetic is elementwise, and a scalar meets anything; only `*` with a matrix on its left and a
// vector or matrix on its right is the matrix product. Indices count from 0. Shapes that do not go
// together throw ModelError.
class Expr {
 public:
  Expr(double value);                         // NOLINT implicit: 2 * mu
  Expr(int value);                            // NOLINT
  Expr(const std::vector<double>& values);    // NOLINT
  Expr(const std::vector<int>& values);       // NOLINT
  Expr(std::initializer_list<double> values)  // NOLINT
      : Expr(std::vector<double>(values)) {}
  Expr(const Matrix& matrix);  // NOLINT

  // 0 for a scalar, 1 for a vector, 2 for a matrix.
  [[nodiscard]] std::size_t rank() const;
  [[nodiscard]] std::size_t rows() const;
  [[nodiscard]] std::size_t cols() const;
  [[nodiscard]] std::size_t size() const;

  // Element i of a vector, or row i of a matrix.
  [[nodiscard]] Expr operator[](std::size_t i) const;
  // The elements of a vector at these places (or rows of a matrix): x[group] has one element per
  // entry of group.
  [[nodiscard]] Expr operator[](const std::vector<int>& index) const;
  [[nodiscard]] Expr operator()(std::size_t row, std::size_t col) const;
  // Elements start, ..., start + count - 1 of a vector.
  [[nodiscard]] Expr slice(std::size_t start, std::size_t count) const;
  [[nodiscard]] Expr row(std::size_t i) const;
  [[nodiscard]] Expr col(std::size_t j) const;

  explicit Expr(std::shared_ptr<const detail::ExprData> data) : data_(std::move(data)) {}
  [[nodiscard]] const detail::ExprData& data() const { return *data_; }

 private:
  std::shared_ptr<const detail::ExprData> data_;
};

[[nodiscard]] Expr operator+(const Expr& x, const Expr& y);
[[nodiscard]] Expr operator-(const Expr& x, const Expr& y);
[[nodiscard]] Expr operator*(const Expr& x, const Expr& y);
[[nodiscard]] Expr operator/(const Expr& x, const Expr& y);
[[nodiscard]] Expr operator-(const Expr& x);
[[nodiscard]] Expr operator+(const Expr& x);
// 1 where it holds, else 0.
[[nodiscard]] Expr operator<(const Expr& x, const Expr& y);
[[nodiscard]] Expr operator<=(const Expr& x, const Expr& y);
[[nodiscard]] Expr operator>(const Expr& x, const Expr& y);
[[nodiscard]] Expr operator>=(const Expr& x, const Expr& y);
[[nodiscard]] Expr equal(const Expr& x, const Expr& y);

// Elementwise functions of one argument.
// clang-format off: a table, which clang-format shifts on every run
#define AUTUMN_EXPR_UNARY(X)                                                                   \
  X(exp) X(log) X(log1p) X(log1m) X(expm1) X(sqrt) X(square) X(inverse) X(abs) X(floor)        \
  X(ceil) X(round) X(sin) X(cos) X(tan) X(asin) X(acos) X(atan) X(sinh) X(cosh) X(tanh)        \
  X(asinh) X(acosh) X(atanh) X(logit) X(inv_logit) X(log1p_exp) X(log1m_exp)                   \
  X(log_inv_logit) X(erf) X(erfc) X(lgamma) X(digamma) X(trigamma)
// clang-format on
#define AUTUMN_X(name) [[nodiscard]] Expr name(const Expr& x);
AUTUMN_EXPR_UNARY(AUTUMN_X)
#undef AUTUMN_X
// The standard normal cumulative distribution function, its logarithm and its inverse.
[[nodiscard]] Expr Phi(const Expr& x);
[[nodiscard]] Expr log_Phi(const Expr& x);
[[nodiscard]] Expr inv_Phi(const Expr& p);

// Elementwise functions of two arguments.
// clang-format off: a table, which clang-format shifts on every run
#define AUTUMN_EXPR_BINARY(X)                                                                  \
  X(pow) X(min) X(max) X(fmod) X(atan2) X(log_add_exp) X(log_diff_exp) X(lbeta)
// clang-format on
#define AUTUMN_X(name) [[nodiscard]] Expr name(const Expr& x, const Expr& y);
AUTUMN_EXPR_BINARY(AUTUMN_X)
#undef AUTUMN_X
[[nodiscard]] Expr log_choose(const Expr& n, const Expr& k);
// x * y element by element, also for matrices.
[[nodiscard]] Expr elementwise_product(const Expr& x, const Expr& y);
// `if_true` where the condition is not 0, else `if_false`.
[[nodiscard]] Expr select(const Expr& condition, const Expr& if_true, const Expr& if_false);

// Reductions of all elements.
[[nodiscard]] Expr sum(const Expr& x);
[[nodiscard]] Expr mean(const Expr& x);
[[nodiscard]] Expr prod(const Expr& x);
[[nodiscard]] Expr max_element(const Expr& x);
[[nodiscard]] Expr min_element(const Expr& x);
[[nodiscard]] Expr log_sum_exp(const Expr& x);
[[nodiscard]] Expr dot(const Expr& x, const Expr& y);
// Per row and per column of a matrix.
[[nodiscard]] Expr row_sums(const Expr& x);
[[nodiscard]] Expr col_sums(const Expr& x);
[[nodiscard]] Expr row_log_sum_exp(const Expr& x);
// Of a vector; of every row of a matrix.
[[nodiscard]] Expr softmax(const Expr& x);
[[nodiscard]] Expr log_softmax(const Expr& x);
[[nodiscard]] Expr cumulative_sum(const Expr& x);
// Sums the elements of x by group: result[group[i]] += x[i], for groups 0, ..., groups - 1.
[[nodiscard]] Expr group_sum(const Expr& x, const std::vector<int>& group, std::size_t groups);

// Any elements, which count column by column from 0: as a scalar (no dims), a vector or a matrix,
// column by column again.
[[nodiscard]] Expr elements(const Expr& x, const std::vector<std::size_t>& places,
                            const std::vector<std::size_t>& dims);

// Vectors and matrices.
[[nodiscard]] Expr concat(const std::vector<Expr>& parts);   // one long vector
[[nodiscard]] Expr columns(const std::vector<Expr>& parts);  // vectors side by side
[[nodiscard]] Expr transpose(const Expr& x);
[[nodiscard]] Expr diagonal(const Expr& x);
[[nodiscard]] Expr diagonal_matrix(const Expr& x);
[[nodiscard]] Expr outer(const Expr& x, const Expr& y);
[[nodiscard]] Expr cholesky(const Expr& a);  // lower triangular L with a = L L'
// L^-1 b and L^-T b for lower triangular L; a^-1 b in general, and for symmetric positive definite
// a.
[[nodiscard]] Expr solve_lower(const Expr& l, const Expr& b);
[[nodiscard]] Expr solve_lower_transposed(const Expr& l, const Expr& b);
[[nodiscard]] Expr solve(const Expr& a, const Expr& b);
[[nodiscard]] Expr solve_spd(const Expr& a, const Expr& b);
[[nodiscard]] Expr log_abs_det(const Expr& a);
[[nodiscard]] Expr log_det_spd(const Expr& a);

}  // namespace autumn
