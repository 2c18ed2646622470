// This file leaves the rows that are gone out of every form that it reads.
#include "collapse/analysis/alive_forms.h"

#include <algorithm>
#include <utility>

#include "collapse/forms/covariance_scale.h"
#include "collapse/forms/matrix_item.h"

namespace autumn::collapse {
namespace {

template <typename IsGone>
Pairs without(const Pairs& pairs, IsGone is_gone) {
  Pairs left{.is_dense = false, .row_count = pairs.row_count, .rows = {}, .elements = {}};
  for (std::size_t p = 0; p < pairs.size(); ++p) {
    if (is_gone(pairs.row(p))) continue;
    left.rows.push_back(pairs.row(p));
    left.elements.push_back(pairs.element(p));
  }
  return left;
}

}  // namespace

AliveForms::AliveForms(const model::Model& model, const ElementSet& candidates,
                       const std::vector<RowMarks>& dropped)
    : model_(model),
      dropped_(dropped),
      builder_(model.graph),
      forms_(model, builder_, candidates, zero_sums(model)) {}

bool AliveForms::is_gone(std::size_t factor) const {
  const RowMarks& gone = dropped_[factor];
  return !gone.empty() && std::ranges::find(gone, 0) == gone.end();
}

Form AliveForms::at(std::size_t factor, std::size_t position) {
  const Form& form = forms_.of(at_position(model_.factors[factor], position));
  if (dropped_[factor].empty()) return form;
  const bool is_all = is_gone(factor);
  Form result{.terms = {}, .is_product = form.is_product};
  for (const FormTerm& term : form.terms) {
    FormTerm left = term;
    left.pairs = without(term.pairs, [&](std::uint32_t number) {
      const std::uint32_t row = row_of(model_.graph, model_.factors[factor], position, number);
      return row == kEveryRow ? is_all : is_gone(factor, row);
    });
    if (left.pairs.size() != 0) result.terms.push_back(std::move(left));
  }
  return result;
}

std::vector<Form> AliveForms::of(std::size_t factor) {
  std::vector<Form> forms;
  for (std::size_t p = 0; p < positions(model_.factors[factor]); ++p) {
    forms.push_back(at(factor, p));
  }
  return forms;
}

std::optional<NormalRows> AliveForms::normal(std::size_t factor) {
  const model::Factor& f = model_.factors[factor];
  const std::optional<ScaledRows> scaled = rows_with_scale(builder_, model_, f);
  std::optional<NormalRows> rows = scaled ? scaled->rows : normal_rows(builder_, f);
  if (rows && matrix_item(forms_, model_, f)) rows->residual = plain_residual(builder_, f);
  return rows;
}

// Rows of a whitened residual are stored item by item.
Form AliveForms::residual(std::size_t factor, const NormalRows& rows) {
  Form residual = forms_.of(rows.residual);
  const RowMarks& dropped = dropped_[factor];
  if (dropped.empty()) return residual;
  const std::size_t per_row = builder_.shape(rows.residual).size() / dropped.size();
  for (FormTerm& term : residual.terms) {
    term.pairs =
        without(term.pairs, [&](std::uint32_t number) { return dropped[number / per_row] != 0; });
  }
  return residual;
}

}  // namespace autumn::collapse
