// This file has what the functions of Stan ask of their arguments, where numbers between 0 and 1
// and integers that are 1 will not do.
#include "signatures/domains.h"

#include <algorithm>
#include <map>
#include <string_view>

namespace autumn::signatures {
namespace {

// One letter for each argument; the last one stands for all that follow.
const std::map<std::string_view, std::string_view>& domains() {
  static const std::map<std::string_view, std::string_view> table{
      {"acosh", "p"},
      {"bernoulli", "0u"},
      {"beta_binomial", "12u"},
      {"binomial", "12u"},
      {"binomial_logit", "12u"},
      {"binomial_logit_glm", "12u"},
      {"categorical", "ax"},
      {"categorical_logit", "au"},
      {"categorical_logit_glm", "au"},
      {"chol2inv", "l"},
      {"cholesky_decompose", "s"},
      {"cholesky_factor_corr_constrain", "e2"},
      {"cholesky_factor_corr_jacobian", "e2"},
      {"cholesky_factor_corr_unconstrain", "k"},
      {"cholesky_factor_cov_constrain", "f2"},
      {"cholesky_factor_cov_jacobian", "f2"},
      {"cholesky_factor_cov_unconstrain", "l"},
      {"choose", "21"},
      {"corr_matrix_constrain", "e2"},
      {"corr_matrix_jacobian", "e2"},
      {"corr_matrix_unconstrain", "c"},
      {"cov_matrix_constrain", "f2"},
      {"cov_matrix_jacobian", "f2"},
      {"cov_matrix_unconstrain", "s"},
      {"csr_matrix_times_vector", "22uaju"},
      {"csr_to_dense_matrix", "22uaj"},
      {"dirichlet", "xu"},
      {"discrete_range", "213"},
      {"eigendecompose_sym", "H"},
      {"eigenvalues_sym", "H"},
      {"eigenvectors_sym", "H"},
      {"fmod", "Pm"},
      {"gaussian_dlm_obs", "uuussus"},
      {"hmm_hidden_state_prob", "uxx"},
      {"hmm_latent_rng", "uxx"},
      {"hmm_marginal", "uxx"},
      {"hypergeometric", "1233"},
      {"inv_wishart", "sps"},
      {"inv_wishart_cholesky", "lpl"},
      {"inverse_spd", "s"},
      {"lambert_wm1", "w"},
      {"lchoose", "pu"},
      {"lkj_corr", "cu"},
      {"lkj_corr_cholesky", "ku"},
      {"lkj_corr_cholesky_rng", "2u"},
      {"lkj_corr_rng", "2u"},
      {"lkj_cov", "su"},
      {"log1m_exp", "n"},
      {"log_determinant_spd", "s"},
      {"log_diff_exp", "pu"},
      {"log_falling_factorial", "pu"},
      {"log_inv_logit_diff", "pu"},
      {"lower_bound_unconstrain", "pu"},
      {"lower_upper_bound_constrain", "uuP"},
      {"lower_upper_bound_jacobian", "uuP"},
      {"lower_upper_bound_unconstrain", "puP"},
      {"mdivide_left_spd", "su"},
      {"mdivide_left_tri_low", "lu"},
      {"mdivide_right_spd", "us"},
      {"mdivide_right_tri_low", "ul"},
      {"multi_gp", "usu"},
      {"multi_gp_cholesky", "ulu"},
      {"multi_normal", "uus"},
      {"multi_normal_cholesky", "uul"},
      {"multi_normal_prec", "uus"},
      {"multi_student_t", "uuus"},
      {"multi_student_t_cholesky", "uuul"},
      {"multinomial", "ax"},
      {"multinomial_rng", "x1"},
      {"ordered_logistic", "auo"},
      {"ordered_logistic_glm", "auuo"},
      {"ordered_probit", "auo"},
      {"ordered_unconstrain", "o"},
      {"pareto", "puu"},
      {"pareto_type_2", "pu"},
      {"positive_ordered_unconstrain", "o"},
      {"quad_form_sym", "su"},
      {"round", "g"},
      {"simplex_unconstrain", "x"},
      {"std_normal_log_qf", "n"},
      {"stochastic_column_unconstrain", "y"},
      {"stochastic_row_unconstrain", "x"},
      {"sum_to_zero_unconstrain", "z"},
      {"to_matrix", "u#1"},
      {"uniform", "puP"},
      {"unit_vector_unconstrain", "d"},
      {"upper_bound_unconstrain", "up"},
      {"wiener", "ppguuugg"},
      {"wishart", "sps"},
      {"wishart_cholesky", "lpl"},
  };
  return table;
}

// The name without what says which function of a distribution it is.
std::string_view family_of(std::string_view name) {
  for (const std::string_view ending : {"_lpdf", "_lpmf", "_lcdf", "_lccdf", "_cdf", "_rng"}) {
    if (name.ends_with(ending)) return name.substr(0, name.size() - ending.size());
  }
  return name;
}

}  // namespace

char domain_of(const Fact& fact, std::size_t place) {
  auto found = domains().find(fact.name);
  if (found == domains().end()) {
    found = domains().find(family_of(fact.name));
    // There is no outcome before the arguments.
    if (fact.name.ends_with("_rng")) ++place;
  }
  if (found == domains().end()) return 'u';
  const std::string_view letters = found->second;
  return letters[std::min(place, letters.size() - 1)];
}

}  // namespace autumn::signatures
