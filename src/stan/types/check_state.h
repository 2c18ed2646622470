// This header is the checker's state and declares its parts, which are defined in the check_*.cpp
// files. Internal to `check`.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <unordered_set>
#include <vector>

#include "stan/syntax/ast.h"
#include "stan/types/check_scope.h"
#include "stan/types/signature.h"

namespace autumn::stan {

// What is known of an expression.
struct ExprFacts {
  Type type;
  bool is_known = true;  // false after an error inside: nothing more is said about it
  bool is_data = true;   // does not depend on parameters (ints never do)
  bool is_fixed = true;  // mentions only variables of the data and transformed data blocks

  static ExprFacts unknown() { return {.type = {}, .is_known = false}; }
};

// Arguments of a call, checked.
struct CheckedArguments {
  std::vector<ExprFacts> values;
  std::vector<Type> types;
  bool all_known = true;
  ExprFacts merged;  // the flags of all of them together
};

// A function that could be meant by a call, of the user or built in.
struct Overload {
  const Function* function = nullptr;
  int definition = -1;
  const Signature* signature = nullptr;
  Type result;
  std::size_t conversions = 0;
};

class Checker {
 public:
  explicit Checker(Program& program) : program_(program), overloads_(program.functions) {}
  std::vector<Error> run();

 private:
  // ---- check.cpp ----
  void check_block(Statements& block, BlockKind place);
  void report(const SourceRange& where, std::string message, std::string suggestion = {});
  [[nodiscard]] bool is_full() const { return errors_.size() >= kMaxErrors; }

  // ---- check_function.cpp ----
  void check_functions();
  bool check_header(int number);
  void check_suffix_of_definition(const Function& function);
  void check_body(Function& function);

  // ---- check_declaration.cpp ----
  void check_declaration(Declaration& declaration, const SourceRange& where);
  void check_declared(DeclaredType& declared, bool is_global);
  void check_size(ExprPtr& size, bool is_global);
  void check_bound(ExprPtr& bound, const Type& type, std::string_view what);
  void check_initial(ExprPtr& initial, const Type& type);
  void declare(const std::string& name, Symbol symbol);

  // ---- check_statement.cpp ----
  void check(Statement& statement);
  void read_jacobian(Statement& statement);
  void check_nested(std::unique_ptr<Statement>& statement);
  void check_statements(Statements& block);
  void check_loop(std::unique_ptr<Statement>& body, const std::string& name, Symbol symbol);
  void check_condition(ExprPtr& condition, std::string_view what);
  void check_int(ExprPtr& expr, std::string_view what);
  void node(Declaration& s, const SourceRange& where) { check_declaration(s, where); }
  void node(Assignment& s, const SourceRange& where);
  void node(Unpack& s, const SourceRange& where);
  void node(Tilde& s, const SourceRange& where);
  void node(TargetIncrement& s, const SourceRange& where);
  void node(CallStatement& s, const SourceRange& where);
  void node(If& s, const SourceRange& where);
  void node(While& s, const SourceRange& where);
  void node(ForRange& s, const SourceRange& where);
  void node(ForEach& s, const SourceRange& where);
  void node(BlockStatement& s, const SourceRange& where);
  void node(Profile& s, const SourceRange& where);
  void node(Break& s, const SourceRange& where);
  void node(Continue& s, const SourceRange& where);
  void node(Return& s, const SourceRange& where);
  void node(ReportStatement& s, const SourceRange& where);

  // ---- check_assignment.cpp ----
  bool check_assignable(const std::string& name, const Symbol& symbol, const SourceRange& where);
  void check_compound(AssignOp assigns, const Type& target, const ExprFacts& value,
                      const SourceRange& where);

  // ---- check_unpack.cpp ----
  // Whether all that is assigned to may be.
  bool check_targets(const Expr& target);
  void check_overlap(const Expr& target);

  // ---- check_tilde.cpp ----
  void check_truncation(Tilde& s);
  void report_unknown_distribution(const Tilde& s, const SourceRange& where);
  [[nodiscard]] std::string tilde_signatures(const std::string& name,
                                             std::span<const Type> types) const;
  void report_tilde_mismatch(const Tilde& s, const CheckedArguments& arguments,
                             const SourceRange& where);

  // ---- check_expression.cpp ----
  ExprFacts value_of(ExprPtr& expr);
  ExprFacts value_of(Expr& expr);
  ExprFacts node_value(IntLiteral& node, Expr& expr);
  ExprFacts node_value(RealLiteral& node, Expr& expr);
  ExprFacts node_value(ImaginaryLiteral& node, Expr& expr);
  ExprFacts node_value(Variable& node, Expr& expr);
  ExprFacts node_value(Unary& node, Expr& expr);
  ExprFacts node_value(Binary& node, Expr& expr);
  ExprFacts node_value(Conditional& node, Expr& expr);
  ExprFacts node_value(Call& node, Expr& expr);
  ExprFacts node_value(Indexed& node, Expr& expr);
  ExprFacts node_value(ArrayLiteral& node, Expr& expr);
  ExprFacts node_value(RowLiteral& node, Expr& expr);
  ExprFacts node_value(TupleLiteral& node, Expr& expr);
  ExprFacts node_value(TuplePart& node, Expr& expr);
  ExprFacts node_value(TargetValue& node, Expr& expr);
  void report_undeclared(const std::string& name, const SourceRange& where);

