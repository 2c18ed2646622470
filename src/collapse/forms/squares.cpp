// This file puts the squares that were read from a factor together as rows with scales.
#include "collapse/forms/squares.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "base/numbers.h"
#include "collapse/forms/semidefinite.h"
#include "collapse/forms/square_reader.h"
#include "expr/term.h"

namespace autumn::collapse {
namespace {

using expr::Builder;
using expr::Index;
using expr::NodeId;
using expr::Shape;
using expr::Term;
using model::Factor;
using model::Model;

// All squares of one base and scale: minus half of base' Q base / scale^2, where Q is a diagonal,
// and for each column of the base a matrix.
struct SquareForm {
  NodeId base;
  std::optional<Term> scale;
  std::vector<double> diagonal;
  std::optional<SymmetricMatrix> matrix = std::nullopt;
};

// SquareRows with one scale, or one each.
struct SquareRows {
  Term residual;
  Term scale;
};

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

class Squaring {
 public:
  explicit Squaring(const Model& model)
      : model_(model), builder_(model.graph), reader_(model, builder_) {}

  [[nodiscard]] Model run() && {
    Model result = model_;
    for (Factor& factor : result.factors) {
      if (!factor.is_opaque() || factor.is_precaution) continue;
      obstacle_.clear();
      factor.squares = squares_of(factor);
      if (!factor.squares) factor.squares_obstacle = obstacle_;
    }
    const auto has_squares = [](const Factor& factor) { return factor.squares.has_value(); };
    if (std::ranges::any_of(result.factors, has_squares)) {
      result.graph = std::move(builder_).finish({});
    }
    return result;
  }

 private:
  [[nodiscard]] std::optional<model::Squares> squares_of(const Factor& factor) {
    std::vector<double> numbers{1.0};
    if (factor.weight) {
      const auto weight = builder_.graph().constant(*factor.weight);
      numbers.assign(weight.begin(), weight.end());
    }
    const auto squares = reader_.read(factor.value, std::move(numbers));
    obstacle_ = reader_.obstacle();
    if (!squares) return std::nullopt;
    std::vector<SquareRows> rows;
    for (const SquareForm& form : forms_of(*squares)) {
      if (!add_rows(form, rows)) return std::nullopt;
    }
    if (rows.empty()) return std::nullopt;
    return joined(rows);
  }

  [[nodiscard]] std::vector<SquareForm> forms_of(const std::vector<WeightedSquare>& squares) {
    std::vector<SquareForm> forms;
    for (const WeightedSquare& square : squares) add(square, form_for(square, forms));
    for (SquareForm& form : forms) unite(form);
    return forms;
  }

  // Squares of one base and scale add: what is negative of one may be made good by another.
  [[nodiscard]] SquareForm& form_for(const WeightedSquare& square,
                                     std::vector<SquareForm>& forms) const {
    const std::optional<Term>& scale = square.weight.scale;
    const auto at = std::ranges::find_if(forms, [&](const SquareForm& form) {
      return form.base == square.base && form.scale.has_value() == scale.has_value() &&
             (!scale || form.scale->id() == scale->id());
    });
    if (at != forms.end()) return *at;
    const std::size_t size = builder_.shape(square.base).size();
    forms.push_back({square.base, scale, std::vector<double>(size, 0.0), std::nullopt});
    return forms.back();
  }

  void add(const WeightedSquare& square, SquareForm& form) const {
    const std::vector<double>& numbers = square.weight.numbers;
    if (!square.matrix) {
      for (std::size_t i = 0; i < form.diagonal.size(); ++i) {
        form.diagonal[i] += -2.0 * numbers[numbers.size() == 1 ? 0 : i];
      }
      return;
    }
    const auto given = builder_.graph().constant(*square.matrix);
    SymmetricMatrix q = symmetric_part(builder_.shape(*square.matrix).rows,
                                       std::vector<double>(given.begin(), given.end()));
    if (!form.matrix) form.matrix = {q.size, std::vector<double>(q.numbers.size(), 0.0)};
    for (std::size_t i = 0; i < q.numbers.size(); ++i) {
      form.matrix->numbers[i] += -2.0 * numbers[0] * q.numbers[i];
    }
  }

