// The interpreter evaluates Stan programs, over values that are known or symbols.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/random.h"
#include "stan/syntax/ast.h"
#include "trace/indexing.h"
#include "trace/journal.h"
#include "trace/limits.h"
#include "trace/machine.h"
#include "trace/paths/reach.h"

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
  // After a condition on a symbol has chosen a value; may throw RuntimeError.
  virtual void on_choice(NodeId /*chosen*/) {}
  // An error leaves a statement outside of functions, the innermost first.
  virtual void on_error(const stan::Statement& /*statement*/) {}
};

// A statement was added to those that are evaluated along paths: the trace begins again.
struct TraceAgain {};

// Conditions on symbols that are being traced, and how many there were inside of the outermost one.
struct Sides {
  int depth = 0;
  int count = 0;
};

// A term of `target`, with the statement that added it. A density with its distribution is a
// deferred node.
struct TargetTerm {
  Value value;
  const stan::Statement* statement = nullptr;  // of the program
};

// Which terms a density of the user has: all where it is called as `_lpdf`, also by a function that
// takes functions; those that depend on parameters where it is called by `~` or as `_lupdf`, unless
// the caller itself has all.
enum class DensityTerms : std::uint8_t { kAll, kAsCaller };
// By the name that it is called by.
[[nodiscard]] DensityTerms density_terms_of(std::string_view called);

// Runs blocks of one program, one after the other, in one frame of variables. What happens to the
// outside goes through the hooks.
class Interpreter {
 public:
  struct Hooks {
    // print() and the text of reject(); may be empty.
    std::function<void(const std::string&)> print = {};
    // In place of it where a print() reads a symbol; empty: `print` says so in words.
    std::function<void()> print_unknown = {};
    // Random numbers of _rng functions; null where there are none.
    Random* random = nullptr;
    Limits limits = {};
    // What a symbol that decides (a condition, an index, a size) is taken to be, if the caller
    // keeps account of it: the path that the program takes at a point. Empty: both sides are
    // traced.
    std::function<double(NodeId symbol)> decide = {};
    // Statements that are evaluated along paths, with those that turn out to need it added; null:
    // what cannot be decided is an error.
    RegionStatements* regions = nullptr;
    Watcher* watcher = nullptr;  // may be null
    // For what lives longer than the run and reads the program; may be null.
    std::shared_ptr<const stan::Program> owner = {};
    // `~` drops constants wherever it stands, as in Stan; else only where it stands on one path.
    bool drops_constants = false;
    // What runs is inside of a density that was called by its full name.
    bool keeps_terms = false;
  };

  Interpreter(const stan::Program& program, Machine& machine, Hooks hooks);

  [[nodiscard]] const stan::Program& program() const { return program_; }
  [[nodiscard]] Machine& machine() { return machine_; }
  [[nodiscard]] Random* random() { return hooks_.random; }
  [[nodiscard]] const std::shared_ptr<const stan::Program>& owner() const { return hooks_.owner; }

  // Counts statements from zero again and forgets the target; variables stay.
  void restart();
  // Statements of a block; throws RuntimeError with its place.
  void run(const stan::Statements& block);
  // Statements among the variables of a frame, inside of so many calls of functions.
  void run_in(std::vector<Value>& frame, int depth, std::span<const stan::Statement> statements);
  [[nodiscard]] Value evaluate(const stan::Expr& expression);
  // A function of the user on evaluated arguments.
  [[nodiscard]] Value call(int user_function, std::span<const Value> arguments,
                           DensityTerms terms = DensityTerms::kAll);
  // Whether `_lupdf` drops terms where the program stands now.
  [[nodiscard]] bool drops_terms() const { return drops_terms_; }

  // The number of a scalar: known, or as it is decided along a path; fails where nobody decides.
  [[nodiscard]] double decided_number(const Value& value);

  // The variables outside functions, by slot.
  [[nodiscard]] std::vector<Value>& globals() { return globals_; }
  // The sizes of a declared variable: array dimensions, then inner ones.
  [[nodiscard]] Dims declared_dims(const stan::Declaration& declaration);
  // An error if so many copies of a variable do not fit into the memory of this machine.
  void require_memory(const std::string& name, const Dims& dims, double copies) const;

