// This file defines the meaning of elementwise operations on single numbers.
#include <cmath>

#include "base/error.h"
#include "expr/operation.h"
#include "expr/special/bessel.h"
#include "expr/special/gamma.h"
#include "expr/special/incomplete_beta.h"
#include "expr/special/incomplete_gamma.h"
#include "expr/special/logistic.h"
#include "expr/special/normal.h"

namespace autumn::expr {
namespace {

double sign(double x) {
  if (std::isnan(x)) return x;
  return static_cast<double>((x > 0.0) - (x < 0.0));
}

double truth(bool is_true) {
  return is_true ? 1.0 : 0.0;
}

}  // namespace

double evaluate_unary(Op op, double x) {
  switch (op) {
    case Op::kNegate: return -x;
    case Op::kExp: return std::exp(x);
    case Op::kLog: return std::log(x);
    case Op::kLog1p: return std::log1p(x);
    case Op::kLog1m: return special::log1m(x);
    case Op::kExpm1: return std::expm1(x);
    case Op::kSqrt: return std::sqrt(x);
    case Op::kSquare: return x * x;
    case Op::kInverse: return 1.0 / x;
    case Op::kAbs: return std::fabs(x);
    case Op::kSign: return sign(x);
    case Op::kFloor: return std::floor(x);
    case Op::kCeil: return std::ceil(x);
    case Op::kRound: return std::round(x);
    case Op::kTrunc: return std::trunc(x);
    case Op::kSin: return std::sin(x);
    case Op::kCos: return std::cos(x);
    case Op::kTan: return std::tan(x);
    case Op::kAsin: return std::asin(x);
    case Op::kAcos: return std::acos(x);
    case Op::kAtan: return std::atan(x);
    case Op::kSinh: return std::sinh(x);
    case Op::kCosh: return std::cosh(x);
    case Op::kTanh: return std::tanh(x);
    case Op::kAsinh: return std::asinh(x);
    case Op::kAcosh: return std::acosh(x);
    case Op::kAtanh: return std::atanh(x);
    case Op::kLogit: return special::logit(x);
    case Op::kInvLogit: return special::inv_logit(x);
    case Op::kLog1pExp: return special::log1p_exp(x);
    case Op::kLog1mExp: return special::log1m_exp(x);
    case Op::kLogInvLogit: return special::log_inv_logit(x);
    case Op::kErf: return std::erf(x);
    case Op::kErfc: return std::erfc(x);
    case Op::kNormalCdf: return special::normal_cdf(x);
    case Op::kLogNormalCdf: return special::log_normal_cdf(x);
    case Op::kInvMills: return special::inverse_mills_ratio(x);
    case Op::kInvNormalCdf: return special::inv_normal_cdf(x);
    case Op::kLgamma: return special::lgamma(x);
    case Op::kDigamma: return special::digamma(x);
    case Op::kTrigamma: return special::trigamma(x);
    case Op::kLogBesselI0: return special::log_bessel_i0(x);
    case Op::kBesselRatio: return special::bessel_i1_i0_ratio(x);
    case Op::kNot: return truth(x == 0.0);
    case Op::kIsNan: return truth(std::isnan(x));
    default: break;
  }
  internal_error("the operation has one operand", __FILE__, __LINE__);
}

double evaluate_binary(Op op, double x, double y) {
  switch (op) {
    case Op::kAdd: return x + y;
    case Op::kSub: return x - y;
    case Op::kMul: return x * y;
    case Op::kDiv: return x / y;
    case Op::kDivOrZero: return special::divide_or_zero(x, y);
    case Op::kPow: return std::pow(x, y);
    case Op::kMin: return std::fmin(x, y);
    case Op::kMax: return std::fmax(x, y);
    case Op::kFmod: return std::fmod(x, y);
    case Op::kAtan2: return std::atan2(x, y);
    case Op::kLess: return truth(x < y);
    case Op::kLessEqual: return truth(x <= y);
    case Op::kEqual: return truth(x == y);
    case Op::kAnd: return truth(x != 0.0 && y != 0.0);
    case Op::kOr: return truth(x != 0.0 || y != 0.0);
    case Op::kLogAddExp: return special::log_add_exp(x, y);
    case Op::kLogDiffExp: return special::log_diff_exp(x, y);
    case Op::kLmultiply: return special::lmultiply(x, y);
    case Op::kMultiplyLog1m: return special::multiply_log1m(x, y);
    case Op::kLbeta: return special::lbeta(x, y);
    case Op::kLchoose: return special::lchoose(x, y);
    case Op::kLogRising: return special::log_rising_factorial(x, y);
    case Op::kDigammaDiff: return special::digamma_difference(x, y);
    case Op::kTrigammaDiff: return special::trigamma_difference(x, y);
    case Op::kPolygamma: return special::polygamma(x, y);
    case Op::kOwensT: return special::owens_t(x, y);
    case Op::kLogGammaP: return special::log_gamma_p(x, y);
    case Op::kLogGammaQ: return special::log_gamma_q(x, y);
    case Op::kLogGammaPDa: return special::log_gamma_p_da(x, y);
    case Op::kLogGammaQDa: return special::log_gamma_q_da(x, y);
    default: break;
  }
  internal_error("the operation has two operands", __FILE__, __LINE__);
}

double evaluate_ternary(Op op, double x, double y, double z) {
  switch (op) {
    case Op::kSelect: return x != 0.0 ? y : z;
    case Op::kLogIncBeta: return special::log_inc_beta(x, y, z);
    case Op::kLogIncBetaDa: return special::log_inc_beta_da(x, y, z);
    case Op::kLogIncBetaDb: return special::log_inc_beta_db(x, y, z);
    default: break;
  }
  internal_error("the operation has three operands", __FILE__, __LINE__);
}

}  // namespace autumn::expr