  // The diagonal of a vector becomes part of its matrix.
  static void unite(SquareForm& form) {
    if (!form.matrix || form.matrix->size != form.diagonal.size()) return;
    for (std::size_t i = 0; i < form.diagonal.size(); ++i) {
      form.matrix->numbers[i * (form.matrix->size + 1)] += form.diagonal[i];
    }
    std::ranges::fill(form.diagonal, 0.0);
  }

  // False if the form has no rows.
  [[nodiscard]] bool add_rows(const SquareForm& form, std::vector<SquareRows>& rows) {
    return add_diagonal(form, rows) && (!form.matrix || add_matrix(form, rows));
  }

  [[nodiscard]] bool add_diagonal(const SquareForm& form, std::vector<SquareRows>& rows) {
    std::vector<std::uint32_t> places;
    std::vector<double> roots;
    for (std::size_t i = 0; i < form.diagonal.size(); ++i) {
      const double q = form.diagonal[i];
      if (!std::isfinite(q) || q < 0.0) {
        obstacle_ = q < 0.0 ? "its squares have the sign of something that grows, not of a density"
                            : "the weights of its squares are not finite";
        return false;
      }
      if (q == 0.0) continue;
      places.push_back(as_u32(i));
      roots.push_back(std::sqrt(q));
    }
    if (places.empty()) return true;
    Term residual = base_of(form);
    std::optional<Term> scale = form.scale;
    if (places.size() != form.diagonal.size()) {
      residual = expr::gather(residual, Index::list(places));
      if (scale && scale->size() != 1) scale = expr::gather(*scale, Index::list(places));
    } else if (scale && scale->size() != 1) {
      scale = expr::reshape(*scale, residual.shape());
    }
    residual = times(residual, roots);
    rows.push_back({residual, scale ? *scale : expr::constant(builder_, 1.0)});
    return true;
  }

  [[nodiscard]] Term times(Term residual, const std::vector<double>& roots) {
    const bool is_same = std::ranges::all_of(roots, [&](double x) { return x == roots[0]; });
    if (!is_same) {
      return Term(builder_, builder_.constant(Shape::vector(roots.size()), roots)) * residual;
    }
    return roots[0] == 1.0 ? residual : roots[0] * residual;
  }

  [[nodiscard]] bool add_matrix(const SquareForm& form, std::vector<SquareRows>& rows) {
    const auto factored = rows_of_form(*form.matrix);
    if (const auto* reason = std::get_if<NoRows>(&factored)) {
      obstacle_ = words_for(*reason);
      return false;
    }
    const auto& one = std::get<gaussian::SparseRows>(factored);
    if (one.rows() == 0) return true;
    const Term base = base_of(form);
    const std::size_t copies = base.size() / one.columns;
    std::vector<std::uint32_t> row_of_entry, places;
    std::vector<double> values;
    for (std::size_t c = 0; c < copies; ++c) {
      for (std::size_t i = 0; i < one.rows(); ++i) {
        for (std::size_t q = one.row_starts[i]; q < one.row_starts[i + 1]; ++q) {
          row_of_entry.push_back(as_u32(i + c * one.rows()));
          places.push_back(as_u32(one.column[q] + c * one.columns));
          values.push_back(one.value[q]);
        }
      }
    }
    const Term numbers(builder_, builder_.constant(Shape::vector(values.size()), values));
    const Term residual =
        expr::scatter_add(numbers * expr::gather(base, Index::list(std::move(places))),
                          Index::list(std::move(row_of_entry)), Shape::vector(copies * one.rows()));
    rows.push_back({residual, form.scale ? *form.scale : expr::constant(builder_, 1.0)});
    return true;
  }

  [[nodiscard]] Term base_of(const SquareForm& form) {
    const Term base(builder_, form.base);
    return expr::reshape(base, Shape::vector(base.size()));
  }

  [[nodiscard]] model::Squares joined(const std::vector<SquareRows>& rows) {
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

  const Model& model_;
  Builder builder_;
  SquareReader reader_;
  std::string obstacle_;
};

}  // namespace

Model with_squares(const Model& model) {
  const auto is_opaque = [](const Factor& factor) { return factor.is_opaque(); };
  if (std::ranges::none_of(model.factors, is_opaque)) return model;
  return Squaring(model).run();
}

}  // namespace autumn::collapse
