// This file has the functions laplace_marginal, laplace_latent_rng and their variants.
#include <Eigen/Cholesky>
#include <cmath>

#include "base/numbers.h"
#include "expr/kernel.h"
#include "trace/functions/common.h"
#include "trace/functions/groups.h"
#include "trace/laplace/call.h"

namespace autumn::trace {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using expr::Numbers;
using expr::Shape;

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

  // Steps that each factorise a matrix; 2 to 3 ms were measured at 100 latent numbers.
  [[nodiscard]] double nanoseconds(std::span<const Shape>) const override {
    const auto n = static_cast<double>(likelihood_->size());
    return 1e4 + 2.0 * n * n * n;
  }

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
  const LaplaceCall laplace = read_laplace(call);
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
  const LaplaceCall laplace = read_laplace(call);
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