  [[nodiscard]] const std::vector<TargetTerm>& target() const { return target_; }
  // What target() is before anything is added to it, where the program reads it; from here on `~`
  // drops constants wherever it stands, as it does in Stan.
  void begin_target(Value value);
  // What target() is now.
  [[nodiscard]] Value target_value();
  // By this statement of the program; without it, by the one that runs.
  void add_to_target(Value value, const stan::Statement& statement);
  void add_to_target(Value value);

 private:
  enum class Flow { kNext, kBreak, kContinue, kReturn };
  // Where a block stands: after the last statement of a loop's body `continue` changes nothing.
  enum class Level { kInner, kLoopBody };

  [[nodiscard]] Flow execute(const stan::Statement& statement);
  [[nodiscard]] Flow execute(const stan::Statements& block);
  // With its place in errors and in the account of statements.
  void count_statement(const stan::Statement& statement);
  template <typename Run>
  [[nodiscard]] Flow execute_with(const stan::Statement& statement, const Run& run);
  [[nodiscard]] Flow execute_from(const stan::Statements& block, std::size_t first, Level level);
  [[nodiscard]] Flow loop_body(const stan::Statement& body);
  // Whether a block is evaluated along paths from this statement on.
  [[nodiscard]] bool is_region_of_rest(const stan::Statement& statement) const;
  [[nodiscard]] Flow if_with_rest(const stan::If& s, const std::function<Flow()>& rest,
                                  Level level);

  [[nodiscard]] Flow execute_node(const stan::Declaration& s, const stan::Statement& statement);
  [[nodiscard]] Flow execute_node(const stan::Assignment& s, const stan::Statement& statement);
  [[nodiscard]] Flow execute_node(const stan::Unpack& s, const stan::Statement& statement);
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

  // A density without the terms that Stan drops, where it is more than a summand of the target.
  [[nodiscard]] Value without_dropped(const Value& density, std::string_view distribution,
                                      std::span<const stan::Expr* const> syntax,
                                      std::span<const Value> arguments);
  // Whether constants in the target are lost on one of its paths only.
  [[nodiscard]] bool counts_constants() const;
  [[nodiscard]] bool is_differentiated(const stan::Expr& expression) const;

  [[nodiscard]] Value value_of(const stan::Expr& e, const stan::IntLiteral& x);
  [[nodiscard]] Value value_of(const stan::Expr& e, const stan::RealLiteral& x);
  [[nodiscard]] Value value_of(const stan::Expr& e, const stan::ImaginaryLiteral& x);
  [[nodiscard]] Value value_of(const stan::Expr& e, const stan::Variable& x);
  [[nodiscard]] Value value_of(const stan::Expr& e, const stan::Unary& x);
  [[nodiscard]] Value value_of(const stan::Expr& e, const stan::Binary& x);
  [[nodiscard]] Value value_of(const stan::Expr& e, const stan::Conditional& x);
  [[nodiscard]] Value value_of(const stan::Expr& e, const stan::Call& x);
  [[nodiscard]] Value value_of(const stan::Expr& e, const stan::Indexed& x);
  [[nodiscard]] Value value_of(const stan::Expr& e, const stan::ArrayLiteral& x);
  [[nodiscard]] Value value_of(const stan::Expr& e, const stan::RowLiteral& x);
  [[nodiscard]] Value value_of(const stan::Expr& e, const stan::TupleLiteral& x);
  [[nodiscard]] Value value_of(const stan::Expr& e, const stan::TuplePart& x);
  [[nodiscard]] Value value_of(const stan::Expr& e, const stan::TargetValue& x);

