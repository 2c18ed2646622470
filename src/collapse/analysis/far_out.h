// Far out, a condition that says only that nothing overflows still holds.
#pragma once

#include <vector>

#include "expr/interpret.h"
#include "model/model.h"

namespace autumn::collapse {

// A few random points thirty units from the origin, made when they are needed first.
class FarOut {
 public:
  explicit FarOut(const model::Model& model) : model_(model) {}

  // Whether all truths of the condition hold at every point, so that what breaks it beyond is the
  // size of doubles. `graph` has the inputs of the model.
  [[nodiscard]] bool holds(const expr::Graph& graph, expr::NodeId condition);

 private:
  const model::Model& model_;
  std::vector<std::vector<expr::Array>> points_;
};

}  // namespace autumn::collapse
