// This file has the extra distributions of single numbers.
#include <algorithm>
#include <cmath>

#include "dist/constants.h"
#include "dist/count_draws.h"
#include "dist/items.h"
#include "dist/positive_draws.h"
#include "dist/tails.h"
#include "trace/distributions/extra_list.h"

namespace autumn::trace {
namespace {

using dist::Arguments;
using dist::ArgumentValues;
using dist::Bounds;
using dist::Domain;
using dist::Item;
using dist::scalar;
using expr::Term;

// ---- skew_double_exponential(mu, sigma, tau) ----

// 2 |y - mu| / sigma times the rate of the side y lies on.
Term skewed_distance(Term y, Arguments args) {
  const Term rate = select(y < args[0], 1.0 - args[2], args[2]);
  return 2.0 * rate * abs(y - args[0]) / args[1];
}

Term skew_double_exponential_density(Term y, Arguments args) {
  const Term tau = args[2];
  return dist::kLogTwo + log(tau) + log1m(tau) - log(args[1]) - skewed_distance(y, args);
}

// The same without a kink in its formula at mu, where a cdf has none.
Term distance_of_tail(Term y, Arguments args) {
  const Term step = y - args[0];
  return 2.0 * select(step < 0.0, (args[2] - 1.0) * step, args[2] * step) / args[1];
}

// The tails are exponential: P(Y <= y) = tau exp(-d) below mu, P(Y > y) = (1 - tau) exp(-d) above.
Term skew_double_exponential_cdf(Term y, Arguments args) {
  const Term d = distance_of_tail(y, args);
  const Term above = log1m_exp(min(log1m(args[2]) - d, dist::kNearestLog));
  return select(y < args[0], log(args[2]) - d, above);
}

Term skew_double_exponential_ccdf(Term y, Arguments args) {
  const Term d = distance_of_tail(y, args);
  const Term below = log1m_exp(min(log(args[2]) - d, dist::kNearestLog));
  return select(y < args[0], below, log1m(args[2]) - d);
}

void draw_skew_double_exponential(Random& random, ArgumentValues args, std::span<double> out) {
  const double tau = scalar(args, 2);
  const double step = 0.5 * scalar(args, 1) * random.exponential();
  const bool is_below = random.uniform() < tau;
  out[0] = scalar(args, 0) + (is_below ? -step / (1.0 - tau) : step / tau);
}

// ---- pareto_type_2(mu, lambda, alpha) ----

Term pareto_type_2_density(Term y, Arguments args) {
  return log(args[2]) - log(args[1]) - (args[2] + 1.0) * log1p((y - args[0]) / args[1]);
}

Bounds pareto_type_2_bounds(Arguments args) {
  return {.lower = args[0], .upper = std::nullopt};
}

Term pareto_type_2_ccdf(Term y, Arguments args) {
  return -args[2] * log1p(max(y - args[0], 0.0) / args[1]);
}

Term pareto_type_2_cdf(Term y, Arguments args) {
  return log1m_exp(pareto_type_2_ccdf(y, args));
}

void draw_pareto_type_2(Random& random, ArgumentValues args, std::span<double> out) {
  const double growth = std::expm1(random.exponential() / scalar(args, 2));
  out[0] = scalar(args, 0) + scalar(args, 1) * dist::in_range(growth);
}

// ---- loglogistic(alpha, beta): log y is logistic(log alpha, 1 / beta) ----

Term loglogistic_density(Term y, Arguments args) {
  const Term z = args[1] * log(y / args[0]);
  return log(args[1]) - log(y) + log_inv_logit(z) + log_inv_logit(-z);
}

Term loglogistic_cdf(Term y, Arguments args) {
  return log_inv_logit(args[1] * log(max(y, 0.0) / args[0]));
}

Term loglogistic_ccdf(Term y, Arguments args) {
  return log_inv_logit(-args[1] * log(max(y, 0.0) / args[0]));
}

void draw_loglogistic(Random& random, ArgumentValues args, std::span<double> out) {
  const double u = random.uniform();
  const double z = std::log(u) - std::log1p(-u);
  out[0] = dist::exp_in_range(std::log(scalar(args, 0)) + z / scalar(args, 1));
}

// ---- beta_neg_binomial(r, alpha, beta): failures before success r, of a chance beta(alpha, beta)

Term beta_neg_binomial_density(Term y, Arguments args) {
  const Term r = args[0];
  return log_rising_factorial(r, y) - lgamma(y + 1.0) + lbeta(args[2] + y, args[1] + r) -
         lbeta(args[2], args[1]);
}

void draw_beta_neg_binomial(Random& random, ArgumentValues args, std::span<double> out) {
  const double log_odds = random.log_gamma(scalar(args, 2)) - random.log_gamma(scalar(args, 1));
  const double r = scalar(args, 0);
  out[0] = dist::draw_neg_binomial(random, r * dist::exp_in_range(log_odds), r);
}

// ---- ordered_probit(eta, c): the interval of cutpoints into which eta plus normal noise falls
// ----

// log(Phi(u) - Phi(l)) on the side where both are small. The first and the last interval have one
// end only; what stands there for the missing one is finite, so that its slope is no NaN.
Term ordered_probit_density(Term y, Arguments args) {
  const Term eta = args[0];
  const Term cutpoints = args[1];
  const double last = static_cast<double>(dist::item_length(cutpoints)) + 1.0;
  if (last == 1.0) return 0.0 * (y + eta);
  const Term below = dist::pick(cutpoints, max(y - 1.0, 1.0), 1.0) - eta;
  const Term above = dist::pick(cutpoints, min(y, last - 1.0), 1.0) - eta;
  const Term is_first = y == 1.0;
  const Term is_last = y == last;
  const Term low = select(is_first, above - 1.0, below);
  const Term high = select(is_last, below + 1.0, above);
  const Term is_upper = low > 0.0;
  const Term between = log_diff_exp(log_normal_cdf(select(is_upper, -low, high)),
                                    log_normal_cdf(select(is_upper, -high, low)));
  return select(is_first, log_normal_cdf(above), select(is_last, log_normal_cdf(-below), between));
}

Bounds ordered_probit_bounds(Arguments args) {
  const double last = static_cast<double>(dist::item_length(args[1])) + 1.0;
  expr::Builder& builder = args[1].builder();
  return {.lower = constant(builder, 1.0), .upper = constant(builder, last)};
}

void draw_ordered_probit(Random& random, ArgumentValues args, std::span<double> out) {
  const double latent = scalar(args, 0) + random.normal();
  const auto cutpoints = args[1].numbers;
  const auto below =
      std::count_if(cutpoints.begin(), cutpoints.end(), [latent](double c) { return c < latent; });
  out[0] = static_cast<double>(below + 1);
}

}  // namespace

const dist::Distribution& skew_double_exponential() {
  static const dist::Distribution kDistribution{
      .name = "skew_double_exponential",
      .variate = {"y", Domain::kReal},
      .arguments = {{"mu", Domain::kReal}, {"sigma", Domain::kPositive}, {"tau", Domain::kUnit}},
      .log_density = skew_double_exponential_density,
      .log_cdf = skew_double_exponential_cdf,
      .log_ccdf = skew_double_exponential_ccdf,
      .draw = draw_skew_double_exponential,
  };
  return kDistribution;
}

const dist::Distribution& pareto_type_2() {
  static const dist::Distribution kDistribution{
      .name = "pareto_type_2",
      .variate = {"y", Domain::kReal},
      .arguments = {{"mu", Domain::kReal},
                    {"lambda", Domain::kPositive},
                    {"alpha", Domain::kPositive}},
      .log_density = pareto_type_2_density,
      .bounds = pareto_type_2_bounds,
      .log_cdf = pareto_type_2_cdf,
      .log_ccdf = pareto_type_2_ccdf,
      .draw = draw_pareto_type_2,
  };
  return kDistribution;
}

const dist::Distribution& loglogistic() {
  static const dist::Distribution kDistribution{
      .name = "loglogistic",
      .variate = {"y", Domain::kPositive},
      .arguments = {{"alpha", Domain::kPositive}, {"beta", Domain::kPositive}},
      .log_density = loglogistic_density,
      .log_cdf = loglogistic_cdf,
      .log_ccdf = loglogistic_ccdf,
      .draw = draw_loglogistic,
  };
  return kDistribution;
}

const dist::Distribution& beta_neg_binomial() {
  static const dist::Distribution kDistribution{
      .name = "beta_neg_binomial",
      .variate = {"y", Domain::kCount},
      .arguments = {{"r", Domain::kPositive},
                    {"alpha", Domain::kPositive},
                    {"beta", Domain::kPositive}},
      .log_density = beta_neg_binomial_density,
      .draw = draw_beta_neg_binomial,
  };
  return kDistribution;
}

const dist::Distribution& ordered_probit() {
  static const dist::Distribution kDistribution{
      .name = "ordered_probit",
      .variate = {"y", Domain::kPositiveCount},
      .arguments = {{"eta", Domain::kReal}, {"c", Domain::kOrdered, Item::kVector}},
      .log_density = ordered_probit_density,
      .bounds = ordered_probit_bounds,
      .draw = draw_ordered_probit,
  };
  return kDistribution;
}

}  // namespace autumn::trace