  [[nodiscard]] std::vector<Subscript> evaluate_places(std::span<const stan::Index> indices);
  // The place of an element whose indices are all single; nothing for parts.
  [[nodiscard]] std::optional<std::size_t> element_place(const Dims& dims,
                                                         const std::vector<stan::Index>& indices);
  // What x[...][...] means on the left side of an assignment.
  [[nodiscard]] Selection selected(const Dims& dims,
                                   const std::vector<std::vector<stan::Index>>& groups);
  [[nodiscard]] Value indexed(const Value& base, std::span<const Subscript> places,
                              stan::Type type);
  // To the indexed variable in this slot.
  void assign_leaf(const stan::LeafTarget& target, const Value& value);
  [[nodiscard]] Value leaf_value(const stan::LeafTarget& target);
  // Every change of a variable goes through these.
  void assign(std::size_t slot, Value value, ChangeKind kind);
  void assign_part(std::size_t slot, const expr::Index& part, const Value& value);

  // ---- both sides of a condition on symbols (both_sides.cpp) ----
  struct Side;
  [[nodiscard]] Side run_side(NodeId taken, const std::function<Flow()>& body);
  [[nodiscard]] Flow both_sides(const Value& condition, const std::function<Flow()>& if_true,
                                const std::function<Flow()>& if_false, Level level);
  void join_variables(const Value& condition, const Side& yes, const Side& no);
  void join_targets(const Value& condition, const Side& yes, const Side& no);
  // a && b or a || b, with a symbol on the left.
  [[nodiscard]] Value either(const Value& left, const stan::Binary& x, stan::Type type);
  [[nodiscard]] Value call_builtin(const BuiltinCall& call);
  [[nodiscard]] Value evaluate_where(NodeId taken, const stan::Expr& expression);
  [[nodiscard]] Value joined(const Value& condition, const Value& yes, const Value& no);
  // x[..., k, ...] where k is a symbol: what each place would give, selected.
  [[nodiscard]] Value looked_up(const Value& base, const std::vector<stan::Index>& indices,
                                stan::Type type);

  [[nodiscard]] bool traces_both_sides() const { return !hooks_.decide; }
  // Whether it may end by a jump to somewhere outside of it.
  [[nodiscard]] bool jumps_out(const stan::Statement& statement);
  // Whether statements read a symbol.
  [[nodiscard]] bool reads_symbol(const Reach& reach) const;
  // Whether a statement is one of those that are evaluated along paths, and reads a symbol.
  [[nodiscard]] bool is_region(const stan::Statement& statement) const;
  // What cannot be decided inside of a statement makes it one of those, if it can be one; the error
  // then says that tracing begins again.
  void make_region(const stan::Statement& statement);
  // A statement as a kernel that follows the path taken at each point (paths/region.cpp).
  void execute_region(std::span<const stan::Statement> statements);

  // The value of a condition: known, or as it is decided; else a symbol.
  [[nodiscard]] Value condition_value(const stan::Expr& condition);
  [[nodiscard]] Value decided(const Value& value);
  [[nodiscard]] bool is_true(const stan::Expr& condition);
  [[nodiscard]] double known_number(const stan::Expr& expression, std::string_view what);
  // Says too whether all items are known; those that are not are said to depend on parameters.
  [[nodiscard]] std::string report_text(const stan::ReportStatement& s, bool& is_known);

  const stan::Program& program_;
  Machine& machine_;
  Hooks hooks_;
  std::vector<Value> globals_;
  std::vector<Value>* frame_;  // the globals, or the frame of the function that runs
  std::vector<TargetTerm> target_;
  std::optional<Value> target_before_;  // what target() is besides, if the program reads it
  Value returned_;
  const stan::Statement* statement_ = nullptr;  // the one that runs
  int depth_ = 0;                               // of function calls
  bool drops_terms_ = true;                     // where `_lupdf` stands now
  std::vector<const stan::Call*> summands_;     // the `_lupdf` that are terms of the target
  int first_parameter_ = 0;                     // the slot of the first thing after the data
  Journal* journal_ = nullptr;                  // of the side that runs
  Sides sides_;
  std::unordered_map<const stan::Statement*, bool> jumps_out_;  // what was found of statements
  std::uint64_t executed_ = 0;
};

}  // namespace autumn::trace
