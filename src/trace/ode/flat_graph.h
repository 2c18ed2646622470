// A flat graph is a small graph laid out to be evaluated many times without any allocation.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "expr/graph.h"
#include "expr/operation.h"

namespace autumn::trace {

// Every value that the outputs need has its place in one buffer, which begins with the inputs, one
// after the other.
class FlatGraph {
 public:
  explicit FlatGraph(expr::Graph graph);

  [[nodiscard]] const expr::Graph& graph() const { return graph_; }
  // The places of all numbers of the outputs, one output after the other.
  [[nodiscard]] const std::vector<std::uint32_t>& output_places() const { return output_places_; }
  // What the buffer has before any evaluation: zeros, and constants in their places.
  [[nodiscard]] const std::vector<double>& constants() const { return constants_; }
  // Whether the number of this place is the constant 0.
  [[nodiscard]] bool is_zero(std::uint32_t place) const {
    return is_constant_[place] && constants_[place] == 0.0;
  }

 private:
  friend class FlatRun;

  // What is done: an elementwise operation on single numbers, the most frequent ones by name, or
  // any operation.
  enum class Kind : std::uint8_t {
    kAdd,
    kSub,
    kMul,
    kDiv,
    kNegate,
    kSquare,
    kInverse,
    kUnary,
    kBinary,
    kTernary,
    kGeneral
  };
  struct FlatOperation {
    std::uint32_t places[4];  // of the result, then of the operands (of single numbers)
    expr::NodeId node;
  };
  // Operations of one kind that do not need each other, so that they are told apart once.
  struct Group {
    Kind kind;
    expr::Op op;
    std::uint32_t begin;
    std::uint32_t end;
  };

  void place_inputs();
  void place(expr::NodeId node);
  [[nodiscard]] std::uint32_t part_start(expr::NodeId part) const;
  [[nodiscard]] Kind kind_of(expr::NodeId node) const;
  [[nodiscard]] FlatOperation operation_of(expr::NodeId node) const;
  void add_groups(const std::vector<expr::NodeId>& order);

  expr::Graph graph_;
  std::vector<std::uint32_t> places_;  // of every node
  std::vector<std::uint32_t> input_places_;
  std::vector<std::uint32_t> output_places_;
  std::vector<FlatOperation> operations_;
  std::vector<Group> groups_;
  std::vector<double> constants_;
  std::vector<bool> is_constant_;
};

// A buffer with the numbers of one evaluation; the program must outlive it.
class FlatRun {
 public:
  explicit FlatRun(const FlatGraph& flat);
  // Its operations look into its own buffer.
  FlatRun(const FlatRun&) = delete;
  FlatRun& operator=(const FlatRun&) = delete;

  [[nodiscard]] std::span<double> input(std::size_t slot);
  // All inputs, one after the other.
  [[nodiscard]] double* inputs() { return buffer_.data(); }
  void run();
  [[nodiscard]] std::span<const double> output(std::size_t k) const;
  [[nodiscard]] const double* numbers() const { return buffer_.data(); }

 private:
  struct General {
    expr::Operation operation;
    std::vector<expr::Operand> operands;
    std::span<double> out;
  };

  template <typename Compute>
  void fill(const FlatGraph::Group& group, Compute compute);
  void run_other(const FlatGraph::Group& group);
  void run_general(const FlatGraph::Group& group);

  const FlatGraph& flat_;
  std::vector<double> buffer_;
  std::vector<General> general_;  // in the order of the groups
  std::size_t next_general_ = 0;
};

}  // namespace autumn::trace
