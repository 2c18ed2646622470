// This header is the sampler's view of a prepared density: the evaluated one, with names for
// messages.
#pragma once

#include "engine/assure/rejection.h"
#include "evaluate/function.h"

namespace autumn::engine {

class EvaluatedDensity final : public evaluate::EvaluatedFunction {
 public:
  explicit EvaluatedDensity(const Prepared& prepared)
      : EvaluatedFunction(prepared.density), prepared_(prepared) {}

  [[nodiscard]] std::string name_of(std::size_t dimension) const override {
    return name_of_dimension(prepared_, dimension);
  }
  [[nodiscard]] std::optional<Rejection> rejection_at(std::span<const double> x) const override {
    return engine::rejection_at(prepared_, x);
  }

 private:
  const Prepared& prepared_;
};

}  // namespace autumn::engine
