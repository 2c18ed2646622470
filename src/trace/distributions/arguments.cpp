// This file has the checks of Stan's cdfs, those of densities of no values, and those between the
// arguments of densities that are no factors.
#include "trace/distributions/arguments.h"

#include <algorithm>
#include <array>
#include <numbers>

#include "trace/functions/common.h"
#include "trace/requirement.h"

namespace autumn::trace {
namespace {

using dist::Domain;
using expr::Term;

template <std::size_t kCount>
bool is_one_of(const std::array<std::string_view, kCount>& names, const dist::Distribution& d) {
  return std::ranges::find(names, d.name) != names.end();
}

// Where an infinite scale (of von_mises, a concentration; of poisson, a rate) is let through.
bool allows_infinite(const dist::Distribution& d, Domain domain) {
  constexpr std::array<std::string_view, 6> kNames{"normal",   "gumbel",    "skew_normal",
                                                   "rayleigh", "von_mises", "poisson"};
  return domain != Domain::kReal && is_one_of(kNames, d);
}

bool must_be_finite(const dist::Distribution& d, Domain domain) {
  const bool is_bounded = domain == Domain::kUnit || domain == Domain::kOpenUnit;
  return dist::is_elementwise(domain) && !dist::is_discrete(domain) && !is_bounded &&
         !allows_infinite(d, domain);
}

// Tails begin at 0 also where a density does not exist there.
Domain tail_domain(const dist::Distribution& d) {
  switch (d.variate.domain) {
    case Domain::kPositive: return d.name == "frechet" ? Domain::kPositive : Domain::kNonNegative;
    case Domain::kOpenUnit: return Domain::kUnit;
    default: return d.variate.domain;
  }
}

// Asks it of what a formula makes of values that go together.
template <typename Formula>
void require_formula(Machine& machine, const ArgumentOf& argument, std::span<const Value> values,
                     Formula formula) {
  Dims dims;
  for (const Value& x : values) {
    if (!x.is_scalar()) dims = x.dims();
  }
  const stan::Type type = dims.empty() ? kRealType : kVectorType;
  require(machine, argument, compose(machine, values, type, dims, formula));
}

void require_after(Machine& machine, const DensityCall& call, const Value& y, const Value& start,
                   const ArgumentOf& difference) {
  const Value values[] = {y, start};
  require_formula(machine, {call.function, difference.name, difference.domain}, values,
                  [](Terms t) { return t[0] - t[1]; });
}

void require_not_below_location(Machine& machine, const DensityCall& call, const Value& y,
                                std::span<const Value> arguments) {
  require_after(machine, call, y, arguments[0], {{}, "y - mu", Domain::kNonNegative});
}

// The process starts before it passes, and between the boundaries wherever it may start.
void require_passage(Machine& machine, const DensityCall& call, const Value& y,
                     std::span<const Value> arguments) {
  require_after(machine, call, y, arguments[1], {{}, "y - tau", Domain::kPositive});
  if (arguments.size() < 7) return;
  const Value starts[] = {arguments[2], arguments[5]};
  require_formula(machine, {call.function, "beta - var_beta / 2", Domain::kPositive}, starts,
                  [](Terms t) { return t[0] - 0.5 * t[1]; });
  require_formula(machine, {call.function, "1 - beta - var_beta / 2", Domain::kPositive}, starts,
                  [](Terms t) { return 1.0 - t[0] - 0.5 * t[1]; });
}

void require_degrees(Machine& machine, const DensityCall& call, std::span<const Value> arguments) {
  const double least = static_cast<double>(arguments[1].dims()[0]) - 1.0;
  require_formula(machine, {call.function, "nu - (K - 1)", Domain::kPositive}, arguments.first(1),
                  [least](Terms t) { return t[0] - least; });
}

}  // namespace

void require_fit(Machine& machine, const DensityCall& call, const Value& y,
                 std::span<const Value> arguments) {
  const std::string_view name = call.distribution.name;
  if (name == "pareto_type_2") require_not_below_location(machine, call, y, arguments);
  if (name.starts_with("wiener")) require_passage(machine, call, y, arguments);
  if (name.ends_with("wishart_cholesky")) require_degrees(machine, call, arguments);
}

bool checks_empty_density(const DensityCall& call) {
  constexpr std::array<std::string_view, 6> kNames{"bernoulli_logit",    "cauchy",
                                                   "double_exponential", "skew_double_exponential",
                                                   "ordered_logistic",   "ordered_probit"};
  const dist::Distribution& d = call.distribution;
  if (call.function.starts_with("neg_binomial_2_log_glm")) return false;
  return checks_empty_tail(d) && !is_one_of(kNames, d);
}

bool checks_empty_tail(const dist::Distribution& d) {
  constexpr std::array<std::string_view, 6> kNames{
      "beta", "beta_binomial", "beta_neg_binomial", "beta_proportion", "pareto", "pareto_type_2"};
  return d.is_scalar() && !is_one_of(kNames, d);
}

void require_arguments(Machine& machine, const DensityCall& call,
                       std::span<const Value> arguments) {
  const dist::Distribution& d = call.distribution;
  for (std::size_t k = 0; k < arguments.size(); ++k) {
    const dist::Argument& argument = d.arguments[k];
    if (arguments[k].size() == 0) continue;
    require(machine,
            {call.function, argument.name, argument.domain, must_be_finite(d, argument.domain)},
            arguments[k]);
  }
  const bool is_empty =
      std::ranges::any_of(arguments, [](const Value& x) { return x.size() == 0; });
  if (d.name != "uniform" || is_empty) return;
  require_formula(machine, {call.function, "beta - alpha", Domain::kPositive}, arguments,
                  [](Terms t) { return t[1] - t[0]; });
}

void require_finite_scores(Machine& machine, const DensityCall& call,
                           std::span<const Value> arguments) {
  constexpr std::array<std::string_view, 6> kNames{"categorical_logit", "multinomial_logit",
                                                   "binomial_logit",    "neg_binomial_2_log",
                                                   "ordered_logistic",  "skew_normal"};
  const dist::Distribution& d = call.distribution;
  if (!is_one_of(kNames, d)) return;
  for (std::size_t k = 0; k < arguments.size(); ++k) {
    const dist::Argument& argument = d.arguments[k];
    if (argument.domain != Domain::kReal) continue;
    require(machine, {call.function, argument.name, Domain::kReal, true}, arguments[k]);
  }
}

void require_tail_value(Machine& machine, const DensityCall& call, const Value& y,
                        std::span<const Value> arguments) {
  const dist::Distribution& d = call.distribution;
  if (d.is_discrete() || y.size() == 0) return;
  require(machine, {call.function, d.variate.name, tail_domain(d)}, y);
  if (d.name == "von_mises") {
    const Value values[] = {y};
    require_formula(machine, {call.function, "pi - |y|", Domain::kNonNegative}, values,
                    [](Terms t) { return std::numbers::pi - abs(t[0]); });
  }
  if (d.name == "pareto_type_2") {
    require_not_below_location(machine, call, y, arguments);
  }
}

}  // namespace autumn::trace
