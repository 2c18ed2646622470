// This header is the seam between tiers of evaluation: a scalar function of a vector, with its
// gradient.
#pragma once

#include <cstddef>
#include <span>

#include "evaluate/evaluator.h"
#include "evaluate/program.h"

namespace autumn::evaluate {

// What every tier implements. One instance serves one thread, so an implementation may keep buffers
// of its own; the same point gives the same bytes.
class Function {
 public:
  virtual ~Function() = default;
  [[nodiscard]] virtual std::size_t dimension() const = 0;
  // The value at `x`; the gradient goes to `gradient`. Both may be NaN or infinite. Does not
  // allocate.
  [[nodiscard]] virtual double evaluate(std::span<const double> x, std::span<double> gradient) = 0;
};

// The first tier: a program with one vector input and two outputs, the scalar value and the
// gradient, a vector as long as the input.
class EvaluatedFunction final : public Function {
 public:
  explicit EvaluatedFunction(Program program, InstructionSet set = default_instruction_set());

  [[nodiscard]] std::size_t dimension() const override { return dimension_; }
  [[nodiscard]] double evaluate(std::span<const double> x, std::span<double> gradient) override;

 private:
  Evaluator evaluator_;
  std::size_t dimension_;
};

}  // namespace autumn::evaluate
