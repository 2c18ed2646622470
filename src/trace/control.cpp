// This file executes statements one after the other: blocks, branches, loops and jumps.
#include <fmt/format.h>

#include <utility>

#include "base/words.h"
#include "stan/types/leaves.h"
#include "trace/indexing.h"
#include "trace/interpreter.h"

namespace autumn::trace {

// Loops that never end are ended by these.
void Interpreter::count_statement(const stan::Statement& statement) {
  constexpr std::uint64_t kBetweenLooks = 1024;
  if (++executed_ % kBetweenLooks == 0 && is_raised(hooks_.limits.stop)) throw Stopped{};
  if (executed_ != hooks_.limits.statements) return;
  throw Stopped{
      Error{.message = fmt::format("{} executed here without an end",
                                   counted(executed_, "statement was", "statements were")),
            .suggestion = "does the loop end? `--limit-steps` allows more",
            .where = statement.where}};
}

template <typename Run>
Interpreter::Flow Interpreter::execute_with(const stan::Statement& statement, const Run& run) {
  try {
    count_statement(statement);
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
  count_statement(body);  // a body without statements takes its time, too
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

}  // namespace autumn::trace
