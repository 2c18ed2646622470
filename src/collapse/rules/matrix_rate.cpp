// This file has the shares of Gaussian vectors whose covariance or precision is integrated out, and
// their integrals.
#include "collapse/rules/matrix_rate.h"

#include "base/numbers.h"
#include "collapse/rules/bordered.h"
#include "collapse/rules/updated_triangle.h"
#include "dist/constants.h"
#include "dist/items.h"

namespace autumn::collapse {

using expr::Shape;

bool accepts_matrix(const Use& use, const dist::Distribution& distribution) {
  return use.distribution == &distribution && use.position == 2 && use.kind == UseKind::kPower &&
         use.exponent == 1.0;
}

namespace {

// Known vectors with one mean m: an orthogonal transformation of the rows [1, y'] leaves as many as
// they have columns, [r, q'], of which the residuals are q - r m; all but the first have r = 0.
Term few_columns(Term value, Term mean) {
  const std::size_t rows = value.shape().rows;
  const std::size_t length = value.shape().cols;
  const std::size_t side = length + 1;
  const std::vector<double> y = dist::constant_numbers(value);
  std::vector<double> columns(side * rows, 1.0);
  for (std::size_t n = 0; n < rows; ++n) {
    for (std::size_t k = 0; k < length; ++k) columns[n * side + 1 + k] = y[n + rows * k];
  }
  const std::vector<double> triangle = triangle_of_columns(side, columns);
  const std::vector<double> first(triangle.begin() + 1, triangle.begin() + static_cast<long>(side));
  std::vector<double> others;
  for (std::size_t n = 1; n < side; ++n) {
    for (std::size_t k = 1; k < side; ++k) others.push_back(triangle[n * side + k]);
  }
  expr::Builder& builder = value.builder();
  const Term residual = dist::constant_vector(builder, first) - triangle[0] * mean;
  return beside({expr::reshape(residual, Shape::matrix(length, 1)),
                 Term(builder, builder.constant(Shape::matrix(length, length), others))});
}

}  // namespace

Share share_of_residuals(Term value, Term mean, Term precision) {
  const Term given = dist::residual_columns(value, mean);
  const std::size_t length = given.shape().rows;
  const std::size_t rows = given.shape().is_matrix() ? given.shape().cols : 1;
  const bool are_known = value.builder().is_constant(value.id()) && value.shape().is_matrix();
  const bool are_many = are_known && !mean.shape().is_matrix() && rows > length + 1;
  const Term columns =
      are_many ? few_columns(value, mean) : expr::reshape(given, Shape::matrix(length, rows));
  const double n = static_cast<double>(rows);
  const double numbers = n * static_cast<double>(length);
  return {.increments = {constant(value.builder(), n), sqrt(precision) * columns},
          .remainder = numbers * (0.5 * log(precision) - dist::kHalfLogTwoPi)};
}

MatrixSums matrix_sums(const Parameters& sums) {
  return {sums[0], sums[1], sums.size() > 2 ? std::optional(sums[2]) : std::nullopt};
}

// The normaliser of the posterior over that of the prior; the powers of two go with the rows.
Term log_marginal_of_matrix(Term nu, Term log_det_l, const MatrixSums& relative) {
  const std::size_t side = relative.columns.shape().rows;
  const double k = static_cast<double>(side);
  const Term n = relative.n;
  std::vector<double> shifts;
  for (std::size_t j = 0; j < side; ++j) shifts.push_back(0.5 * static_cast<double>(j));
  const Term shapes = 0.5 * nu - dist::constant_vector(nu.builder(), shifts);
  const Term gammas = sum(log_rising_factorial(shapes, broadcast(0.5 * n, shapes.shape())));
  const LogDets dets =
      bordered_log_dets(identity_like(relative.columns), relative.columns, relative.border);
  Term inside = gammas + (0.5 * k * dist::kLogTwo) * n + n * log_det_l - (nu + n) * dets.left;
  if (dets.border) inside = inside - k * *dets.border;
  return select(nu > k - 1.0, inside, constant(nu.builder(), -kInfinity));
}

Term identity_like(Term a) {
  const std::size_t side = a.shape().rows;
  std::vector<double> ones(side * side, 0.0);
  for (std::size_t i = 0; i < side; ++i) ones[i * (side + 1)] = 1.0;
  expr::Builder& builder = a.builder();
  return {builder, builder.constant(Shape::matrix(side, side), ones)};
}

}  // namespace autumn::collapse
