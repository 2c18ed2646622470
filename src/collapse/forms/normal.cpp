// This file finds the residuals and scales of the normal family of distributions.
#include "collapse/forms/normal.h"

#include "dist/constants.h"
#include "dist/items.h"
#include "dist/list.h"
#include "expr/term.h"

namespace autumn::collapse {
namespace {

using expr::Shape;
using expr::Term;

Term one(Builder& builder) {
  return expr::constant(builder, 1.0);
}

// With L L' the covariance, L^-1 (y - mu) has independent standard normal elements.
NormalRows whitened_by_factor(Builder& builder, Term y, Term mu, Term l) {
  const Term columns = dist::residual_columns(y, mu);
  const Term residual = expr::tri_solve(l, columns);
  const double items = columns.shape().is_matrix() ? columns.shape().cols : 1.0;
  const Term extra = -items * dist::log_det_triangle(l);
  return {residual.id(), one(builder).id(), extra.id(), true};
}

NormalRows whitened_by_precision(Builder& builder, Term y, Term mu, Term omega) {
  const Term l = expr::cholesky(omega);
  const Term columns = dist::residual_columns(y, mu);
  const Term residual = expr::matmul(l, columns, expr::flag::kTransposeLeft);
  const double items = columns.shape().is_matrix() ? columns.shape().cols : 1.0;
  return {residual.id(), one(builder).id(), (items * dist::log_det_triangle(l)).id(), true};
}

NormalRows rows_of_squares(Builder& builder, const model::Squares& squares) {
  const Term scale(builder, squares.scale);
  const auto rows = static_cast<double>(builder.shape(squares.residual).size());
  const Term logs = scale.size() == 1 ? rows * expr::log(expr::reshape(scale, Shape::scalar()))
                                      : expr::sum(expr::log(scale));
  return {.residual = squares.residual,
          .scale = squares.scale,
          .extra = (logs + rows * dist::kHalfLogTwoPi).id(),
          .is_whole = true};
}

}  // namespace

std::optional<NormalRows> normal_rows(Builder& builder, const model::Factor& factor) {
  if (factor.squares) return rows_of_squares(builder, *factor.squares);
  const dist::Distribution* d = factor.distribution;
  if (d == nullptr) return std::nullopt;
  const Term y(builder, factor.value);
  const auto argument = [&](std::size_t k) { return Term(builder, factor.arguments[k]); };
  if (d == &dist::normal()) {
    return NormalRows{.residual = (y - argument(0)).id(), .scale = factor.arguments[1]};
  }
  if (d == &dist::std_normal()) {
    return NormalRows{.residual = y.id(), .scale = one(builder).id()};
  }
  if (d == &dist::lognormal()) {
    return NormalRows{.residual = (expr::log(y) - argument(0)).id(),
                      .scale = factor.arguments[1],
                      .extra = (-expr::log(y)).id()};
  }
  if (d == &dist::multi_normal()) {
    return whitened_by_factor(builder, y, argument(0), expr::cholesky(argument(1)));
  }
  if (d == &dist::multi_normal_cholesky()) {
    return whitened_by_factor(builder, y, argument(0), argument(1));
  }
  if (d == &dist::multi_normal_prec()) {
    return whitened_by_precision(builder, y, argument(0), argument(1));
  }
  return std::nullopt;
}

bool is_multi_normal(const model::Factor& factor) {
  const dist::Distribution* d = factor.distribution;
  return d == &dist::multi_normal() || d == &dist::multi_normal_cholesky() ||
         d == &dist::multi_normal_prec();
}

}  // namespace autumn::collapse
