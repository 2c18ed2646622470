// This file has the functions algebra_solver, solve_newton and solve_powell of the language.
#include <fmt/format.h>

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <limits>

#include "solve/equation_solver.h"
#include "trace/functions/common.h"
#include "trace/functions/higher_order.h"
#include "trace/interpreter.h"
#include "trace/ode/right_side.h"

namespace autumn::trace {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using expr::Numbers;
using expr::Shape;

// A root of f(y, p) = 0 as a function of p; by the implicit function theorem dy/dp = -(df/dy)^-1
// df/dp. Operands: the guess, if it is a symbol (the root does not depend on it), then the symbolic
// arguments.
class RootKernel : public expr::Kernel {
 public:
  RootKernel(std::shared_ptr<const RightSide> system, Value guess,
             const solve::RootSettings& settings)
      : system_(std::move(system)), guess_(std::move(guess)), settings_(settings) {}

  [[nodiscard]] std::string_view name() const override { return "root"; }

  [[nodiscard]] Shape value_shape(std::span<const Shape>) const override {
    return Shape::vector(guess_.size());
  }

  void evaluate(std::span<const Numbers> operands, std::span<const std::span<double>> outputs,
                std::span<double> /*scratch*/) const override {
    const std::size_t skipped = guess_.is_known() ? 0 : 1;
    const Numbers guess = guess_.is_known() ? guess_.numbers() : operands[0];
    std::vector<double> parameters;
    for (const Numbers& x : operands.subspan(skipped)) {
      parameters.insert(parameters.end(), x.begin(), x.end());
    }
    const bool is_found = solve(guess, parameters, outputs, skipped);
    if (is_found) return;
    for (const auto& output : outputs) {
      std::ranges::fill(output, std::numeric_limits<double>::quiet_NaN());
    }
  }

 private:
  [[nodiscard]] bool solve(Numbers guess, const std::vector<double>& parameters,
                           std::span<const std::span<double>> outputs, std::size_t skipped) const {
    const auto n = static_cast<Eigen::Index>(guess.size());
    RightSideSystem equations(*system_, parameters);
    MatrixXd by_parameter(n, static_cast<Eigen::Index>(parameters.size()));
    const auto evaluate = [&](const VectorXd& y, VectorXd& f, MatrixXd& jacobian) {
      return equations.evaluate_slopes(
          0.0, {y.data(), guess.size()},
          {{f.data(), guess.size()},
           {jacobian.data(), static_cast<std::size_t>(jacobian.size())},
           {by_parameter.data(), static_cast<std::size_t>(by_parameter.size())}});
    };
    const auto root = find_root(evaluate, Eigen::Map<const VectorXd>(guess.data(), n), settings_);
    if (!root) return false;
    std::ranges::copy(std::span(root->data(), guess.size()), outputs[0].begin());
    VectorXd f(n);
    MatrixXd jacobian(n, n);
    if (!evaluate(*root, f, jacobian)) return false;
    // Eigen solves nothing for no columns by a reference to nothing.
    if (by_parameter.cols() > 0) by_parameter = -jacobian.partialPivLu().solve(by_parameter);
    write_slopes(by_parameter, outputs, skipped);
    return true;
  }

  static void write_slopes(const MatrixXd& slopes, std::span<const std::span<double>> outputs,
                           std::size_t skipped) {
    const auto parts = outputs.subspan(1);
    if (skipped == 1) std::ranges::fill(parts[0], 0.0);
    const double* next = slopes.data();
    for (const auto& part : parts.subspan(skipped)) {
      std::copy(next, next + part.size(), part.begin());
      next += part.size();
    }
  }

  std::shared_ptr<const RightSide> system_;
  Value guess_;
  solve::RootSettings settings_;
};

// Mistakes of the function show before sampling starts.
void trace_once(const RightSide& system, const Value& guess) {
  std::size_t count = 0;
  for (const std::size_t size : system.parameter_sizes()) count += size;
  const std::vector<double> y(guess.size(), 1.0);
  const std::vector<double> parameters(count, 1.0);
  try {
    (void)system.path_for({0.0, y, parameters}, nullptr);
  } catch (const RuntimeError& error) {
    if (!error.is_reject) throw;
  }
}

Value root(const BuiltinCall& call, std::span<const Value> arguments,
           const solve::RootSettings& settings) {
  const Value& guess = call.arguments[1];
  require_not_empty(call, guess);
  std::vector<Value> all{guess};
  all.insert(all.end(), arguments.begin(), arguments.end());
  auto system = std::make_shared<const RightSide>(
      RightSide::Call{.program = call.interpreter.program(),
                      .owner = call.interpreter.owner(),
                      .function = function_argument(call, 0, all),
                      .y = guess,
                      .arguments = {arguments.begin(), arguments.end()},
                      .has_time = false});
  trace_once(*system, guess);
  const auto kernel = std::make_shared<const RootKernel>(system, guess, settings);
  std::vector<NodeId> operands;
  for (const Value& x : all) {
    if (!x.is_known()) operands.push_back(call.machine.node(x));
  }
  if (operands.empty()) {
    std::vector<double> numbers(guess.size());
    const std::span<double> outputs[] = {numbers};
    kernel->evaluate({}, outputs, {});
    if (std::isnan(numbers[0])) fail_in(call, "no root was found");
    return Value::numbers(call.type, guess.dims(), std::move(numbers));
  }
  expr::Builder& builder = call.machine.builder();
  return call.machine.value(call.type, guess.dims(),
                            builder.part(builder.kernel(kernel, operands), 0));
}

double positive(const BuiltinCall& call, std::size_t k, std::string_view what) {
  const double x = call.arguments[k].number();
  if (!(x > 0.0)) fail_in(call, fmt::format("{} must be positive, but it is {}", what, x));
  return x;
}

}  // namespace

// (f, guess, theta, x_r, x_i [, relative, function, steps]), and the newer (f, guess [, relative,
// function, steps], arguments...).
Value solve_equations(const BuiltinCall& call) {
  const std::string_view name = call.syntax.name;
  const auto a = call.arguments;
  const bool is_old = name.starts_with("algebra");
  const bool has_control = is_old ? a.size() > 5 : name.ends_with("_tol");
  solve::RootSettings settings;
  if (has_control) {
    const std::size_t first = is_old ? 5 : 2;
    settings.function_tolerance = positive(call, first + 1, "the function tolerance");
    settings.max_steps = positive(call, first + 2, "the number of steps");
  }
  if (is_old) return root(call, a.subspan(2, 3), settings);
  return root(call, a.subspan(has_control ? 5 : 2), settings);
}

}  // namespace autumn::trace
