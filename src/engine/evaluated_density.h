// The sampler's view of a prepared density.
#pragma once

#include "evaluate/function.h"
#include "sample/log_density.h"

namespace autumn::engine {

class EvaluatedDensity final : public sampler::LogDensity {
 public:
  explicit EvaluatedDensity(const evaluate::Program& program) : function_(program) {}

  [[nodiscard]] std::size_t dimension() const override { return function_.dimension(); }
  [[nodiscard]] double evaluate(std::span<const double> x, std::span<double> gradient) override {
    return function_.evaluate(x, gradient);
  }

 private:
  evaluate::EvaluatedFunction function_;
};

}  // namespace autumn::engine
