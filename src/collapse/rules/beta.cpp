// The beta family on (0, 1): v^s (1 - v)^f. The integral over v is a ratio of beta functions.
#include <algorithm>

#include "collapse/rules/list.h"
#include "collapse/rules/rows.h"
#include "collapse/rules/supports.h"
#include "dist/list.h"

namespace autumn::collapse {
namespace {

std::optional<Parameters> prior(const dist::Distribution& distribution, Arguments arguments) {
  if (&distribution == &dist::beta()) return Parameters{arguments[0], arguments[1]};
  if (&distribution == &dist::beta_proportion()) {
    return Parameters{arguments[0] * arguments[1], (1.0 - arguments[0]) * arguments[1]};
  }
  if (&distribution == &dist::uniform() && is_constant_of(arguments[0], 0.0) &&
      is_constant_of(arguments[1], 1.0)) {
    const Term one = constant(arguments[0].builder(), 1.0);
    return Parameters{one, one};
  }
  return std::nullopt;
}

bool accepts(const Use& use, Arguments) {
  const bool is_probability =
      use.kind == UseKind::kComplement || (use.kind == UseKind::kPower && use.is_bare);
  if (use.distribution == &dist::bernoulli()) return use.position == 1 && is_probability;
  if (use.distribution == &dist::binomial()) return use.position == 2 && is_probability;
  if (use.distribution == &dist::neg_binomial()) {
    return use.position == 2 && use.kind == UseKind::kOdds;
  }
  return false;
}

// With probability v of a success: so many, and so many failures.
Share share_of_trials(const Use& use, Term successes, Term failures, Term remainder) {
  if (use.kind == UseKind::kComplement) std::swap(successes, failures);
  return {.increments = {successes, failures}, .remainder = remainder};
}

Share share_of(const Use& use, Term y, Arguments arguments) {
  if (use.distribution == &dist::bernoulli()) {
    return share_of_trials(use, y, 1.0 - y, constant(y.builder(), 0.0));
  }
  const Term first = arguments[0];
  if (use.distribution == &dist::binomial()) {
    return share_of_trials(use, y, first - y, lchoose(first, y));
  }
  // neg_binomial(alpha, v / (1 - v)): v^alpha (1 - v)^y times choose(y + alpha - 1, y).
  return {.increments = {first, y}, .remainder = log_rising_factorial(first, y) - lgamma(y + 1.0)};
}

Share share(const Use& use, Term value, Arguments arguments) {
  return on_rows(share_of(use, value, arguments), value, arguments);
}

// log of gamma(x + p) gamma(x + q) over gamma(x) gamma(x + p + q), never positive. By symmetry the
// smaller of p and q may be the length of both rising factorials: nothing then is larger than it.
// (Not by min and max, whose slopes at a tie would both go to p.)
Term log_gamma_ratio(Term x, Term p, Term q) {
  const Term is_less = p < q;
  const Term smaller = select(is_less, p, q);
  const Term larger = select(is_less, q, p);
  return log_rising_factorial(x, smaller) - log_rising_factorial(x + larger, smaller);
}

// Three rising factorials, of the size of counts times logarithms, are exact enough for so many.
bool are_few(Term counts) {
  constexpr double kFew = 1000.0;
  if (!counts.builder().is_constant(counts.id())) return false;
  const auto numbers = counts.builder().graph().constant(counts.id());
  return std::all_of(numbers.begin(), numbers.end(), [](double n) { return n <= kFew; });
}

// log of B(a + s, b + f) / B(a, b). For many trials, or a real exponent that may become large, in
// two steps, B(a + s, b) / B(a, b) and B(a + s, b + f) / B(a + s, b), whose logs have one sign.
Term log_beta_ratio(const Parameters& shapes, const Parameters& sums) {
  const Term a = shapes[0];
  const Term b = shapes[1];
  const Term s = sums[0];
  const Term f = sums[1];
  if (are_few(s) && are_few(f)) {
    return log_rising_factorial(a, s) + log_rising_factorial(b, f) -
           log_rising_factorial(a + b, s + f);
  }
  return log_gamma_ratio(a, s, b) + log_gamma_ratio(b, f, a + s);
}

// The flat density is that of beta(1, 1).
Parameters posterior(const std::optional<Parameters>& prior, const Parameters& sums) {
  if (!prior) return {1.0 + sums[0], 1.0 + sums[1]};
  return {(*prior)[0] + sums[0], (*prior)[1] + sums[1]};
}

Term log_marginal(const std::optional<Parameters>& prior, const Parameters& sums) {
  if (!prior) return lbeta(1.0 + sums[0], 1.0 + sums[1]);
  return log_beta_ratio(*prior, sums);
}

}  // namespace

const FamilyRule& beta_rule() {
  static const FamilyRule kBeta{
      .name = "beta",
      .item = FamilyItem::kScalar,
      .parameters = 2,
      .fits = is_unit_interval,
      .recovery = dist::beta,
      .prior = prior,
      .accepts = accepts,
      .share = share,
      .log_marginal = log_marginal,
      .posterior = posterior,
      // No share has a negative exponent.
      .is_proper_when_flat = [](const Parameters&, const InputSigns&) { return true; },
  };
  return kBeta;
}

}  // namespace autumn::collapse
