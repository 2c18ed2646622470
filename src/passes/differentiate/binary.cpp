// This file has the adjoints of elementwise operations on two and three numbers.
#include <cmath>
#include <numbers>

#include "passes/differentiate/adjoints.h"

namespace autumn::passes::adjoints {
namespace {

constexpr double kPi = std::numbers::pi;

// x^y in x: y x^(y-1), and 0 at x = 0, as in Stan: doses and distances of zero are common, and an
// infinite slope there would reject points whose density is finite.
Term pow_base(Term x, Term y, Term g) {
  const Term slope = y * pow(x, y - 1.0);
  const bool is_number = y.builder().is_constant(y.id()) && y.shape().is_scalar();
  if (is_number && y.builder().graph().constant(y.id())[0] >= 1.0) return g * slope;
  return g * select(x == 0.0, 0.0, slope);
}

// x^y in y: x^y log x, and 0 at x = 0.
Term pow_exponent(Term x, Term value, Term g) {
  return g * select(x == 0.0, 0.0, value * log(x));
}

// Owen's T: -phi(h) (Phi(a h) - 1/2) in h, exp(-h^2 (1 + a^2) / 2) / (2 pi (1 + a^2)) in a.
Term owens_t_slope(Term h, Term a, std::size_t k) {
  if (k == 0) {
    const double scale = -0.5 / std::sqrt(2.0 * kPi);
    return scale * exp(-0.5 * square(h)) * erf(a * h / std::numbers::sqrt2);
  }
  const Term b = 1.0 + square(a);
  return exp(-0.5 * square(h) * b) / (2.0 * kPi * b);
}

// A slope of the log of a probability, and 0 where the probability is: whoever takes its
// exponential multiplies the slope by 0.
Term slope_of_log(Term log_probability, Term slope) {
  return select(exp(log_probability) == 0.0, 0.0, slope);
}

// The density of the gamma distribution over the probability whose log is given.
Term gamma_slope(Term a, Term x, Term log_probability) {
  return slope_of_log(log_probability,
                      exp(lmultiply(a - 1.0, x) - x - lgamma(a) - log_probability));
}

Term first_of_two(const Forward& f, Term g) {
  const Term x = f.operands[0];
  const Term y = f.operands[1];
  const Term v = f.value;
  switch (f.op) {
    case Op::kAdd:
    case Op::kSub:
    case Op::kFmod: return g;
    case Op::kMul: return g * y;
    case Op::kDiv: return g / y;
    case Op::kDivOrZero: return div_or_zero(g, y);
    case Op::kPow: return pow_base(x, y, g);
    case Op::kMin:
    case Op::kMax: return select(v == x, g, 0.0);
    case Op::kAtan2: return g * y / (square(x) + square(y));
    case Op::kLogAddExp: return g * inv_logit(x - y);
    case Op::kLogDiffExp: return -g / expm1(y - x);
    case Op::kLmultiply: return g * log(y);
    case Op::kMultiplyLog1m: return g * log1m(y);
    case Op::kLbeta: return -g * digamma_difference(x, y);
    case Op::kLchoose: return g * digamma_difference(x - y + 1.0, y);
    case Op::kLogRising: return g * digamma_difference(x, y);
    case Op::kDigammaDiff: return g * trigamma_difference(x, y);
    case Op::kTrigammaDiff: return g * (polygamma(2.0, x + y) - polygamma(2.0, x));
    case Op::kOwensT: return g * owens_t_slope(x, y, 0);
    case Op::kLogGammaP: return g * slope_of_log(v, log_gamma_p_da(x, y));
    case Op::kLogGammaQ: return g * slope_of_log(v, log_gamma_q_da(x, y));
    default: break;
  }
  internal_error("only what can be differentiated depends on an input", __FILE__, __LINE__);
}

Term second_of_two(const Forward& f, Term g) {
  const Term x = f.operands[0];
  const Term y = f.operands[1];
  const Term v = f.value;
  switch (f.op) {
    case Op::kAdd: return g;
    case Op::kSub: return -g;
    case Op::kMul: return g * x;
    case Op::kDiv: return -g * v / y;
    case Op::kDivOrZero: return -g * div_or_zero(v, y);
    case Op::kPow: return pow_exponent(x, v, g);
    case Op::kMin:
    case Op::kMax: return select(v == x, 0.0, g);
    case Op::kFmod: return -g * trunc(x / y);
    case Op::kAtan2: return -g * x / (square(x) + square(y));
    case Op::kLogAddExp: return g * inv_logit(y - x);
    case Op::kLogDiffExp: return -g / expm1(x - y);
    case Op::kLmultiply: return g * div_or_zero(x, y);
    case Op::kMultiplyLog1m: return -g * div_or_zero(x, 1.0 - y);
    case Op::kLbeta: return -g * digamma_difference(y, x);
    case Op::kLchoose: return g * digamma_difference(y + 1.0, x - 2.0 * y);
    case Op::kLogRising: return g * digamma(x + y);
    case Op::kDigammaDiff: return g * trigamma(x + y);
    case Op::kTrigammaDiff: return g * polygamma(2.0, x + y);
    case Op::kPolygamma: return g * polygamma(x + 1.0, y);
    case Op::kOwensT: return g * owens_t_slope(x, y, 1);
    case Op::kLogGammaP: return g * gamma_slope(x, y, v);
    case Op::kLogGammaQ: return -g * gamma_slope(x, y, v);
    default: break;
  }
  internal_error("only what can be differentiated depends on an input", __FILE__, __LINE__);
}

}  // namespace

Term binary(const Forward& f, std::size_t k, Term adjoint) {
  return k == 0 ? first_of_two(f, adjoint) : second_of_two(f, adjoint);
}

Term ternary(const Forward& f, std::size_t k, Term g) {
  const Term a = f.operands[0];
  const Term b = f.operands[1];
  const Term x = f.operands[2];
  if (f.op == Op::kSelect) return k == 1 ? select(a, g, 0.0) : select(a, 0.0, g);
  AUTUMN_CHECK(f.op == Op::kLogIncBeta,
               "only what can be differentiated depends on an input: not log_inc_beta_da or _db");
  if (k == 0) return g * log_inc_beta_da(a, b, x);
  if (k == 1) return g * log_inc_beta_db(a, b, x);
  // The density of the beta distribution over the probability whose log is the value.
  return g * exp(lmultiply(a - 1.0, x) + multiply_log1m(b - 1.0, x) - lbeta(a, b) - f.value);
}

}  // namespace autumn::passes::adjoints
