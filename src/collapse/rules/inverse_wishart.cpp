// The inverse Wishart family of covariance matrices: |V|^(-n / 2) exp(-tr(R V^-1) / 2), the Wishart
// family in V^-1. Parameters are the degrees of freedom and the scale matrix.
#include "collapse/rules/bordered.h"
#include "collapse/rules/list.h"
#include "collapse/rules/matrix_rate.h"
#include "collapse/rules/supports.h"
#include "dist/items.h"
#include "dist/list.h"
#include "dist/wishart_parts.h"

namespace autumn::collapse {
namespace {

std::optional<Parameters> prior_of_covariance(const dist::Distribution& distribution,
                                              Arguments arguments) {
  if (&distribution == &dist::inv_wishart()) return Parameters{arguments[0], arguments[1]};
  return std::nullopt;
}

bool accepts_covariance(const Use& use, Arguments) {
  return accepts_matrix(use, dist::multi_normal());
}

// All of V has been set to one.
Share share_of_covariance(const Use&, Term value, Arguments arguments) {
  return share_of_residuals(value, arguments[0], inverse(element(arguments[1], 0)));
}

// By the factor of S + C C'.
Parameters posterior_of_covariance(const std::optional<Parameters>& prior, const Parameters& sums) {
  const auto& [n, columns, border] = matrix_sums(sums);
  return {(*prior)[0] + n, bordered_factor(cholesky((*prior)[1]), columns, border)};
}

// V^-1 is wishart(nu, S^-1), and S^-1 = A^-T A^-1 for the Cholesky factor A of S.
Term log_marginal_of_covariance(const std::optional<Parameters>& prior, const Parameters& sums) {
  const Term a = cholesky((*prior)[1]);
  MatrixSums relative = matrix_sums(sums);
  relative.columns = tri_solve(a, relative.columns);
  return log_marginal_of_matrix((*prior)[0], -dist::log_det_triangle(a), relative);
}

}  // namespace

const FamilyRule& inverse_wishart_rule() {
  static const FamilyRule kInverseWishart{
      .name = "inverse Wishart",
      .item = FamilyItem::kMatrix,
      .parameters = 2,
      .fits = is_cov_matrix,
      .recovery = dist::inv_wishart_of_factor,
      .prior = prior_of_covariance,
      .accepts = accepts_covariance,
      .share = share_of_covariance,
      .log_marginal = log_marginal_of_covariance,
      .posterior = posterior_of_covariance,
      // It is never asked: a matrix without a prior stays.
      .is_proper_when_flat = [](const Parameters&, const InputSigns&) { return false; },
  };
  return kInverseWishart;
}

}  // namespace autumn::collapse
