// This file has the statements of the interpreter.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/display_name.h"
#include "stan/types/leaves.h"
#include "trace/builtin.h"
#include "trace/distributions/distribution.h"
#include "trace/distributions/dropped.h"
#include "trace/distributions/extra_list.h"
#include "trace/indexing.h"
#include "trace/interpreter.h"
#include "trace/operators.h"

namespace autumn::trace {
namespace {

// As CmdStan prints: brackets around every dimension, the last index fastest: [[1,2],[3,4]].
std::string nested_text(std::span<const double> numbers, std::span<const std::size_t> dims,
                        std::size_t start, std::size_t stride) {
  if (dims.empty()) return fmt::format("{:.6g}", numbers[start]);
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < dims[0]; ++i) {
    parts.push_back(nested_text(numbers, dims.subspan(1), start + i * stride, stride * dims[0]));
  }
  return fmt::format("[{}]", fmt::join(parts, ","));
}

std::string numbers_text(const Value& value);

// Element i of an array of tuples or of complex numbers, all of whose leaves are known.
Value known_element(const Value& container, std::size_t i) {
  stan::Type type = container.type();
  if (type.array_rank > 0) {
    --type.array_rank;
  } else {
    type.base = type.base == stan::Base::kComplexMatrix ? stan::Base::kComplexRowVector
                                                        : stan::Base::kComplex;
  }
  const std::vector<stan::Type> types = stan::leaf_types(type);
  const Subscript place = SingleSubscript{static_cast<double>(i + 1)};
  std::vector<Value> leaves;
  for (const Value& leaf : container.leaves()) {
    Selection selection = select(leaf.dims(), {&place, 1});
    std::vector<double> numbers;
    for (std::size_t k = 0; k < selection.index.size(); ++k) {
      numbers.push_back(leaf.numbers()[selection.index[k]]);
    }
    leaves.push_back(Value::numbers(types[leaves.size()], selection.dims, std::move(numbers)));
  }
  return Value::composite(type, std::move(leaves));
}

// As stan_print of Stan's mathematics library: (1,[2,3]) for a tuple, and (re,im) for a number.
std::string composite_text(const Value& value) {
  std::vector<std::string> parts;
  if (value.type().rank() > 0) {
    for (std::size_t i = 0; i < value.dims()[0]; ++i) {
      parts.push_back(composite_text(known_element(value, i)));
    }
    return fmt::format("[{}]", fmt::join(parts, ","));
  }
  const std::span<const Value> leaves = value.leaves();
  if (value.type().is_complex()) {
    return fmt::format("({},{})", numbers_text(leaves[0]), numbers_text(leaves[1]));
  }
  std::size_t next = 0;
  for (const stan::Type& part : value.type().parts) {
    const auto own = leaves.subspan(next, stan::leaf_count(part));
    parts.push_back(numbers_text(Value::of_leaves(part, {own.begin(), own.end()})));
    next += own.size();
  }
  return fmt::format("({})", fmt::join(parts, ","));
}

std::string numbers_text(const Value& value) {
  if (value.is_composite()) return composite_text(value);
  if (value.is_scalar()) return fmt::format("{:.6g}", value.number());
  return nested_text(value.numbers(), value.dims(), 0, 1);
}

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

void Interpreter::restart() {
  executed_ = 0;
  target_.clear();
}

void Interpreter::run(const stan::Statements& block) {
  (void)execute(block);
}

void Interpreter::run_in(std::vector<Value>& frame, int depth,
                         std::span<const stan::Statement> statements) {
  std::vector<Value>* const outer = std::exchange(frame_, &frame);
  const int outer_depth = std::exchange(depth_, depth);
  const auto leave = [&] {
    frame_ = outer;
    depth_ = outer_depth;
  };
  try {
    for (const stan::Statement& statement : statements) (void)execute(statement);
  } catch (...) {
    leave();
    throw;
  }
  leave();
}

template <typename Run>
Interpreter::Flow Interpreter::execute_with(const stan::Statement& statement, const Run& run) {
  try {
    if (++executed_ == hooks_.limits.statements) fail("the program does not end");
    const bool is_watched = hooks_.watcher != nullptr && depth_ == 0;
    if (is_watched && hooks_.watcher->skips(statement)) return Flow::kNext;
    statement_ = &statement;
    machine_.set_statement(statement);
    return run();
  } catch (RuntimeError& error) {
    if (!error.where.is_known()) error.where = statement.where;
    if (error.is_undecided) make_region(statement);
    if (hooks_.watcher != nullptr && depth_ == 0) hooks_.watcher->on_error(statement);
    throw;
  }
}

Interpreter::Flow Interpreter::execute(const stan::Statements& block) {
  return execute_from(block, 0, Level::kInner);
}

Interpreter::Flow Interpreter::execute_from(const stan::Statements& block, std::size_t first,
                                            Level level) {
  for (std::size_t i = first; i < block.size(); ++i) {
    if (is_region_of_rest(block[i])) {
      statement_ = &block[i];
      execute_region(std::span(block).subspan(i));
      return Flow::kNext;
    }
    // Where one branch jumps and the other goes on, the rest of the block belongs to the other.
    const auto* condition = std::get_if<stan::If>(&block[i].node);
    const bool may_split = condition != nullptr && traces_both_sides() && jumps_out(block[i]);
    const auto rest = [&, i] { return execute_from(block, i + 1, level); };
    if (may_split)
      return execute_with(block[i], [&] { return if_with_rest(*condition, rest, level); });
    const Flow flow = execute(block[i]);
    if (flow != Flow::kNext) return flow;
  }
  return Flow::kNext;
}

Interpreter::Flow Interpreter::execute(const stan::Statement& statement) {
  return execute_with(statement, [&] {
    if (is_region(statement)) {
      execute_region({&statement, 1});
      return Flow::kNext;
    }
    return std::visit([&](const auto& node) { return execute_node(node, statement); },
                      statement.node);
  });
}

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

Interpreter::Flow Interpreter::execute_node(const stan::Tilde& s,
                                            const stan::Statement& statement) {
  // An integer that parameters decide is a number to Stan, which drops its terms.
  const auto evaluated = [&](const stan::Expr& expression) {
    Value value = evaluate(expression);
    const bool is_number = value.is_known() || value.type().base != stan::Base::kInt;
    // Where data are drawn, counts are symbols.
    if (is_number || (traces_both_sides() && hooks_.regions == nullptr)) return value;
    value = decided(value);
    if (!value.is_known()) fail_undecided("an integer depends on a parameter");
    return value;
  };
  const Value y = evaluated(*s.value);
  std::vector<Value> arguments;
  for (const stan::ExprPtr& argument : s.arguments) arguments.push_back(evaluated(*argument));
  if (s.user_function >= 0) {
    std::vector<Value> all{y};
    all.insert(all.end(), arguments.begin(), arguments.end());
    add_to_target(call(s.user_function, all), statement);
  } else {
    const Value density = log_density_call(machine_, s.distribution, y, arguments);
    std::vector<const stan::Expr*> syntax{s.value.get()};
    for (const stan::ExprPtr& argument : s.arguments) syntax.push_back(argument.get());
    std::vector<Value> all{y};
    all.insert(all.end(), arguments.begin(), arguments.end());
    add_to_target(without_dropped(density, s.distribution, syntax, all), statement);
  }
  if (!s.truncation) return Flow::kNext;
  std::optional<Value> low;
  std::optional<Value> high;
  if (s.truncation->low) low = evaluate(*s.truncation->low);
  if (s.truncation->high) high = evaluate(*s.truncation->high);
  const TruncatedCall truncated{s.distribution, y, arguments, low, high};
  if (s.user_function < 0) {
    add_to_target(truncation_call(machine_, truncated), statement);
  } else {
    const auto& function = program_.functions[static_cast<std::size_t>(s.user_function)];
    const bool is_discrete = function.name.ends_with("_lpmf");
    add_to_target(user_truncation_call(*this, truncated, is_discrete), statement);
  }
  return Flow::kNext;
}

Value Interpreter::without_dropped(const Value& density, std::string_view distribution,
                                   std::span<const stan::Expr* const> syntax,
                                   std::span<const Value> arguments) {
  const bool is_on_one_path = machine_.taken() || hooks_.decide;
  const bool has_terms =
      find_distribution(distribution) != nullptr || distribution.ends_with("_glm");
  if (!is_on_one_path || !drops_terms_ || !has_terms) return density;
  std::vector<TypedArgument> typed;
  for (std::size_t k = 0; k < arguments.size(); ++k) {
    typed.push_back({arguments[k], is_differentiated(*syntax[k])});
  }
  const Value dropped = Value::real(dropped_terms(machine_, distribution, typed));
  return binary(machine_, stan::BinaryOp::kSubtract, density, dropped, stan::kRealType);
}

// Outside of functions everything that is declared after the data; in functions, which Stan
// compiles for the types of their arguments, what is not known.
bool Interpreter::is_differentiated(const stan::Expr& expression) const {
  if (expression.type.base == stan::Base::kInt) return false;
  const auto is_active = [&](int slot) {
    const Value& value = (*frame_)[static_cast<std::size_t>(slot)];
    if (value.type().base == stan::Base::kInt) return false;
    return !value.is_known() || (depth_ == 0 && slot >= first_parameter_);
  };
  return std::ranges::any_of(mentioned_in(expression), is_active);
}

Interpreter::Flow Interpreter::execute_node(const stan::TargetIncrement& s,
                                            const stan::Statement& statement) {
  add_to_target(evaluate(*s.value), statement);
  return Flow::kNext;
}

Interpreter::Flow Interpreter::execute_node(const stan::CallStatement& s, const stan::Statement&) {
  (void)evaluate(*s.call);
  return Flow::kNext;
}

Interpreter::Flow Interpreter::execute_node(const stan::If& s, const stan::Statement&) {
  return if_with_rest(s, [] { return Flow::kNext; }, Level::kInner);
}

Interpreter::Flow Interpreter::if_with_rest(const stan::If& s, const std::function<Flow()>& rest,
                                            Level level) {
  const auto then = [&](Flow flow) { return flow == Flow::kNext ? rest() : flow; };
  const auto if_true = [&] { return then(execute(*s.then_branch)); };
  const auto if_false = [&] { return then(s.else_branch ? execute(*s.else_branch) : Flow::kNext); };
  const Value condition = condition_value(*s.condition);
  if (condition.is_known()) return condition.number() != 0.0 ? if_true() : if_false();
  return both_sides(condition, if_true, if_false, level);
}

Interpreter::Flow Interpreter::loop_body(const stan::Statement& body) {
  const auto* block = std::get_if<stan::BlockStatement>(&body.node);
  const Flow flow =
      block == nullptr ? execute(body) : execute_from(block->statements, 0, Level::kLoopBody);
  return flow == Flow::kContinue ? Flow::kNext : flow;
}

Interpreter::Flow Interpreter::execute_node(const stan::While& s, const stan::Statement&) {
  while (is_true(*s.condition)) {
    const Flow flow = loop_body(*s.body);
    if (flow == Flow::kBreak) break;
    if (flow == Flow::kReturn) return flow;
  }
  return Flow::kNext;
}

Interpreter::Flow Interpreter::execute_node(const stan::ForRange& s, const stan::Statement&) {
  const double low = known_number(*s.low, "the start of a loop");
  const double high = known_number(*s.high, "the end of a loop");
  for (double i = low; i <= high; ++i) {
    assign(static_cast<std::size_t>(s.slot), Value::integer(i), ChangeKind::kDeclaration);
    const Flow flow = loop_body(*s.body);
    if (flow == Flow::kBreak) break;
    if (flow == Flow::kReturn) return flow;
  }
  return Flow::kNext;
}

namespace {

// What a loop over a container takes one by one: the elements of its first dimension, and of a
// matrix all numbers, column by column.
std::size_t element_count(const Value& container) {
  const bool is_matrix = container.type().array_rank == 0 && container.type().inner_rank() == 2;
  return is_matrix ? container.size() : container.dims()[0];
}

Value element_of(Machine& machine, const Value& container, std::size_t i) {
  stan::Type type = container.type();
  if (container.is_composite()) {
    std::vector<Value> leaves;
    for (const Value& leaf : container.leaves()) leaves.push_back(element_of(machine, leaf, i));
    if (type.array_rank > 0) {
      --type.array_rank;
    } else {
      type.base = stan::element_base(type.base);
    }
    return Value::composite(type, std::move(leaves));
  }
  if (type.array_rank == 0) {
    const auto place = expr::Index::range(static_cast<std::uint32_t>(i), 1);
    return machine.gather(container, place, {stan::Base::kReal, 0}, {});
  }
  --type.array_rank;
  const Subscript place = SingleSubscript{static_cast<double>(i + 1)};
  Selection selection = select(container.dims(), {&place, 1});
  return machine.gather(container, std::move(selection.index), type, std::move(selection.dims));
}

}  // namespace

Interpreter::Flow Interpreter::execute_node(const stan::ForEach& s, const stan::Statement&) {
  const Value container = evaluate(*s.container);
  const std::size_t count = element_count(container);
  for (std::size_t i = 0; i < count; ++i) {
    const Value element = element_of(machine_, container, i);
    if (s.leaves.empty()) {
      assign(static_cast<std::size_t>(s.slot), element, ChangeKind::kDeclaration);
    }
    for (std::size_t k = 0; k < s.leaves.size(); ++k) {
      assign(static_cast<std::size_t>(s.leaves[k].slot), element.leaves()[k],
             ChangeKind::kDeclaration);
    }
    const Flow flow = loop_body(*s.body);
    if (flow == Flow::kBreak) break;
    if (flow == Flow::kReturn) return flow;
  }
  return Flow::kNext;
}

Interpreter::Flow Interpreter::execute_node(const stan::BlockStatement& s, const stan::Statement&) {
  return execute(s.statements);
}

Interpreter::Flow Interpreter::execute_node(const stan::Profile& s, const stan::Statement&) {
  return execute(s.statements);
}

Interpreter::Flow Interpreter::execute_node(const stan::Break&, const stan::Statement&) {
  return Flow::kBreak;
}

Interpreter::Flow Interpreter::execute_node(const stan::Continue&, const stan::Statement&) {
  return Flow::kContinue;
}

Interpreter::Flow Interpreter::execute_node(const stan::Return& s, const stan::Statement&) {
  if (s.value) returned_ = evaluate(*s.value);
  return Flow::kReturn;
}

Interpreter::Flow Interpreter::execute_node(const stan::ReportStatement& s,
                                            const stan::Statement& statement) {
  const std::string text = report_text(s.items);
  switch (s.kind) {
    case stan::Report::kPrint:
      if (hooks_.print) hooks_.print(text);
      return Flow::kNext;
    case stan::Report::kReject:
      throw RuntimeError{
          .message = text, .suggestion = "", .where = statement.where, .is_reject = true};
    case stan::Report::kFatalError:
      throw RuntimeError{.message = text, .suggestion = "", .where = statement.where};
  }
  not_of_the_list("the report");
}

std::string Interpreter::report_text(const std::vector<stan::Printable>& items) {
  std::string text;
  for (const stan::Printable& item : items) {
    if (const auto* words = std::get_if<std::string>(&item)) {
      text += *words;
      continue;
    }
    const Value value = evaluate(*std::get<stan::ExprPtr>(item));
    text += value.is_known() ? numbers_text(value) : "(depends on parameters)";
  }
  return text;
}

}  // namespace autumn::trace
