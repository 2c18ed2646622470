// This file has the hypergeometric functions, with slopes by all their arguments.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "expr/kernel.h"
#include "trace/functions/common.h"
#include "trace/functions/groups.h"
#include "trace/functions/hypergeometric_series.h"

namespace autumn::trace {
namespace {

// Of operands that hold a, b and z one after the other.
class HypergeometricKernel final : public expr::Kernel {
 public:
  explicit HypergeometricKernel(std::size_t above) : above_(above) {}
  [[nodiscard]] std::string_view name() const override { return "hypergeometric"; }
  [[nodiscard]] expr::Shape value_shape(std::span<const expr::Shape>) const override {
    return expr::Shape::scalar();
  }
  void evaluate(std::span<const expr::Numbers> operands, std::span<const std::span<double>> outputs,
                std::span<double> /*scratch*/) const override {
    std::vector<double> all;
    for (const expr::Numbers& x : operands) all.insert(all.end(), x.begin(), x.end());
    const auto partials = outputs.subspan(1);
    const bool wants_slopes =
        std::ranges::any_of(partials, [](const auto& output) { return !output.empty(); });
    const auto in = std::span<const double>(all);
    const std::size_t below = in.size() - 1 - above_;
    const HypergeometricValue at =
        hypergeometric({in.first(above_), in.subspan(above_, below), in.back()}, wants_slopes);
    if (!outputs[0].empty()) outputs[0][0] = at.value;
    std::size_t first = 0;
    for (std::size_t k = 0; k < operands.size(); ++k) {
      if (!partials[k].empty()) {
        std::copy_n(at.slopes.begin() + static_cast<std::ptrdiff_t>(first), operands[k].size(),
                    partials[k].begin());
      }
      first += operands[k].size();
    }
  }

 private:
  std::size_t above_;
};

Value hypergeometric_function(const BuiltinCall& call) {
  const bool is_scalar = call.arguments[0].is_scalar();
  const std::size_t above = is_scalar ? 2 : call.arguments[0].size();
  const auto kernel = std::make_shared<const HypergeometricKernel>(above);
  if (all_known(call.arguments)) {
    std::vector<expr::Numbers> operands;
    for (const Value& x : call.arguments) operands.push_back(x.numbers());
    double result = 0.0;
    std::vector<std::span<double>> outputs(operands.size() + 1);
    outputs[0] = {&result, 1};
    kernel->evaluate(operands, outputs, {});
    if (std::isnan(result)) {
      fail(fmt::format("{}: the series does not converge, or its terms cancel all digits",
                       call.syntax.name));
    }
    return Value::real(result);
  }
  std::vector<NodeId> operands;
  for (const Value& x : call.arguments) operands.push_back(call.machine.node(x));
  expr::Builder& builder = call.machine.builder();
  const NodeId result = builder.part(builder.kernel(kernel, operands), 0);
  // A point is refused where there is no value, whatever is made of it.
  call.machine.require({.node = result, .result = result});
  return call.machine.value(call.type, {}, result);
}

constexpr BuiltinEntry kHypergeometricFunctions[] = {
    {"hypergeometric_2F1", hypergeometric_function},
    {"hypergeometric_3F2", hypergeometric_function},
    {"hypergeometric_pFq", hypergeometric_function},
};

}  // namespace

std::span<const BuiltinEntry> hypergeometric_functions() {
  return kHypergeometricFunctions;
}

}  // namespace autumn::trace
