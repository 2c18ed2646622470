// This file computes the normaliser of truncated distributions.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "base/numbers.h"
#include "dist/tails.h"
#include "trace/distributions/arguments.h"
#include "trace/distributions/call.h"
#include "trace/distributions/distribution.h"
#include "trace/distributions/extra.h"
#include "trace/functions/higher_order.h"
#include "trace/interpreter.h"

namespace autumn::trace {
namespace {

using expr::Term;

using stan::kRealType;

// The bounds; null where there is none.
struct TruncationBounds {
  const Value* low = nullptr;
  const Value* high = nullptr;
};

// Whether the known bound leaves out nothing: it lies at or beyond the end of the support. Such a
// bound is dropped, because the log cdf is -inf there, with a slope that is NaN.
template <typename Beyond>
bool is_idle(const Value* bound, const std::vector<double>& end, double infinity,
             const Beyond& beyond) {
  if (bound == nullptr) return true;
  if (!bound->is_known()) return false;
  const auto numbers = bound->numbers();
  const double limit = end.size() == 1 ? end[0] : infinity;
  return std::all_of(numbers.begin(), numbers.end(), [&](double x) { return beyond(x, limit); });
}

// The bounds that matter.
TruncationBounds active_bounds(const dist::Distribution& d, std::span<const Value> arguments,
                               const TruncationBounds& bounds) {
  const KnownEnds ends = known_ends(d, arguments);
  TruncationBounds active = bounds;
  if (is_idle(bounds.low, ends.lower, -kInfinity, std::less_equal<>())) active.low = nullptr;
  if (is_idle(bounds.high, ends.upper, kInfinity, std::greater_equal<>())) active.high = nullptr;
  return active;
}

// Counts: the lower bound itself belongs to the interval.
Term below(const dist::Distribution& d, Term low) {
  return d.is_discrete() ? low - 1.0 : low;
}

// log P(low <= Y <= high) elementwise. With two bounds the difference is taken in the tail where
// both are small, so that it keeps its digits; both choices meet in one log_diff_exp.
Term log_probability(const dist::Distribution& d, dist::Arguments arguments,
                     const std::optional<Term>& low, const std::optional<Term>& high) {
  const LogTail log_cdf = log_cdf_of(d);
  const LogTail log_ccdf = log_ccdf_of(d);
  if (!low) return log_cdf(*high, arguments);
  const Term from = below(d, *low);
  if (!high) return log_ccdf(from, arguments);
  const Term lower_cdf = log_cdf(from, arguments);
  const Term is_upper = lower_cdf > -dist::kLogTwo;
  return log_diff_exp(select(is_upper, log_ccdf(from, arguments), log_cdf(*high, arguments)),
                      select(is_upper, log_ccdf(*high, arguments), lower_cdf));
}

// Minus the log probability, once for each element of y.
Term log_normaliser(std::size_t count, Term probability_log) {
  const double each = static_cast<double>(count) / static_cast<double>(probability_log.size());
  return -each * sum(probability_log);
}

// Everything the formula needs, as one list of values: the arguments, then the bounds.
struct Formula {
  const dist::Distribution& distribution;
  std::size_t argument_count;
  std::size_t count;
  bool has_low;
  bool has_high;

