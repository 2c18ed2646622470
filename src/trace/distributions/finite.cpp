// This file has the table of arguments and values that may be infinite, as Stan's library checks
// them.
#include "trace/distributions/finite.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "trace/requirement.h"

namespace autumn::trace {
namespace {

using dist::Domain;

// These Stan only asks to be no NaN, or positive; the density has its limit there.
constexpr std::array<std::pair<std::string_view, std::string_view>, 15> kMayBeInfinite{{
    {"normal", "sigma"},
    {"gumbel", "beta"},
    {"skew_normal", "omega"},
    {"rayleigh", "sigma"},
    {"poisson", "lambda"},
    {"bernoulli_logit", "alpha"},
    {"poisson_log", "alpha"},
    {"pareto_type_2", "mu"},
    {"dirichlet", "alpha"},
    {"lkj_corr", "eta"},
    {"lkj_corr_cholesky", "eta"},
    {"wishart", "nu"},
    {"inv_wishart", "nu"},
    {"wishart_cholesky", "nu"},
    {"inv_wishart_cholesky", "nu"},
}};

constexpr std::array<std::string_view, 8> kOfFiniteValues{
    "double_exponential", "gamma",   "logistic",       "loglogistic",
    "von_mises",          "weibull", "wiener_varying", "wiener_full"};

bool is_infinite_somewhere(const Value& x) {
  return std::ranges::any_of(x.numbers(), [](double v) { return std::isinf(v); });
}

}  // namespace

bool must_argument_be_finite(const dist::Distribution& d, std::size_t k) {
  const dist::Argument& argument = d.arguments[k];
  const Domain domain = argument.domain;
  const bool is_bounded = domain == Domain::kUnit || domain == Domain::kOpenUnit;
  if (!dist::is_elementwise(domain) || dist::is_discrete(domain) || is_bounded) return false;
  return std::ranges::find(kMayBeInfinite, std::pair(d.name, argument.name)) ==
         kMayBeInfinite.end();
}

bool must_value_be_finite(const dist::Distribution& d) {
  return std::ranges::find(kOfFiniteValues, d.name) != kOfFiniteValues.end();
}

void check_finite_argument(std::string_view function, const dist::Distribution& d, std::size_t k,
                           const Value& x) {
  if (!is_infinite_somewhere(x) || !must_argument_be_finite(d, k)) return;
  check_known({function, d.arguments[k].name, Domain::kReal, true}, x);
}

void check_finite_value(std::string_view function, const dist::Distribution& d, const Value& y) {
  if (!is_infinite_somewhere(y) || !must_value_be_finite(d)) return;
  check_known({function, d.variate.name, Domain::kReal, true}, y);
}

}  // namespace autumn::trace
