// This file takes roots of weights, and factors of matrices, and puts rows together.
#include "collapse/forms/square_rows.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <variant>

#include "base/numbers.h"

namespace autumn::collapse {
namespace {

using expr::Builder;
using expr::Index;
using expr::Shape;
using expr::Term;
using InTheWay = std::optional<std::string_view>;

std::string_view words_for(NoRows reason) {
  switch (reason) {
    case NoRows::kNotNumbers: return "the matrix of its quadratic form is not finite";
    case NoRows::kIndefinite:
      return "the matrix of its quadratic form is not positive semi-definite";
    case NoRows::kUnclear:
      return "the matrix of its quadratic form is too near to one that is not positive "
             "semi-definite";
  }
  not_of_the_list("the reason");
}

Term base_of(Builder& builder, const SquareForm& form) {
  const Term base(builder, form.base);
  return expr::reshape(base, Shape::vector(base.size()));
}

// Elements whose weight is not zero.
std::vector<std::uint32_t> weighted_places(const SquareForm& form) {
  std::vector<std::uint32_t> places;
  for (std::size_t i = 0; i < form.diagonal.size(); ++i) {
    if (form.diagonal[i] != 0.0) places.push_back(as_u32(i));
  }
  return places;
}

Term times_roots(Term residual, const SquareForm& form, const std::vector<std::uint32_t>& places) {
  std::vector<double> roots;
  for (const std::uint32_t i : places) roots.push_back(std::sqrt(form.diagonal[i]));
  const bool is_same = std::ranges::all_of(roots, [&](double x) { return x == roots[0]; });
  if (is_same) return roots[0] == 1.0 ? residual : roots[0] * residual;
  Builder& builder = residual.builder();
  return Term(builder, builder.constant(Shape::vector(roots.size()), roots)) * residual;
}

InTheWay obstacle_of(const std::vector<double>& weights) {
  const auto is_negative = [](double q) { return q < 0.0; };
  const auto is_finite = [](double q) { return std::isfinite(q); };
  if (std::ranges::any_of(weights, is_negative)) {
    return "its squares have the sign of something that grows, not of a density";
  }
  if (!std::ranges::all_of(weights, is_finite)) return "the weights of its squares are not finite";
  return std::nullopt;
}

InTheWay add_diagonal(Builder& builder, const SquareForm& form, std::vector<SquareRows>& rows) {
  if (const InTheWay obstacle = obstacle_of(form.diagonal)) return obstacle;
  const std::vector<std::uint32_t> places = weighted_places(form);
  if (places.empty()) return std::nullopt;
  Term residual = base_of(builder, form);
  Term scale = form.scale ? *form.scale : expr::constant(builder, 1.0);
  const bool has_scales = scale.size() != 1;
  if (has_scales) scale = expr::reshape(scale, residual.shape());
  if (places.size() != form.diagonal.size()) {
    residual = expr::gather(residual, Index::list(places));
    if (has_scales) scale = expr::gather(scale, Index::list(places));
  }
  rows.push_back({times_roots(residual, form, places), scale});
  return std::nullopt;
}

// The rows times the base, column by column.
Term product(const gaussian::SparseRows& rows, Term base) {
  const std::size_t copies = base.size() / rows.columns;
  std::vector<std::uint32_t> row_of_entry, places;
  std::vector<double> values;
  for (std::size_t c = 0; c < copies; ++c) {
    for (std::size_t i = 0; i < rows.rows(); ++i) {
      for (std::size_t q = rows.row_starts[i]; q < rows.row_starts[i + 1]; ++q) {
        row_of_entry.push_back(as_u32(i + c * rows.rows()));
        places.push_back(as_u32(rows.column[q] + c * rows.columns));
        values.push_back(rows.value[q]);
      }
    }
  }
  Builder& builder = base.builder();
  const Term numbers(builder, builder.constant(Shape::vector(values.size()), values));
  return expr::scatter_add(numbers * expr::gather(base, Index::list(std::move(places))),
                           Index::list(std::move(row_of_entry)),
                           Shape::vector(copies * rows.rows()));
}

InTheWay add_matrix(Builder& builder, const SquareForm& form, std::vector<SquareRows>& rows) {
  const auto factored = rows_of_form(*form.matrix);
  if (const auto* reason = std::get_if<NoRows>(&factored)) return words_for(*reason);
  const auto& factor = std::get<gaussian::SparseRows>(factored);
  if (factor.rows() == 0) return std::nullopt;
  rows.push_back({product(factor, base_of(builder, form)),
                  form.scale ? *form.scale : expr::constant(builder, 1.0)});
  return std::nullopt;
}

}  // namespace

std::optional<std::string_view> add_rows(Builder& builder, const SquareForm& form,
                                         std::vector<SquareRows>& rows) {
  if (const InTheWay obstacle = add_diagonal(builder, form, rows)) return obstacle;
  return form.matrix ? add_matrix(builder, form, rows) : std::nullopt;
}

model::Squares joined(const std::vector<SquareRows>& rows) {
  const Term first = rows.front().scale;
  const auto has_first_scale = [&](const SquareRows& r) { return r.scale.id() == first.id(); };
  std::vector<Term> residuals, scales;
  std::vector<std::uint32_t> place;  // of the scale of each row, among all
  std::size_t start = 0;
  for (const SquareRows& r : rows) {
    residuals.push_back(r.residual);
    scales.push_back(r.scale);
    for (std::size_t i = 0; i < r.residual.size(); ++i) {
      place.push_back(as_u32(start + (r.scale.size() == 1 ? 0 : i)));
    }
    start += r.scale.size();
  }
  const Term residual = rows.size() == 1 ? residuals[0] : expr::concat(residuals);
  if (first.shape().is_scalar() && std::ranges::all_of(rows, has_first_scale)) {
    return {residual.id(), first.id()};
  }
  const Term all = scales.size() == 1 ? scales[0] : expr::concat(scales);
  return {residual.id(), expr::gather(all, Index::list(std::move(place))).id()};
}

}  // namespace autumn::collapse
