// This file has the phrases of distributions with their arguments.
#include <fmt/format.h>

#include "laws/phrases.h"
#include "stan/types/signature.h"

namespace autumn::laws {
namespace {

// clang-format off: a table
constexpr DistributionWords kWords[] = {
    {"normal", "$r", "$r, $p", "real"},
    {"std_normal", "$r", "", "real"},
    {"cauchy", "$r", "$r, $p", "real"},
    {"double_exponential", "$r", "$r, $p", "real"},
    {"gumbel", "$r", "$r, $p", "real"},
    {"logistic", "$r", "$r, $p", "real"},
    {"student_t", "$r", "$p, $r, $p", "real"},
    {"skew_normal", "$r", "$r, $p, $r", "real"},
    {"exp_mod_normal", "$r", "$r, $p, $p", "real"},
    {"skew_double_exponential", "$r", "$r, $p, $u", "real"},
    {"von_mises", "$r", "$r, $p", "real<lower=-pi(), upper=pi()>"},
    {"lognormal", "$p", "$r, $p", "real<lower=0>"},
    {"gamma", "$p", "$p, $p", "real<lower=0>"},
    {"inv_gamma", "$p", "$p, $p", "real<lower=0>"},
    {"weibull", "$p", "$p, $p", "real<lower=0>"},
    {"frechet", "$p", "$p, $p", "real<lower=0>"},
    {"exponential", "$p", "$p", "real<lower=0>"},
    {"chi_square", "$p", "$p", "real<lower=0>"},
    {"inv_chi_square", "$p", "$p", "real<lower=0>"},
    {"scaled_inv_chi_square", "$p", "$p, $p", "real<lower=0>"},
    {"rayleigh", "$p", "$p", "real<lower=0>"},
    {"loglogistic", "$p", "$p, $p", "real<lower=0>"},
    {"pareto", "1 + $p", "$u, $p", "real<lower=1>"},
    {"pareto_type_2", "1 + $p", "$u, $p, $p", "real<lower=1>"},
    {"beta", "$u", "$p, $p", "real<lower=0, upper=1>"},
    {"beta_proportion", "$u", "$u, $p", "real<lower=0, upper=1>"},
    {"uniform", "$u", "-$p, 1 + $p", "real<lower=0, upper=1>"},
    {"wiener", "1 + $p", "$p, 0.2, 0.5, $r", "real<lower=0.5>"},
    {"bernoulli", "bn", "$u", ""},
    {"bernoulli_logit", "bn", "$v", ""},
    {"poisson", "n", "$q", ""},
    {"poisson_log", "n", "$v", ""},
    {"binomial", "n", "9, $u", ""},
    {"binomial_logit", "n", "9, $v", ""},
    {"beta_binomial", "n", "9, $p, $p", ""},
    {"beta_neg_binomial", "n", "$p, $p, $p", ""},
    {"neg_binomial", "n", "$p, $p", ""},
    {"neg_binomial_2", "n", "$q, $p", ""},
    {"neg_binomial_2_log", "n", "$v, $p", ""},
    {"categorical", "kn", "$f", ""},
    {"categorical_logit", "kn", "$v", ""},
    {"ordered_logistic", "kn", "$v, $o", ""},
    {"ordered_probit", "kn", "$v, $o", ""},
    {"normal_id_glm", "y", "X, $r, $v, $p", ""},
    {"bernoulli_logit_glm", "bn", "X, $r, $v", ""},
    {"poisson_log_glm", "n", "X0, $v, $v", ""},
    {"binomial_logit_glm", "n", "9, X, $r, $v", ""},
    {"neg_binomial_2_log_glm", "n", "X, $r, $v, $p", ""},
    {"categorical_logit_glm", "kn", "X, $v, $m", ""},
    {"ordered_logistic_glm", "kn", "X, $v, $o", ""},
    {"multinomial", "n", "$f", ""},
    {"multinomial_logit", "n", "$v", ""},
    {"dirichlet_multinomial", "n", "$q", ""},
    {"dirichlet", "$f", "$q", "simplex[#]"},
    {"multi_normal", "$v", "$v, $S", "vector[#]"},
    {"multi_normal_prec", "$v", "$v, $S", "vector[#]"},
    {"multi_normal_cholesky", "$v", "$v, $L", "vector[#]"},
    {"multi_student_t", "$v", "$p, $v, $S", "vector[#]"},
    {"multi_student_t_cholesky", "$v", "$p, $v, $L", "vector[#]"},
    {"multi_gp", "$m", "$S, $q", ""},
    {"multi_gp_cholesky", "$m", "$L, $q", ""},
    {"gaussian_dlm_obs", "$m", "$m, $m, $S, $S, $v, $S", ""},
    {"lkj_corr", "$c", "$p", "corr_matrix[#]"},
    {"lkj_corr_cholesky", "$C", "$p", "cholesky_factor_corr[#]"},
    {"lkj_cov", "$S", "$v, $q, $p", ""},
    {"wishart", "$S", "# + $p, $S", "cov_matrix[#]"},
    {"wishart_cholesky", "$L", "# + $p, $L", "cholesky_factor_cov[#]"},
    {"inv_wishart", "$S", "# + $p, $S", "cov_matrix[#]"},
    {"inv_wishart_cholesky", "$L", "# + $p, $L", "cholesky_factor_cov[#]"},
};
// clang-format on

std::vector<std::string> make_phrases() {
  std::vector<std::string> phrases;
  for (const DistributionWords& words : kWords) {
    for (const char* suffix : {"_lpdf", "_lpmf", "_cdf", "_lcdf", "_lccdf"}) {
      const std::string name = std::string(words.name) + suffix;
      if (stan::lookup(name).empty()) continue;
      phrases.push_back(fmt::format("{}({} | {})", name, words.outcome, words.arguments));
    }
  }
  return phrases;
}

}  // namespace

std::span<const DistributionWords> distribution_words() {
  return kWords;
}

const std::vector<std::string>& distribution_phrases() {
  static const std::vector<std::string> phrases = make_phrases();
  return phrases;
}

}  // namespace autumn::laws
