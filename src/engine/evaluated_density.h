// This header is the sampler's view of a prepared density: the evaluated one, with names for
// messages.
#pragma once

#include <optional>

#include "engine/assure/rejection.h"
#include "engine/shards/shard_sum.h"
#include "evaluate/function.h"

namespace autumn::engine {

class EvaluatedDensity : public evaluate::EvaluatedFunction {
 public:
  // Workers of `team`, which may be null, take part.
  explicit EvaluatedDensity(const Prepared& prepared, Team* team = nullptr)
      : EvaluatedFunction(prepared.density, default_instruction_set(), team), prepared_(prepared) {
    if (prepared.value) value_.emplace(*prepared.value, default_instruction_set(), team);
  }

  [[nodiscard]] double evaluate(std::span<const double> x, std::span<double> gradient) override {
    return prepared_.shards ? prepared_.shards->evaluate(x, gradient)
                            : EvaluatedFunction::evaluate(x, gradient);
  }

  [[nodiscard]] double value(std::span<const double> x, std::span<double> spare) override {
    return value_at(x, spare);
  }

  [[nodiscard]] std::string name_of(std::size_t dimension) const override {
    return name_of_dimension(prepared_, dimension);
  }
  [[nodiscard]] std::optional<Rejection> rejection_at(std::span<const double> x) const override {
    return engine::rejection_at(prepared_, x);
  }

 protected:
  [[nodiscard]] double value_at(std::span<const double> x, std::span<double> spare) {
    if (!value_ || prepared_.shards) return EvaluatedDensity::evaluate(x, spare);
    value_->run({&x, 1});
    return value_->output(0)[0];
  }

 private:
  const Prepared& prepared_;
  std::optional<evaluate::Evaluator> value_;
};

}  // namespace autumn::engine
