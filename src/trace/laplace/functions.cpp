// This file has the functions laplace_marginal, laplace_latent_rng and their variants.
#include <fmt/format.h>

#include <Eigen/Cholesky>
#include <cmath>

#include "base/numbers.h"
#include "expr/kernel.h"
#include "trace/functions/common.h"
#include "trace/functions/groups.h"
#include "trace/functions/higher_order.h"
#include "trace/laplace/approximation.h"

namespace autumn::trace {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using expr::Numbers;
using expr::Shape;

// A call in all its forms: what stands before the covariance function, the covariance, and the
// control parameters.
struct LaplaceCall {
  LikelihoodFunction function;
  std::vector<Value> arguments;  // of the likelihood: leaves
  Value covariance;
  Value start;
  std::size_t block = 1;
  LaplaceSettings settings;
};

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

std::size_t positive(const BuiltinCall& call, const Value& x, std::string_view what) {
  if (!(x.number() >= 1)) {
    fail_in(call, fmt::format("{} must be positive, but it is {}", what, x.number()));
  }
  return static_cast<std::size_t>(x.number());
}

// theta_0, tolerance, steps, [block size,] solver, steps of the line search [, fallback]. All
// solvers of Stan find the same mode; here is one, with a line search.
void read_control(const BuiltinCall& call, std::span<const Value> control, bool has_block,
                  LaplaceCall& laplace) {
  laplace.start = control[0];
  laplace.settings.tolerance = control[1].number();
  if (!(laplace.settings.tolerance > 0)) fail_in(call, "the tolerance must be positive");
  laplace.settings.max_steps = static_cast<int>(positive(call, control[2], "the number of steps"));
  if (has_block) laplace.block = positive(call, control[3], "the size of blocks");
  const double solver = control[has_block ? 4 : 3].number();
  if (!(solver >= 1 && solver <= 3)) fail_in(call, "the solver must be 1, 2 or 3");
}

std::size_t square_size(const BuiltinCall& call, const Value& k) {
  require_square(call, k);
  require_not_empty(call, k);
  return k.dims()[0];
}

LaplaceCall read(const BuiltinCall& call) {
  const auto a = call.arguments;
  LaplaceCall laplace;
  std::size_t next = 0;
  const std::string distribution = distribution_of_name(call.syntax.name);
  if (distribution.empty()) {
    laplace.arguments = with_leaves_of({}, a[1]);
    next = 2;
  } else {
    for (; !is_function(call, next) && a[next].type() != kIntType; ++next) {
      laplace.arguments.push_back(a[next]);
    }
  }
  const bool has_early_block = !is_function(call, next);
  if (has_early_block) laplace.block = positive(call, a[next++], "the size of blocks");
  const std::vector<Value> of_covariance = with_leaves_of({}, a[next + 1]);
  laplace.covariance =
      call.interpreter.call(function_argument(call, next, of_covariance), of_covariance);
  const std::size_t size = square_size(call, laplace.covariance);
  laplace.start = Value::numbers(kVectorType, {size}, std::vector<double>(size));
  const auto rest = a.subspan(next + 2);
  if (!rest.empty()) {
    const auto control = rest.size() == 1 ? leaves_of(rest[0]) : rest;
    read_control(call, control, !has_early_block, laplace);
  }
  require_equal(call, "sizes of the initial guess and of the covariance", laplace.start.size(),
                size);
  if (laplace.block > size) fail_in(call, "blocks are larger than the latent vector");
  if (!distribution.empty()) {
    check_groups(call, laplace.arguments, size);
    laplace.function = named_likelihood(distribution);
    return laplace;
  }
  const int function = function_argument(call, 0, with_leaves_of({laplace.start}, a[1]));
  laplace.function = [=](Interpreter& interpreter, const Value& latent, std::span<const Value> x) {
    std::vector<Value> all{latent};
    all.insert(all.end(), x.begin(), x.end());
    return interpreter.call(function, all);
  };
  return laplace;
}

std::shared_ptr<const Likelihood> likelihood_of(const BuiltinCall& call,
                                                const LaplaceCall& laplace) {
  return std::make_shared<const Likelihood>(Likelihood::Call{.program = call.interpreter.program(),
                                                             .function = laplace.function,
                                                             .size = laplace.start.size(),
                                                             .arguments = laplace.arguments,
                                                             .block = laplace.block});
}

// ---- the marginal likelihood ----

// Operands: the covariance, the initial guess, and the arguments of the likelihood, those of them
// that are symbols. The mode does not depend on the guess.
class LaplaceKernel final : public expr::Kernel {
 public:
  LaplaceKernel(std::shared_ptr<const Likelihood> likelihood, const LaplaceCall& call)
      : likelihood_(std::move(likelihood)),
        covariance_(call.covariance),
        start_(call.start),
        settings_(call.settings) {}

  [[nodiscard]] std::string_view name() const override { return "laplace"; }
  [[nodiscard]] Shape value_shape(std::span<const Shape>) const override { return Shape::scalar(); }

