// This file has the functions of real numbers that work element by element on containers of any
// shape.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "base/numbers.h"
#include "trace/functions/common.h"
#include "trace/functions/formula.h"
#include "trace/functions/special.h"
#include "trace/operators.h"

namespace autumn::trace {
namespace formula {

// Formulas of numbers or terms, for functions without an operation of their own.
constexpr auto kInvSqrt = [](auto x) { return inverse(sqrt(x)); };
constexpr auto kInvSquare = [](auto x) { return inverse(square(x)); };
constexpr auto kCbrt = [](auto x) { return cbrt(x); };
constexpr auto kExp2 = [](auto x) { return exp2(x); };
constexpr auto kLog2 = [](auto x) { return log2(x); };
constexpr auto kLog10 = [](auto x) { return log10(x); };
constexpr auto kTgamma = [](auto x) { return tgamma(x); };
constexpr auto kInvCloglog = [](auto x) { return -expm1(-exp(x)); };
constexpr auto kInvErfc = [](auto x) { return inv_normal_cdf(0.5 * x) / -std::numbers::sqrt2; };
constexpr auto kPhiApprox = [](auto x) {
  return inv_logit(0.07056 * (square(x) * x) + 1.5976 * x);
};
constexpr auto kLog1mInvLogit = [](auto x) { return log_inv_logit(-x); };
constexpr auto kStep = [](auto x) { return select(x < 0.0, 0.0, 1.0); };
constexpr auto kIntStep = [](auto x) { return select(x > 0.0, 1.0, 0.0); };
constexpr auto kIsInf = [](auto x) { return select(abs(x) == kInfinity, 1.0, 0.0); };

// A NaN stays one, other than with max(x - y, 0).
constexpr auto kFdim = [](auto x, auto y) { return select(x <= y, 0.0, x - y); };
constexpr auto kHypot = [](auto x, auto y) { return hypot(x, y); };
constexpr auto kBeta = [](auto x, auto y) { return exp(lbeta(x, y)); };
// At 0 the logarithm has no slope; the function has that of its density there.
constexpr auto kGammaP = [](auto a, auto x) {
  constexpr double kNearlyZero = 1e-300;
  auto is_zero = x == 0.0;
  auto at_zero = x * exp(lmultiply(a - 1.0, kNearlyZero) - lgamma(a));
  return select(is_zero, at_zero, exp(log_gamma_p(a, select(is_zero, 1.0, x))));
};
constexpr auto kGammaQ = [](auto a, auto x) { return exp(log_gamma_q(a, x)); };
constexpr auto kLdexp = [](auto x, auto n) { return x * exp2(n); };
constexpr auto kLogFalling = [](auto x, auto n) { return log_rising_factorial(x - n + 1.0, n); };
constexpr auto kBinaryLogLoss = [](auto y, auto p) {
  return -(lmultiply(y, p) + multiply_log1m(1.0 - y, p));
};
// (e^x - e^y) / ((1 + e^x) (1 + e^y))
constexpr auto kLogInvLogitDiff = [](auto x, auto y) {
  return log_inv_logit(x) + log1m_exp(y - x) - log1p_exp(y);
};
constexpr auto kHypergeometric1F0 = [](auto a, auto z) { return exp(-a * log1m(z)); };

constexpr auto kFma = [](auto x, auto y, auto z) { return x * y + z; };
constexpr auto kIncBeta = [](auto a, auto b, auto x) { return exp(log_inc_beta(a, b, x)); };
constexpr auto kLogMix = [](auto theta, auto a, auto b) {
  return log_add_exp(log(theta) + a, log1m(theta) + b);
};
// Beyond it an exponential is not a number of ordinary size.
constexpr double kMostExponent = 700.0;
constexpr double kLargest = std::numeric_limits<double>::max();
// The same where theta may be 0 or 1, whose logarithm has no slope: the larger density that counts
// is taken out, and exponents of one that does not count are kept in range, for its slope.
constexpr auto kLogMixOfAny = [](auto theta, auto a, auto b) {
  auto most = max(max(select(theta > 0.0, a, b), select(theta < 1.0, b, a)), -kLargest);
  return most + log(theta * exp(min(a - most, kMostExponent)) +
                    (1.0 - theta) * exp(min(b - most, kMostExponent)));
};

}  // namespace formula

namespace {

using expr::Op;
using expr::Term;

template <Op kOp>
Value operation(const BuiltinCall& call) {
  return call.machine.elementwise(kOp, call.arguments, call.type, joint_dims(call));
}

double evaluate(const auto& formula, std::span<const Value> x, std::size_t i) {
  const auto at = [&](std::size_t k) { return x[k].numbers()[x[k].is_scalar() ? 0 : i]; };
  if constexpr (std::is_invocable_v<decltype(formula), double>) {
    return formula(at(0));
  } else if constexpr (std::is_invocable_v<decltype(formula), double, double>) {
    return formula(at(0), at(1));
  } else {
    return formula(at(0), at(1), at(2));
  }
}

Term build(const auto& formula, Terms x) {
  if constexpr (std::is_invocable_v<decltype(formula), Term>) {
    return formula(x[0]);
  } else if constexpr (std::is_invocable_v<decltype(formula), Term, Term>) {
    return formula(x[0], x[1]);
  } else {
    return formula(x[0], x[1], x[2]);
  }
}

// The arguments as terms: containers in the shape of the result, scalars as they are.
std::vector<Term> elementwise_terms(const BuiltinCall& call, const Dims& dims) {
  std::vector<Term> terms;
  for (const Value& x : call.arguments) {
    const Term term = call.machine.term(x);
    terms.push_back(x.is_scalar() ? term : expr::reshape(term, node_shape(dims)));
  }
  return terms;
}

// Of known numbers.
Value map_numbers(const BuiltinCall& call, const Dims& dims, const auto& formula) {
  if (dims.empty()) return Value::real(evaluate(formula, call.arguments, 0)).as(call.type);
  std::vector<double> numbers(size_of(dims));
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    numbers[i] = evaluate(formula, call.arguments, i);
  }
  return Value::numbers(call.type, dims, std::move(numbers));
}

Value map_formula(const BuiltinCall& call, const auto& formula) {
  const Dims dims = joint_dims(call);
  if (all_known(call.arguments)) return map_numbers(call, dims, formula);
  return call.machine.value(call.type, dims, build(formula, elementwise_terms(call, dims)));
}

template <const auto& kFormula>
Value map(const BuiltinCall& call) {
  return map_formula(call, kFormula);
}

template <NumberFunction kFunction>
Value special(const BuiltinCall& call) {
  // One kernel for all calls, so that equal calls are one node.
  static const auto kernel = make_kernel("special function", kFunction);
  return apply_to_elements(call, kernel, kFunction);
}

constexpr double kLog2 = std::numbers::ln2;
constexpr double kLog10 = std::numbers::ln10;

template <const double& kNumber>
Value constant(const BuiltinCall&) {
  return Value::real(kNumber);
}
constexpr double kPi = std::numbers::pi;
constexpr double kE = std::numbers::e;
constexpr double kSqrt2 = std::numbers::sqrt2;
constexpr double kMinusInfinity = -kInfinity;
constexpr double kPrecision = std::numeric_limits<double>::epsilon();

// log2() and log10() are numbers, log2(x) and log10(x) functions.
Value log2_function(const BuiltinCall& call) {
  return call.arguments.empty() ? Value::real(kLog2) : map_formula(call, formula::kLog2);
}
Value log10_function(const BuiltinCall& call) {
  return call.arguments.empty() ? Value::real(kLog10) : map_formula(call, formula::kLog10);
}

Value power(const BuiltinCall& call) {
  static_cast<void>(joint_dims(call));
  return binary(call.machine, stan::BinaryOp::kElementPower, call.arguments[0], call.arguments[1],
                call.type);
}

// ---- products of a known number of factors ----

// The largest of known whole numbers that count factors, or nothing: too many, or not known.
std::optional<int> largest_count(const Value& n) {
  constexpr double kMost = 1000;
  if (!n.is_known()) return std::nullopt;
  double most = 0;
  for (const double x : n.numbers()) {
    if (x < 0 || x != std::floor(x) || x > kMost) return std::nullopt;
    most = std::max(most, x);
  }
  return static_cast<int>(most);
}

// x (x + step) (x + 2 step) ..., n factors: exact for whole numbers, and right for negative x.
Value factorial(const BuiltinCall& call, double step) {
  if (const auto most = largest_count(call.arguments[1])) {
    return map_formula(call, [&](auto x, auto n) {
      using formula::select;
      auto product = select(n > 0.0, x, 1.0);
      for (int j = 1; j < *most; ++j) {
        product = product * select(n > double{1.0 * j}, x + step * j, 1.0);
      }
      return product;
    });
  }
  if (step < 0) {
    return map_formula(call, [](auto x, auto n) {
      using formula::exp, formula::log_rising_factorial;
      return exp(log_rising_factorial(x - n + 1.0, n));
    });
  }
  return map_formula(call, [](auto x, auto n) {
    using formula::exp, formula::log_rising_factorial;
    return exp(log_rising_factorial(x, n));
  });
}

Value falling_factorial(const BuiltinCall& call) {
  return factorial(call, -1);
}
Value rising_factorial(const BuiltinCall& call) {
  return factorial(call, 1);
}

// n over k by multiplication; every partial product is a whole number.
double choose(double n, double k) {
  if (!(k >= 0 && k <= n)) return 0;
  k = std::min(k, n - k);
  double result = 1;
  for (double j = 1; j <= k && std::isfinite(result); ++j) result = result * (n - k + j) / j;
  return std::round(result);
}

Value choose_function(const BuiltinCall& call) {
  if (!all_known(call.arguments)) fail_for_symbols(call, "use exp(lchoose(n, k))");
  return map_numbers(call, joint_dims(call), choose);
}

// log of the multivariate gamma function: log(pi) n (n-1) / 4 + sum of lgamma(x - j / 2), j < n.
Value lmgamma(const BuiltinCall& call) {
  const auto most = largest_count(call.arguments[0]);
  if (!most) fail_in(call, "the dimension is not a known number between 0 and 1000");
  return map_formula(call, [&](auto n, auto x) {
    using formula::select, formula::lgamma;
    // Where n is too small the argument is 1, whose lgamma is 0.
    auto sum =
        n * (n - 1.0) * (0.25 * std::log(std::numbers::pi)) + lgamma(select(n > 0.0, x, 1.0));
    for (int j = 1; j < *most; ++j) {
      sum = sum + lgamma(select(n > double{1.0 * j}, x - 0.5 * j, 1.0));
    }
    return sum;
  });
}

// Known proportions need no slopes, and parameters have ends that they do not reach.
bool has_slopes_at_proportions(Machine& machine, const Value& theta) {
  return theta.is_known() || is_parameter(machine.builder().graph(), machine.node(theta));
}

// log(theta) without a slope where it is -infinity.
Term log_or_nothing(Term theta, Term is_zero) {
  return select(is_zero, -kInfinity, log(select(is_zero, 1.0, theta)));
}

// log_mix of proportions and log densities, where a proportion of 0 adds a term without value that
// has the slope of the component; an array of vectors is a mixture each, and all are
// added.
Value log_mix(const BuiltinCall& call) {
  const Value& proportions = call.arguments[0];
  const bool is_inside = has_slopes_at_proportions(call.machine, proportions);
  if (call.arguments.size() == 3) {
    return is_inside ? map_formula(call, formula::kLogMix)
                     : map_formula(call, formula::kLogMixOfAny);
  }
  const Value& densities = call.arguments[1];
  require_equal(call, "numbers of components", proportions.size(), densities.dims().back());
  return compose(call, {}, [is_inside](Terms x) {
    const Term theta = x[0];
    const bool is_batch = x[1].shape().is_matrix();
    const auto wide = [&](Term t) { return is_batch ? repeat_rows(t, x[1].shape().rows) : t; };
    const Term is_zero = theta == 0.0;
    const Term log_theta = is_inside ? log(theta) : log_or_nothing(theta, is_zero);
    const Term each = wide(log_theta) + x[1];
    const Term mixed = is_batch ? row_log_sum_exp(each) : log_sum_exp(each);
    if (is_inside) return sum(mixed);
    const Term mixed_wide = is_batch ? repeat_cols(mixed, theta.size()) : mixed;
    const Term slope = exp(min(x[1] - max(mixed_wide, -formula::kLargest), formula::kMostExponent));
    return sum(mixed) + sum(select(wide(is_zero), wide(theta) * slope, 0.0));
  });
}

// ---- known numbers only ----

Value to_int(const BuiltinCall& call) {
  if (!all_known(call.arguments)) fail_for_symbols(call, "its argument must be data");
  return call.machine.elementwise(Op::kTrunc, call.arguments, call.type, joint_dims(call));
}

namespace f = formula;

constexpr BuiltinEntry kElementwiseFunctions[] = {
    // numbers
    {"pi", constant<kPi>},
    {"e", constant<kE>},
    {"sqrt2", constant<kSqrt2>},
    {"log2", log2_function},
    {"log10", log10_function},
    {"not_a_number", constant<kNaN>},
    {"positive_infinity", constant<kInfinity>},
    {"negative_infinity", constant<kMinusInfinity>},
    {"machine_precision", constant<kPrecision>},
    // of one argument
    {"abs", operation<Op::kAbs>},
    {"fabs", operation<Op::kAbs>},
    {"floor", operation<Op::kFloor>},
    {"ceil", operation<Op::kCeil>},
    {"round", operation<Op::kRound>},
    {"trunc", operation<Op::kTrunc>},
    {"to_int", to_int},
    {"sqrt", operation<Op::kSqrt>},
    {"cbrt", map<f::kCbrt>},
    {"square", operation<Op::kSquare>},
    {"exp", operation<Op::kExp>},
    {"exp2", map<f::kExp2>},
    {"expm1", operation<Op::kExpm1>},
    {"log", operation<Op::kLog>},
    {"log1p", operation<Op::kLog1p>},
    {"log1m", operation<Op::kLog1m>},
    {"log1p_exp", operation<Op::kLog1pExp>},
    {"log1m_exp", operation<Op::kLog1mExp>},
    {"inv", operation<Op::kInverse>},
    {"inv_sqrt", map<f::kInvSqrt>},
    {"inv_square", map<f::kInvSquare>},
    {"sin", operation<Op::kSin>},
    {"cos", operation<Op::kCos>},
    {"tan", operation<Op::kTan>},
    {"asin", operation<Op::kAsin>},
    {"acos", operation<Op::kAcos>},
    {"atan", operation<Op::kAtan>},
    {"sinh", operation<Op::kSinh>},
    {"cosh", operation<Op::kCosh>},
    {"tanh", operation<Op::kTanh>},
    {"asinh", operation<Op::kAsinh>},
    {"acosh", operation<Op::kAcosh>},
    {"atanh", operation<Op::kAtanh>},
    {"logit", operation<Op::kLogit>},
    {"inv_logit", operation<Op::kInvLogit>},
    {"inv_cloglog", map<f::kInvCloglog>},
    {"log_inv_logit", operation<Op::kLogInvLogit>},
    {"log1m_inv_logit", map<f::kLog1mInvLogit>},
    {"erf", operation<Op::kErf>},
    {"erfc", operation<Op::kErfc>},
    {"inv_erfc", map<f::kInvErfc>},
    {"Phi", operation<Op::kNormalCdf>},
    {"inv_Phi", operation<Op::kInvNormalCdf>},
    {"Phi_approx", map<f::kPhiApprox>},
    {"std_normal_qf", operation<Op::kInvNormalCdf>},
    {"std_normal_log_qf", special<std_normal_log_qf>},
    {"tgamma", map<f::kTgamma>},
    {"lgamma", operation<Op::kLgamma>},
    {"digamma", operation<Op::kDigamma>},
    {"trigamma", operation<Op::kTrigamma>},
    {"lambert_w0", special<lambert_w0>},
    {"lambert_wm1", special<lambert_wm1>},
    {"step", map<f::kStep>},
    {"int_step", map<f::kIntStep>},
    {"is_inf", map<f::kIsInf>},
    {"is_nan", operation<Op::kIsNan>},
    // of two arguments
    {"pow", power},
    {"fdim", map<f::kFdim>},
    {"fmin", operation<Op::kMin>},
    {"fmax", operation<Op::kMax>},
    {"fmod", operation<Op::kFmod>},
    {"hypot", map<f::kHypot>},
    {"atan2", operation<Op::kAtan2>},
    {"ldexp", map<f::kLdexp>},
    {"lmultiply", operation<Op::kLmultiply>},
    {"multiply_log", operation<Op::kLmultiply>},
    {"log_diff_exp", operation<Op::kLogDiffExp>},
    {"log_inv_logit_diff", map<f::kLogInvLogitDiff>},
    {"binary_log_loss", map<f::kBinaryLogLoss>},
    {"owens_t", operation<Op::kOwensT>},
    {"beta", map<f::kBeta>},
    {"lbeta", operation<Op::kLbeta>},
    {"lmgamma", lmgamma},
    {"gamma_p", map<f::kGammaP>},
    {"gamma_q", map<f::kGammaQ>},
    {"choose", choose_function},
    {"lchoose", operation<Op::kLchoose>},
    {"binomial_coefficient_log", operation<Op::kLchoose>},
    {"falling_factorial", falling_factorial},
    {"rising_factorial", rising_factorial},
    {"log_falling_factorial", map<f::kLogFalling>},
    {"log_rising_factorial", operation<Op::kLogRising>},
    {"bessel_first_kind", special<bessel_first_kind>},
    {"bessel_second_kind", special<bessel_second_kind>},
    {"modified_bessel_first_kind", special<modified_bessel_first_kind>},
    {"modified_bessel_second_kind", special<modified_bessel_second_kind>},
    {"log_modified_bessel_first_kind", special<log_modified_bessel_first_kind>},
    {"hypergeometric_1F0", map<f::kHypergeometric1F0>},
    // of three or more
    {"fma", map<f::kFma>},
    {"if_else", operation<Op::kSelect>},
    {"inc_beta", map<f::kIncBeta>},
    {"inv_inc_beta", special<inv_inc_beta>},
    {"log_mix", log_mix},
};

}  // namespace

std::span<const BuiltinEntry> elementwise_functions() {
  return kElementwiseFunctions;
}

}  // namespace autumn::trace
