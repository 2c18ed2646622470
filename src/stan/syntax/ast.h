// This header is the syntax tree of a Stan program. The checker fills in the types; the shape of
// the tree stays the same.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/error.h"
#include "stan/types/type.h"

namespace autumn::trace {
struct BuiltinEntry;  // nothing is known of it here
}

namespace autumn::stan {

struct Expr;
using ExprPtr = std::unique_ptr<Expr>;

// ---- expressions ----

struct IntLiteral {
  std::int64_t value = 0;
};
struct RealLiteral {
  double value = 0.0;
  std::string text;  // as written
};
struct ImaginaryLiteral {  // 3i
  double value = 0.0;
  std::string text;  // as written
};
struct Variable {
  std::string name;
  int slot = -1;  // in the frame it lives in; filled in by `resolve`, -1 for the name of a function
};

enum class UnaryOp : std::uint8_t { kPlus, kMinus, kNot, kTranspose };
struct Unary {
  UnaryOp op;
  ExprPtr operand;
};

enum class BinaryOp : std::uint8_t {
  kOr,
  kAnd,
  kEqual,
  kNotEqual,
  kLess,
  kLessEqual,
  kGreater,
  kGreaterEqual,
  kAdd,
  kSubtract,
  kMultiply,
  kDivide,
  kIntDivide,
  kModulo,
  kLeftDivide,
  kElementMultiply,
  kElementDivide,
  kPower,
  kElementPower,
};
struct Binary {
  BinaryOp op;
  ExprPtr left;
  ExprPtr right;
};

struct Conditional {
  ExprPtr condition;
  ExprPtr if_true;
  ExprPtr if_false;
};

// f(a, b), or normal_lpdf(y | mu, sigma) with `has_bar`. Arguments that name functions (of
// ode_rk45, reduce_sum, ...) are Variables.
struct Call {
  std::string name;
  std::vector<ExprPtr> arguments;
  bool has_bar = false;
  // Filled in by the checker: the number of a user's function in Program::functions, or -1 for a
  // built-in one.
  int user_function = -1;
  // What runs a built-in function; filled in by `resolve`, null if nothing does yet.
  const trace::BuiltinEntry* builtin = nullptr;
};

// One place between brackets. Bounds count from 1 and are inclusive; an absent one means "from the
// first" or "to the last". Only `single` has `value`; it is an int, or an array of ints (a
// multi-index).
struct IndexSingle {
  ExprPtr value;
};
struct IndexRange {
  ExprPtr low;   // may be null
  ExprPtr high;  // may be null; both null for `:` or nothing
};
using Index = std::variant<IndexSingle, IndexRange>;

struct Indexed {
  ExprPtr base;
  std::vector<Index> indices;
};

struct ArrayLiteral {  // {a, b, c}
  std::vector<ExprPtr> elements;
};
struct RowLiteral {  // [a, b, c]: a row vector, or a matrix if the elements are row vectors
  std::vector<ExprPtr> elements;
};
// (a, b). After lowering (types/lower.h) also any value of several leaves, each an element or
// inside of one: what a variable that is a tuple or complex is read as.
struct TupleLiteral {
  std::vector<ExprPtr> elements;
};
struct TuplePart {  // base.part
  ExprPtr base;
  std::uint32_t part = 1;  // counts from 1
};
struct TargetValue {};  // target()

struct Expr {
  std::variant<IntLiteral, RealLiteral, ImaginaryLiteral, Variable, Unary, Binary, Conditional,
               Call, Indexed, ArrayLiteral, RowLiteral, TupleLiteral, TuplePart, TargetValue>
      node;
  SourceRange where;
  Type type;  // filled in by the checker
};

// ---- declarations ----

enum class DeclaredKind : std::uint8_t {
  kInt,
  kReal,
  kVector,
  kRowVector,
  kMatrix,
  kSimplex,
  kUnitVector,
  kOrdered,
  kPositiveOrdered,
  kSumToZeroVector,
  kCholeskyFactorCorr,
  kCholeskyFactorCov,
  kCorrMatrix,
  kCovMatrix,
  kColumnStochasticMatrix,
  kRowStochasticMatrix,
  kSumToZeroMatrix,
  kComplex,
  kComplexVector,
  kComplexRowVector,
  kComplexMatrix,
  kTuple,
};

// array[array_sizes] kind<lower, upper, offset, multiplier>[sizes], or array[array_sizes]
// tuple(parts)
struct DeclaredType {
  DeclaredKind kind = DeclaredKind::kReal;
  std::vector<ExprPtr> array_sizes;
  std::vector<ExprPtr> sizes;
  ExprPtr lower;
  ExprPtr upper;
  ExprPtr offset;
  ExprPtr multiplier;
  std::vector<DeclaredType> parts = {};

