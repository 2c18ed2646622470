// This header is the sampler's view of a prepared density.
#pragma once

#include "engine/assure/rejection.h"
#include "evaluate/function.h"
#include "sample/log_density.h"

namespace autumn::engine {

class EvaluatedDensity final : public sampler::LogDensity {
 public:
  explicit EvaluatedDensity(const Prepared& prepared)
      : prepared_(prepared), function_(prepared.density) {}

  [[nodiscard]] std::size_t dimension() const override { return function_.dimension(); }
  [[nodiscard]] double evaluate(std::span<const double> x, std::span<double> gradient) override {
    return function_.evaluate(x, gradient);
  }
  [[nodiscard]] std::string name_of(std::size_t dimension) const override {
    return name_of_dimension(prepared_, dimension);
  }
  [[nodiscard]] std::optional<sampler::Rejection> rejection_at(
      std::span<const double> x) const override {
    return engine::rejection_at(prepared_, x);
  }

 private:
  const Prepared& prepared_;
  evaluate::EvaluatedFunction function_;
};

}  // namespace autumn::engine
