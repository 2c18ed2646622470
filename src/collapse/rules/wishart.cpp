// The Wishart family of precision matrices: |P|^(n / 2) exp(-tr(R P) / 2). Parameters are the
// degrees of freedom and the scale matrix.
#include "collapse/rules/bordered.h"
#include "collapse/rules/list.h"
#include "collapse/rules/matrix_rate.h"
#include "collapse/rules/supports.h"
#include "dist/items.h"
#include "dist/list.h"
#include "dist/wishart_parts.h"

namespace autumn::collapse {
namespace {

std::optional<Parameters> prior_of_precision(const dist::Distribution& distribution,
                                             Arguments arguments) {
  if (&distribution == &dist::wishart()) return Parameters{arguments[0], arguments[1]};
  return std::nullopt;
}

bool accepts_precision(const Use& use, Arguments) {
  return accepts_matrix(use, dist::multi_normal_prec());
}

// All of P has been set to one.
Share share_of_precision(const Use&, Term value, Arguments arguments) {
  return share_of_residuals(value, arguments[0], element(arguments[1], 0));
}

// L' C.
Term relative_columns(Term l, Term columns) {
  return matmul(l, columns, expr::flag::kTransposeLeft);
}

// (S^-1 + C C')^-1 = L (I + L' C C' L)^-1 L', by both factors.
Parameters posterior_of_precision(const std::optional<Parameters>& prior, const Parameters& sums) {
  const Term l = cholesky((*prior)[1]);
  const auto& [n, columns, border] = matrix_sums(sums);
  const Term relative = relative_columns(l, columns);
  return {(*prior)[0] + n, l, bordered_factor(identity_like(relative), relative, border)};
}

Term log_marginal_of_precision(const std::optional<Parameters>& prior, const Parameters& sums) {
  const Term l = cholesky((*prior)[1]);
  MatrixSums relative = matrix_sums(sums);
  relative.columns = relative_columns(l, relative.columns);
  return log_marginal_of_matrix((*prior)[0], dist::log_det_triangle(l), relative);
}

}  // namespace

const FamilyRule& wishart_rule() {
  static const FamilyRule kWishart{
      .name = "Wishart",
      .item = FamilyItem::kMatrix,
      .parameters = 2,
      .fits = is_cov_matrix,
      .recovery = dist::wishart_of_factors,
      .prior = prior_of_precision,
      .accepts = accepts_precision,
      .share = share_of_precision,
      .log_marginal = log_marginal_of_precision,
      .posterior = posterior_of_precision,
      // It is never asked: a matrix without a prior stays.
      .is_proper_when_flat = [](const Parameters&, const InputSigns&) { return false; },
  };
  return kWishart;
}

}  // namespace autumn::collapse
