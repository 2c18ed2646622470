// Rows from values: parameters on the declared scale to everything that a file has of a draw.
#pragma once

#include <span>
#include <vector>

#include "base/random.h"
#include "engine/prepare.h"
#include "engine/rows/quantities.h"
#include "evaluate/evaluator.h"

namespace autumn::engine {

class ValueRows {
 public:
  // `prepared` outlives it.
  explicit ValueRows(const Prepared& prepared);

  // Values of all parameters, one after the other. An error is one of the generated quantities.
  [[nodiscard]] Status make(std::span<const double> parameters, const StreamKey& stream);
  // Parameters, transformed parameters, generated quantities, as in Prepared::columns.
  [[nodiscard]] std::span<const double> row() const { return row_; }
  [[nodiscard]] std::size_t generated_begin() const { return generated_begin_; }

 private:
  const Prepared& prepared_;
  evaluate::Evaluator outputs_;
  QuantityMaker quantities_;
  std::size_t generated_begin_ = 0;
  std::vector<double> row_;
};

}  // namespace autumn::engine
