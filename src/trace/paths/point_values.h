// This header evaluates nodes of a graph that is still growing, at one point.
#pragma once

#include <span>
#include <vector>

#include "expr/builder.h"
#include "expr/interpret.h"

namespace autumn::trace {

// Remembers what was computed, so that all conditions of a path together cost one evaluation.
class PointValues {
 public:
  // One array per input slot; the builder must outlive it.
  PointValues(const expr::Builder& builder, std::vector<expr::Array> inputs)
      : builder_(builder), inputs_(std::move(inputs)) {}

  // Of a scalar node.
  [[nodiscard]] double at(expr::NodeId node);

 private:
  void compute(expr::NodeId node);
  // With everything below it: kernels and densities that are not written out yet.
  [[nodiscard]] std::vector<double> interpreted(expr::NodeId node) const;

  const expr::Builder& builder_;
  std::vector<expr::Array> inputs_;
  std::vector<std::vector<double>> values_;  // by node; empty: not computed
};

// The graph with every deferred density written out.
[[nodiscard]] expr::Graph without_deferred(const expr::Graph& graph);

}  // namespace autumn::trace
