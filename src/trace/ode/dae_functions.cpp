// This file has the functions dae and dae_tol of the language.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/words.h"
#include "solve/dae_solver.h"
#include "trace/functions/common.h"
#include "trace/functions/higher_order.h"
#include "trace/interpreter.h"
#include "trace/ode/checks.h"

namespace autumn::trace {
namespace {

using expr::Numbers;
using expr::Shape;

// A residual of the program: the derivative is the first of its symbolic arguments.
class Residual : public solve::DaeSystem {
 public:
  Residual(const RightSide& right_side, std::span<const double> parameters, std::size_t states)
      : states_(states),
        system_(right_side, with_derivative(parameters, states)),
        by_argument_(states * (states + parameters.size())) {}

  [[nodiscard]] bool evaluate(const Moment& point, std::span<double> r) override {
    std::ranges::copy(point.derivative, system_.parameters().begin());
    return system_.evaluate(point.t, point.y, r);
  }

  [[nodiscard]] bool evaluate_slopes(const Moment& point, const Slopes& slopes) override {
    std::ranges::copy(point.derivative, system_.parameters().begin());
    if (!system_.evaluate_slopes(point.t, point.y, {slopes.r, slopes.by_state, by_argument_})) {
      return false;
    }
    const auto all = std::span<const double>(by_argument_);
    std::ranges::copy(all.first(states_ * states_), slopes.by_derivative.begin());
    std::ranges::copy(all.subspan(states_ * states_).first(slopes.by_parameter.size()),
                      slopes.by_parameter.begin());
    return true;
  }

 private:
  [[nodiscard]] static std::vector<double> with_derivative(std::span<const double> parameters,
                                                           std::size_t states) {
    std::vector<double> all(states, 0.0);
    all.insert(all.end(), parameters.begin(), parameters.end());
    return all;
  }

  std::size_t states_;
  RightSideSystem system_;
  std::vector<double> by_argument_;
};

struct DaeCall {
  Value initial;
  Value derivative;
  double initial_time;
  std::vector<double> times;
  solve::OdeSettings settings;
};

// Operands: the initial state and its derivative, if they are symbols, then the symbolic arguments.
class DaeKernel : public expr::Kernel {
 public:
  DaeKernel(std::shared_ptr<const RightSide> residual, DaeCall call)
      : residual_(std::move(residual)), call_(std::move(call)) {
    // Without the derivative, which comes first.
    for (const std::size_t size : std::span(residual_->parameter_sizes()).subspan(1)) {
      parameters_ += size;
    }
  }

  [[nodiscard]] std::string_view name() const override { return "dae"; }

  [[nodiscard]] Shape value_shape(std::span<const Shape>) const override {
    return Shape::matrix(count(), states());
  }

  void evaluate(std::span<const Numbers> operands, std::span<const std::span<double>> outputs,
                std::span<double> /*scratch*/) const override {
    if (solve_at(operands, outputs)) return;
    for (const auto& output : outputs) {
      std::ranges::fill(output, std::numeric_limits<double>::quiet_NaN());
    }
  }

  // Whether the residual at the start is zero up to the absolute tolerance, as Stan wants it.
  [[nodiscard]] bool is_consistent(Residual& residual, Numbers state, Numbers derivative) const {
    std::vector<double> r(states());
    if (!residual.evaluate({call_.initial_time, state.first(states()), derivative.first(states())},
                           r)) {
      return false;
    }
    double norm = 0.0;
    for (const double x : r) norm += x * x;
    return std::sqrt(norm) <= call_.settings.absolute_tolerance;
  }

 private:
  [[nodiscard]] std::size_t states() const { return call_.initial.size(); }
  [[nodiscard]] std::size_t count() const { return call_.times.size(); }

  // Sensitivities in the initial state begin as unit vectors, those in parameters as 0. A solution
  // is determined without the derivative at the start, so there are none in that.
  [[nodiscard]] bool solve_at(std::span<const Numbers> operands,
                              std::span<const std::span<double>> outputs) const {
    std::size_t next = 0;
    const auto take = [&](const Value& x) {
      const Numbers numbers = x.is_known() ? x.numbers() : operands[next++];
      return std::vector<double>(numbers.begin(), numbers.end());
    };
    std::vector<double> state = take(call_.initial);
    const std::vector<double> derivative = take(call_.derivative);
    std::vector<double> parameters;
    for (; next < operands.size(); ++next) {
      parameters.insert(parameters.end(), operands[next].begin(), operands[next].end());
    }
    Residual residual(*residual_, parameters, states());
    if (!is_consistent(residual, state, derivative)) return false;
    solve::DaeProblem problem;
    problem.states = states();
    problem.free_columns = call_.initial.is_known() ? 0 : states();
    problem.parameter_columns = parameters_;
    problem.initial_time = call_.initial_time;
    problem.times = call_.times;
    state.resize(problem.size(), 0.0);
    for (std::size_t i = 0; i < problem.free_columns; ++i) state[states() * (1 + i) + i] = 1.0;
    problem.initial = state;
    problem.derivative = derivative;
    return solve::solve(residual, problem, call_.settings,
                        [&](std::size_t n, Numbers x) { write(n, x, outputs); });
  }

