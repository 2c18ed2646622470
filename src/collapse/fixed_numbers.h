// The numbers of expressions that do not change with what is kept, once the collapsed elements have
// been set.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "expr/builder.h"

namespace autumn::collapse {

// Nothing if a node depends on an input of the graph. Zero times anything is zero here: where the
// other factor is not finite, so is a coefficient of the block, and there is no density anyway.
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
