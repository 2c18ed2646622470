// The joint density evaluates the model as it was written at values on the declared scale.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "engine/prepare.h"
#include "evaluate/evaluator.h"

namespace autumn::engine {

// Brings values of all variables to the unconstrained scale, again and again; one per thread.
class Unconstrainer {
 public:
  // `prepared` has nothing collapsed, and outlives it.
  explicit Unconstrainer(const Prepared& prepared);

  // Values of the variables in their order; an error if one of them is not in its support.
  [[nodiscard]] Status unconstrain(std::span<const std::span<const double>> variables,
                                   std::span<double> out);

 private:
  struct Bounds {
    // Numbers of outputs of the program; none where there is no such bound.
    std::optional<std::size_t> lower, upper, offset, multiplier;
  };

  [[nodiscard]] std::vector<double> numbers(std::optional<std::size_t> output) const;

  const Prepared& prepared_;
  std::vector<Bounds> bounds_;
  evaluate::Evaluator evaluator_;  // variables -> bounds
};

class JointDensity {
 public:
  explicit JointDensity(const Prepared& joint);

  // With the log Jacobians of the transforms, as the sampler of the model as written sees it; NaN
  // where a value is not in its support.
  [[nodiscard]] double at(std::span<const std::span<const double>> variables);

 private:
  Unconstrainer unconstrainer_;
  evaluate::Evaluator density_;
  std::vector<double> point_;
};

}  // namespace autumn::engine
