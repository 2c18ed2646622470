// This file has the order in which an analysis looks at a model: bounds, factors, what they exclude
// of each other, and which scales go with their block after all.
#include "collapse/analysis/analysis.h"

#include <fmt/format.h>

#include "collapse/analysis/exclusions.h"
#include "collapse/analysis/family_uses.h"
#include "collapse/analysis/normal_uses.h"
#include "collapse/analysis/shared_scales.h"

namespace autumn::collapse {
namespace {

// Bounds are hidden factors; offset and multiplier only choose coordinates and bind nobody.
void look_at_bounds(AliveForms& forms, Findings& findings) {
  for (const model::Variable& variable : forms.model().variables) {
    for (const std::optional<NodeId>& bound : {variable.support.lower, variable.support.upper}) {
      if (!bound || forms.model().graph.is_constant(*bound)) continue;
      findings.refuse_all(
          forms.forms().of(*bound),
          {{fmt::format("it is in a bound of {}", variable.name), variable.where}, RuleSet::all()});
    }
  }
}

void look_at_factor(AliveForms& forms, std::size_t factor, Findings& findings) {
  const std::size_t products = forms.forms().conflicts().size();
  if (forms.factor(factor).squares) {
    look_at_squares(forms, factor, findings);
  } else if (forms.factor(factor).is_opaque()) {
    look_at_opaque(forms, factor, findings);
  } else {
    look_at_normal(forms, factor, findings);
    look_at_families(forms, factor, findings);
  }
  exclude_products(forms, products, factor, findings);
}

}  // namespace

Findings analyse(AliveForms& forms, const ElementSet& candidates, Families families) {
  const model::Model& model = forms.model();
  Findings findings(model, candidates, families);
  look_at_bounds(forms, findings);
  for (std::size_t f = 0; f < model.factors.size(); ++f) {
    // A leaf that is gone multiplies nothing any more.
    if (forms.is_gone(f) || model.factors[f].is_precaution) continue;
    look_at_factor(forms, f, findings);
  }
  require_lognormal_priors(forms, findings);
  require_matrix_priors(model, findings);
  keep_items_whole(model, findings);
  for (std::size_t f = 0; f < model.factors.size(); ++f) exclude_neighbours(forms, f, findings);
  waive_shared_scales(forms, findings);
  return findings;
}

}  // namespace autumn::collapse
