// This header reads an expression as a sum of weighted squares.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "expr/builder.h"
#include "expr/term.h"
#include "model/model.h"
#include "model/range.h"

namespace autumn::collapse {

// numbers / scale^2: one number, or one per element; the scale is positive whatever the parameters,
// absent if it is 1, and a scalar or of the shape of what is weighted.
struct SquareWeight {
  std::vector<double> numbers{1.0};
  std::optional<expr::Term> scale = std::nullopt;
};

// The sum over elements of weight * base^2; with a matrix, weight * base' matrix base for each
// column of the base.
struct WeightedSquare {
  expr::NodeId base;
  SquareWeight weight;
  std::optional<expr::NodeId> matrix = std::nullopt;  // a constant
};

class SquareReader {
 public:
  // `builder` starts as the model's graph; scales are added to it.
  SquareReader(const model::Model& model, expr::Builder& builder);

  // The squares that the sum of weight * node (`numbers` as in a SquareWeight) is made of; none if
  // it is something else.
  [[nodiscard]] std::optional<std::vector<WeightedSquare>> read(expr::NodeId node,
                                                                std::vector<double> numbers);
  // What stood in the way of something that had squares in it; empty if there were none.
  [[nodiscard]] const std::string& obstacle() const { return obstacle_; }

 private:
  using Squares = std::optional<std::vector<WeightedSquare>>;

  [[nodiscard]] Squares sum(expr::NodeId node, const SquareWeight& weight, int depth);
  [[nodiscard]] Squares both(std::span<const expr::NodeId> nodes, double sign,
                             const SquareWeight& weight, int depth);
  [[nodiscard]] Squares product(expr::NodeId x, expr::NodeId y, const SquareWeight& weight,
                                int depth);
  [[nodiscard]] Squares square(expr::NodeId base, SquareWeight weight);
  [[nodiscard]] std::optional<expr::NodeId> without_scale(expr::NodeId base,
                                                          SquareWeight& weight) const;
  [[nodiscard]] Squares bilinear(expr::NodeId x, expr::NodeId y, SquareWeight weight);
  [[nodiscard]] Squares form(expr::NodeId x, expr::NodeId product, SquareWeight weight);
  [[nodiscard]] expr::NodeId stripped(expr::NodeId node, SquareWeight& weight);
  [[nodiscard]] std::optional<expr::NodeId> without_weight(expr::NodeId node, SquareWeight& weight);
  enum class Side { kAbove, kBelow };
  [[nodiscard]] bool multiply(SquareWeight& weight, expr::NodeId by, Side side, expr::Shape shape);
  [[nodiscard]] bool multiply_numbers(SquareWeight& weight, expr::NodeId by, Side side) const;
  void multiply_scale(SquareWeight& weight, expr::Term by, Side side) const;

  expr::Builder& builder_;
  std::vector<model::Range> ranges_;
  std::string obstacle_;
  int visits_ = 0;
};

}  // namespace autumn::collapse
