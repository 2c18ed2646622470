// This file finds the rows of normal factors that go into Gaussian blocks.
#include "collapse/blocks/touched_factors.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "base/numbers.h"
#include "collapse/forms/covariance_scale.h"
#include "collapse/forms/matrix_item.h"

namespace autumn::collapse {
namespace {

using model::Factor;

// Rows that fell with leaves.
bool is_dropped(const RowMarks& dropped, std::size_t row, std::size_t residual_size) {
  return !dropped.empty() && dropped[row / (residual_size / dropped.size())] != 0;
}

// Every row has a scale of its own unless it is seen that they are the same.
RowScales scales_of(Builder& builder, NodeId scale, std::size_t rows) {
  if (auto found = row_scales(builder, scale, rows)) return *std::move(found);
  std::vector<std::uint32_t> itself(rows);
  std::iota(itself.begin(), itself.end(), 0U);
  return {scale, std::move(itself), rows};
}

// Those with elements of their own, or all where they are combined with one another.
std::vector<std::uint32_t> taken_rows(const NormalRows& rows, const Form& residual,
                                      std::size_t size, const RowMarks& dropped) {
  RowMarks has_pairs(size, 0);
  for (const FormTerm& term : residual.terms) {
    for (std::size_t p = 0; p < term.pairs.size(); ++p) has_pairs[term.pairs.row(p)] = 1;
  }
  std::vector<std::uint32_t> taken;
  if (std::ranges::find(has_pairs, 1) == has_pairs.end()) return taken;
  const bool is_together = rows.is_whitened || rows.is_whole;
  for (std::size_t r = 0; r < size; ++r) {
    if (is_dropped(dropped, r, size)) continue;
    if (has_pairs[r] != 0 || is_together) taken.push_back(as_u32(r));
  }
  return taken;
}

// A covariance is taken apart from its scale where that is collapsed, or where the rest is known,
// so that only a scale changes from point to point. Any other is read as a whole, since its inverse
// may not be needed (covariance_form.h).
std::optional<NormalRows> rows_of(const GaussianRequest& request, Builder& builder, Forms& scales,
                                  const Factor& factor) {
  auto scaled = rows_with_scale(builder, request.model, factor);
  if (scaled && (scaled->is_known || !scales.of(scaled->rows.scale).is_free())) return scaled->rows;
  return normal_rows(builder, factor);
}

}  // namespace

std::vector<TouchedFactor> touched_factors(const GaussianRequest& request, Builder& builder,
                                           Forms& forms) {
  std::vector<TouchedFactor> found;
  Forms of_scales(request.model, builder, request.scale_elements);
  for (std::size_t f = 0; f < request.model.factors.size(); ++f) {
    const Factor& factor = request.model.factors[f];
    const std::optional<NormalRows> rows = rows_of(request, builder, of_scales, factor);
    if (!rows) continue;
    const std::size_t size = builder.shape(rows->residual).size();
    TouchedFactor touched{{f, *rows, {}}, forms.of(rows->residual), {}, 0};
    touched.normal.taken = taken_rows(*rows, touched.residual, size, request.dropped[f]);
    if (touched.normal.taken.empty()) continue;
    touched.scales = scales_of(builder, rows->scale, size);
    found.push_back(std::move(touched));
  }
  return found;
}

std::vector<std::optional<Column>> split_by_scale(const GaussianRequest& request, Builder& builder,
                                                  std::vector<TouchedFactor>& touched) {
  std::vector<std::optional<Column>> groups;
  Forms scales(request.model, builder, request.scale_elements);
  for (TouchedFactor& factor : touched) {
    std::optional<Column> owner;
    const Form& form = scales.of(factor.normal.rows.scale);
    if (!form.is_free()) {
      owner = Column{form.terms[0].variable, form.terms[0].pairs.element(0), false};
    }
    const Factor& f = request.model.factors[factor.normal.factor];
    if (const std::optional<ElementPlace> matrix = matrix_item(scales, request.model, f)) {
      owner = Column{matrix->variable, matrix->element, false};
    }
    const auto same = std::ranges::find_if(groups, [&](const std::optional<Column>& g) {
      return g.has_value() == owner.has_value() &&
             (!g || (g->variable == owner->variable && g->element == owner->element));
    });
    factor.group = static_cast<std::size_t>(same - groups.begin());
    if (same == groups.end()) groups.push_back(owner);
  }
  return groups;
}

}  // namespace autumn::collapse
