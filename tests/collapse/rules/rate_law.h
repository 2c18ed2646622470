// This header has what the tests of the gamma and the inverse gamma family share.
#pragma once

#include "collapse/rules/law.h"
#include "dist/list.h"

namespace autumn::collapse {

// Every use of the rate v^sign that keeps the form v^(sign K) exp(-R v^sign).
inline std::vector<Use> rate_uses(double sign) {
  return {power_use(dist::poisson(), 1, sign),         power_use(dist::exponential(), 1, sign),
          power_use(dist::gamma(), 2, sign),           power_use(dist::inv_gamma(), 2, sign),
          power_use(dist::weibull(), 2, -sign),        power_use(dist::weibull(), 2, -sign * 0.5),
          power_use(dist::weibull(), 2, -sign / 3.0),  power_use(dist::weibull(), 2, -sign / 0.7),
          power_use(dist::pareto(), 2, sign),          power_use(dist::normal(), 2, -sign * 0.5),
          power_use(dist::lognormal(), 2, -sign * 0.5)};
}

inline Setting all_rates(const FamilyRule& rule, double sign, const dist::Distribution* prior,
                         Random& random) {
  Setting setting{&rule, std::nullopt, {}};
  if (prior != nullptr) setting.prior = random_prior(*prior, random);
  for (const Use& use : rate_uses(sign)) {
    setting.factors.push_back(random_factor(use, 3, 0.8, random));
  }
  return setting;
}

inline std::vector<Array> positive_points(Random& random) {
  std::vector<Array> points{number(1e-6), number(1e3)};
  for (int i = 0; i < 8; ++i) points.push_back(number(std::exp(random.normal())));
  return points;
}

inline void expect_law_of_every_pair(const FamilyRule& rule, double sign,
                                     std::span<const dist::Distribution* const> priors) {
  Random random = test_random(11);
  for (const dist::Distribution* prior : priors) {
    for (const Use& use : rate_uses(sign)) {
      Setting setting{&rule, random_prior(*prior, random), {}};
      setting.factors.push_back(random_factor(use, 4, std::exp(random.normal()), random));
      expect_collapse_law(setting, positive_points(random));
    }
  }
}

// Uses that no rate has, whatever its sign.
inline std::vector<Use> uses_of_no_rate(double sign) {
  return {power_use(dist::poisson(), 1, 2.0 * sign),
          power_use(dist::poisson(), 1, -sign),
          use_of_kind(dist::poisson(), 1, UseKind::kOther),
          use_of_kind(dist::poisson(), 1, UseKind::kComplement),
          bare_use(dist::gamma(), 1),
          power_use(dist::gamma(), 1, sign),
          power_use(dist::gamma(), 2, -sign),
          bare_use(dist::inv_gamma(), 1),
          power_use(dist::weibull(), 1, sign),
          power_use(dist::weibull(), 2, sign),
          power_use(dist::weibull(), 2, -sign * 0.25),
          use_of_kind(dist::weibull(), 2, UseKind::kOther),
          bare_use(dist::pareto(), 1),
          power_use(dist::normal(), 2, 1.0),
          power_use(dist::normal(), 2, -1.0),
          power_use(dist::normal(), 2, 0.5 * sign),
          bare_use(dist::normal(), 1),
          use_of_kind(dist::normal(), 2, UseKind::kOther),
          bare_use(dist::poisson_log(), 1),
          power_use(dist::student_t(), 3, -sign * 0.5),
          Use{.distribution = nullptr, .position = 1, .kind = UseKind::kPower, .exponent = sign}};
}

inline void expect_refusals(const FamilyRule& rule, double sign) {
  for (const Use& use : uses_of_no_rate(sign)) {
    expr::Builder builder;
    const std::vector<Term> arguments(3, constant(builder, 2.0));
    EXPECT_FALSE(rule.accepts(use, arguments))
        << (use.distribution == nullptr ? "opaque" : use.distribution->name) << " position "
        << use.position << " exponent " << use.exponent;
  }
}

}  // namespace autumn::collapse
