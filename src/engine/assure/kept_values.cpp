// This file computes the values of the kept variables by running the prepared transforms once.
#include "engine/assure/kept_values.h"

#include "evaluate/evaluator.h"

namespace autumn::engine {

std::vector<expr::Array> kept_values(const Prepared& prepared, std::span<const double> point) {
  evaluate::Evaluator evaluator(prepared.values);
  const std::span<const double> inputs[] = {point};
  evaluator.run(inputs);
  std::vector<expr::Array> kept;
  for (std::size_t i = 0; i < prepared.sampled.variables.size(); ++i) {
    const auto numbers = evaluator.output(i);
    kept.push_back({prepared.sampled.graph.shape(prepared.sampled.variables[i].node),
                    {numbers.begin(), numbers.end()}});
  }
  return kept;
}

}  // namespace autumn::engine
