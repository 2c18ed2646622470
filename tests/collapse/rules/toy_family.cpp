// The family v^K exp(-R v) on (0, 1), whose integral is an incomplete gamma function: a toy that
// shows that one file is all a family needs.
#include "collapse/rules/toy_family.h"

#include <cmath>

#include "base/random.h"
#include "collapse/rules/rows.h"
#include "collapse/rules/supports.h"
#include "dist/list.h"

namespace autumn::collapse::testing {
namespace {

// log of the integral of v^(k - 1) exp(-r v) over (0, 1).
Term log_integral(Term k, Term r) {
  return lgamma(k) - k * log(r) + log_gamma_p(k, r);
}

Term truncated_log_density(Term y, dist::Arguments args) {
  return (args[0] - 1.0) * log(y) - args[1] * y - log_integral(args[0], args[1]);
}

// By rejection from the gamma distribution.
void draw_truncated(Random& random, dist::ArgumentValues args, std::span<double> out) {
  do {
    out[0] = random.gamma(dist::scalar(args, 0)) / dist::scalar(args, 1);
  } while (!(out[0] < 1.0));
}

const dist::Distribution& truncated_gamma() {
  static const dist::Distribution kTruncated{
      .name = "truncated_gamma",
      .variate = {"y", dist::Domain::kOpenUnit},
      .arguments = {{"alpha", dist::Domain::kPositive}, {"beta", dist::Domain::kPositive}},
      .log_density = truncated_log_density,
      .draw = draw_truncated,
  };
  return kTruncated;
}

std::optional<Parameters> prior(const dist::Distribution&, Arguments) {
  return std::nullopt;
}

bool accepts(const Use& use, Arguments) {
  return use.distribution == &dist::exponential() && use.position == 1 &&
         use.kind == UseKind::kPower && use.is_bare;
}

// exponential(y | v) is v exp(-y v).
Share share(const Use&, Term value, Arguments) {
  expr::Builder& builder = value.builder();
  return {{filled(builder, 1.0, value.shape()), value}, filled(builder, 0.0, value.shape())};
}

Parameters posterior(const std::optional<Parameters>&, const Parameters& sums) {
  return {1.0 + sums[0], sums[1]};
}

Term log_marginal(const std::optional<Parameters>&, const Parameters& sums) {
  return log_integral(1.0 + sums[0], sums[1]);
}

}  // namespace

const FamilyRule& toy_rule() {
  static const FamilyRule kToy{
      .name = "toy",
      .item = FamilyItem::kScalar,
      .parameters = 2,
      .fits = is_unit_interval,
      .recovery = truncated_gamma,
      .prior = prior,
      .accepts = accepts,
      .share = share,
      .log_marginal = log_marginal,
      .posterior = posterior,
      .is_proper_when_flat = [](const Parameters&, const InputSigns&) { return true; },
  };
  return kToy;
}

}  // namespace autumn::collapse::testing
