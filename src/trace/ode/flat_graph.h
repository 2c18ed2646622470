// A flat graph is a small graph laid out to be evaluated many times without any allocation.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "expr/graph.h"
#include "expr/operation.h"

namespace autumn::trace {

// Every value that the outputs need has its place in one buffer.
class FlatGraph {
 public:
  explicit FlatGraph(expr::Graph graph);

  [[nodiscard]] const expr::Graph& graph() const { return graph_; }

 private:
  friend class FlatRun;

  // What is done: an elementwise operation on single numbers, or any operation.
  enum class Kind : std::uint8_t { kUnary, kBinary, kTernary, kGeneral };
  struct FlatOperation {
    Kind kind;
    expr::Op op;
    std::uint32_t places[4];  // of the result, then of the operands (of single numbers)
    expr::NodeId node;
  };

  [[nodiscard]] std::uint32_t part_start(expr::NodeId part) const;
  void add_operation(expr::NodeId node);

  expr::Graph graph_;
  std::vector<expr::NodeId> order_;
  std::vector<std::uint32_t> places_;  // of every node
  std::vector<FlatOperation> operations_;
  std::size_t size_ = 0;  // of the buffer
};

// A buffer with the numbers of one evaluation; the program must outlive it.
class FlatRun {
 public:
  explicit FlatRun(const FlatGraph& flat);

  [[nodiscard]] std::span<double> input(std::size_t slot);
  void run();
  [[nodiscard]] std::span<const double> output(std::size_t k) const;

 private:
  struct General {
    expr::Operation operation;
    std::vector<expr::Operand> operands;
    std::span<double> out;
  };

  const FlatGraph& flat_;
  std::vector<double> buffer_;
  std::vector<double> unused_;  // inputs that no output needs
  std::vector<std::span<double>> inputs_;
  std::vector<General> general_;  // in the order of the steps
};

}  // namespace autumn::trace
