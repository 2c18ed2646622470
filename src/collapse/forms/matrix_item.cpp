// This file reads the last argument of multivariate normal factors.
#include "collapse/forms/matrix_item.h"

#include <algorithm>

#include "base/numbers.h"
#include "collapse/forms/normal.h"
#include "dist/items.h"
#include "expr/term.h"

namespace autumn::collapse {
namespace {

std::size_t items_of(const model::Variable& variable) {
  std::size_t size = 1;
  for (const std::size_t extent : variable.dims) size *= extent;
  return size / model::item_size(variable.support.kind, variable.dims);
}

}  // namespace

std::optional<ElementPlace> matrix_item(Forms& forms, const model::Model& model,
                                        const model::Factor& factor) {
  if (!is_multi_normal(factor)) return std::nullopt;
  std::optional<ElementPlace> found;
  for (const FormTerm& term : forms.of(factor.arguments[1]).terms) {
    const model::Variable& variable = model.variables[term.variable];
    if (variable.support.kind != model::SupportKind::kCovMatrix) continue;
    const std::size_t items = items_of(variable);
    for (const std::uint32_t element : term.pairs.elements) {
      const ElementPlace here{term.variable, as_u32(element % items)};
      if (found && *found != here) return std::nullopt;
      found = here;
    }
  }
  return found;
}

std::vector<std::uint32_t> elements_of_item(const model::Variable& variable, std::uint32_t first) {
  const std::size_t items = items_of(variable);
  std::vector<std::uint32_t> elements(model::item_size(variable.support.kind, variable.dims));
  for (std::size_t k = 0; k < elements.size(); ++k) elements[k] = as_u32(first + items * k);
  return elements;
}

NodeId plain_residual(Builder& builder, const model::Factor& factor) {
  return dist::residual_columns(expr::Term(builder, factor.value),
                                expr::Term(builder, factor.arguments[0]))
      .id();
}

}  // namespace autumn::collapse
