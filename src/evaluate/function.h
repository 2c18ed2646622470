// This header is the first tier of evaluation, as the seam has it (base/log_density.h): a scalar
// function of a vector, with its gradient.
#pragma once

#include <cstddef>
#include <span>

#include "base/log_density.h"
#include "evaluate/evaluator.h"
#include "evaluate/program.h"

namespace autumn::evaluate {

// The first tier: a prepared program with one vector input and two outputs, the scalar value and
// the gradient, a vector as long as the input.
class EvaluatedFunction : public LogDensity {
 public:
  explicit EvaluatedFunction(PreparedProgram program,
                             InstructionSet set = default_instruction_set(), Team* team = nullptr);

  [[nodiscard]] std::size_t dimension() const override { return dimension_; }
  [[nodiscard]] Team* team() const { return evaluator_.team(); }
  [[nodiscard]] double evaluate(std::span<const double> x, std::span<double> gradient) override;

 private:
  Evaluator evaluator_;
  std::size_t dimension_;
};

}  // namespace autumn::evaluate
