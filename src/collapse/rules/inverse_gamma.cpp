// The inverse gamma family on (0, inf): v^-K exp(-R / v), the gamma family in w = 1 / v.
#include "collapse/rules/list.h"
#include "collapse/rules/positive.h"
#include "collapse/rules/rate.h"
#include "collapse/rules/supports.h"
#include "dist/list.h"

namespace autumn::collapse {
namespace {

std::optional<Parameters> prior(const dist::Distribution& distribution, Arguments arguments) {
  if (&distribution == &dist::inv_gamma()) return Parameters{arguments[0], arguments[1]};
  if (&distribution == &dist::inv_chi_square()) {
    return Parameters{0.5 * arguments[0], constant(arguments[0].builder(), 0.5)};
  }
  if (&distribution == &dist::scaled_inv_chi_square()) {
    const Term half = 0.5 * arguments[0];
    return Parameters{half, half * square(arguments[1])};
  }
  return std::nullopt;
}

bool accepts(const Use& use, Arguments arguments) {
  return accepts_rate(use, arguments, Rate::kInverse);
}

Share share(const Use& use, Term value, Arguments arguments) {
  return share_of_rate(use, value, arguments, Rate::kInverse);
}

// The flat density of v is w^-2 in w.
Parameters posterior(const std::optional<Parameters>& prior, const Parameters& sums) {
  if (!prior) return {sums[0] - 1.0, sums[1]};
  return {(*prior)[0] + sums[0], (*prior)[1] + sums[1]};
}

Term log_marginal(const std::optional<Parameters>& prior, const Parameters& sums) {
  if (!prior) return log_integral_of_rate(sums[0] - 1.0, sums[1]);
  return log_marginal_of_rate(*prior, sums);
}

bool is_proper_when_flat(const Parameters& sums, const InputSigns& inputs) {
  return is_positive_by_form(sums[0] - 1.0, inputs) && is_positive_by_form(sums[1], inputs);
}

}  // namespace

const FamilyRule& inverse_gamma_rule() {
  static const FamilyRule kInverseGamma{
      .name = "inverse gamma",
      .item = FamilyItem::kScalar,
      .parameters = 2,
      .fits = is_positive_half_line,
      .recovery = dist::inv_gamma,
      .prior = prior,
      .accepts = accepts,
      .share = share,
      .log_marginal = log_marginal,
      .posterior = posterior,
      .is_proper_when_flat = is_proper_when_flat,
      .can_scale_a_block = true,
  };
  return kInverseGamma;
}

}  // namespace autumn::collapse
