// This file runs transformed parameters and the model with numbers, for what they print.
#include "trace/generated/model_prints.h"

namespace autumn::trace {

ModelPrinter::ModelPrinter(const GeneratedProgram& program)
    : program_(program),
      machine_(builder_),
      interpreter_(*program.program, machine_,
                   {.print = program.print, .random = nullptr, .limits = program.limits}) {}

void ModelPrinter::print(std::span<const double> drawn) {
  interpreter_.restart();
  interpreter_.globals() = program_.globals;
  for (const GeneratedVariable& variable : program_.drawn) {
    const auto numbers = drawn.first(size_of(variable.dims));
    interpreter_.globals()[static_cast<std::size_t>(variable.slot)] =
        Value::numbers(variable.type, variable.dims, {numbers.begin(), numbers.end()});
    drawn = drawn.subspan(numbers.size());
  }
  try {
    interpreter_.run(program_.program->transformed_parameters);
    interpreter_.run(program_.program->model);
  } catch (const RuntimeError&) {
    // A draw is a point that the model did not refuse: rounding may have moved it to a border.
    return;
  }
}

}  // namespace autumn::trace