  [[nodiscard]] Term operator()(dist::Arguments terms) const {
    std::optional<Term> low;
    std::optional<Term> high;
    if (has_low) low = terms[argument_count];
    if (has_high) high = terms[argument_count + (has_low ? 1 : 0)];
    const Term log_p = log_probability(distribution, terms.subspan(0, argument_count), low, high);
    return log_normaliser(count, log_p);
  }
};

Value evaluate(Machine& machine, const Formula& formula, const std::vector<Value>& inputs) {
  if (all_known(inputs)) {
    const DensityFunction density = [&](Term, dist::Arguments terms) { return formula(terms); };
    return Value::real(known_density(density, Value::real(0.0), inputs));
  }
  std::vector<Term> terms;
  for (const Value& x : inputs) terms.push_back(machine.term(x));
  return machine.value(kRealType, {}, formula(terms));
}

Value normaliser_of(Machine& machine, const dist::Distribution& d, const LaidOut& laid,
                    const TruncationBounds& active) {
  const bool is_free = active.low == nullptr && active.high == nullptr;
  if (is_free || laid.count == std::size_t{0}) return Value::real(0.0);
  std::vector<Value> inputs = laid.arguments;
  if (active.low != nullptr) inputs.push_back(*active.low);
  if (active.high != nullptr) inputs.push_back(*active.high);
  const Formula formula{d, laid.arguments.size(), laid.count.value_or(1), active.low != nullptr,
                        active.high != nullptr};
  return evaluate(machine, formula, inputs);
}

// ---- the condition ----

bool is_ordered(const Value& x, const Value& y) {
  const auto a = x.numbers();
  const auto b = y.numbers();
  for (std::size_t i = 0; i < std::max(a.size(), b.size()); ++i) {
    if (!(a[a.size() == 1 ? 0 : i] <= b[b.size() == 1 ? 0 : i])) return false;
  }
  return true;
}

struct Inside {
  bool is_known_outside = false;
  std::optional<Term> condition;
};

// x <= y for all elements.
void require_order(Machine& machine, const Value& x, const Value& y, Inside& inside) {
  if (x.is_known() && y.is_known()) {
    inside.is_known_outside = inside.is_known_outside || !is_ordered(x, y);
    return;
  }
  const Term holds = min_element(machine.term(x) <= machine.term(y));
  inside.condition = inside.condition ? *inside.condition && holds : holds;
}

Inside find_inside(Machine& machine, const Value& y, const TruncationBounds& bounds) {
  Inside inside;
  if (y.size() == 0) return inside;
  if (bounds.low != nullptr) require_order(machine, *bounds.low, y, inside);
  if (bounds.high != nullptr) require_order(machine, y, *bounds.high, inside);
  return inside;
}

}  // namespace

namespace {

// The tails are asked of the bounds. A known bound that leaves out nothing is no mistake: Stan
// refuses some of them, which no user means.
void require_bounds(Machine& machine, const DensityCall& call, std::span<const Value> arguments,
                    const TruncationBounds& bounds) {
  for (const Value* bound : {bounds.low, bounds.high}) {
    if (bound == nullptr || bound->is_known()) continue;
    require_tail_value(machine, call, *bound, arguments);
  }
}

// The normaliser and the condition that y lies inside, as one value.
Value joined(Machine& machine, const Value& normaliser, const Inside& inside) {
  if (!inside.condition) return normaliser;
  const Term indicator = select(*inside.condition, 0.0, -kInfinity);
  return machine.value(kRealType, {}, machine.term(normaliser) + indicator);
}

// The log of a tail by a function of the user.
Value user_tail(Interpreter& interpreter, const TruncatedCall& call, std::string_view suffix,
                const Value& bound) {
  std::vector<Value> arguments{bound};
  arguments.insert(arguments.end(), call.arguments.begin(), call.arguments.end());
  const std::string name = fmt::format("{}{}", call.distribution, suffix);
  const auto found = find_user_function(interpreter.program(), name, arguments);
  if (!found) {
    fail(fmt::format("the truncation of `{}` needs the function `{}`", call.distribution, name),
         "define it with the bound and the arguments of the distribution");
  }
  return interpreter.call(*found, arguments);
}

}  // namespace

Value user_truncation_call(Interpreter& interpreter, const TruncatedCall& call, bool is_discrete) {
  Machine& machine = interpreter.machine();
  const TruncationBounds bounds{call.low ? &*call.low : nullptr, call.high ? &*call.high : nullptr};
  const Inside inside = find_inside(machine, call.y, bounds);
  if (inside.is_known_outside) return Value::real(-kInfinity);
  if (bounds.low == nullptr && bounds.high == nullptr) return Value::real(0.0);
  const auto apply = [&](expr::Op op, std::initializer_list<Value> operands, stan::Type type) {
    return machine.elementwise(op, {operands.begin(), operands.size()}, type, {});
  };
  Value log_probability = Value::real(0.0);
  if (bounds.low == nullptr) {
    log_probability = user_tail(interpreter, call, "_lcdf", *bounds.high);
  } else {
    const Value low =
        is_discrete ? apply(expr::Op::kSub, {*bounds.low, Value::integer(1)}, bounds.low->type())
                    : *bounds.low;
    log_probability = bounds.high == nullptr
                          ? user_tail(interpreter, call, "_lccdf", low)
                          : apply(expr::Op::kLogDiffExp,
                                  {user_tail(interpreter, call, "_lcdf", *bounds.high),
                                   user_tail(interpreter, call, "_lcdf", low)},
                                  kRealType);
  }
  const auto count = static_cast<double>(call.y.size());
  return joined(machine, apply(expr::Op::kMul, {Value::real(-count), log_probability}, kRealType),
                inside);
}

Value truncation_call(Machine& machine, const TruncatedCall& call) {
  const NamedCall named = resolve_distribution(machine, call.distribution, call.arguments);
  const dist::Distribution& d = *named.distribution;
  if (!d.is_scalar() || log_cdf_of(d) == nullptr || log_ccdf_of(d) == nullptr) {
    fail(fmt::format("not supported yet: truncation of {}", call.distribution),
         "a distribution can be truncated if it has a cdf");
  }
  const LaidOut laid = lay_out(call.distribution, d, &call.y, named.arguments);
  const TruncationBounds bounds{call.low ? &*call.low : nullptr, call.high ? &*call.high : nullptr};
  require_bounds(machine, {call.distribution, d}, laid.arguments, bounds);
  const Inside inside = find_inside(machine, *laid.y, bounds);
  if (inside.is_known_outside) return Value::real(-kInfinity);
  const Value normaliser =
      normaliser_of(machine, d, laid, active_bounds(d, laid.arguments, bounds));
  return joined(machine, normaliser, inside);
}

}  // namespace autumn::trace
