// This file has the rules of DEPENDENT, AFFINE, LINEAR and AFFINE_COEFF, one per operation.
#include "oracle/structure.h"

#include <algorithm>

#include "base/error.h"

namespace autumn::oracle {
namespace {

class Walk {
 public:
  explicit Walk(NodeId v) : v_(v) {}

  bool dependent(const Expr& e) {
    return dependent_(e, [&] { return dependent_rule(e); });
  }
  bool affine(const Expr& e) {
    return affine_(e, [&] { return !dependent(e) || affine_rule(e); });
  }
  bool linear(const Expr& e) {
    return linear_(e, [&] { return dependent(e) && linear_rule(e); });
  }
  AffineCoefficients affine_coeff(const Expr& e) {
    return coefficients_(
        e, [&] { return dependent(e) ? affine_coeff_rule(e) : AffineCoefficients{0.0, e}; });
  }

 private:
  bool dependent_rule(const Expr& e) {
    if (e.is_node(v_)) return true;
    return std::ranges::any_of(e.operation().operands,
                               [&](const Expr& operand) { return dependent(operand); });
  }

  // The rules below are for expressions that depend on v.
  bool affine_rule(const Expr& e) {
    const std::vector<Expr>& x = e.operation().operands;
    switch (e.operation().op) {
      case Operator::kNode: return true;
      case Operator::kAdd:
      case Operator::kSubtract: return affine(x[0]) && affine(x[1]);
      case Operator::kMultiply:
        return (affine(x[0]) && !dependent(x[1])) || (!dependent(x[0]) && affine(x[1]));
      case Operator::kDivide: return affine(x[0]) && !dependent(x[1]);
      case Operator::kConstant:
      case Operator::kExp:
      case Operator::kLog:
      case Operator::kSqrt:
      case Operator::kSquare: return false;
    }
    return false;
  }

  bool linear_rule(const Expr& e) {
    const std::vector<Expr>& x = e.operation().operands;
    switch (e.operation().op) {
      case Operator::kNode: return true;
      case Operator::kAdd:
      case Operator::kSubtract: return linear(x[0]) && linear(x[1]);
      case Operator::kMultiply:
        return (linear(x[0]) && !dependent(x[1])) || (!dependent(x[0]) && linear(x[1]));
      case Operator::kDivide: return linear(x[0]) && !dependent(x[1]);
      case Operator::kConstant:
      case Operator::kExp:
      case Operator::kLog:
      case Operator::kSqrt:
      case Operator::kSquare: return false;
    }
    return false;
  }

  AffineCoefficients affine_coeff_rule(const Expr& e) {
    const Operation& operation = e.operation();
    if (operation.op == Operator::kNode) return {1.0, 0.0};
    AUTUMN_CHECK(operation.operands.size() == 2, "coefficients are asked of affine expressions");
    const Expr& a = operation.operands[0];
    const Expr& b = operation.operands[1];
    if (operation.op == Operator::kMultiply && !dependent(a)) {
      const auto [p, q] = affine_coeff(b);
      return {a * p, a * q};
    }
    const auto [p, q] = affine_coeff(a);
    if (operation.op == Operator::kMultiply) return {p * b, q * b};
    if (operation.op == Operator::kDivide) return {p / b, q / b};
    const auto [r, s] = affine_coeff(b);
    if (operation.op == Operator::kAdd) return {p + r, q + s};
    return {p - r, q - s};
  }

  NodeId v_;
  Memo<bool> dependent_;
  Memo<bool> affine_;
  Memo<bool> linear_;
  Memo<AffineCoefficients> coefficients_;
};

}  // namespace

bool dependent(const Expr& e, NodeId v) {
  return Walk(v).dependent(e);
}

bool affine(const Expr& e, NodeId v) {
  return Walk(v).affine(e);
}

bool linear(const Expr& e, NodeId v) {
  return Walk(v).linear(e);
}

AffineCoefficients affine_coeff(const Expr& e, NodeId v) {
  AUTUMN_CHECK(affine(e, v), "coefficients are asked of affine expressions");
  return Walk(v).affine_coeff(e);
}

}  // namespace autumn::oracle
