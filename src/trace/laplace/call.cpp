// This file reads the calls of Laplace's approximation.
#include "trace/laplace/call.h"

#include <fmt/format.h>

#include "trace/functions/common.h"
#include "trace/functions/higher_order.h"

namespace autumn::trace {
namespace {

// ---- likelihoods that have names ----

Value built_in(Interpreter& interpreter, const std::string& name, const std::vector<Value>& y) {
  stan::Call syntax;
  syntax.name = name;
  syntax.builtin = find_builtin(name);
  return syntax.builtin->function({interpreter.machine(), interpreter, y, kRealType, syntax});
}

// Arguments: y, the group of each observation, then what the distribution has besides its mean,
// then the offsets of the groups.
LikelihoodFunction named_likelihood(std::string distribution) {
  return [=](Interpreter& interpreter, const Value& latent, std::span<const Value> arguments) {
    Machine& machine = interpreter.machine();
    const Value sum[] = {latent, arguments.back()};
    const Value means = machine.elementwise(expr::Op::kAdd, sum, kVectorType, latent.dims());
    const auto group = arguments[1].numbers();
    std::vector<Value> all{
        arguments[0], moved(machine, means, kVectorType, arguments[1].dims(),
                            [&](std::size_t i) { return static_cast<std::size_t>(group[i]) - 1; })};
    all.insert(all.end(), arguments.begin() + 2, arguments.end() - 1);
    return built_in(interpreter, distribution + "_lpmf", all);
  };
}

// "poisson_log" of `laplace_marginal_tol_poisson_log_lpmf`; empty for a function of the program.
std::string distribution_of_name(std::string_view name) {
  for (const std::string_view distribution :
       {"bernoulli_logit", "neg_binomial_2_log", "poisson_log"}) {
    if (name.find(distribution) != std::string_view::npos) return std::string(distribution);
  }
  return "";
}

void check_groups(const BuiltinCall& call, std::span<const Value> arguments, std::size_t size) {
  if (!all_known(arguments.first(2))) {
    fail_for_symbols(call, "the observations and their groups must be known");
  }
  require_equal(call, "sizes of the observations and of their groups", arguments[0].size(),
                arguments[1].size());
  require_equal(call, "sizes of the offsets and of the covariance", arguments.back().size(), size);
  for (const double group : arguments[1].numbers()) {
    if (group >= 1 && group <= static_cast<double>(size)) continue;
    fail_in(call, fmt::format("a group is {}, but must be between 1 and {}", group, size));
  }
}

// ---- reading a call ----

bool is_function(const BuiltinCall& call, std::size_t place) {
  const auto* variable = std::get_if<stan::Variable>(&call.syntax.arguments[place]->node);
  return variable != nullptr && variable->slot < 0;
}

std::vector<Value> with_leaves_of(std::vector<Value> first, const Value& tuple) {
  const auto leaves = leaves_of(tuple);
  first.insert(first.end(), leaves.begin(), leaves.end());
  return first;
}

double known(const BuiltinCall& call, const Value& x, std::string_view what) {
  if (!x.is_known()) fail_in(call, fmt::format("{} depends on parameters; it must be known", what));
  return x.number();
}

std::size_t positive(const BuiltinCall& call, const Value& x, std::string_view what) {
  const double number = known(call, x, what);
  if (!(number >= 1)) fail_in(call, fmt::format("{} must be positive, but it is {}", what, number));
  return static_cast<std::size_t>(number);
}

// theta_0, tolerance, steps, [block size,] solver, steps of the line search [, fallback]. All
// solvers of Stan find the same mode; here is one, with a line search.
void read_control(const BuiltinCall& call, std::span<const Value> control, bool has_block,
                  LaplaceCall& laplace) {
  laplace.start = control[0];
  laplace.settings.tolerance = known(call, control[1], "the tolerance");
  if (!(laplace.settings.tolerance > 0)) fail_in(call, "the tolerance must be positive");
  laplace.settings.max_steps = static_cast<int>(positive(call, control[2], "the number of steps"));
  if (has_block) laplace.block = positive(call, control[3], "the size of blocks");
  const double solver = known(call, control[has_block ? 4 : 3], "the solver");
  if (!(solver >= 1 && solver <= 3)) fail_in(call, "the solver must be 1, 2 or 3");
}

std::size_t square_size(const BuiltinCall& call, const Value& k) {
  require_square(call, k);
  require_not_empty(call, k);
  return k.dims()[0];
}

// How many arguments stand for the likelihood: a function and a tuple, or y, groups, what the
// distribution has besides, and offsets.
std::size_t likelihood_arguments(const std::string& distribution) {
  if (distribution.empty()) return 2;
  return distribution == "neg_binomial_2_log" ? 4 : 3;
}

LikelihoodFunction user_likelihood(int function, DensityTerms terms) {
  return [=](Interpreter& interpreter, const Value& latent, std::span<const Value> arguments) {
    std::vector<Value> all{latent};
    all.insert(all.end(), arguments.begin(), arguments.end());
    return interpreter.call(function, all, terms);
  };
}

// With the covariance known to have the right size.
void read_likelihood(const BuiltinCall& call, const std::string& distribution,
                     LaplaceCall& laplace) {
  const auto a = call.arguments;
  if (distribution.empty()) {
    laplace.arguments = with_leaves_of({}, a[1]);
    const int function = function_argument(call, 0, with_leaves_of({laplace.start}, a[1]));
    const DensityTerms terms = call.interpreter.drops_terms()
                                   ? density_terms_of(function_name(call, 0))
                                   : DensityTerms::kAll;
    laplace.function = user_likelihood(function, terms);
    return;
  }
  const auto given = a.first(likelihood_arguments(distribution));
  check_groups(call, given, laplace.start.size());
  laplace.arguments = {given.begin(), given.end()};
  laplace.function = named_likelihood(distribution);
}

void read_rest(const BuiltinCall& call, std::span<const Value> rest, bool has_block,
               LaplaceCall& laplace) {
  const std::size_t size = square_size(call, laplace.covariance);
  laplace.start = Value::numbers(kVectorType, {size}, std::vector<double>(size));
  if (!rest.empty()) {
    const auto control = rest.size() == 1 ? leaves_of(rest[0]) : rest;
    read_control(call, control, has_block, laplace);
  }
  require_equal(call, "sizes of the initial guess and of the covariance", laplace.start.size(),
                size);
  if (laplace.block > size) fail_in(call, "blocks are larger than the latent vector");
}

}  // namespace

LaplaceCall read_laplace(const BuiltinCall& call) {
  const auto a = call.arguments;
  const std::string distribution = distribution_of_name(call.syntax.name);
  LaplaceCall laplace;
  std::size_t next = likelihood_arguments(distribution);
  const bool has_early_block = !is_function(call, next);
  if (has_early_block) laplace.block = positive(call, a[next++], "the size of blocks");
  const std::vector<Value> of_covariance = with_leaves_of({}, a[next + 1]);
  const int function = function_argument(call, next, of_covariance);
  laplace.covariance = call.interpreter.call(function, of_covariance);
  read_rest(call, a.subspan(next + 2), !has_early_block, laplace);
  read_likelihood(call, distribution, laplace);
  return laplace;
}

}  // namespace autumn::trace
