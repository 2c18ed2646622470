// What is observed of a block in covariance form, as terms: rows, noise, covariances, effects.
#pragma once

#include <cstdint>
#include <vector>

#include "collapse/blocks/covariance_form.h"
#include "passes/covariance_kernel.h"

namespace autumn::collapse {

// Of all rows, in order: what is observed less the means of vectors, and the squares of the scales.
struct ObservedRows {
  expr::Term residuals;
  expr::Term variances;
};
[[nodiscard]] ObservedRows observed_rows(Builder& to, const CovarianceForm& form,
                                         const Copies& copies);

// The covariance of what is observed of one group, without effects.
[[nodiscard]] expr::Term covariance_of(Builder& to, const CovarianceForm& form,
                                       const VectorGroup& group, const ObservedRows& observed,
                                       const Copies& copies);

// Effects a priori, and as columns beside rows in the order of groups.
struct EffectTerms {
  expr::Term means;
  expr::Term scales;
};
[[nodiscard]] EffectTerms effect_terms(Builder& to, const CovarianceForm& form,
                                       const Copies& copies);
// Z b, in the order of rows.
[[nodiscard]] expr::Term loaded(Builder& to, const CovarianceForm& form, expr::Term effects);

// The rows of alike groups, one group after the other.
[[nodiscard]] std::vector<std::uint32_t> rows_of(const AlikeGroups& groups);
// Numbers of rows as a matrix with a column for each group; a vector for one.
[[nodiscard]] expr::Term by_group(const AlikeGroups& groups, expr::Term numbers);
[[nodiscard]] expr::Shape shape_of(std::size_t length, const AlikeGroups& groups);

// The operands of passes::covariance_kernel, and its shape: covariances and residual; the scales of
// effects are to follow if there are any.
struct KernelOperands {
  passes::CovarianceShape shape;
  std::vector<NodeId> nodes;
};
[[nodiscard]] KernelOperands kernel_operands(Builder& to, const CovarianceForm& form,
                                             const ObservedRows& observed, expr::Term residuals,
                                             const Copies& copies);

}  // namespace autumn::collapse
