// The density of the collapsed elements given the kept ones, step by step, with the reference
// interpreter.
#include <cmath>

#include "expr/term.h"
#include "recover/recover.h"

namespace autumn::recover {
namespace {

using collapse::DrawBlock;
using collapse::DrawRows;
using expr::Array;
using expr::Shape;
using expr::Term;

double density_of_rows(const DrawRows& rows, const std::vector<Array>& arguments,
                       std::span<const Array> variables) {
  expr::Builder builder;
  std::vector<Term> terms;
  for (const Array& argument : arguments) {
    terms.emplace_back(builder, builder.constant(argument.shape, argument.numbers));
  }
  std::vector<double> numbers;
  for (const std::uint32_t e : rows.elements)
    numbers.push_back(variables[rows.variable].numbers[e]);
  const std::size_t length = rows.elements.size() / rows.rows;
  Shape shape = Shape::vector(numbers.size());
  if (rows.distribution->variate.item == dist::Item::kVector && rows.rows > 1) {
    shape = Shape::matrix(rows.rows, length);
  } else if (rows.distribution->variate.item == dist::Item::kMatrix) {
    const auto side = static_cast<std::size_t>(std::lround(std::sqrt(static_cast<double>(length))));
    shape = Shape::matrix(side, side);
  }
  const Term value(builder, builder.constant(shape, numbers));
  const expr::NodeId total = expr::sum(rows.distribution->log_density(value, terms)).id();
  const expr::NodeId nodes[] = {total};
  return expr::interpret(builder.graph(), nodes, {})[0].numbers[0];
}

double density_of_block(const DrawBlock& draw, const std::vector<Array>& operands,
                        std::span<const Array> variables) {
  const gaussian::Block& block = draw.block->block;
  const gaussian::Inputs inputs = collapse::inputs_of(
      block, [&](std::size_t k) -> const std::vector<double>& { return operands[k].numbers; });
  std::vector<double> scratch(gaussian::scratch_size(draw.block->symbolic));
  gaussian::eliminate(block, draw.block->symbolic, inputs, scratch);
  std::vector<double> u;
  double log_jacobian = 0.0;
  for (const collapse::Column& column : draw.columns) {
    const double value = variables[column.variable].numbers[column.element];
    u.push_back(column.is_log ? std::log(value) : value);
    if (column.is_log) log_jacobian -= std::log(value);
  }
  return gaussian::log_conditional(draw.block->symbolic, scratch, u) + log_jacobian;
}

}  // namespace

double log_density(const collapse::Recovery& recovery, std::span<const Array> variables) {
  double total = 0.0;
  for (const collapse::RecoveryStep& step : recovery.steps) {
    const std::vector<Array> outputs = expr::interpret(step.graph, variables);
    const auto* rows = std::get_if<DrawRows>(&step.draw);
    total += rows != nullptr ? density_of_rows(*rows, outputs, variables)
                             : density_of_block(std::get<DrawBlock>(step.draw), outputs, variables);
  }
  return total;
}

}  // namespace autumn::recover
