// This file puts the first tier of evaluation behind the seam.
#include "evaluate/function.h"

#include <algorithm>

#include "base/error.h"

namespace autumn::evaluate {
namespace {

std::size_t checked_dimension(const expr::Graph& graph) {
  AUTUMN_CHECK(graph.inputs().size() == 1 && graph.inputs()[0].shape.is_vector(),
               "the function has one vector input");
  AUTUMN_CHECK(graph.outputs().size() == 2, "the outputs are the value and the gradient");
  const expr::Shape point = graph.inputs()[0].shape;
  AUTUMN_CHECK(
      graph.shape(graph.outputs()[0]).is_scalar() && graph.shape(graph.outputs()[1]) == point,
      "the value is a scalar and the gradient as long as the input");
  return point.size();
}

}  // namespace

EvaluatedFunction::EvaluatedFunction(PreparedProgram program, InstructionSet set, Team* team)
    : evaluator_(std::move(program), set, team),
      dimension_(checked_dimension(evaluator_.program().graph())) {}

double EvaluatedFunction::evaluate(std::span<const double> x, std::span<double> gradient) {
  AUTUMN_CHECK(gradient.size() == dimension_, "the gradient is as long as the input");
  evaluator_.run({&x, 1});
  const std::span<const double> result = evaluator_.output(1);
  copy_numbers(result.data(), result.size(), gradient.data());
  return evaluator_.output(0)[0];
}

}  // namespace autumn::evaluate
