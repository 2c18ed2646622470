// This file answers what the simplifications of `simplify` ask about terms.
#include "passes/simplify/simplification.h"

namespace autumn::passes::simplifications {

bool is(Term x, Op op) {
  return x.builder().graph().op(x.id()) == op;
}

Term operand(Term x, std::size_t k) {
  return {x.builder(), x.builder().graph().operand(x.id(), k)};
}

const Index& index_of(Term x) {
  return x.builder().graph().index(x.id());
}

bool is_constant(Term x) {
  return is(x, Op::kConstant);
}

bool is_scalar(Term x) {
  return x.shape().is_scalar();
}

std::optional<double> number(Term x) {
  if (!is_constant(x) || !is_scalar(x)) return std::nullopt;
  return x.builder().graph().constant(x.id())[0];
}

bool is_number(Term x, double value) {
  const auto n = number(x);
  return n && *n == value;
}

std::optional<Term> negated(Term x) {
  if (!is(x, Op::kNegate)) return std::nullopt;
  return operand(x, 0);
}

std::optional<Pair> scalar_and_array(Term x, Op op) {
  if (!is(x, op)) return std::nullopt;
  const Term a = operand(x, 0);
  const Term b = operand(x, 1);
  if (is_scalar(a) && !is_scalar(b)) return Pair{a, b};
  if (is_scalar(b) && !is_scalar(a)) return Pair{b, a};
  return std::nullopt;
}

std::optional<Pair> number_and_rest(Term x, Op op) {
  if (!is(x, op)) return std::nullopt;
  const Term a = operand(x, 0);
  const Term b = operand(x, 1);
  if (number(a)) return Pair{a, b};
  if (number(b)) return Pair{b, a};
  return std::nullopt;
}

bool covers(const Index& index, std::size_t n) {
  if (index.size() < n) return false;
  std::vector<bool> is_seen(n, false);
  std::size_t seen = 0;
  for (std::size_t i = 0; i < index.size(); ++i) {
    if (is_seen[index[i]]) continue;
    is_seen[index[i]] = true;
    ++seen;
  }
  return seen == n;
}

}  // namespace autumn::passes::simplifications
