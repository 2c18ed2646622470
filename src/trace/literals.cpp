// This file evaluates what is written element by element: arrays, row vectors, tuples.
#include <fmt/format.h>

#include <utility>

#include "stan/types/leaves.h"
#include "trace/functions/composite.h"
#include "trace/interpreter.h"

namespace autumn::trace {
namespace {

// Parts with one more dimension in front: element i of the result is part i. Storage has the first
// index fastest, so parts are interleaved.
Value stacked(Machine& machine, const std::vector<Value>& parts, stan::Type type) {
  Dims dims{parts.size()};
  if (!parts.empty()) dims.insert(dims.end(), parts[0].dims().begin(), parts[0].dims().end());
  for (const Value& part : parts) {
    if (part.dims() != parts[0].dims()) {
      fail(fmt::format("elements of different sizes: {} and {}", describe(parts[0]),
                       describe(part)));
    }
  }
  if (parts.empty()) return Value::numbers(type, {0}, {});
  Value joined = machine.concat(parts, type, dims);
  const std::size_t inner = parts[0].size();
  if (inner == 1) return joined;
  std::vector<std::uint32_t> index;
  index.reserve(parts.size() * inner);
  for (std::size_t e = 0; e < inner; ++e) {
    for (std::size_t p = 0; p < parts.size(); ++p) {
      index.push_back(static_cast<std::uint32_t>(p * inner + e));
    }
  }
  return machine.gather(joined, expr::Index::list(std::move(index)), type, dims);
}

// The same for tuples and complex numbers: leaf by leaf, after the parts have become of one type.
Value stacked_leaves(Machine& machine, std::vector<Value> parts, const stan::Type& part_type,
                     const stan::Type& type) {
  if (!type.is_composite()) return stacked(machine, parts, type);
  for (Value& part : parts) part = part.as(part_type);
  const std::vector<stan::Type> types = stan::leaf_types(type);
  std::vector<Value> leaves;
  for (std::size_t i = 0; i < types.size(); ++i) {
    std::vector<Value> leaf;
    for (const Value& part : parts) leaf.push_back(part.leaves()[i]);
    leaves.push_back(stacked(machine, leaf, types[i]));
  }
  return Value::composite(type, std::move(leaves));
}

}  // namespace

Value Interpreter::value_of(const stan::Expr& e, const stan::ArrayLiteral& x) {
  std::vector<Value> parts;
  for (const stan::ExprPtr& element : x.elements) parts.push_back(evaluate(*element));
  stan::Type part_type = e.type;
  --part_type.array_rank;
  return stacked_leaves(machine_, std::move(parts), part_type, e.type);
}

Value Interpreter::value_of(const stan::Expr& e, const stan::RowLiteral& x) {
  std::vector<Value> parts;
  for (const stan::ExprPtr& element : x.elements) parts.push_back(evaluate(*element));
  if (parts.empty() && e.type.base == stan::Base::kMatrix)
    return Value::numbers(e.type, {0, 0}, {});
  const bool has_rows = e.type.base == stan::Base::kComplexMatrix;
  const stan::Type part_type{has_rows ? stan::Base::kComplexRowVector : stan::Base::kComplex, 0};
  return stacked_leaves(machine_, std::move(parts), part_type, e.type);
}

Value Interpreter::value_of(const stan::Expr& e, const stan::TupleLiteral& x) {
  std::vector<Value> leaves;
  for (const stan::ExprPtr& element : x.elements) {
    const Value value = evaluate(*element);
    const auto more = leaves_of(value);
    leaves.insert(leaves.end(), more.begin(), more.end());
  }
  return Value::composite(e.type, std::move(leaves));
}

Value Interpreter::value_of(const stan::Expr& e, const stan::TuplePart& x) {
  const Value base = evaluate(*x.base);
  const auto leaves =
      std::span(base.leaves())
          .subspan(stan::first_leaf(base.type(), x.part - 1), stan::leaf_count(e.type));
  return Value::of_leaves(e.type, {leaves.begin(), leaves.end()});
}

}  // namespace autumn::trace
