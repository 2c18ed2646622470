// The gamma family on (0, inf): v^K exp(-R v).
#include "collapse/rules/list.h"
#include "collapse/rules/positive.h"
#include "collapse/rules/rate.h"
#include "collapse/rules/supports.h"
#include "dist/list.h"

namespace autumn::collapse {
namespace {

std::optional<Parameters> prior(const dist::Distribution& distribution, Arguments arguments) {
  if (&distribution == &dist::gamma()) return Parameters{arguments[0], arguments[1]};
  if (&distribution == &dist::exponential()) {
    return Parameters{constant(arguments[0].builder(), 1.0), arguments[0]};
  }
  if (&distribution == &dist::chi_square()) {
    return Parameters{0.5 * arguments[0], constant(arguments[0].builder(), 0.5)};
  }
  return std::nullopt;
}

bool accepts(const Use& use, Arguments arguments) {
  return accepts_rate(use, arguments, Rate::kElement);
}

Share share(const Use& use, Term value, Arguments arguments) {
  return share_of_rate(use, value, arguments, Rate::kElement);
}

Parameters posterior(const std::optional<Parameters>& prior, const Parameters& sums) {
  if (!prior) return {1.0 + sums[0], sums[1]};
  return {(*prior)[0] + sums[0], (*prior)[1] + sums[1]};
}

Term log_marginal(const std::optional<Parameters>& prior, const Parameters& sums) {
  if (!prior) return log_integral_of_rate(1.0 + sums[0], sums[1]);
  return log_marginal_of_rate(*prior, sums);
}

}  // namespace

const FamilyRule& gamma_rule() {
  static const FamilyRule kGamma{
      .name = "gamma",
      .item = FamilyItem::kScalar,
      .parameters = 2,
      .fits = is_positive_half_line,
      .recovery = dist::gamma,
      .prior = prior,
      .accepts = accepts,
      .share = share,
      .log_marginal = log_marginal,
      .posterior = posterior,
      // No share of a distribution has a negative K.
      .is_proper_when_flat =
          [](const Parameters& sums, const InputSigns& inputs) {
            return is_positive_by_form(sums[1], inputs);
          },
      .can_scale_a_block = true,
  };
  return kGamma;
}

}  // namespace autumn::collapse
