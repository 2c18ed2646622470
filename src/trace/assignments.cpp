// This file declares variables and assigns to them, with an account of what changes.
#include <fmt/format.h>

#include <limits>
#include <utility>

#include "base/display_name.h"
#include "stan/types/leaves.h"
#include "trace/builtin.h"
#include "trace/indexing.h"
#include "trace/interpreter.h"
#include "trace/operators.h"

namespace autumn::trace {
namespace {

// What a declared variable holds before anything is assigned: NaN, and for integers the smallest
// one.
Value unset(stan::Type type, Dims dims) {
  const double nothing = type.base == stan::Base::kInt
                             ? static_cast<double>(std::numeric_limits<std::int32_t>::min())
                             : std::numeric_limits<double>::quiet_NaN();
  std::vector<double> numbers(size_of(dims), nothing);
  return Value::numbers(type, std::move(dims), std::move(numbers));
}

stan::BinaryOp operator_of(stan::AssignOp op) {
  switch (op) {
    case stan::AssignOp::kAdd: return stan::BinaryOp::kAdd;
    case stan::AssignOp::kSubtract: return stan::BinaryOp::kSubtract;
    case stan::AssignOp::kMultiply: return stan::BinaryOp::kMultiply;
    case stan::AssignOp::kDivide: return stan::BinaryOp::kDivide;
    case stan::AssignOp::kElementMultiply: return stan::BinaryOp::kElementMultiply;
    case stan::AssignOp::kElementDivide: return stan::BinaryOp::kElementDivide;
    case stan::AssignOp::kSet: break;
  }
  internal_error("the assignment is a compound one", __FILE__, __LINE__);
}

void require_same_size(const Dims& left, const Value& right, std::string_view name) {
  if (left == right.dims()) return;
  fail(fmt::format("`{}` has sizes ({}), but the value has ({})", display_name(name),
                   fmt::join(left, ","), fmt::join(right.dims(), ",")));
}

}  // namespace

Interpreter::Flow Interpreter::execute_node(const stan::Declaration& s, const stan::Statement&) {
  Dims dims = declared_dims(s);
  const auto slot = static_cast<std::size_t>(s.slot);
  if (s.initial == nullptr) {
    assign(slot, unset(s.type.type(), std::move(dims)), ChangeKind::kDeclaration);
    return Flow::kNext;
  }
  Value value = evaluate(*s.initial);
  require_same_size(dims, value, s.name);
  assign(slot, std::move(value).as(s.type.type()), ChangeKind::kDeclaration);
  return Flow::kNext;
}

void Interpreter::assign(std::size_t slot, Value value, ChangeKind kind) {
  Value& variable = (*frame_)[slot];
  if (journal_ == nullptr) {
    variable = std::move(value);
    return;
  }
  journal_->push_back({slot, std::nullopt, std::exchange(variable, std::move(value)), kind});
}

void Interpreter::assign_part(std::size_t slot, const expr::Index& part, const Value& value) {
  Value& variable = (*frame_)[slot];
  if (journal_ != nullptr) {
    const Dims dims = value.dims();
    journal_->push_back(
        {slot, part, machine_.gather(variable, part, value.type(), dims), ChangeKind::kAssignment});
  }
  machine_.scatter(variable, part, value);
}

Selection Interpreter::selected(const Dims& dims,
                                const std::vector<std::vector<stan::Index>>& groups) {
  if (groups.size() == 1) {
    if (const auto place = element_place(dims, groups[0])) {
      return {expr::Index::range(static_cast<std::uint32_t>(*place), 1), {}};
    }
  }
  Selection selection{expr::Index::range(0, static_cast<std::uint32_t>(size_of(dims))), dims};
  for (std::size_t group = 0; group < groups.size(); ++group) {
    Selection next = select(selection.dims, evaluate_places(groups[group]));
    selection.index = group == 0 ? std::move(next.index) : compose(selection.index, next.index);
    selection.dims = std::move(next.dims);
  }
  return selection;
}

Interpreter::Flow Interpreter::execute_node(const stan::Assignment& s, const stan::Statement&) {
  Value value = evaluate(*s.value);
  Value& variable = (*frame_)[static_cast<std::size_t>(s.slot)];
  if (s.indices.empty()) {
    if (s.op != stan::AssignOp::kSet) {
      value = binary(machine_, operator_of(s.op), variable, value, variable.type());
    }
    require_same_size(variable.dims(), value, s.name);
    const stan::Type type = variable.type();
    assign(static_cast<std::size_t>(s.slot), std::move(value).as(type), ChangeKind::kAssignment);
    return Flow::kNext;
  }
  const Selection selection = selected(variable.dims(), s.indices);
  if (s.op != stan::AssignOp::kSet) {
    const Value old = machine_.gather(variable, selection.index, s.target_type, selection.dims);
    value = binary(machine_, operator_of(s.op), old, value, s.target_type);
  }
  require_same_size(selection.dims, value, s.name);
  assign_part(static_cast<std::size_t>(s.slot), selection.index, value);
  return Flow::kNext;
}

Value Interpreter::leaf_value(const stan::LeafTarget& target) {
  const Value& variable = (*frame_)[static_cast<std::size_t>(target.slot)];
  if (target.indices.empty()) return variable;
  const Selection selection = selected(variable.dims(), target.indices);
  return machine_.gather(variable, selection.index, target.type, selection.dims);
}

void Interpreter::assign_leaf(const stan::LeafTarget& target, const Value& value) {
  const auto slot = static_cast<std::size_t>(target.slot);
  const Dims& dims = (*frame_)[slot].dims();
  if (target.indices.empty()) {
    require_same_size(dims, value, target.name);
    return assign(slot, value, ChangeKind::kAssignment);
  }
  const Selection selection = selected(dims, target.indices);
  require_same_size(selection.dims, value, target.name);
  assign_part(slot, selection.index, value);
}

// All of the right side is known before anything of the left side changes: (x, y) = (y, x).
Interpreter::Flow Interpreter::execute_node(const stan::Unpack& s, const stan::Statement&) {
  Value value = evaluate(*s.value);
  if (s.op != stan::AssignOp::kSet) {
    std::vector<Value> leaves;
    for (const stan::LeafTarget& leaf : s.leaves) leaves.push_back(leaf_value(leaf));
    const Value old = Value::composite(s.type, std::move(leaves));
    value = binary(machine_, operator_of(s.op), old, value, s.type);
  }
  value = value.as(s.type);
  for (std::size_t i = 0; i < s.leaves.size(); ++i) assign_leaf(s.leaves[i], value.leaves()[i]);
  return Flow::kNext;
}

}  // namespace autumn::trace
