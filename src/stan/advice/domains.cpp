// This file is the table of domains, and compares them with declarations.
#include "stan/advice/domains.h"

#include <array>

#include "stan/advice/facts.h"

namespace autumn::stan {
namespace {

// The outcome's domain by a letter, then the arguments: `scale:p` is a positive scale. Letters are
// those of `domain_of`.
struct DomainLine {
  std::string_view name;
  char outcome;
  std::string_view arguments;
};

constexpr std::array kLines{
    DomainLine{"bernoulli", 'r', "probability:u"},
    DomainLine{"binomial", 'r', "trials:r probability:u"},
    DomainLine{"beta_binomial", 'r', "trials:r first_count:p second_count:p"},
    DomainLine{"categorical", 'r', "probabilities:s"},
    DomainLine{"multinomial", 'r', "probabilities:s"},
    DomainLine{"ordered_logistic", 'r', "location:r cutpoints:o"},
    DomainLine{"ordered_probit", 'r', "location:r cutpoints:o"},
    DomainLine{"neg_binomial", 'r', "shape:p inverse_scale:p"},
    DomainLine{"neg_binomial_2", 'r', "mean:p precision:p"},
    DomainLine{"neg_binomial_2_log", 'r', "log_mean:r precision:p"},
    DomainLine{"neg_binomial_2_log_glm", 'r', "x:r intercept:r coefficients:r precision:p"},
    DomainLine{"poisson", 'r', "rate:p"},
    DomainLine{"normal", 'r', "location:r scale:p"},
    DomainLine{"normal_id_glm", 'r', "x:r intercept:r coefficients:r scale:p"},
    DomainLine{"exp_mod_normal", 'r', "location:r scale:p rate:p"},
    DomainLine{"skew_normal", 'r', "location:r scale:p shape:r"},
    DomainLine{"student_t", 'r', "degrees_of_freedom:p location:r scale:p"},
    DomainLine{"cauchy", 'r', "location:r scale:p"},
    DomainLine{"double_exponential", 'r', "location:r scale:p"},
    DomainLine{"logistic", 'r', "location:r scale:p"},
    DomainLine{"gumbel", 'r', "location:r scale:p"},
    DomainLine{"skew_double_exponential", 'r', "location:r scale:p skewness:u"},
    DomainLine{"lognormal", 'p', "location:r scale:p"},
    DomainLine{"chi_square", 'p', "degrees_of_freedom:p"},
    DomainLine{"inv_chi_square", 'p', "degrees_of_freedom:p"},
    DomainLine{"scaled_inv_chi_square", 'p', "degrees_of_freedom:p scale:p"},
    DomainLine{"exponential", 'p', "inverse_scale:p"},
    DomainLine{"gamma", 'p', "shape:p inverse_scale:p"},
    DomainLine{"inv_gamma", 'p', "shape:p scale:p"},
    DomainLine{"weibull", 'p', "shape:p scale:p"},
    DomainLine{"frechet", 'p', "shape:p scale:p"},
    DomainLine{"rayleigh", 'p', "scale:p"},
    DomainLine{"loglogistic", 'p', "scale:p shape:p"},
    DomainLine{"pareto", 'p', "minimum:p shape:p"},
    DomainLine{"pareto_type_2", 'r', "location:r scale:p shape:p"},
    DomainLine{"beta", 'u', "first_shape:p second_shape:p"},
    DomainLine{"beta_proportion", 'u', "mean:u precision:p"},
    DomainLine{"von_mises", 'r', "location:r concentration:p"},
    DomainLine{"multi_normal", 'r', "location:r covariance:c"},
    DomainLine{"multi_normal_prec", 'r', "location:r precision:c"},
    DomainLine{"multi_normal_cholesky", 'r', "location:r Cholesky_factor:k"},
    DomainLine{"multi_student_t", 'r', "degrees_of_freedom:p location:r scale:c"},
    DomainLine{"multi_student_t_cholesky", 'r',
               "degrees_of_freedom:p location:r Cholesky_factor:k"},
    DomainLine{"multi_gp", 'r', "kernel:c"},
    DomainLine{"multi_gp_cholesky", 'r', "Cholesky_factor_of_the_kernel:k"},
    DomainLine{"gaussian_dlm_obs", 'r',
               "design:r transition:r observation_covariance:c system_covariance:c"},
    DomainLine{"wiener", 'p', "boundary_separation:p non-decision_time:p bias:u"},
    DomainLine{"dirichlet", 's', "concentration:p"},
    DomainLine{"lkj_corr", 'l', "shape:p"},
    DomainLine{"lkj_corr_cholesky", 'm', "shape:p"},
    DomainLine{"wishart", 'c', "degrees_of_freedom:p scale:c"},
    DomainLine{"inv_wishart", 'c', "degrees_of_freedom:p scale:c"},
    DomainLine{"wishart_cholesky", 'k', "degrees_of_freedom:p Cholesky_factor:k"},
    DomainLine{"inv_wishart_cholesky", 'k', "degrees_of_freedom:p Cholesky_factor:k"},
};

Domain domain_of(char letter) {
  switch (letter) {
    case 'p': return Domain::kPositive;
    case 'u': return Domain::kUnitInterval;
    case 's': return Domain::kSimplex;
    case 'o': return Domain::kOrdered;
    case 'l': return Domain::kCorrelation;
    case 'm': return Domain::kCholeskyCorrelation;
    case 'c': return Domain::kCovariance;
    case 'k': return Domain::kCholeskyCovariance;
    default: return Domain::kAnything;
  }
}

std::vector<ArgumentDomain> read_arguments(std::string_view text) {
  std::vector<ArgumentDomain> arguments;
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find(' '));
    text.remove_prefix(std::min(text.size(), word.size() + 1));
    const std::size_t colon = word.find(':');
    arguments.push_back({word.substr(0, colon), domain_of(word[colon + 1])});
  }
  return arguments;
}

