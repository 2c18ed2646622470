// This file reads calls of distributions: their names, sizes and domains.
#include "trace/distributions/call.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "dist/first_failure.h"
#include "dist/list.h"
#include "trace/distributions/extra_list.h"
#include "trace/distributions/finite.h"
#include "trace/operators.h"
#include "trace/requirement.h"

namespace autumn::trace {
namespace {

using dist::Domain;
using dist::Item;
using stan::Base;
using stan::BinaryOp;

// ---- fused regressions ----

// alpha + x * beta, with the same nodes as if the user had written it.
Value linear_predictor(Machine& machine, const Value& x, const Value& alpha, const Value& beta) {
  const Base base = x.type().base == Base::kRowVector ? Base::kReal : Base::kVector;
  const Value product = binary(machine, BinaryOp::kMultiply, x, beta, {base, 0});
  const Base sum = alpha.is_scalar() && product.is_scalar() ? Base::kReal : Base::kVector;
  return binary(machine, BinaryOp::kAdd, alpha, product, {sum, 0});
}

// One row of alpha' + x * beta per observation.
Value category_predictors(Machine& machine, const Value& x, const Value& alpha, const Value& beta) {
  if (x.type().base == Base::kRowVector) {
    const Value product = binary(machine, BinaryOp::kMultiply, x, beta, {Base::kRowVector, 0});
    return binary(machine, BinaryOp::kAdd, alpha, product.as({Base::kVector, 0}),
                  {Base::kVector, 0});
  }
  const Value product = binary(machine, BinaryOp::kMultiply, x, beta, {Base::kMatrix, 0});
  if (alpha.size() != product.dims()[1]) {
    fail(fmt::format("categorical_logit_glm: sizes do not match: {} and {}", describe(alpha),
                     describe(beta)));
  }
  const std::size_t rows = product.dims()[0];
  std::vector<std::uint32_t> repeated(product.size());
  for (std::size_t i = 0; i < repeated.size(); ++i) {
    repeated[i] = static_cast<std::uint32_t>(i / rows);
  }
  const stan::Type type{Base::kVector, 1};
  const Value intercepts =
      machine.gather(alpha, expr::Index::list(std::move(repeated)), type, product.dims());
  return binary(machine, BinaryOp::kAdd, intercepts, product.as(type), type);
}

// Stan asks of a fused regression that what its predictor is made of is finite, also where that of
// the plain one may be infinite.
void require_finite_coefficients(Machine& machine, std::string_view name,
                                 std::span<const Value> a) {
  const bool has_trials = name == "binomial_logit_glm";
  const bool has_intercept = name != "ordered_logistic_glm";
  const std::size_t first = has_trials ? 2 : 1;
  if (has_intercept) require(machine, {name, "alpha", Domain::kReal, true}, a[first]);
  require(machine, {name, "beta", Domain::kReal, true}, a[has_intercept ? first + 1 : first]);
  if (name == "normal_id_glm") require(machine, {name, "sigma", Domain::kPositive, true}, a[3]);
}

std::optional<NamedCall> resolve_regression(Machine& machine, std::string_view name,
                                            std::span<const Value> a) {
  require_finite_coefficients(machine, name, a);
  const auto predictor = [&](std::size_t x) {
    return linear_predictor(machine, a[x], a[x + 1], a[x + 2]);
  };
  if (name == "normal_id_glm") return NamedCall{&dist::normal(), {predictor(0), a[3]}};
  if (name == "bernoulli_logit_glm") return NamedCall{&dist::bernoulli_logit(), {predictor(0)}};
  if (name == "poisson_log_glm") return NamedCall{&dist::poisson_log(), {predictor(0)}};
  if (name == "neg_binomial_2_log_glm") {
    return NamedCall{&dist::neg_binomial_2_log(), {predictor(0), a[3]}};
  }
  if (name == "binomial_logit_glm") {
    return NamedCall{&dist::binomial_logit(), {a[0], predictor(1)}};
  }
  if (name == "categorical_logit_glm") {
    return NamedCall{&dist::categorical_logit(), {category_predictors(machine, a[0], a[1], a[2])}};
  }
  if (name == "ordered_logistic_glm") {
    const Base base = a[0].type().base == Base::kRowVector ? Base::kReal : Base::kVector;
    return NamedCall{&dist::ordered_logistic(),
                     {binary(machine, BinaryOp::kMultiply, a[0], a[1], {base, 0}), a[2]}};
  }
  return std::nullopt;
}

// ---- sizes ----

[[noreturn]] void fail_sizes(std::string_view function, std::size_t a, std::size_t b) {
  fail(fmt::format("{}: sizes do not match: {} and {}", function, a, b));
}

void join(std::string_view function, std::optional<std::size_t>& common, std::size_t size) {
  if (common && *common != size) fail_sizes(function, *common, size);
  common = size;
}

Value lay_out_one(std::string_view function, const dist::Argument& argument, const Value& x,
                  LaidOut& joint) {
  const Dims& dims = x.dims();
  switch (argument.item) {
    case Item::kScalar:
      if (!x.is_scalar()) join(function, joint.count, x.size());
      return dims.size() < 2 ? x : x.as({x.type().base, 1}, {x.size()});
    case Item::kVector:
      if (dims.empty() || dims.size() > 2) {
        fail(fmt::format("{}: {} must be a vector, but it is {}", function, argument.name,
                         describe(x)));
      }
      join(function, joint.length, dims.back());
      if (dims.size() == 2) join(function, joint.count, dims[0]);
      return x;
    case Item::kMatrix:
      if (dims.size() != 2 || dims[0] != dims[1]) {
        fail(fmt::format("{}: {} must be a square matrix, but it is {}", function, argument.name,
                         describe(x)));
      }
      join(function, joint.length, dims[0]);
      return x;
  }
  internal_error("an item is a scalar, a vector or a matrix", __FILE__, __LINE__);
}

// ---- domains ----

void check_domain(std::string_view function, const dist::Argument& argument, const Value& x) {
  check_known({.function = function, .name = argument.name, .domain = argument.domain}, x);
}

// A Wishart distribution in p dimensions has more than p - 1 degrees of freedom.
void check_degrees_of_freedom(std::string_view function, const dist::Distribution& d,
                              std::span<const Value> arguments) {
  if (!d.name.starts_with("wishart") && !d.name.starts_with("inv_wishart")) return;
  const auto least = static_cast<double>(arguments[1].dims()[0]) - 1.0;
  if (!arguments[0].is_known() || arguments[0].number() > least) return;
  fail(fmt::format("{}: {} must be above {}, but it is {}", function, d.arguments[0].name, least,
                   arguments[0].number()));
}

std::vector<double> numbers_of(const std::optional<expr::Term>& x) {
  if (!x || !x->builder().is_constant(x->id())) return {};
  const auto numbers = x->builder().graph().constant(x->id());
  return {numbers.begin(), numbers.end()};
}

// The ends that the domain of the variate says.
KnownEnds domain_ends(Domain domain) {
  switch (domain) {
    case Domain::kPositive:
    case Domain::kNonNegative:
    case Domain::kCount: return {{0.0}, {}};
    case Domain::kPositiveCount: return {{1.0}, {}};
    case Domain::kUnit:
    case Domain::kOpenUnit:
    case Domain::kBinary: return {{0.0}, {1.0}};
    case Domain::kReal:
    case Domain::kInteger:
    case Domain::kSimplex:
    case Domain::kOrdered:
    case Domain::kCholeskyFactor:
    case Domain::kCholeskyCorr:
    case Domain::kPositiveDefinite:
    case Domain::kCorrelation: return {};
  }
  not_of_the_list("the domain");
}

}  // namespace

bool has_zero_outside(const dist::Distribution& distribution) {
  constexpr std::array<std::string_view, 9> kNames{
      "inv_gamma",      "inv_chi_square", "scaled_inv_chi_square", "uniform", "pareto", "weibull",
      "discrete_range", "lognormal",      "beta_binomial"};
  return std::find(kNames.begin(), kNames.end(), distribution.name) != kNames.end();
}

bool refuses_below_zero(const dist::Distribution& distribution) {
  return distribution.name == "lognormal";
}

NamedCall resolve_distribution(Machine& machine, std::string_view name,
                               std::span<const Value> arguments) {
  if (name.ends_with("_glm")) {
    if (auto call = resolve_regression(machine, name, arguments)) return *std::move(call);
  }
  const dist::Distribution* found = find_distribution(name);
  if (name == "wiener" && arguments.size() != 4) {
    found = arguments.size() == 5 ? &wiener_varying() : &wiener_full();
  }
  if (found == nullptr) fail(fmt::format("not supported yet: {}", name));
  return {found, {arguments.begin(), arguments.end()}};
}

LaidOut lay_out(std::string_view function, const dist::Distribution& distribution, const Value* y,
                std::span<const Value> arguments) {
  AUTUMN_CHECK(arguments.size() == distribution.arguments.size(),
               "the checker counted the arguments");
  LaidOut laid;
  // Counts go with counts and lengths with lengths, except that categories have no length of their
  // own: theirs is that of the probabilities.
  if (y != nullptr) laid.y = lay_out_one(function, distribution.variate, *y, laid);
  for (std::size_t k = 0; k < arguments.size(); ++k) {
    laid.arguments.push_back(lay_out_one(function, distribution.arguments[k], arguments[k], laid));
  }
  return laid;
}

KnownEnds known_ends(const dist::Distribution& distribution, std::span<const Value> arguments) {
  KnownEnds ends = domain_ends(distribution.variate.domain);
  if (distribution.bounds == nullptr) return ends;
  // Apart from any graph: what is not known is some input.
  expr::Builder builder;
  std::vector<expr::Term> terms;
  for (const Value& x : arguments) {
    const expr::Shape shape = node_shape(x.dims());
    terms.emplace_back(
        builder, x.is_known() ? builder.constant(shape, x.numbers()) : builder.input("", shape));
  }
  const dist::Bounds bounds = distribution.bounds(terms);
  if (bounds.lower) ends.lower = numbers_of(bounds.lower);
  if (bounds.upper) ends.upper = numbers_of(bounds.upper);
  return ends;
}

void check_arguments(std::string_view function, const dist::Distribution& distribution,
                     std::span<const Value> arguments) {
  for (std::size_t k = 0; k < distribution.arguments.size(); ++k) {
    if (arguments[k].is_known()) {
      check_domain(function, distribution.arguments[k], arguments[k]);
      check_finite_argument(function, distribution, k, arguments[k]);
    }
  }
  check_ends(function, distribution, arguments);
  check_degrees_of_freedom(function, distribution, arguments);
}

void check_ends(std::string_view function, const dist::Distribution& distribution,
                std::span<const Value> arguments) {
  if (distribution.bounds == nullptr) return;
  const KnownEnds ends = known_ends(distribution, arguments);
  const bool is_discrete = distribution.is_discrete();
  const auto is_empty = [&](double a, double b) { return is_discrete ? a > b : a >= b; };
  if (const auto i = dist::first_failure(ends.lower, ends.upper, is_empty)) {
    fail(fmt::format("{}: there are no values between {} and {}", function,
                     dist::number_at(ends.lower, *i), dist::number_at(ends.upper, *i)));
  }
}

bool is_in_support(std::string_view function, const dist::Distribution& distribution,
                   const Value& y, std::span<const Value> arguments) {
  check_finite_value(function, distribution, y);
  const expr::Operand operand{node_shape(y.dims()), y.numbers()};
  const bool has_nan = std::any_of(operand.numbers.begin(), operand.numbers.end(),
                                   [](double x) { return std::isnan(x); });
  const bool is_below =
      refuses_below_zero(distribution) &&
      std::any_of(operand.numbers.begin(), operand.numbers.end(), [](double x) { return x < 0.0; });
  const bool is_zero = has_zero_outside(distribution) && !has_nan && !is_below;
  if (dist::find_violation(distribution.variate.domain, operand)) {
    if (is_zero) return false;
    check_domain(function, distribution.variate, y);
  }
  if (distribution.bounds == nullptr) return true;
  const KnownEnds ends = known_ends(distribution, arguments);
  const auto below = dist::first_failure(y.numbers(), ends.lower, std::less<>());
  const auto above = dist::first_failure(y.numbers(), ends.upper, std::greater<>());
  if (!below && !above) return true;
  if (is_zero) return false;
  const std::size_t i = below ? *below : *above;
  fail(fmt::format("{}: {}{} must be {} {}, but it is {}", function, distribution.variate.name,
                   element_text(y, i), below ? "at least" : "at most",
                   below ? dist::number_at(ends.lower, i) : dist::number_at(ends.upper, i),
                   dist::number_at(y.numbers(), i)));
}

}  // namespace autumn::trace
