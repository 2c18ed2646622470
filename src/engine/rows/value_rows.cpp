// This file computes transformed parameters and generated quantities from parameters.
#include "engine/rows/value_rows.h"

#include "base/draws.h"

#include <algorithm>

namespace autumn::engine {

ValueRows::ValueRows(const Prepared& prepared)
    : prepared_(prepared),
      outputs_(prepared.outputs),
      quantities_(prepared.generated),
      row_(prepared.columns.size()) {
  generated_begin_ = row_.size();
  for (const trace::GeneratedVariable& made : prepared.generated.program.made) {
    generated_begin_ -= element_names(made.name, made.dims).size();
  }
}

Status ValueRows::make(std::span<const double> parameters, const StreamKey& stream) {
  std::ranges::copy(parameters, row_.begin());
  std::vector<std::span<const double>> variables;
  std::size_t next = 0;
  for (const model::Variable& variable : prepared_.compressed.variables) {
    const std::size_t size = model::node_shape(variable.dims).size();
    variables.push_back(parameters.subspan(next, size));
    next += size;
  }
  if (!prepared_.compressed.outputs.empty()) {
    outputs_.run(variables);
    for (std::size_t k = 0; k < prepared_.compressed.outputs.size(); ++k) {
      const std::span<const double> values = outputs_.output(k);
      std::ranges::copy(values, row_.begin() + static_cast<std::ptrdiff_t>(next));
      next += values.size();
    }
  }
  if (prepared_.generated.program.made.empty()) return Done{};
  const std::span<double> row(row_);
  return quantities_.make(row.first(generated_begin_), stream, row.subspan(generated_begin_));
}

}  // namespace autumn::engine