// A bound that is no number may be any.
bool is_at_least(const ExprPtr& bound, double least) {
  if (bound == nullptr) return false;
  const auto value = literal_value(*bound);
  return !value || *value >= least;
}

bool is_at_most(const ExprPtr& bound, double most) {
  if (bound == nullptr) return false;
  const auto value = literal_value(*bound);
  return !value || *value <= most;
}

bool has_positive_elements(DeclaredKind kind) {
  return kind == DeclaredKind::kSimplex || kind == DeclaredKind::kPositiveOrdered ||
         kind == DeclaredKind::kColumnStochasticMatrix ||
         kind == DeclaredKind::kRowStochasticMatrix;
}

bool is_any_matrix(DeclaredKind kind) {
  return kind == DeclaredKind::kMatrix || kind == DeclaredKind::kSumToZeroMatrix;
}

bool is_covariance(DeclaredKind kind) {
  return kind == DeclaredKind::kCovMatrix || kind == DeclaredKind::kCorrMatrix;
}

bool is_cholesky(DeclaredKind kind) {
  return kind == DeclaredKind::kCholeskyFactorCov || kind == DeclaredKind::kCholeskyFactorCorr;
}

// Elements of these matrices are what they are by the matrix, not by bounds.
bool has_bounds(DeclaredKind kind) {
  return kind <= DeclaredKind::kMatrix || kind == DeclaredKind::kOrdered ||
         kind == DeclaredKind::kSumToZeroVector || kind == DeclaredKind::kUnitVector ||
         has_positive_elements(kind);
}

}  // namespace

std::optional<DistributionDomains> domains_of(std::string_view distribution) {
  for (const DomainLine& line : kLines) {
    if (line.name != distribution) continue;
    return DistributionDomains{domain_of(line.outcome), read_arguments(line.arguments)};
  }
  return std::nullopt;
}

std::string_view demand(Domain domain) {
  switch (domain) {
    case Domain::kPositive: return "positive";
    case Domain::kUnitInterval: return "between 0 and 1";
    case Domain::kSimplex: return "a simplex";
    case Domain::kOrdered: return "in ascending order";
    case Domain::kCorrelation: return "a correlation matrix";
    case Domain::kCholeskyCorrelation: return "the Cholesky factor of a correlation matrix";
    case Domain::kCovariance: return "a covariance matrix";
    case Domain::kCholeskyCovariance: return "a Cholesky factor";
    case Domain::kAnything: break;
  }
  return "a number";
}

std::string_view remedy(Domain domain) {
  switch (domain) {
    case Domain::kPositive: return "declare it with `<lower=0>`";
    case Domain::kUnitInterval: return "declare it with `<lower=0, upper=1>`";
    case Domain::kSimplex: return "declare it as a `simplex`";
    case Domain::kOrdered: return "declare it as `ordered`";
    case Domain::kCorrelation: return "declare it as a `corr_matrix`";
    case Domain::kCholeskyCorrelation: return "declare it as a `cholesky_factor_corr`";
    case Domain::kCovariance: return "declare it as a `cov_matrix`";
    case Domain::kCholeskyCovariance: return "declare it as a `cholesky_factor_cov`";
    case Domain::kAnything: break;
  }
  return "";
}

bool may_fit(const DeclaredType& type, Domain domain) {
  const bool is_vector =
      type.kind == DeclaredKind::kVector || type.kind == DeclaredKind::kRowVector;
  switch (domain) {
    case Domain::kAnything: return true;
    case Domain::kPositive:
      return !has_bounds(type.kind) || has_positive_elements(type.kind) ||
             is_at_least(type.lower, 0.0);
    case Domain::kUnitInterval:
      if (type.kind == DeclaredKind::kSimplex || !has_bounds(type.kind)) return true;
      return is_at_least(type.lower, 0.0) && is_at_most(type.upper, 1.0);
    case Domain::kSimplex: return !is_vector;
    case Domain::kOrdered: return !is_vector;
    case Domain::kCorrelation: return !is_any_matrix(type.kind) && !is_cholesky(type.kind);
    case Domain::kCovariance: return !is_any_matrix(type.kind) && !is_cholesky(type.kind);
    case Domain::kCholeskyCorrelation:
    case Domain::kCholeskyCovariance: return !is_any_matrix(type.kind) && !is_covariance(type.kind);
  }
  return true;
}

bool contains(Domain domain, double value) {
  if (domain == Domain::kPositive) return value > 0.0;
  if (domain == Domain::kUnitInterval) return value >= 0.0 && value <= 1.0;
  return true;
}

}  // namespace autumn::stan
