// This file collects the squares that were read from a factor by what is squared.
#include "collapse/forms/squares.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "collapse/forms/semidefinite.h"
#include "collapse/forms/square_reader.h"
#include "collapse/forms/square_rows.h"
#include "expr/term.h"

namespace autumn::collapse {
namespace {

using expr::Builder;
using expr::NodeId;
using expr::Term;
using model::Factor;
using model::Model;

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
      if (const auto obstacle = add_rows(builder_, form, rows)) {
        obstacle_ = *obstacle;
        return std::nullopt;
      }
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
