// This file matches items with each other, adds them up, measures their distances and selects by
// category.
#include "dist/items.h"

#include "base/error.h"

namespace autumn::dist {

using expr::Shape;
using expr::Term;

std::size_t item_length(Term items) {
  return items.shape().is_matrix() ? items.shape().cols : items.size();
}

std::pair<Term, Term> match_items(Term x, Term y) {
  const bool is_x_batch = x.shape().is_matrix();
  const bool is_y_batch = y.shape().is_matrix();
  if (is_x_batch && !is_y_batch) return {x, repeat_rows(y, x.shape().rows)};
  if (is_y_batch && !is_x_batch) return {repeat_rows(x, y.shape().rows), y};
  return {x, y};
}

Term item_sums(Term items) {
  return items.shape().is_matrix() ? row_sums(items) : sum(items);
}

Term residual_columns(Term y, Term mu) {
  const auto [left, right] = match_items(y, mu);
  const Term residual = left - right;
  return residual.shape().is_matrix() ? transpose(residual) : residual;
}

Term squared_lengths(Term columns) {
  return columns.shape().is_matrix() ? col_sums(square(columns)) : sum(square(columns));
}

Term squared_distances(Term y, Term mu, Term l) {
  return squared_lengths(tri_solve(l, residual_columns(y, mu)));
}

Term log_det_triangle(Term l) {
  return sum(log(diagonal(l)));
}

std::vector<double> constant_numbers(Term x) {
  AUTUMN_CHECK(x.builder().is_constant(x.id()), "a discrete variate is a constant");
  const auto numbers = x.builder().graph().constant(x.id());
  return {numbers.begin(), numbers.end()};
}

Term constant_vector(expr::Builder& builder, const std::vector<double>& x) {
  return {builder, builder.constant(Shape::vector(x.size()), x)};
}

Term pick(Term items, Term category, double first) {
  const std::vector<double> categories = constant_numbers(category);
  const std::size_t rows = items.shape().is_matrix() ? items.shape().rows : 1;
  const bool is_category_shared = category.shape().is_scalar() && items.shape().is_matrix();
  const Shape shape = is_category_shared ? Shape::vector(rows) : category.shape();
  AUTUMN_CHECK(rows == 1 || rows == shape.size(), "there is one row per variate");
  std::vector<std::uint32_t> elements(shape.size());
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const double c = categories[is_category_shared ? 0 : i] - first;
    AUTUMN_CHECK(c >= 0.0 && c < static_cast<double>(item_length(items)),
                 "a category is in the support");
    const std::size_t row = rows == 1 ? 0 : i;
    elements[i] = static_cast<std::uint32_t>(row + rows * static_cast<std::size_t>(c));
  }
  return gather(items, expr::Index::list(std::move(elements)), shape);
}

}  // namespace autumn::dist