  [[nodiscard]] Type type() const;
};

// ---- statements ----

struct Statement;
using Statements = std::vector<Statement>;

struct Declaration {
  DeclaredType type;
  std::string name;
  int slot = -1;
  ExprPtr initial;  // may be null
};

enum class AssignOp : std::uint8_t {
  kSet,
  kAdd,
  kSubtract,
  kMultiply,
  kDivide,
  kElementMultiply,
  kElementDivide
};
struct Assignment {
  std::string name;
  int slot = -1;
  std::vector<std::vector<Index>> indices;  // one group per pair of brackets: a[1][2, :]
  AssignOp op = AssignOp::kSet;
  ExprPtr value;
  Type target_type;         // of the indexed left side; filled in by the checker
  Type variable_type = {};  // of the variable; filled in by the checker
};

// Where one of the numbers, vectors or matrices goes that an assigned value is made of.
struct LeafTarget {
  std::string name;
  int slot = -1;
  std::vector<std::vector<Index>> indices;
  Type type;  // of the indexed variable
};
// An assignment whose left side has parts of tuples (`t.1 = x`), or several targets (`(a, t.2[1]) =
// f(x)`). After lowering: what is assigned to tuples and complex variables, leaf by leaf.
struct Unpack {
  ExprPtr target;  // null after lowering
  AssignOp op = AssignOp::kSet;
  ExprPtr value;
  std::vector<LeafTarget> leaves;  // filled in by lowering
  Type type = {};                  // of the target; filled in by lowering
};

// T[low, high]; either may be null.
struct Truncation {
  ExprPtr low;
  ExprPtr high;
};
struct Tilde {
  ExprPtr value;
  std::string distribution;  // without suffix
  std::vector<ExprPtr> arguments;
  std::optional<Truncation> truncation;
  int user_function = -1;  // filled in by the checker if the user wrote distribution_lpdf or _lpmf
};
struct TargetIncrement {
  ExprPtr value;
  bool is_jacobian = false;  // `jacobian +=`
};
struct CallStatement {
  ExprPtr call;
};
struct If {
  ExprPtr condition;
  std::unique_ptr<Statement> then_branch;
  std::unique_ptr<Statement> else_branch;  // may be null
};
struct While {
  ExprPtr condition;
  std::unique_ptr<Statement> body;
};
struct ForRange {
  std::string variable;
  int slot = -1;
  ExprPtr low;
  ExprPtr high;
  std::unique_ptr<Statement> body;
};
struct LoopLeaf {
  std::string name;
  int slot = -1;
};
struct ForEach {
  std::string variable;
  int slot = -1;
  std::vector<LoopLeaf> leaves = {};  // in place of the variable if it is a tuple or complex
  ExprPtr container;
  std::unique_ptr<Statement> body;
};
struct BlockStatement {
  Statements statements;
};
struct Profile {
  std::string name;
  Statements statements;
};
struct Break {};
struct Continue {};
struct Return {
  ExprPtr value;  // may be null
};
// Pieces of text and expressions, in order.
using Printable = std::variant<std::string, ExprPtr>;
enum class Report : std::uint8_t { kPrint, kReject, kFatalError };
struct ReportStatement {
  Report kind;
  std::vector<Printable> items;
};

struct Statement {
  std::variant<Declaration, Assignment, Unpack, Tilde, TargetIncrement, CallStatement, If, While,
               ForRange, ForEach, BlockStatement, Profile, Break, Continue, Return, ReportStatement>
      node;
  SourceRange where;
};

// ---- programs ----

struct FunctionParameter {
  Type type;
  std::string name;
  bool is_data = false;
};
struct Function {
  Type result;
  std::string name;
  std::vector<FunctionParameter> parameters;
  Statements body;
  bool is_forward = false;  // declared without a body
  SourceRange where;
  // Slots of parameters (the first ones, one for each leaf) and of local variables; filled in by
  // `resolve`.
  int frame_size = 0;
};

struct Program {
  std::vector<Function> functions;
  Statements data;
  Statements transformed_data;
  Statements parameters;
  Statements transformed_parameters;
  Statements model;
  Statements generated_quantities;
  int frame_size = 0;  // slots of all variables outside functions; filled in by `resolve`
};

}  // namespace autumn::stan
