// The interpreter evaluates Stan programs, over values that are known or symbols.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/random.h"
#include "stan/syntax/ast.h"
#include "trace/indexing.h"
#include "trace/limits.h"
#include "trace/machine.h"

namespace autumn::trace {

struct BuiltinCall;

// Watches over a run of a block (generated quantities, of which a part may be left out).
class Watcher {
 public:
  Watcher() = default;
  Watcher(const Watcher&) = delete;
  Watcher& operator=(const Watcher&) = delete;
  virtual ~Watcher() = default;

  // Before every statement outside of functions; true to leave it out.
  [[nodiscard]] virtual bool skips(const stan::Statement& statement) = 0;
  // Before every call of a built-in function; may throw RuntimeError. A value stands for the call,
  // which does not run then.
  [[nodiscard]] virtual std::optional<Value> on_call(const BuiltinCall& /*call*/) {
    return std::nullopt;
  }
  // An error leaves a statement outside of functions, the innermost first.
  virtual void on_error(const stan::Statement& /*statement*/) {}
};

// A term of `target`, with the statement that added it. A density with its distribution is a
// deferred node.
struct TargetTerm {
  Value value;
  const stan::Statement* statement = nullptr;  // of the program
};

// Runs blocks of one program, one after the other, in one frame of variables. What happens to the
// outside goes through the hooks.
class Interpreter {
 public:
  struct Hooks {
    // print() and the text of reject(); may be empty.
    std::function<void(const std::string&)> print = {};
    // Random numbers of _rng functions; null where there are none.
    Random* random = nullptr;
    Limits limits = {};
    // What a condition on a symbol is taken to be, if the caller keeps account of it (right-hand
    // sides of differential equations); empty: such a condition is an error.
    std::function<bool(NodeId condition)> decide = {};
    Watcher* watcher = nullptr;  // may be null
  };

  Interpreter(const stan::Program& program, Machine& machine, Hooks hooks);

  [[nodiscard]] const stan::Program& program() const { return program_; }
  [[nodiscard]] Machine& machine() { return machine_; }
  [[nodiscard]] Random* random() { return hooks_.random; }

  // Counts statements from zero again and forgets the target; variables stay.
  void restart();
  // Statements of a block; throws RuntimeError with its place.
  void run(const stan::Statements& block);
  [[nodiscard]] Value evaluate(const stan::Expr& expression);
  // A function of the user on evaluated arguments.
  [[nodiscard]] Value call(int user_function, std::span<const Value> arguments);

  // The variables outside functions, by slot.
  [[nodiscard]] std::vector<Value>& globals() { return globals_; }
  // The sizes of a declared variable: array dimensions, then inner ones.
  [[nodiscard]] Dims declared_dims(const stan::Declaration& declaration);
  // An error if so many copies of a variable do not fit into the memory of this machine.
  void require_memory(const std::string& name, const Dims& dims, double copies) const;

  [[nodiscard]] const std::vector<TargetTerm>& target() const { return target_; }
  // By this statement of the program; without it, by the one that runs.
  void add_to_target(Value value, const stan::Statement& statement);
  void add_to_target(Value value);

 private:
  enum class Flow { kNext, kBreak, kContinue, kReturn };

  [[nodiscard]] Flow execute(const stan::Statement& statement);
  [[nodiscard]] Flow execute(const stan::Statements& block);
  [[nodiscard]] Flow loop_body(const stan::Statement& body);

  [[nodiscard]] Flow execute_node(const stan::Declaration& s, const stan::Statement& statement);
  [[nodiscard]] Flow execute_node(const stan::Assignment& s, const stan::Statement& statement);
  [[nodiscard]] Flow execute_node(const stan::Tilde& s, const stan::Statement& statement);
  [[nodiscard]] Flow execute_node(const stan::TargetIncrement& s, const stan::Statement& statement);
  [[nodiscard]] Flow execute_node(const stan::CallStatement& s, const stan::Statement& statement);
  [[nodiscard]] Flow execute_node(const stan::If& s, const stan::Statement& statement);
  [[nodiscard]] Flow execute_node(const stan::While& s, const stan::Statement& statement);
  [[nodiscard]] Flow execute_node(const stan::ForRange& s, const stan::Statement& statement);
  [[nodiscard]] Flow execute_node(const stan::ForEach& s, const stan::Statement& statement);
  [[nodiscard]] Flow execute_node(const stan::BlockStatement& s, const stan::Statement& statement);
  [[nodiscard]] Flow execute_node(const stan::Profile& s, const stan::Statement& statement);
  [[nodiscard]] Flow execute_node(const stan::Break& s, const stan::Statement& statement);
  [[nodiscard]] Flow execute_node(const stan::Continue& s, const stan::Statement& statement);
  [[nodiscard]] Flow execute_node(const stan::Return& s, const stan::Statement& statement);
  [[nodiscard]] Flow execute_node(const stan::ReportStatement& s, const stan::Statement& statement);

  [[nodiscard]] Value value_of(const stan::Expr& e, const stan::IntLiteral& x);
  [[nodiscard]] Value value_of(const stan::Expr& e, const stan::RealLiteral& x);
  [[nodiscard]] Value value_of(const stan::Expr& e, const stan::Variable& x);
  [[nodiscard]] Value value_of(const stan::Expr& e, const stan::Unary& x);
  [[nodiscard]] Value value_of(const stan::Expr& e, const stan::Binary& x);
  [[nodiscard]] Value value_of(const stan::Expr& e, const stan::Conditional& x);
  [[nodiscard]] Value value_of(const stan::Expr& e, const stan::Call& x);
  [[nodiscard]] Value value_of(const stan::Expr& e, const stan::Indexed& x);
  [[nodiscard]] Value value_of(const stan::Expr& e, const stan::ArrayLiteral& x);
  [[nodiscard]] Value value_of(const stan::Expr& e, const stan::RowLiteral& x);
  [[nodiscard]] Value value_of(const stan::Expr& e, const stan::TargetValue& x);

  [[nodiscard]] std::vector<Subscript> evaluate_places(const std::vector<stan::Index>& indices);
  // The place of an element whose indices are all single; nothing for parts.
  [[nodiscard]] std::optional<std::size_t> element_place(const Dims& dims,
                                                         const std::vector<stan::Index>& indices);
  // What x[...][...] means on the left side of an assignment.
  [[nodiscard]] Selection selected(const Dims& dims,
                                   const std::vector<std::vector<stan::Index>>& groups);
  [[nodiscard]] Value indexed(const Value& base, std::span<const Subscript> places,
                              stan::Type type);
  [[nodiscard]] bool is_true(const stan::Expr& condition);
  [[nodiscard]] double known_number(const stan::Expr& expression, std::string_view what);
  [[nodiscard]] std::string report_text(const std::vector<stan::Printable>& items);

  const stan::Program& program_;
  Machine& machine_;
  Hooks hooks_;
  std::vector<Value> globals_;
  std::vector<Value>* frame_;  // the globals, or the frame of the function that runs
  std::vector<TargetTerm> target_;
  Value returned_;
  const stan::Statement* statement_ = nullptr;  // the one that runs
  int depth_ = 0;                               // of function calls
  std::uint64_t executed_ = 0;
};

}  // namespace autumn::trace
