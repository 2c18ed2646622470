// This file has the adjoints of functions of one number.
#include <cmath>
#include <numbers>

#include "passes/differentiate/adjoints.h"

namespace autumn::passes::adjoints {
namespace {

constexpr double kInvSqrtPi = std::numbers::inv_sqrtpi;
const double kSqrtTwoPi = std::sqrt(2.0 * std::numbers::pi);

// r' = 1 - r / x - r^2 for r = I1 / I0 (DLMF 10.29.2); r / x goes to 1/2.
Term bessel_ratio_slope(Term x, Term r) {
  return 1.0 - select(x == 0.0, 0.5, r / x) - square(r);
}

}  // namespace

Term unary(const Forward& f, Term g) {
  const Term x = f.operands[0];
  const Term v = f.value;
  switch (f.op) {
    case Op::kNegate: return -g;
    case Op::kExp: return g * v;
    case Op::kLog: return g / x;
    case Op::kLog1p: return g / (1.0 + x);
    case Op::kLog1m: return -g / (1.0 - x);
    case Op::kExpm1: return g * exp(x);
    case Op::kSqrt: return select(x == 0.0, 0.0, 0.5 * g / v);  // 0 at 0, as in Stan
    case Op::kSquare: return 2.0 * g * x;
    case Op::kInverse: return -g * square(v);
    case Op::kAbs: return g * sign(x);
    case Op::kSin: return g * cos(x);
    case Op::kCos: return -g * sin(x);
    case Op::kTan: return g * (1.0 + square(v));
    case Op::kAsin: return g / sqrt((1.0 - x) * (1.0 + x));
    case Op::kAcos: return -g / sqrt((1.0 - x) * (1.0 + x));
    case Op::kAtan: return g / (1.0 + square(x));
    case Op::kSinh: return g * cosh(x);
    case Op::kCosh: return g * sinh(x);
    case Op::kTanh: return g / square(cosh(x));  // 1 - v^2 would cancel far out
    case Op::kAsinh: return g / sqrt(1.0 + square(x));
    case Op::kAcosh: return g / sqrt((x - 1.0) * (x + 1.0));
    case Op::kAtanh: return g / ((1.0 - x) * (1.0 + x));
    case Op::kLogit: return g / (x * (1.0 - x));
    case Op::kInvLogit: return g * (v * inv_logit(-x));  // 1 - v would cancel
    case Op::kLog1pExp: return g * inv_logit(x);
    case Op::kLog1mExp: return -g / expm1(-x);
    case Op::kLogInvLogit: return g * inv_logit(-x);
    case Op::kErf: return (2.0 * kInvSqrtPi) * g * exp(-square(x));
    case Op::kErfc: return (-2.0 * kInvSqrtPi) * g * exp(-square(x));
    case Op::kNormalCdf: return (1.0 / kSqrtTwoPi) * g * exp(-0.5 * square(x));
    case Op::kLogNormalCdf: return g * inverse_mills(x);
    case Op::kInvMills: return -g * v * (x + v);
    case Op::kInvNormalCdf: return kSqrtTwoPi * g * exp(0.5 * square(v));
    case Op::kLgamma: return g * digamma(x);
    case Op::kDigamma: return g * trigamma(x);
    case Op::kTrigamma: return g * polygamma(2.0, x);
    case Op::kLogBesselI0: return g * bessel_ratio(x);
    case Op::kBesselRatio: return g * bessel_ratio_slope(x, v);
    default: break;
  }
  internal_error("the operation has one operand and a slope", __FILE__, __LINE__);
}

}  // namespace autumn::passes::adjoints
