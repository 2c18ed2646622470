// This file has the function integrate_1d of the language.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "solve/integral.h"
#include "trace/functions/common.h"
#include "trace/functions/higher_order.h"
#include "trace/interpreter.h"
#include "trace/ode/right_side.h"

namespace autumn::trace {
namespace {

using expr::Numbers;
using expr::Shape;

struct IntegralCall {
  Value low;
  Value high;
  double tolerance;
};

// The integral of f(x, distance, p) from low to high: d/dp goes under the integral, d/dhigh is
// f(high), d/dlow is -f(low). Operands: those of low, high and the arguments that are symbols. In
// the right-hand side x is the time, the distance the state.
class IntegralKernel : public expr::Kernel {
 public:
  IntegralKernel(std::shared_ptr<const RightSide> integrand, IntegralCall call)
      : integrand_(std::move(integrand)), call_(std::move(call)) {
    for (const std::size_t size : integrand_->parameter_sizes()) count_ += size;
  }

  [[nodiscard]] std::string_view name() const override { return "integral"; }
  [[nodiscard]] Shape value_shape(std::span<const Shape>) const override { return Shape::scalar(); }

  void evaluate(std::span<const Numbers> operands, std::span<const std::span<double>> outputs,
                std::span<double> /*scratch*/) const override {
    std::size_t next = 0;
    const double low = call_.low.is_known() ? call_.low.number() : operands[next++][0];
    const double high = call_.high.is_known() ? call_.high.number() : operands[next++][0];
    std::vector<double> parameters;
    for (const Numbers& x : operands.subspan(next)) {
      parameters.insert(parameters.end(), x.begin(), x.end());
    }
    if (integrate_at({low, high}, parameters, outputs)) return;
    for (const auto& output : outputs) {
      std::ranges::fill(output, std::numeric_limits<double>::quiet_NaN());
    }
  }

 private:
  [[nodiscard]] bool integrate_at(solve::Interval interval, const std::vector<double>& parameters,
                                  std::span<const std::span<double>> outputs) const {
    if (!(interval.low <= interval.high)) return false;
    RightSideSystem system(*integrand_, parameters);
    std::vector<double> integrals(1 + count_, 0.0);
    double by_distance = 0.0;
    // Far out, where the integrand has underflowed to 0, slopes may be 0 times infinity: they are
    // 0.
    const solve::Integrands integrands = [&](double x, double distance, std::span<double> values) {
      const bool is_evaluated = system.evaluate_slopes(
          x, {&distance, 1}, {values.first(1), {&by_distance, 1}, values.subspan(1)});
      if (!is_evaluated || values[0] != 0.0) return is_evaluated;
      for (double& slope : values.subspan(1)) slope = std::isfinite(slope) ? slope : 0.0;
      return true;
    };
    const bool is_empty = interval.low == interval.high;
    if (!is_empty && !integrate(integrands, interval, call_.tolerance, integrals)) return false;
    if (!outputs[0].empty()) outputs[0][0] = integrals[0];
    return write_slopes(system, interval, integrals, outputs.subspan(1));
  }

  [[nodiscard]] bool write_slopes(RightSideSystem& system, solve::Interval interval,
                                  const std::vector<double>& integrals,
                                  std::span<const std::span<double>> slopes) const {
    if (slopes.empty()) return true;  // everything is known
    std::size_t next = 0;
    const double distance = 0.0;
    double f = 0.0;
    for (const bool is_low : {true, false}) {
      if ((is_low ? call_.low : call_.high).is_known()) continue;
      const double end = is_low ? interval.low : interval.high;
      if (std::isfinite(end) && !system.evaluate(end, {&distance, 1}, {&f, 1})) return false;
      if (!slopes[next].empty()) slopes[next][0] = std::isinf(end) ? 0.0 : is_low ? -f : f;
      ++next;
    }
    std::size_t from = 1;
    for (const std::size_t size : integrand_->parameter_sizes()) {
      const auto part = std::span(integrals).subspan(from, size);
      if (!slopes[next].empty()) std::ranges::copy(part, slopes[next].begin());
      from += size;
      ++next;
    }
    return true;
  }

  std::shared_ptr<const RightSide> integrand_;
  IntegralCall call_;
  std::size_t count_ = 0;
};

Value integral(const BuiltinCall& call, const IntegralCall& problem,
               std::span<const Value> arguments) {
  std::vector<Value> all{Value::real(0.0), Value::real(0.0)};
  all.insert(all.end(), arguments.begin(), arguments.end());
  auto integrand = std::make_shared<const RightSide>(
      RightSide::Call{.program = call.interpreter.program(),
                      .owner = call.interpreter.owner(),
                      .function = function_argument(call, 0, all),
                      .y = Value::real(0.0),
                      .arguments = {arguments.begin(), arguments.end()}});
  const auto kernel = std::make_shared<const IntegralKernel>(std::move(integrand), problem);
  std::vector<NodeId> operands;
  for (const Value* x : {&problem.low, &problem.high}) {
    if (!x->is_known()) operands.push_back(call.machine.node(*x));
  }
  for (const Value& x : arguments) {
    if (!x.is_known()) operands.push_back(call.machine.node(x));
  }
  if (operands.empty()) {
    double result = 0.0;
    const std::span<double> outputs[] = {{&result, 1}};
    kernel->evaluate({}, outputs, {});
    if (std::isnan(result)) fail_in(call, "the integral does not converge to the tolerance");
    return Value::real(result);
  }
  expr::Builder& builder = call.machine.builder();
  return call.machine.value(call.type, {}, builder.part(builder.kernel(kernel, operands), 0));
}

}  // namespace

// (f, low, high, theta, x_r, x_i [, relative tolerance])
Value integrate_1d(const BuiltinCall& call) {
  const auto a = call.arguments;
  IntegralCall problem{a[1], a[2], std::sqrt(std::numeric_limits<double>::epsilon())};
  if (a.size() > 6) problem.tolerance = a[6].number();
  if (!(problem.tolerance > 0.0)) fail_in(call, "the relative tolerance must be positive");
  if (a[1].is_known() && a[2].is_known() && !(a[1].number() <= a[2].number())) {
    fail_in(call, fmt::format("the lower end {} is above the upper end {}", a[1].number(),
                              a[2].number()));
  }
  return integral(call, problem, a.subspan(3, 3));
}

}  // namespace autumn::trace
