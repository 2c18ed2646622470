// This file finds nonlinear functions of parameters on the left of `~`, whose density needs a
// Jacobian.
#include "stan/advice/facts.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "stan/syntax/walk.h"

namespace autumn::stan {
namespace {

// How an expression contains parameters. What is not known counts as linear: no false alarms.
enum class Degree : std::uint8_t { kConstant, kLinear, kNonlinear };

constexpr std::array<std::string_view, 34> kNonlinearFunctions{
    "abs",         "atan",    "cbrt",  "cloglog", "cos",        "erf",       "exp",
    "exp2",        "expm1",   "inv",   "inv_Phi", "inv_logit",  "inv_sqrt",  "inv_square",
    "inv_cloglog", "lgamma",  "log",   "log10",   "log1m",      "log1m_exp", "log1p",
    "log1p_exp",   "log2",    "logit", "Phi",     "Phi_approx", "pow",       "sin",
    "sinh",        "softmax", "sqrt",  "square",  "tan",        "tanh"};

// These only pick, put together or add up.
constexpr std::array<std::string_view, 16> kLinearFunctions{
    "append_col", "append_row", "block",         "col",      "cumulative_sum", "diagonal",
    "head",       "mean",       "reverse",       "row",      "segment",        "sum",
    "tail",       "to_matrix",  "to_row_vector", "to_vector"};

constexpr int kMostSteps = 30;

class DegreeFinder {
 public:
  explicit DegreeFinder(const Facts& facts) : facts_(facts) {}

  [[nodiscard]] Degree of(const Expr& expr, int steps = 0) const {
    if (facts_.parameters_of(expr).empty()) return Degree::kConstant;
    if (steps > kMostSteps) return Degree::kLinear;
    if (const auto* unary = std::get_if<Unary>(&expr.node)) return of(*unary->operand, steps + 1);
    if (const auto* binary = std::get_if<Binary>(&expr.node)) return of_binary(*binary, steps);
    if (const auto* indexed = std::get_if<Indexed>(&expr.node)) {
      return of(*indexed->base, steps + 1);
    }
    if (const auto* call = std::get_if<Call>(&expr.node)) return of_call(*call, steps);
    if (const auto* row = std::get_if<RowLiteral>(&expr.node)) return of_all(row->elements, steps);
    if (const auto* list = std::get_if<ArrayLiteral>(&expr.node)) {
      return of_all(list->elements, steps);
    }
    if (const auto* variable = std::get_if<Variable>(&expr.node)) {
      return of_variable(*variable, steps);
    }
    return Degree::kLinear;
  }

 private:
  [[nodiscard]] Degree of_binary(const Binary& binary, int steps) const {
    const Degree left = of(*binary.left, steps + 1);
    const Degree right = of(*binary.right, steps + 1);
    const bool both = left != Degree::kConstant && right != Degree::kConstant;
    switch (binary.op) {
      case BinaryOp::kMultiply:
      case BinaryOp::kElementMultiply: return both ? Degree::kNonlinear : std::max(left, right);
      case BinaryOp::kDivide:
      case BinaryOp::kElementDivide: return right != Degree::kConstant ? Degree::kNonlinear : left;
      case BinaryOp::kPower:
      case BinaryOp::kElementPower: return Degree::kNonlinear;
      case BinaryOp::kAdd:
      case BinaryOp::kSubtract: return std::max(left, right);
      default: return Degree::kLinear;
    }
  }

  [[nodiscard]] Degree of_all(const std::vector<ExprPtr>& parts, int steps) const {
    Degree highest = Degree::kConstant;
    for (const ExprPtr& part : parts) highest = std::max(highest, of(*part, steps + 1));
    return highest;
  }

  [[nodiscard]] Degree of_call(const Call& call, int steps) const {
    const auto is_among = [&](const auto& names) {
      return std::find(names.begin(), names.end(), call.name) != names.end();
    };
    if (call.user_function >= 0) return Degree::kLinear;
    if (is_among(kLinearFunctions)) return of_all(call.arguments, steps);
    return is_among(kNonlinearFunctions) ? Degree::kNonlinear : Degree::kLinear;
  }

  // A transformed parameter or local variable is what is assigned to it.
  [[nodiscard]] Degree of_variable(const Variable& variable, int steps) const {
    if (facts_.parameters.contains(variable.slot)) return Degree::kLinear;
    const auto found = facts_.values.find(variable.slot);
    if (found == facts_.values.end() || found->second.size() != 1) return Degree::kLinear;
    return of(*found->second.front(), steps + 1);
  }

  const Facts& facts_;
};

// `prediction ~ normal(y, sigma)` is a likelihood of y, written the other way round.
bool has_data_on_the_right(const Facts& facts, const DensityFactor& factor) {
  return std::any_of(factor.arguments.begin(), factor.arguments.end(), [&](const Expr* argument) {
    bool has_data = false;
    each_inside(*argument, [&](const Expr& part) {
      const auto* variable = std::get_if<Variable>(&part.node);
      has_data = has_data || (variable != nullptr && facts.data.contains(variable->slot));
    });
    return has_data;
  });
}

}  // namespace

// Where something else is added to `target`, it may be the Jacobian.
void warn_of_jacobians(const Facts& facts, std::vector<Warning>& warnings) {
  const bool may_be_there =
      facts.has_jacobian ||
      std::any_of(facts.factors.begin(), facts.factors.end(), [](const DensityFactor& factor) {
        return factor.is_opaque && factor.outcome == nullptr;
      });
  if (may_be_there) return;
  const DegreeFinder degrees(facts);
  for (const DensityFactor& factor : facts.factors) {
    if (!factor.is_tilde || has_data_on_the_right(facts, factor)) continue;
    if (degrees.of(*factor.outcome) != Degree::kNonlinear) continue;
    warnings.push_back(
        {WarningKind::kJacobian,
         {"the left side of `~` is a nonlinear function of parameters: without the logarithm of "
          "its Jacobian this is not the distribution of the left side",
          "add it: `jacobian += ...;` in transformed parameters, or `target += ...;` here",
          factor.where}});
  }
}

}  // namespace autumn::stan
