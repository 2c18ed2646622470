// This file has the transforms of scalar supports, and the choice among all of them.
#include "model/constrain.h"

#include <cmath>

#include "base/error.h"
#include "base/numbers.h"
#include "model/constrain_items.h"

namespace autumn::model {
namespace {

using expr::Shape;
using expr::Term;

// A scalar term counts once per element.
Term total(Term x, std::size_t count) {
  return x.shape().is_scalar() ? x * static_cast<double>(count) : sum(x);
}

// Whether an element of the bound may be infinite: then it is no bound. Constants may stand inside
// an expression (a broadcast), so all it is made of is looked at.
bool has_infinity(Term bound) {
  const auto& graph = bound.builder().graph();
  const std::vector<expr::NodeId> roots{bound.id()};
  for (const expr::NodeId id : expr::reachable(graph, roots)) {
    if (!graph.is_constant(id)) continue;
    for (const double x : graph.constant(id)) {
      if (std::isinf(x)) return true;
    }
  }
  return false;
}

Constrained scale(Term free, const SupportTerms& s) {
  Term value = free;
  Term log_jacobian = constant(free.builder(), 0.0);
  if (s.multiplier) {
    value = *s.multiplier * value;
    log_jacobian = total(log(*s.multiplier), free.size());
  }
  if (s.offset) value = *s.offset + value;
  return {value, log_jacobian};
}

// `side` is +1 above a lower bound, -1 below an upper one. Where the bound is infinite there is
// none; the branches not taken are kept finite there, or their slopes would make the gradient NaN.
Constrained one_sided(Term free, Term bound, double side) {
  if (!has_infinity(bound)) return {bound + side * exp(free), sum(free)};
  const Term is_open = abs(bound) == kInfinity;
  const Term log_step = select(is_open, 0.0, free);
  return {select(is_open, free, bound + side * exp(log_step)), sum(log_step)};
}

Constrained two_sided(Term free, Term lower, Term upper) {
  // log_inv_logit(x) + log_inv_logit(-x), from one logarithm.
  const Term log_slope = free - 2.0 * log1p_exp(free);
  if (!has_infinity(lower) && !has_infinity(upper)) {
    const Term width = upper - lower;
    return {lower + width * inv_logit(free), sum(log(width) + log_slope)};
  }
  const Term has_lower = lower > -kInfinity;
  const Term has_upper = upper < kInfinity;
  const Term is_closed = has_lower && has_upper;
  const Term width = select(is_closed, upper - lower, 1.0);
  const Term log_step = select(has_lower != has_upper, free, 0.0);
  const Term inside = lower + width * inv_logit(free);
  const Term below = select(has_upper, upper - exp(log_step), free);
  const Term outside = select(has_lower, lower + exp(log_step), below);
  return {select(is_closed, inside, outside),
          sum(select(is_closed, log(width) + log_slope, log_step))};
}

}  // namespace

Constrained constrain(const Variable& variable, const SupportTerms& support, Term free) {
  const Shape shape = node_shape(variable.dims);
  if (shape.size() == 0) {
    expr::Builder& builder = free.builder();
    return {Term(builder, builder.constant(shape, {})), constant(builder, 0.0)};
  }
  if (item_rank(variable.support.kind) > 0) {
    Constrained items = constrain_items(variable.support.kind, variable.dims, free);
    return {reshape(items.value, shape), items.log_jacobian};
  }
  const Term x = reshape(free, shape);
  const SupportProperties& properties = properties_of(variable.support.kind);
  if (properties.has_lower && properties.has_upper) {
    return two_sided(x, support.lower.value(), support.upper.value());
  }
  if (properties.has_lower) return one_sided(x, support.lower.value(), 1.0);
  if (properties.has_upper) return one_sided(x, support.upper.value(), -1.0);
  return scale(x, support);
}

}  // namespace autumn::model
