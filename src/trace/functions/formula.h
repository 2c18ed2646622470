// This header has the functions of terms again for plain numbers, so that one formula serves both,
// and what has no operation of its own.
#pragma once

#include <cmath>
#include <limits>
#include <numbers>

#include "expr/operation.h"
#include "expr/term.h"

// Formulas are written inside this namespace: a plain number finds the functions here, a term finds
// its own by its type.
namespace autumn::trace::formula {

using expr::Op;
using expr::Term;

#define AUTUMN_X(function, op)                     \
  [[nodiscard]] inline double function(double x) { \
    return expr::evaluate_unary(Op::op, x);        \
  }
AUTUMN_TERM_UNARY(AUTUMN_X)
#undef AUTUMN_X
#define AUTUMN_X(function, op)                               \
  [[nodiscard]] inline double function(double x, double y) { \
    return expr::evaluate_binary(Op::op, x, y);              \
  }
AUTUMN_TERM_BINARY(AUTUMN_X)
#undef AUTUMN_X
[[nodiscard]] inline double select(bool c, double a, double b) {
  return c ? a : b;
}
[[nodiscard]] inline double log_inc_beta(double a, double b, double x) {
  return expr::evaluate_ternary(Op::kLogIncBeta, a, b, x);
}

// ---- exact for numbers, by other operations for terms ----

[[nodiscard]] inline double cbrt(double x) {
  return std::cbrt(x);
}
[[nodiscard]] inline Term cbrt(Term x) {
  return sign(x) * pow(abs(x), 1.0 / 3.0);
}

[[nodiscard]] inline double exp2(double x) {
  return std::exp2(x);
}
[[nodiscard]] inline Term exp2(Term x) {
  return exp(x * std::numbers::ln2);
}

[[nodiscard]] inline double log2(double x) {
  return std::log2(x);
}
[[nodiscard]] inline Term log2(Term x) {
  return log(x) / std::numbers::ln2;
}

[[nodiscard]] inline double log10(double x) {
  return std::log10(x);
}
[[nodiscard]] inline Term log10(Term x) {
  return log(x) / std::numbers::ln10;
}

[[nodiscard]] inline double hypot(double x, double y) {
  return std::hypot(x, y);
}
// Scaled by a constant where squares would overflow or underflow.
[[nodiscard]] inline Term hypot(Term x, Term y) {
  const Term size = max(abs(x), abs(y));
  const Term unit = select(size > 1e150, 1e150, select(size < 1e-150, 1e-150, 1.0));
  return unit * sqrt(square(x / unit) + square(y / unit));
}

[[nodiscard]] inline double tgamma(double x) {
  return std::tgamma(x);
}
// Between the negative integers the sign of gamma alternates.
[[nodiscard]] inline Term tgamma(Term x) {
  return select(x > 0.0, 1.0, 1.0 - 2.0 * abs(fmod(floor(x), 2.0))) * exp(lgamma(x));
}

}  // namespace autumn::trace::formula
