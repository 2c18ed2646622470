// What factors allow of the elements in them by the conjugate families.
#pragma once

#include "collapse/analysis/alive_forms.h"
#include "collapse/analysis/findings.h"

namespace autumn::collapse {

// How an element stands in an argument of a factor.
[[nodiscard]] Use use_of(const model::Factor& factor, std::size_t position, const FormTerm& term,
                         bool is_product);

// Elements must have a prior of a family, if any, and stand in arguments that keep its form.
void look_at_families(AliveForms& forms, std::size_t factor, Findings& findings);

// An opaque factor must be of the form of a family in every element, such as a multiple of its
// logarithm.
void look_at_opaque(AliveForms& forms, std::size_t factor, Findings& findings);

// The integral over a matrix without a prior is not known to be finite.
void require_matrix_priors(const model::Model& model, Findings& findings);

// A vector or matrix with an element that must stay, stays.
void keep_items_whole(const model::Model& model, Findings& findings);

}  // namespace autumn::collapse
