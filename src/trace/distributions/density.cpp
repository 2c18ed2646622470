// This file computes densities and cdfs on values: numbers at once, symbols as deferred nodes or
// expressions.
#include "trace/distributions/density.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "base/numbers.h"
#include "dist/constants.h"
#include "dist/items.h"
#include "dist/list.h"
#include "trace/distributions/arguments.h"
#include "trace/distributions/composed.h"
#include "trace/distributions/distribution.h"
#include "trace/distributions/extra.h"
#include "trace/distributions/finite.h"
#include "trace/ode/flat_graph.h"
#include "trace/requirement.h"

namespace autumn::trace {
namespace {

using dist::Domain;
using expr::Term;

using stan::kRealType;

// Factors of the engine ask by themselves that their arguments lie in their domains.
void require_domain(Machine& machine, const dist::Argument& argument, const Value& x,
                    bool is_finite) {
  if (x.is_known()) return;
  machine.require({.node = machine.node(x),
                   .domain = argument.domain,
                   .is_finite = is_finite,
                   .asks_overflow = true});
}

void require_domains(Machine& machine, const dist::Distribution& d,
                     std::span<const Value> arguments) {
  for (std::size_t k = 0; k < arguments.size(); ++k) {
    require_domain(machine, d.arguments[k], arguments[k], must_argument_be_finite(d, k));
  }
}

Term extra_density(Machine& machine, const dist::Distribution& d, const Value& y,
                   std::span<const Value> arguments) {
  std::vector<Term> terms;
  for (const Value& x : arguments) terms.push_back(machine.term(x));
  require_domains(machine, d, arguments);
  require_domain(machine, d.variate, y, must_value_be_finite(d));
  return sum(d.log_density(machine.term(y), terms));
}

// Counts that Stan gives no probability rather than refuse them. The arguments must still be some.
bool is_known_zero(Machine& machine, const DensityCall& call, const LaidOut& laid) {
  const dist::Distribution& d = call.distribution;
  if (!d.is_discrete() || !laid.y->is_known() || !has_zero_outside(d)) return false;
  check_arguments(call.function, d, laid.arguments);
  if (is_in_support(call.function, d, *laid.y, laid.arguments)) return false;
  require_domains(machine, d, laid.arguments);
  return true;
}

// Whether Stan would refuse what is known, wherever the rest lies.
bool is_known_refused(const DensityCall& call, const LaidOut& laid) {
  const dist::Distribution& d = call.distribution;
  const auto is_refused = [](const dist::Argument& argument, const Value& x, bool is_finite) {
    if (!x.is_known()) return false;
    const auto is_infinite = [](double number) { return std::isinf(number); };
    if (is_finite && std::ranges::any_of(x.numbers(), is_infinite)) return true;
    return dist::find_violation(argument.domain, {node_shape(x.dims()), x.numbers()}).has_value();
  };
  for (std::size_t k = 0; k < laid.arguments.size(); ++k) {
    if (is_refused(d.arguments[k], laid.arguments[k], must_argument_be_finite(d, k))) return true;
  }
  dist::Argument value = d.variate;
  if (has_zero_outside(d)) {
    value.domain = refuses_below_zero(d) ? Domain::kNonNegative : Domain::kReal;
  }
  return is_refused(value, *laid.y, must_value_be_finite(d));
}

// On one side of a condition that parameters decide, points that take it are refused and no others.
bool is_refused_where_taken(Machine& machine, const DensityCall& call, const LaidOut& laid) {
  if (!machine.taken() || !is_known_refused(call, laid)) return false;
  const Term taken(machine.builder(), *machine.taken());
  machine.require({.node = select(taken, 0.0, 1.0).id(), .domain = Domain::kPositive});
  return true;
}

// ---- densities of single known numbers, the inner loop of many generated quantities ----

using ScalarGraphs = std::unordered_map<const dist::Distribution*, FlatGraph>;

void add_scalar_program(const dist::Distribution& d, ScalarGraphs& programs) {
  const bool is_scalar =
      d.is_scalar() && std::all_of(d.arguments.begin(), d.arguments.end(),
                                   [](const auto& a) { return a.item == dist::Item::kScalar; });
  if (!is_scalar) return;
  expr::Builder builder;
  const Term y(builder, builder.input("y", expr::Shape::scalar()));
  std::vector<Term> arguments;
  for (const dist::Argument& argument : d.arguments) {
    arguments.emplace_back(builder,
                           builder.input(std::string(argument.name), expr::Shape::scalar()));
  }
  const NodeId density = d.log_density(y, arguments).id();
  programs.emplace(&d, FlatGraph(std::move(builder).finish({density})));
}

// Laid out once for all; null for distributions of vectors.
const FlatGraph* find_scalar_graph(const dist::Distribution& d) {
  static const ScalarGraphs kPrograms = [] {
    ScalarGraphs programs;
    for (const dist::Distribution* each : dist::all_distributions()) {
      add_scalar_program(*each, programs);
    }
    for (const dist::Distribution* each : extra_distributions()) {
      add_scalar_program(*each, programs);
    }
    return programs;
  }();
  const auto found = kPrograms.find(&d);
  return found == kPrograms.end() ? nullptr : &found->second;
}

// An infinite rate leaves no count a probability, where the formula has no value.
bool has_infinite_rate(const dist::Distribution& d, std::span<const Value> arguments) {
  if (&d != &dist::poisson() && &d != &dist::poisson_log()) return false;
  return std::ranges::find(arguments[0].numbers(), kInfinity) != arguments[0].numbers().end();
}

double number_density(const dist::Distribution& d, const Value& y,
                      std::span<const Value> arguments) {
  if (has_infinite_rate(d, arguments)) return -kInfinity;
  const bool is_scalar = y.is_scalar() && std::all_of(arguments.begin(), arguments.end(),
                                                      [](const Value& x) { return x.is_scalar(); });
  const FlatGraph* const program = is_scalar ? find_scalar_graph(d) : nullptr;
  if (program == nullptr) return known_density(d.log_density, y, arguments);
  FlatRun run(*program);
  run.input(0)[0] = y.number();
  for (std::size_t k = 0; k < arguments.size(); ++k) run.input(k + 1)[0] = arguments[k].number();
  run.run();
  return run.output(0)[0];
}

bool is_everything_known(const LaidOut& laid) {
  return laid.y->is_known() && all_known(laid.arguments);
}

bool is_empty(const LaidOut& laid) {
  return laid.count == std::size_t{0} || laid.length == std::size_t{0};
}

// Where a known bound lies at or beyond a known end of the support, the tail is a constant. (As an
// expression it would have the slope 0/0 there.)
std::optional<double> tail_beyond_end(const KnownEnds& ends, Tail tail, const Value& y,
                                      bool is_discrete) {
  if (!y.is_known() || !y.is_scalar()) return std::nullopt;
  const double x = y.number();
  const double lower = ends.lower.size() == 1 ? ends.lower[0] : -kInfinity;
  const double upper = ends.upper.size() == 1 ? ends.upper[0] : kInfinity;
  const bool is_below = is_discrete ? x < lower : x <= lower;
  if (is_below) return tail == Tail::kLower ? -kInfinity : 0.0;
  if (x >= upper) return tail == Tail::kLower ? 0.0 : -kInfinity;
  return std::nullopt;
}

// How many elements the constant tail stands for.
double repeated(double x, const LaidOut& laid) {
  return x == 0.0 ? 0.0 : x * static_cast<double>(laid.count.value_or(1));
}

}  // namespace

Value log_density(Machine& machine, const DensityCall& call, const Value& y,
                  std::span<const Value> arguments) {
  const dist::Distribution& d = call.distribution;
  const LaidOut laid = lay_out(call.function, d, &y, arguments);
  if (is_empty(laid)) {
    if (checks_empty_density(call)) require_arguments(machine, call, laid.arguments);
    return Value::real(0.0);
  }
  require_finite_scores(machine, call, laid.arguments);
  if (is_refused_where_taken(machine, call, laid)) return Value::real(-kInfinity);
  if (is_everything_known(laid)) {
    check_arguments(call.function, d, laid.arguments);
    if (!is_in_support(call.function, d, *laid.y, laid.arguments)) return Value::real(-kInfinity);
    if (is_extra(d)) require_fit(machine, call, *laid.y, laid.arguments);
    return Value::real(number_density(d, *laid.y, laid.arguments));
  }
  if (is_known_zero(machine, call, laid)) return Value::real(-kInfinity);
  if (!is_extra(d)) return machine.log_density(d, *laid.y, laid.arguments);
  check_arguments(call.function, d, laid.arguments);
  if (laid.y->is_known() && !is_in_support(call.function, d, *laid.y, laid.arguments)) {
    return Value::real(-kInfinity);
  }
  if (!laid.y->is_known() && d.is_discrete()) {
    fail(fmt::format("not supported yet: {} of an expression that depends on parameters",
                     call.function));
  }
  require_fit(machine, call, *laid.y, laid.arguments);
  return machine.value(kRealType, {}, extra_density(machine, d, *laid.y, laid.arguments));
}

Value log_tail(Machine& machine, const DensityCall& call, Tail tail, const Value& y,
               std::span<const Value> arguments) {
  const dist::Distribution& d = call.distribution;
  const LogTail function = tail == Tail::kLower ? log_cdf_of(d) : log_ccdf_of(d);
  if (function == nullptr) fail(fmt::format("not supported yet: {}", call.function));
  const LaidOut laid = lay_out(call.function, d, &y, arguments);
  if (!is_empty(laid) || checks_empty_tail(d)) {
    require_arguments(machine, call, laid.arguments);
  }
  if (is_empty(laid)) return Value::real(0.0);
  require_tail_value(machine, call, *laid.y, laid.arguments);
  check_ends(call.function, d, laid.arguments);
  const KnownEnds ends = known_ends(d, laid.arguments);
  if (const auto constant = tail_beyond_end(ends, tail, *laid.y, d.is_discrete())) {
    return Value::real(repeated(*constant, laid));
  }
  if (is_everything_known(laid))
    return Value::real(known_density(function, *laid.y, laid.arguments));
  std::vector<Term> terms;
  for (const Value& x : laid.arguments) terms.push_back(machine.term(x));
  return machine.value(kRealType, {}, sum(function(machine.term(*laid.y), terms)));
}

bool is_multi_gp(std::string_view distribution) {
  return distribution == "multi_gp" || distribution == "multi_gp_cholesky";
}

namespace {

// Row i of y times sqrt(w[i]) is Gaussian with covariance L L'.
Term multi_gp_formula(Term y, Term l, Term w) {
  const double n = static_cast<double>(y.shape().cols);
  const double rows = static_cast<double>(y.shape().rows);
  const Term distances = col_sums(square(tri_solve(l, transpose(y))));
  return -rows * n * dist::kHalfLogTwoPi + 0.5 * n * sum(log(w)) -
         rows * dist::log_det_triangle(l) - 0.5 * dot(w, distances);
}

void require_process(Machine& machine, std::string_view function, const Value& y,
                     std::span<const Value> arguments) {
  const bool is_factor = function == "multi_gp_cholesky";
  const Domain domain = is_factor ? Domain::kCholeskyFactor : Domain::kPositiveDefinite;
  require(machine, {function, is_factor ? "L" : "Sigma", domain}, arguments[0]);
  require(machine, {function, "w", Domain::kPositive, true}, arguments[1]);
  require(machine, {function, "y", Domain::kReal, true}, y);
}

}  // namespace

Value multi_gp_density(Machine& machine, std::string_view distribution, const Value& y,
                       std::span<const Value> arguments) {
  const bool is_factor = distribution == "multi_gp_cholesky";
  const Dims& sigma = arguments[0].dims();
  const Dims expected{arguments[1].size(), sigma[0]};
  if (y.dims() != expected || sigma[0] != sigma[1]) {
    fail(fmt::format("{}_lpdf: sizes do not match: {}, {} and {}", distribution, describe(y),
                     describe(arguments[0]), describe(arguments[1])));
  }
  if (y.size() == 0) return Value::real(0.0);
  require_process(machine, distribution, y, arguments);
  const DensityFunction formula = [is_factor](Term values, dist::Arguments args) {
    return multi_gp_formula(values, is_factor ? args[0] : cholesky(args[0]), args[1]);
  };
  if (y.is_known() && all_known(arguments)) {
    return Value::real(known_density(formula, y, arguments));
  }
  const Term terms[] = {machine.term(arguments[0]), machine.term(arguments[1])};
  return machine.value(kRealType, {}, formula(machine.term(y), terms));
}

Value log_density_call(Machine& machine, std::string_view distribution, const Value& y,
                       std::span<const Value> arguments) {
  if (is_multi_gp(distribution)) return multi_gp_density(machine, distribution, y, arguments);
  if (auto composed = composed_density(machine, distribution, y, arguments)) return *composed;
  const NamedCall call = resolve_distribution(machine, distribution, arguments);
  return log_density(machine, {distribution, *call.distribution}, y, call.arguments);
}

}  // namespace autumn::trace
