// An expression of the oracle is over the nodes of a scalar graphical model: the parameters of its
// distributions.
#pragma once

#include <compare>
#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace autumn::oracle {

// The place of a node in its model, from 0. Parents come before children.
struct NodeId {
  std::size_t index = 0;

  auto operator<=>(const NodeId&) const = default;
};

enum class Operator {
  kConstant,
  kNode,
  kAdd,
  kSubtract,
  kMultiply,
  kDivide,
  kExp,
  kLog,
  kSqrt,
  kSquare,
};

struct Operation;

// A value. Operations never change and are shared, within an expression (it is a DAG) and between
// the copies of a model by which MARGINALIZE undoes reversals.
class Expr {
 public:
  Expr(double constant);  // NOLINT implicit, so that normal(0, 1) reads as in the paper
  Expr(NodeId node);      // NOLINT implicit
  // Computes what is constant, and drops + 0, - 0, * 0, * 1 and / 1.
  Expr(Operator op, std::vector<Expr> operands);

  [[nodiscard]] const Operation& operation() const { return *operation_; }
  [[nodiscard]] bool is_constant(double value) const;
  [[nodiscard]] bool is_node(NodeId node) const;

 private:
  std::shared_ptr<const Operation> operation_;
};

struct Operation {
  Operator op = Operator::kConstant;
  double constant = 0.0;  // of kConstant
  NodeId node;            // of kNode
  std::vector<Expr> operands;
};

[[nodiscard]] Expr operator+(const Expr& a, const Expr& b);
[[nodiscard]] Expr operator-(const Expr& a, const Expr& b);
[[nodiscard]] Expr operator*(const Expr& a, const Expr& b);
[[nodiscard]] Expr operator/(const Expr& a, const Expr& b);
[[nodiscard]] Expr exp(const Expr& a);
[[nodiscard]] Expr log(const Expr& a);
[[nodiscard]] Expr sqrt(const Expr& a);
[[nodiscard]] Expr square(const Expr& a);

// The value where node i has values[i].
[[nodiscard]] double evaluate(const Expr& e, std::span<const double> values);

// As a Stan expression, nodes written by `name`. Shared parts are repeated.
[[nodiscard]] std::string to_text(const Expr& e, const std::function<std::string(NodeId)>& name);

// What a walk over an expression found for each operation: walking a DAG as a tree can take for
// ever. The expression must outlive it.
template <typename T>
class Memo {
 public:
  template <typename Compute>
  T operator()(const Expr& e, const Compute& compute) {
    if (const auto found = known_.find(&e.operation()); found != known_.end()) return found->second;
    T result = compute();
    known_.emplace(&e.operation(), result);
    return result;
  }

 private:
  std::unordered_map<const Operation*, T> known_;
};

}  // namespace autumn::oracle
