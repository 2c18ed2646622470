// This file computes the tails of counting distributions through incomplete beta and gamma
// functions.
#include "dist/count_tails.h"
#include "base/numbers.h"

#include "dist/tails.h"

namespace autumn::dist {
namespace {

using expr::Term;

Term count_at(Term y) {
  return max(floor(y), 0.0);
}

// The shapes of the beta function at y, kept positive also where y is outside the support.
struct Shapes {
  Term successes;
  Term failures;
};

Shapes binomial_shapes(Term y, Term n) {
  const Term k = max(min(floor(y), n - 1.0), 0.0);
  return {k + 1.0, max(n - k, 1.0)};
}

}  // namespace

Term log_cdf_bernoulli(Term y, Term log_failure) {
  return select(y < 0.0, -kInfinity, select(y < 1.0, log_failure, 0.0));
}

Term log_ccdf_bernoulli(Term y, Term log_success) {
  return select(y < 0.0, 0.0, select(y < 1.0, log_success, -kInfinity));
}

// P(Y <= k) = I_{1-p}(n - k, k + 1).
Term log_cdf_binomial(Term y, Term n, const Chance& chance) {
  const auto [a, b] = binomial_shapes(y, n);
  const Term inside = log_inc_beta_of_pair(b, a, chance.failure, chance.success);
  return select(y < 0.0, -kInfinity, select(y >= n, 0.0, inside));
}

Term log_ccdf_binomial(Term y, Term n, const Chance& chance) {
  const auto [a, b] = binomial_shapes(y, n);
  const Term inside = log_inc_beta_of_pair(a, b, chance.success, chance.failure);
  return select(y < 0.0, 0.0, select(y >= n, -kInfinity, inside));
}

// P(Y <= k) = Q(k + 1, lambda).
Term log_cdf_poisson(Term y, Term lambda) {
  return select(y < 0.0, -kInfinity, log_gamma_q(count_at(y) + 1.0, lambda));
}

Term log_ccdf_poisson(Term y, Term lambda) {
  return select(y < 0.0, 0.0, log_gamma_p(count_at(y) + 1.0, lambda));
}

// P(Y <= k) = I_p(shape, k + 1).
Term log_cdf_neg_binomial(Term y, Term shape, const Chance& chance) {
  const Term inside =
      log_inc_beta_of_pair(shape, count_at(y) + 1.0, chance.success, chance.failure);
  return select(y < 0.0, -kInfinity, inside);
}

Term log_ccdf_neg_binomial(Term y, Term shape, const Chance& chance) {
  const Term inside =
      log_inc_beta_of_pair(count_at(y) + 1.0, shape, chance.failure, chance.success);
  return select(y < 0.0, 0.0, inside);
}

}  // namespace autumn::dist
