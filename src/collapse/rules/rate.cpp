// This file has the shares of factors in which an element is a rate, and their integrals.
#include "collapse/rules/rate.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "base/error.h"
#include "collapse/rules/rows.h"
#include "dist/constants.h"
#include "dist/items.h"
#include "dist/list.h"

namespace autumn::collapse {
namespace {

// In all shares c is the argument that contains the rate, at w = 1.

Share poisson_share(Term y, Arguments args) {
  const Term c = args[0];
  return {.increments = {y, c}, .remainder = lmultiply(y, c) - lgamma(y + 1.0)};
}

Share exponential_share(Term y, Arguments args) {
  const Term c = args[0];
  return {.increments = {constant(y.builder(), 1.0), c * y}, .remainder = log(c)};
}

Share gamma_share(Term y, Arguments args) {
  const Term a = args[0];
  const Term c = args[1];
  return {.increments = {a, c * y}, .remainder = a * log(c) - lgamma(a) + lmultiply(a - 1.0, y)};
}

Share inv_gamma_share(Term y, Arguments args) {
  const Term a = args[0];
  const Term c = args[1];
  return {.increments = {a, c / y}, .remainder = a * log(c) - lgamma(a) - (a + 1.0) * log(y)};
}

// The scale is c w^(-1/k), so that (y / scale)^k = (y / c)^k w.
Share weibull_share(Term y, Arguments args) {
  const Term k = args[0];
  const Term c = args[1];
  const Term r = y / c;
  return {.increments = {constant(y.builder(), 1.0), pow(r, k)},
          .remainder = log(k) - log(c) + lmultiply(k - 1.0, r)};
}

Share pareto_share(Term y, Arguments args) {
  const Term y_min = args[0];
  const Term c = args[1];
  return {.increments = {constant(y.builder(), 1.0), c * log1p((y - y_min) / y_min)},
          .remainder = log(c) - log(y)};
}

// The standard deviation is c w^(-1/2).
Share normal_share(Term y, Arguments args) {
  const Term c = args[1];
  return {.increments = {constant(y.builder(), 0.5), 0.5 * square((y - args[0]) / c)},
          .remainder = -log(c) - dist::kHalfLogTwoPi};
}

Share lognormal_share(Term y, Arguments args) {
  const Term log_y = log(y);
  Share share = normal_share(log_y, args);
  share.remainder = share.remainder - log_y;
  return share;
}

// Of every item, where the covariance is C / w: its squared length when it is whitened by C.
Share multi_normal_share(Term squares, std::size_t length, Term log_det) {
  const double n = static_cast<double>(length);
  const Term half = filled(squares.builder(), 0.5 * n, squares.shape());
  return {.increments = {half, 0.5 * squares},
          .remainder = broadcast(-log_det - n * dist::kHalfLogTwoPi, squares.shape())};
}

Share cholesky_share(Term y, Term mu, Term l) {
  return multi_normal_share(dist::squared_distances(y, mu, l), l.shape().rows,
                            dist::log_det_triangle(l));
}

Share factor_share(Term y, Arguments args) {
  return cholesky_share(y, args[0], args[1]);
}

Share covariance_share(Term y, Arguments args) {
  return cholesky_share(y, args[0], cholesky(args[1]));
}

Share precision_share(Term y, Arguments args) {
  const Term l = cholesky(args[1]);
  const Term whitened = matmul(l, dist::residual_columns(y, args[0]), expr::flag::kTransposeLeft);
  return multi_normal_share(dist::squared_lengths(whitened), l.shape().rows,
                            -dist::log_det_triangle(l));
}

// A distribution, the position of c w^exponent, and the share.
struct RateUse {
  const dist::Distribution& (*distribution)();
  std::size_t position;
  double exponent;
  Share (*share)(Term y, Arguments args);
};

// The exponent is -1 / shape, the shape being the argument before.
constexpr double kMinusOneOverShape = -std::numeric_limits<double>::infinity();

constexpr std::array kRateUses{
    RateUse{dist::poisson, 1, 1.0, poisson_share},
    RateUse{dist::exponential, 1, 1.0, exponential_share},
    RateUse{dist::gamma, 2, 1.0, gamma_share},
    RateUse{dist::inv_gamma, 2, 1.0, inv_gamma_share},
    RateUse{dist::weibull, 2, kMinusOneOverShape, weibull_share},
    RateUse{dist::pareto, 2, 1.0, pareto_share},
    RateUse{dist::normal, 2, -0.5, normal_share},
    RateUse{dist::lognormal, 2, -0.5, lognormal_share},
    RateUse{dist::multi_normal, 2, -1.0, covariance_share},
    RateUse{dist::multi_normal_cholesky, 2, -0.5, factor_share},
    RateUse{dist::multi_normal_prec, 2, 1.0, precision_share},
};

const RateUse* find_rate_use(const Use& use) {
  const auto* found = std::find_if(kRateUses.begin(), kRateUses.end(), [&](const RateUse& known) {
    return &known.distribution() == use.distribution && known.position == use.position;
  });
  return found == kRateUses.end() ? nullptr : found;
}

// Up to the rounding of a program's own 1 / k.
bool is_minus_one_over(double exponent, Term shape) {
  constexpr double kRounding = 4.0 * std::numeric_limits<double>::epsilon();
  if (!shape.builder().is_constant(shape.id())) return false;
  const auto shapes = shape.builder().graph().constant(shape.id());
  return std::all_of(shapes.begin(), shapes.end(),
                     [&](double k) { return std::fabs(k * exponent + 1.0) <= kRounding; });
}

// The number c if the node is c / x, as programs write it; else 0.
double numerator_over(const expr::Graph& graph, expr::NodeId node, expr::NodeId x) {
  const auto operands = graph.operands(node);
  const auto number = [&](expr::NodeId id) {
    return graph.is_constant(id) && graph.shape(id).is_scalar() ? graph.constant(id)[0] : 0.0;
  };
  switch (graph.op(node)) {
    case expr::Op::kInverse: return operands[0] == x ? 1.0 : 0.0;
    case expr::Op::kDiv: return operands[1] == x ? number(operands[0]) : 0.0;
    case expr::Op::kNegate: return -numerator_over(graph, operands[0], x);
    case expr::Op::kMul:
      return number(operands[0]) != 0.0
                 ? number(operands[0]) * numerator_over(graph, operands[1], x)
                 : number(operands[1]) * numerator_over(graph, operands[0], x);
    default: return 0.0;
  }
}

// An exponent of the element as one of w.
double exponent_of(const Use& use, Rate rate) {
  return use.exponent / static_cast<double>(rate);
}

// What was added to target: a multiple of log w, and something free of w; or -R w.
bool accepts_opaque(const Use& use, Rate rate) {
  if (use.position != 0) return false;
  if (use.kind == UseKind::kLog) return true;
  return use.kind == UseKind::kPower && exponent_of(use, rate) == 1.0;
}

Share opaque_share(const Use& use, Term value, Rate rate) {
  const Term zero = constant(value.builder(), 0.0);
  if (use.kind == UseKind::kPower) return {.increments = {zero, -value}, .remainder = zero};
  const Term k = constant(value.builder(), exponent_of(use, rate));
  return {.increments = {k, zero}, .remainder = value};
}

}  // namespace

bool accepts_rate(const Use& use, Arguments arguments, Rate rate) {
  if (use.distribution == nullptr) return accepts_opaque(use, rate);
  const RateUse* known = find_rate_use(use);
  if (known == nullptr) return false;
  const double exponent = exponent_of(use, rate);
  if (use.kind == UseKind::kFreePower && known->exponent == kMinusOneOverShape) {
    const Term shape = arguments[use.position - 2];
    return exponent * numerator_over(shape.builder().graph(), *use.power, shape.id()) == -1.0;
  }
  if (use.kind != UseKind::kPower) return false;
  if (known->exponent != kMinusOneOverShape) return exponent == known->exponent;
  return is_minus_one_over(exponent, arguments[use.position - 2]);
}

Share share_of_rate(const Use& use, Term value, Arguments arguments, Rate rate) {
  if (use.distribution == nullptr) return on_rows(opaque_share(use, value, rate), value, {});
  const RateUse* known = find_rate_use(use);
  AUTUMN_CHECK(known != nullptr, "a share is asked for after its use was accepted");
  const Share share = known->share(value, arguments);
  // Those of vectors have one entry for every item.
  const bool has_items = use.distribution->variate.item != dist::Item::kScalar;
  return has_items ? share : on_rows(share, value, arguments);
}

Term log_marginal_of_rate(const Parameters& prior, const Parameters& sums) {
  const Term a = prior[0];
  const Term b = prior[1];
  const Term k = sums[0];
  const Term r = sums[1];
  return log_rising_factorial(a, k) - a * log1p(r / b) - k * log(b + r);
}

Term log_integral_of_rate(Term shape, Term rate) {
  return lgamma(shape) - shape * log(rate);
}

}  // namespace autumn::collapse
