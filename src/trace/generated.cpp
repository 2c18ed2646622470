// Generated quantities: one frame per draw, data shared.
#include "trace/generated.h"

#include <algorithm>
#include <limits>

#include "expr/builder.h"
#include "trace/interpreter.h"

namespace autumn::trace {
namespace {

stan::Type type_of(const stan::Program& program, int slot) {
  for (const stan::Block* block : {&program.parameters, &program.transformed_parameters}) {
    for (const stan::Statement& statement : *block) {
      const auto* d = std::get_if<stan::Declaration>(&statement.node);
      if (d != nullptr && d->slot == slot) return d->type.type();
    }
  }
  internal_error("a drawn variable is declared", __FILE__, __LINE__);
}

}  // namespace

std::size_t generated_size(const GeneratedProgram& program) {
  std::size_t size = 0;
  for (const GeneratedVariable& variable : program.made) size += size_of(variable.dims);
  return size;
}

Status generate(const GeneratedProgram& program, std::span<const double> drawn, Random& random,
                std::span<double> out) {
  std::fill(out.begin(), out.end(), std::numeric_limits<double>::quiet_NaN());
  if (program.made.empty()) return Done{};
  expr::Builder builder;
  Machine machine(builder);
  Interpreter interpreter(*program.program, machine,
                          {.print = {}, .random = &random, .limits = program.limits});
  interpreter.globals() = program.globals;
  std::size_t next = 0;
  for (const GeneratedVariable& variable : program.drawn) {
    const auto numbers = drawn.subspan(next, size_of(variable.dims));
    next += numbers.size();
    interpreter.globals()[static_cast<std::size_t>(variable.slot)] = Value::numbers(
        type_of(*program.program, variable.slot), variable.dims, {numbers.begin(), numbers.end()});
  }
  Status status = Done{};
  try {
    interpreter.run(program.program->generated_quantities);
  } catch (const RuntimeError& error) {
    status = Error{error.message, error.suggestion, error.where};
  }
  next = 0;
  for (const GeneratedVariable& variable : program.made) {
    const std::size_t size = size_of(variable.dims);
    const Value& value = interpreter.globals()[static_cast<std::size_t>(variable.slot)];
    if (value.is_known() && value.size() == size) {
      std::copy(value.numbers().begin(), value.numbers().end(),
                out.begin() + static_cast<std::ptrdiff_t>(next));
    }
    next += size;
  }
  return status;
}

}  // namespace autumn::trace
