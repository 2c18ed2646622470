// This file finds the moments of draws by setting one normal number after the other.
#include "collapse/blocks/drawn.h"

#include <array>

#include "dist/list.h"
#include "expr/term.h"

namespace autumn::collapse::testing {

using expr::Shape;

Drawn drawn(const GraphOfVariables& draw, const std::vector<expr::Array>& point,
            std::size_t columns) {
  std::vector<expr::Array> inputs = draw.inputs_of(point);
  inputs.insert(inputs.begin(),
                {Shape::vector(2 * columns), std::vector<double>(2 * columns, 0.0)});
  Drawn result{expr::interpret(draw.graph, inputs)[0], {Shape::matrix(columns, columns), {}}};
  result.covariance.numbers.assign(columns * columns, 0.0);
  for (std::size_t k = 0; k < 2 * columns; ++k) {
    inputs.front().numbers.assign(2 * columns, 0.0);
    inputs.front().numbers[k] = 1.0;
    std::vector<double> column = expr::interpret(draw.graph, inputs)[0].numbers;
    for (std::size_t i = 0; i < columns; ++i) column[i] -= result.mean.numbers[i];
    for (std::size_t q = 0; q < columns * columns; ++q) {
      result.covariance.numbers[q] += column[q % columns] * column[q / columns];
    }
  }
  return result;
}

double density_of(const Drawn& drawn, const std::vector<double>& u) {
  expr::Builder builder;
  const expr::Term mean(builder, builder.constant(drawn.mean.shape, drawn.mean.numbers));
  const expr::Term covariance(builder,
                              builder.constant(drawn.covariance.shape, drawn.covariance.numbers));
  const std::array arguments{mean, covariance};
  const expr::Term value(builder, builder.constant(drawn.mean.shape, u));
  const expr::NodeId nodes[] = {dist::multi_normal().log_density(value, arguments).id()};
  return expr::interpret(builder.graph(), nodes, {})[0].numbers[0];
}

}  // namespace autumn::collapse::testing
