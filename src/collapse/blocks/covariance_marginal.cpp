// This file writes what is left of a block in its covariance form: y ~ multi_normal(H m + Z m_b,
// H K H' + Z S^2 Z' + D), summed over the vectors of the block.
#include <algorithm>

#include "collapse/blocks/covariance_form.h"
#include "collapse/blocks/covariance_rows.h"
#include "dist/constants.h"
#include "dist/list.h"
#include "expr/term.h"

namespace autumn::collapse {
namespace {

using expr::Term;

bool is_one_vector(const CovarianceForm& form) {
  return form.effects.empty() && form.groups.size() == 1 && form.groups.front().size() == 1;
}

}  // namespace

// The effects stay apart from the covariances: beside what a wide one adds to all of its elements,
// the others would be lost.
model::Factor marginal_of(Builder& to, const CovarianceForm& form, const Copies& copies) {
  const ObservedRows observed = observed_rows(to, form, copies);
  model::Factor factor;
  factor.label = "the Gaussian block";
  if (is_one_vector(form)) {
    const VectorGroup& all = form.groups.front().front();
    const std::vector<double> zeros(form.row_count(), 0.0);
    factor.distribution = &dist::multi_normal();
    factor.value = observed.residuals.id();
    factor.arguments = {constant_of(to, zeros).id(),
                        covariance_of(to, form, all, observed, copies).id()};
    return factor;
  }
  std::optional<EffectTerms> effects;
  Term residuals = observed.residuals;
  if (!form.effects.empty()) {
    effects = effect_terms(to, form, copies);
    residuals = residuals - loaded(to, form, effects->means);
  }
  KernelOperands operands = kernel_operands(to, form, observed, residuals, copies);
  if (effects) operands.nodes.push_back(effects->scales.id());
  const auto flat = std::ranges::count(operands.shape.effects.is_flat, true);
  const double free = static_cast<double>(form.row_count()) - static_cast<double>(flat);
  const NodeId kernel =
      to.kernel(passes::covariance_kernel(std::move(operands.shape)), operands.nodes);
  factor.value = (Term(to, to.part(kernel, 0)) - dist::kHalfLogTwoPi * free).id();
  return factor;
}

}  // namespace autumn::collapse
