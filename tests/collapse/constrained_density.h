// This header computes the log density of a model at values of its variables, on the declared
// scale, by the interpreter.
#pragma once

#include <cmath>
#include <span>
#include <vector>

#include "expr/builder.h"
#include "expr/interpret.h"
#include "model/model.h"

namespace autumn::collapse::testing {

class ConstrainedDensity {
 public:
  struct Value {
    double sum = 0.0;
    double size = 0.0;  // the sum of the sizes of all terms
  };

  explicit ConstrainedDensity(const model::Model& model) {
    expr::Builder builder(model.graph);
    for (const model::Factor& factor : model.factors) {
      terms_.push_back(model::log_density(builder, factor));
    }
    graph_ = std::move(builder).finish(terms_);
  }

  // One array per variable, in order. No Jacobians: the density is that of the declared scale.
  [[nodiscard]] Value operator()(std::span<const expr::Array> variables) const {
    Value value;
    for (const expr::Array& term : expr::interpret(graph_, variables)) {
      for (const double x : term.numbers) {
        value.sum += x;
        value.size += std::abs(x);
      }
    }
    return value;
  }

 private:
  std::vector<expr::NodeId> terms_;
  expr::Graph graph_;
};

}  // namespace autumn::collapse::testing
