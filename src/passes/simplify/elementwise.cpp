// This file has the simplifications of `simplify` for every elementwise operation: work on few
// numbers is done before they are spread.
#include <algorithm>
#include <bit>

#include "passes/simplify/simplification.h"

namespace autumn::passes::simplifications {
namespace {

using Result = std::optional<Term>;

// The operation of the site on other operands.
Term same_on(const Site& site, std::span<const NodeId> operands) {
  return {site.builder(), site.builder().apply(site.op(), operands)};
}

// The scalar that an operand repeats in all its elements.
Result repeated_scalar(Term x) {
  if (is_scalar(x)) return std::nullopt;
  if (is(x, Op::kBroadcast)) return operand(x, 0);
  if (!is_constant(x) || x.size() == 0) return std::nullopt;
  const auto numbers = x.builder().graph().constant(x.id());
  const auto bits = [](double v) { return std::bit_cast<std::uint64_t>(v); };
  const double first = numbers[0];
  for (const double v : numbers) {
    if (bits(v) != bits(first)) return std::nullopt;
  }
  return constant(x.builder(), first);
}

// A scalar meets anything, so that a broadcast operand need not be an array.
Result unbroadcast(const Site& site) {
  std::vector<NodeId> operands;
  bool is_found = false;
  for (std::size_t k = 0; k < site.arity(); ++k) {
    const Term x = site.operand(k);
    const auto scalar = repeated_scalar(x);
    is_found = is_found || scalar;
    operands.push_back(scalar ? scalar->id() : x.id());
  }
  if (!is_found) return std::nullopt;
  const Term result = same_on(site, operands);
  return is_scalar(result) ? broadcast(result, site.shape()) : result;
}

// The operands with all arrays replaced by what `op` spreads; nothing if some array is not of this
// kind.
std::optional<std::vector<NodeId>> sources(const Site& site, Op op) {
  std::vector<NodeId> operands;
  bool is_found = false;
  for (std::size_t k = 0; k < site.arity(); ++k) {
    const Term x = site.operand(k);
    if (!is_scalar(x) && !is(x, op)) return std::nullopt;
    is_found = is_found || !is_scalar(x);
    operands.push_back(is_scalar(x) ? x.id() : operand(x, 0).id());
  }
  if (!is_found) return std::nullopt;
  return operands;
}

Result on_repeated(const Site& site) {
  if (const auto rows = sources(site, Op::kRepeatRows)) {
    return repeat_rows(same_on(site, *rows), site.shape().rows);
  }
  if (const auto cols = sources(site, Op::kRepeatCols)) {
    return repeat_cols(same_on(site, *cols), site.shape().cols);
  }
  return std::nullopt;
}

bool is_linear(Op op) {
  return op == Op::kAdd || op == Op::kSub || op == Op::kMul || op == Op::kNegate;
}

// f(x[i], y[i]) = f(x, y)[i] where the index repeats elements. Every element must be used: one that
// is not could be outside the domain of f, and spoil the gradient as 0 * inf. A linear operation
// with scalars stays, where sums and products see it.
Result on_gathered(const Site& site) {
  std::optional<Term> first;
  std::size_t arrays = 0;
  for (std::size_t k = 0; k < site.arity(); ++k) {
    const Term x = site.operand(k);
    if (is_scalar(x)) continue;
    if (!is(x, Op::kGather)) return std::nullopt;
    if (!first) first = x;
    const bool fits =
        operand(x, 0).shape() == operand(*first, 0).shape() && index_of(x) == index_of(*first);
    if (!fits) return std::nullopt;
    ++arrays;
  }
  if (!first || (is_linear(site.op()) && arrays < 2)) return std::nullopt;
  const std::size_t n = operand(*first, 0).size();
  if (index_of(*first).size() <= n || !covers(index_of(*first), n)) return std::nullopt;
  const Term result = same_on(site, *sources(site, Op::kGather));
  return gather(result, index_of(*first), site.shape());
}

constexpr Simplification kElementwiseSimplifications[] = {unbroadcast, on_repeated, on_gathered};

}  // namespace

std::span<const Simplification> elementwise_simplifications() {
  return kElementwiseSimplifications;
}

}  // namespace autumn::passes::simplifications