  void evaluate(std::span<const Numbers> operands, std::span<const std::span<double>> outputs,
                std::span<double> /*scratch*/) const override {
    std::size_t next = 0;
    const Numbers k = covariance_.is_known() ? covariance_.numbers() : operands[next++];
    const Numbers start = start_.is_known() ? start_.numbers() : operands[next++];
    std::vector<double> arguments;
    for (const Numbers& x : operands.subspan(next)) {
      arguments.insert(arguments.end(), x.begin(), x.end());
    }
    const Eigen::Index n = likelihood_->size();
    const auto at = approximate(*likelihood_, arguments, Eigen::Map<const MatrixXd>(k.data(), n, n),
                                Eigen::Map<const VectorXd>(start.data(), n), settings_);
    if (!at) {
      for (const auto& output : outputs) std::ranges::fill(output, kNaN);
      return;
    }
    if (!outputs[0].empty()) outputs[0][0] = at->log_marginal;
    const auto is_wanted = [](const auto& output) { return !output.empty(); };
    if (std::ranges::any_of(outputs.subspan(1), is_wanted)) {
      write(marginal_slopes(*likelihood_, arguments, *at), outputs.subspan(1));
    }
  }

 private:
  void write(const MarginalSlopes& slopes, std::span<const std::span<double>> outputs) const {
    std::size_t next = 0;
    if (!covariance_.is_known()) {
      if (!outputs[next].empty()) {
        std::ranges::copy(slopes.by_covariance.reshaped(), outputs[next].begin());
      }
      ++next;
    }
    if (!start_.is_known()) std::ranges::fill(outputs[next++], 0.0);
    std::size_t from = 0;
    for (const std::size_t size : likelihood_->argument_sizes()) {
      const auto part = std::span(slopes.by_arguments).subspan(from, size);
      if (!outputs[next].empty()) std::ranges::copy(part, outputs[next].begin());
      from += size;
      ++next;
    }
  }

  std::shared_ptr<const Likelihood> likelihood_;
  Value covariance_;
  Value start_;
  LaplaceSettings settings_;
};

constexpr const char* kNoMode = "no mode of the latent vector was found";

Value laplace_marginal(const BuiltinCall& call) {
  const LaplaceCall laplace = read(call);
  const auto kernel = std::make_shared<const LaplaceKernel>(likelihood_of(call, laplace), laplace);
  std::vector<NodeId> operands;
  const auto add = [&](const Value& x) {
    if (!x.is_known()) operands.push_back(call.machine.node(x));
  };
  add(laplace.covariance);
  add(laplace.start);
  for (const Value& x : laplace.arguments) add(x);
  if (operands.empty()) {
    double result = 0.0;
    const std::span<double> outputs[] = {{&result, 1}};
    kernel->evaluate({}, outputs, {});
    if (std::isnan(result)) fail_in(call, kNoMode);
    return Value::real(result);
  }
  expr::Builder& builder = call.machine.builder();
  return call.machine.value(call.type, {}, builder.part(builder.kernel(kernel, operands), 0));
}

// ---- draws of the latent vector ----

Value laplace_latent(const BuiltinCall& call) {
  const LaplaceCall laplace = read(call);
  const auto is_known = [](const Value& x) { return x.is_known(); };
  if (!laplace.covariance.is_known() || !laplace.start.is_known() ||
      !std::ranges::all_of(laplace.arguments, is_known)) {
    fail_for_symbols(call, "random numbers are drawn in generated quantities");
  }
  if (call.interpreter.random() == nullptr) fail_in(call, "there are no random numbers here");
  const auto likelihood = likelihood_of(call, laplace);
  const Eigen::Index n = likelihood->size();
  const auto at = approximate(
      *likelihood, {}, Eigen::Map<const MatrixXd>(laplace.covariance.numbers().data(), n, n),
      Eigen::Map<const VectorXd>(laplace.start.numbers().data(), n), laplace.settings);
  if (!at) fail_in(call, kNoMode);
  const MatrixXd covariance = 0.5 * (at->covariance + at->covariance.transpose());
  const Eigen::LLT<MatrixXd> factor(covariance);
  if (factor.info() != Eigen::Success) fail_in(call, "the covariance at the mode is not positive");
  VectorXd z(n);
  for (double& x : z) x = call.interpreter.random()->normal();
  const VectorXd draw = at->mode + factor.matrixL() * z;
  return Value::numbers(call.type, {static_cast<std::size_t>(n)}, {draw.begin(), draw.end()});
}

constexpr BuiltinEntry kLaplaceFunctions[] = {
    {"laplace_marginal", laplace_marginal},
    {"laplace_marginal_tol", laplace_marginal},
    {"laplace_marginal_bernoulli_logit_lpmf", laplace_marginal},
    {"laplace_marginal_tol_bernoulli_logit_lpmf", laplace_marginal},
    {"laplace_marginal_neg_binomial_2_log_lpmf", laplace_marginal},
    {"laplace_marginal_tol_neg_binomial_2_log_lpmf", laplace_marginal},
    {"laplace_marginal_poisson_log_lpmf", laplace_marginal},
    {"laplace_marginal_tol_poisson_log_lpmf", laplace_marginal},
    {"laplace_latent_rng", laplace_latent},
    {"laplace_latent_tol_rng", laplace_latent},
    {"laplace_latent_bernoulli_logit_rng", laplace_latent},
    {"laplace_latent_tol_bernoulli_logit_rng", laplace_latent},
    {"laplace_latent_neg_binomial_2_log_rng", laplace_latent},
    {"laplace_latent_tol_neg_binomial_2_log_rng", laplace_latent},
    {"laplace_latent_poisson_log_rng", laplace_latent},
    {"laplace_latent_tol_poisson_log_rng", laplace_latent},
};

}  // namespace

std::span<const BuiltinEntry> laplace_functions() {
  return kLaplaceFunctions;
}

}  // namespace autumn::trace