  // States go to output 0; columns of sensitivities, in the order of the operands, to the others.
  void write(std::size_t n, Numbers state, std::span<const std::span<double>> outputs) const {
    std::size_t next = 0;
    std::size_t source = 0;
    const auto put = [&](std::size_t columns) {
      const auto output = outputs[next++];
      for (std::size_t c = 0; c < columns; ++c, ++source) {
        // An output that nobody reads may be empty.
        for (std::size_t s = 0; s < states() && !output.empty(); ++s) {
          output[count() * (states() * c + s) + n] = state[states() * source + s];
        }
      }
    };
    put(1);
    if (!call_.initial.is_known()) put(states());
    if (!call_.derivative.is_known()) std::ranges::fill(outputs[next++], 0.0);
    for (const std::size_t size : std::span(residual_->parameter_sizes()).subspan(1)) put(size);
  }

  std::shared_ptr<const RightSide> residual_;
  DaeCall call_;
  std::size_t parameters_ = 0;
};

void check_states(const BuiltinCall& call, const Value& initial, const Value& derivative) {
  if (initial.size() != derivative.size()) {
    fail_in(call, fmt::format("the initial state has {}, but its derivative has {}",
                              counted(initial.size(), "element"), derivative.size()));
  }
  check_finite(call.syntax.name, "the derivative of the initial state", derivative);
}

// The residual with the derivative as a symbol, whatever is known of its start.
std::shared_ptr<const RightSide> residual_of(const BuiltinCall& call,
                                             std::span<const Value> arguments) {
  const Value& initial = call.arguments[1];
  const Value derivative = Value::symbol(initial.type(), initial.dims(), NodeId{0});
  std::vector<Value> passed{derivative};
  passed.insert(passed.end(), arguments.begin(), arguments.end());
  std::vector<Value> all{Value::real(0.0), initial};
  all.insert(all.end(), passed.begin(), passed.end());
  return std::make_shared<const RightSide>(
      RightSide::Call{.program = call.interpreter.program(),
                      .owner = call.interpreter.owner(),
                      .function = function_argument(call, 0, all),
                      .y = initial,
                      .arguments = std::move(passed),
                      .has_time = true,
                      .is_residual = true});
}

Value solve_known(const BuiltinCall& call, const DaeCall& problem, const RightSide& residual,
                  const DaeKernel& kernel, const Dims& dims) {
  Residual at_start(residual, {}, problem.initial.size());
  if (!kernel.is_consistent(at_start, problem.initial.numbers(), problem.derivative.numbers())) {
    fail_in(call,
            "the residual of the initial state and its derivative is not zero at the initial time");
  }
  std::vector<double> states(size_of(dims));
  const std::span<double> outputs[] = {states};
  kernel.evaluate({}, outputs, {});
  return Value::numbers(call.type, dims, std::move(states));
}

}  // namespace

// (residual, y0, y0', t0, ts [, relative, absolute, max_steps], arguments...)
Value dae(const BuiltinCall& call) {
  const auto a = call.arguments;
  const std::size_t controls = call.syntax.name == "dae_tol" ? 3 : 0;
  solve::OdeSettings settings{solve::OdeMethod::kBdf, 1e-10, 1e-10, 1e8};  // Stan's defaults
  if (controls > 0) set_tolerances(settings, a.subspan(5, controls));
  check_problem(call.syntax.name, {a[1], a[3], a[4], settings});
  check_states(call, a[1], a[2]);
  const auto arguments = a.subspan(5 + controls);
  const auto residual = residual_of(call, arguments);
  find_mistakes(*residual, a[3], a[1]);
  const DaeCall problem{
      a[1], a[2], a[3].number(), {a[4].numbers().begin(), a[4].numbers().end()}, settings};
  const auto kernel = std::make_shared<const DaeKernel>(residual, problem);
  std::vector<NodeId> operands;
  for (const Value* x : {&a[1], &a[2]}) {
    if (!x->is_known()) operands.push_back(call.machine.node(*x));
  }
  for (const Value& x : arguments) {
    if (!x.is_known()) operands.push_back(call.machine.node(x));
  }
  const Dims dims{problem.times.size(), problem.initial.size()};
  if (operands.empty()) return solve_known(call, problem, *residual, *kernel, dims);
  expr::Builder& builder = call.machine.builder();
  return call.machine.value(call.type, dims, builder.part(builder.kernel(kernel, operands), 0));
}

}  // namespace autumn::trace
