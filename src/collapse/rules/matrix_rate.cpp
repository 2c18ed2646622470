// This file has the shares of Gaussian vectors whose covariance or precision is integrated out, and
// their integrals.
#include "collapse/rules/matrix_rate.h"

#include "base/numbers.h"
#include "collapse/rules/updated_triangle.h"
#include "dist/constants.h"
#include "dist/items.h"

namespace autumn::collapse {

using expr::Shape;

bool accepts_matrix(const Use& use, const dist::Distribution& distribution) {
  return use.distribution == &distribution && use.position == 2 && use.kind == UseKind::kPower &&
         use.exponent == 1.0;
}

Share share_of_residuals(Term value, Term mean, Term precision) {
  const Term given = dist::residual_columns(value, mean);
  const std::size_t length = given.shape().rows;
  const std::size_t rows = given.shape().is_matrix() ? given.shape().cols : 1;
  const Term columns = expr::reshape(given, Shape::matrix(length, rows));
  const double n = static_cast<double>(rows);
  const double numbers = n * static_cast<double>(length);
  return {.increments = {constant(value.builder(), n), sqrt(precision) * columns},
          .remainder = numbers * (0.5 * log(precision) - dist::kHalfLogTwoPi)};
}

// The normaliser of the posterior over that of the prior; the powers of two go with the rows.
Term log_marginal_of_matrix(Term nu, Term n, Term log_det_l, Term relative) {
  const std::size_t side = relative.shape().rows;
  const double k = static_cast<double>(side);
  std::vector<double> shifts;
  for (std::size_t j = 0; j < side; ++j) shifts.push_back(0.5 * static_cast<double>(j));
  const Term shapes = 0.5 * nu - dist::constant_vector(nu.builder(), shifts);
  const Term gammas = sum(log_rising_factorial(shapes, broadcast(0.5 * n, shapes.shape())));
  const Term inside = gammas + (0.5 * k * dist::kLogTwo) * n + n * log_det_l -
                      (nu + n) * updated_log_det(identity_like(relative), relative);
  return select(nu > k - 1.0, inside, constant(nu.builder(), -kInfinity));
}

Term beside(Term left, Term right) {
  const std::size_t rows = left.shape().rows;
  const auto numbers = [](Term x) { return expr::reshape(x, Shape::vector(x.size())); };
  const Term both = expr::concat({numbers(left), numbers(right)});
  return expr::reshape(both, Shape::matrix(rows, both.size() / rows));
}

Term identity_like(Term a) {
  const std::size_t side = a.shape().rows;
  std::vector<double> ones(side * side, 0.0);
  for (std::size_t i = 0; i < side; ++i) ones[i * (side + 1)] = 1.0;
  expr::Builder& builder = a.builder();
  return {builder, builder.constant(Shape::matrix(side, side), ones)};
}

}  // namespace autumn::collapse