  // ---- check_operator.cpp ----
  ExprFacts combine(BinaryOp op, const ExprFacts& left, const ExprFacts& right,
                    const SourceRange& where);
  std::optional<Type> operator_type(BinaryOp op, const Type& left, const Type& right);

  // ---- check_index.cpp ----
  ExprFacts indexed(ExprFacts base, std::vector<Index>& indices, const SourceRange& where);
  bool check_index(Index& index, ExprFacts& base, bool& is_single);

  // ---- check_call.cpp ----
  ExprFacts call_value(Call& call, const SourceRange& where, bool is_statement);
  CheckedArguments check_arguments(std::span<ExprPtr> arguments);
  void add_argument(CheckedArguments& all, const ExprFacts& value);
  bool check_suffix(const std::string& name, const SourceRange& where);
  [[nodiscard]] bool has_jacobian_functions() const;
  void check_bar(const Call& call, const SourceRange& where);
  std::vector<Overload> overloads(std::string_view name, std::span<const Type> types);
  std::optional<Overload> choose(std::string_view name, std::span<const Type> types,
                                 const SourceRange& where);
  void check_data_arguments(const Overload& chosen, std::span<const ExprFacts> values,
                            std::span<ExprPtr* const> exprs, std::string_view name);
  void report_unknown_function(const std::string& name, const SourceRange& where);
  void report_mismatch(const Call& call, std::span<const Type> types, const SourceRange& where);
  bool report_one_argument(const Call& call, std::span<const Type> types);
  [[nodiscard]] bool exists(std::string_view name) const;
  [[nodiscard]] bool is_hidden(const std::string& name) const;

  // ---- check_laplace.cpp ----
  [[nodiscard]] bool is_laplace(const std::string& name) const;
  void check_laplace_tilde(Tilde& s, const SourceRange& where);
  // The function of the user that an argument names, or null.
  [[nodiscard]] const Function* named_function(const Call& call, std::size_t place) const;
  // What a passed function is called with: `latent` arguments first, then those of a tuple.
  struct PassedTypes {
    std::vector<Type> given;
    Type result;
    std::size_t latent;
  };
  void check_passed(Call& call, std::size_t place, const PassedTypes& types);
  void check_passed_data(const Function& function, std::size_t first, ExprPtr& tuple);
  void check_laplace_functions(Call& call, std::span<const Type> types);
  [[nodiscard]] bool has_covariance_form(const Call& call, std::span<const Type> types,
                                         std::size_t place) const;
  ExprFacts laplace_value(Call& call, const SourceRange& where);
  [[nodiscard]] bool has_laplace_form(const Call& call, std::span<const Type> types) const;

  // ---- check_higher_order.cpp ----
  ExprFacts higher_order_value(Call& call, const SourceRange& where);
  void report_no_function(const Call& call);
  void report_wrong_function(const Call& call, const Signature& signature,
                             std::span<const Type> types);

  static constexpr std::size_t kMaxErrors = 20;

  Program& program_;
  std::vector<Error> errors_;
  Scopes scopes_;
  Overloads overloads_;
  std::unordered_set<std::string> reported_;  // undeclared names that were reported already
  BlockKind place_ = BlockKind::kFunctions;
  const Function* function_ = nullptr;  // whose body is checked
  int depth_ = 0;                       // of nested scopes inside a block
  int loops_ = 0;                       // around the statement
};

// The flags of two values together, with the first one's type.
[[nodiscard]] ExprFacts merge(ExprFacts a, const ExprFacts& b);

// What to do where a value has more to it than the type that it should have.
[[nodiscard]] std::string lost_part_hint(const Type& from);
// "a `real`", "an `array[] int`"
[[nodiscard]] std::string with_article(const Type& type);
// "`real`, `vector` or `row_vector`"
[[nodiscard]] std::string list_types(std::span<const Type> types);
// "(`int`, `vector`)" without the backquotes
[[nodiscard]] std::string list_arguments(std::span<const Type> types);
// What an argument may be, in words.
[[nodiscard]] std::string describe(const Argument& argument);

[[nodiscard]] std::string_view to_text(BinaryOp op);
// Why an operator does not take these types, if there is something helpful to say.
[[nodiscard]] std::string operator_hint(BinaryOp op, const Type& left, const Type& right);

// Whether a statement, or a list of them, never reaches its end.
[[nodiscard]] bool always_returns(const Statement& statement);
[[nodiscard]] bool always_returns(const Statements& block);

// Whether the user's function can be passed to a call of these argument types (the first is
// ignored).
[[nodiscard]] bool can_be_passed(const Function& function, const Signature& signature,
                                 std::span<const Type> types);

}  // namespace autumn::stan
