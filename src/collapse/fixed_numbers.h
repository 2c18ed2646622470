// The numbers of expressions that do not change with what is kept, once the collapsed elements have
// been set.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "expr/builder.h"

namespace autumn::collapse {

// Nothing if a node depends on an input of the graph. Zero times anything is zero here: whoever
// asks must know that the other factor is a number, or that something else refuses the point.
class FixedNodes {
 public:
  explicit FixedNodes(const expr::Builder& builder) : builder_(builder) {}

  [[nodiscard]] std::optional<std::vector<double>> numbers(expr::NodeId node);

 private:
  [[nodiscard]] std::optional<std::vector<double>> made(expr::NodeId node);
  [[nodiscard]] bool is_zero(expr::NodeId node) const;

  const expr::Builder& builder_;
  std::map<expr::NodeId, std::optional<std::vector<double>>> known_;
};

}  // namespace autumn::collapse
