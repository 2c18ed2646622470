// The family of a standard deviation on (0, inf): v^(-2 K) exp(-R / v^2), so that the variance v^2
// is inverse gamma. No distribution of Stan is a prior of it, but a flat density is, and a power of
// v that is added to target.
#include <cmath>
#include <numbers>

#include "collapse/rules/list.h"
#include "collapse/rules/positive.h"
#include "collapse/rules/rate.h"
#include "collapse/rules/supports.h"
#include "dist/list.h"
#include "dist/positive_draws.h"

namespace autumn::collapse {
namespace {

Term root_log_density(Term y, Arguments args) {
  const Term alpha = args[0];
  const Term beta = args[1];
  return std::numbers::ln2 + alpha * log(beta) - lgamma(alpha) - (2.0 * alpha + 1.0) * log(y) -
         beta / square(y);
}

void draw_root(Random& random, dist::ArgumentValues args, std::span<double> out) {
  out[0] = std::sqrt(dist::draw_inv_gamma(random, dist::scalar(args, 0), dist::scalar(args, 1)));
}

void draw_many_roots(const Streams& streams, dist::ArgumentColumns args, std::span<double> out) {
  dist::inv_gamma().draw_many(streams, args, out);
  for (std::size_t k = 0; k < streams.count(); ++k) out[k] = std::sqrt(out[k]);
}

// The square root of an inverse gamma variable.
const dist::Distribution& root_inv_gamma() {
  static const dist::Distribution kRoot{
      .name = "root_inv_gamma",
      .variate = {"y", dist::Domain::kPositive},
      .arguments = {{"alpha", dist::Domain::kPositive}, {"beta", dist::Domain::kPositive}},
      .log_density = root_log_density,
      .draw = draw_root,
      .draw_many = draw_many_roots,
  };
  return kRoot;
}

bool accepts(const Use& use, Arguments arguments) {
  return accepts_rate(use, arguments, Rate::kInverseSquare);
}

Share share(const Use& use, Term value, Arguments arguments) {
  return share_of_rate(use, value, arguments, Rate::kInverseSquare);
}

// The flat density of v is w^(-3/2) / 2 in w.
Parameters posterior(const std::optional<Parameters>&, const Parameters& sums) {
  return {sums[0] - 0.5, sums[1]};
}

Term log_marginal(const std::optional<Parameters>&, const Parameters& sums) {
  return log_integral_of_rate(sums[0] - 0.5, sums[1]) - std::numbers::ln2;
}

bool is_proper_when_flat(const Parameters& sums, const InputSigns& inputs) {
  return is_positive_by_form(sums[0] - 0.5, inputs) && is_positive_by_form(sums[1], inputs);
}

}  // namespace

const FamilyRule& root_inverse_gamma_rule() {
  static const FamilyRule kRootInverseGamma{
      .name = "root inverse gamma",
      .item = FamilyItem::kScalar,
      .parameters = 2,
      .fits = is_positive_half_line,
      .recovery = root_inv_gamma,
      .prior = nullptr,
      .accepts = accepts,
      .share = share,
      .log_marginal = log_marginal,
      .posterior = posterior,
      .is_proper_when_flat = is_proper_when_flat,
      .can_scale_a_block = true,
  };
  return kRootInverseGamma;
}

}  // namespace autumn::collapse
