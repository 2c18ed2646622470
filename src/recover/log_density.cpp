// This file computes the density of the collapsed elements given the kept ones, step by step, with
// the reference interpreter.
#include <cmath>
#include <utility>

#include "expr/rounding.h"
#include "expr/term.h"
#include "recover/recover.h"

namespace autumn::recover {
namespace {

using collapse::DrawBlock;
using collapse::DrawRows;
using expr::Array;
using expr::Shape;
using expr::Term;

std::vector<Array> values_of(const expr::Graph& graph, std::span<const expr::NodeId> nodes,
                             std::span<const Array> inputs, Random* nudge) {
  return nudge == nullptr ? expr::interpret(graph, nodes, inputs)
                          : expr::interpret_nudged(graph, nodes, inputs, *nudge);
}

double density_of_rows(const DrawRows& rows, const std::vector<Array>& arguments,
                       std::span<const Array> variables, Random* nudge) {
  if (rows.rows == 0) return 0.0;
  expr::Builder builder;
  std::vector<Term> terms;
  // As inputs: constants would be folded, and could not be nudged.
  std::vector<Array> inputs = arguments;
  for (const Array& argument : arguments) {
    terms.emplace_back(builder, builder.input("argument", argument.shape));
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
  const Term value(builder, builder.input("value", shape));
  inputs.push_back({shape, std::move(numbers)});
  const expr::NodeId total = expr::sum(rows.distribution->log_density(value, terms)).id();
  const expr::NodeId nodes[] = {total};
  return values_of(builder.graph(), nodes, inputs, nudge)[0].numbers[0];
}

double density_of_block(const DrawBlock& draw, const std::vector<Array>& operands,
                        std::span<const Array> variables, Random* nudge) {
  const collapse::AnalyzedBlock analyzed =
      nudge == nullptr ? *draw.block : collapse::nudged(*draw.block, *nudge);
  const gaussian::Block& block = analyzed.block;
  const gaussian::Inputs inputs = collapse::inputs_of(
      block, [&](std::size_t k) -> const std::vector<double>& { return operands[k].numbers; });
  std::vector<double> scratch(gaussian::fronts_scratch_size(analyzed.symbolic));
  gaussian::eliminate(block, analyzed.symbolic, inputs, scratch);
  std::vector<double> u;
  double log_jacobian = 0.0;
  for (const collapse::Column& column : draw.columns) {
    const double value = variables[column.variable].numbers[column.element];
    u.push_back(column.is_log ? std::log(value) : value);
    if (column.is_log) log_jacobian -= std::log(value);
  }
  const double value = gaussian::log_conditional(analyzed.symbolic, scratch, u) + log_jacobian;
  if (nudge == nullptr) return value;
  const double step = gaussian::rounding_of_conditional(analyzed.symbolic, scratch, u);
  return value + step * (2.0 * nudge->uniform() - 1.0);
}

// What the steps draw, in place of these variables; returns the logarithm of the volume.
double put_states(const collapse::StateChange& change, std::vector<Array>& variables,
                  Random* nudge) {
  const std::vector<Array> states =
      values_of(change.to_states, change.to_states.outputs(), variables, nudge);
  for (std::size_t k = 0; k < change.variables.size(); ++k) {
    variables[change.variables[k]].numbers = states[k].numbers;
  }
  return states.back().numbers[0];
}

}  // namespace

double log_density(const collapse::Recovery& recovery, std::span<const Array> given,
                   Random* nudge) {
  double total = 0.0;
  std::vector<Array> variables(given.begin(), given.end());
  if (recovery.states) total += put_states(*recovery.states, variables, nudge);
  std::vector<Array> summed = variables;  // what columns of blocks stand for
  for (const collapse::SummedItem& item : recovery.sums) {
    collapse::to_sums(item, summed[item.variable].numbers);
    total -= item.log_volume();
  }
  for (const collapse::RecoveryStep& step : recovery.steps) {
    const expr::Graph& graph = step.arguments.graph;
    const std::vector<Array> outputs =
        values_of(graph, graph.outputs(), step.arguments.inputs_of(variables), nudge);
    const auto* rows = std::get_if<DrawRows>(&step.draw);
    total += rows != nullptr
                 ? density_of_rows(*rows, outputs, variables, nudge)
                 : density_of_block(std::get<DrawBlock>(step.draw), outputs, summed, nudge);
  }
  return total;
}

}  // namespace autumn::recover
