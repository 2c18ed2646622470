// Generated quantities: one frame for all draws, data shared.
#include "trace/generated.h"

#include <algorithm>
#include <limits>

namespace autumn::trace {

std::size_t generated_size(const GeneratedProgram& program) {
  std::size_t size = 0;
  for (const GeneratedVariable& variable : program.made) size += size_of(variable.dims);
  return size;
}

GeneratedRunner::GeneratedRunner(const GeneratedProgram& program, const StatementSet* left_out)
    : program_(program),
      skipper_(left_out),
      random_(StreamKey{}),
      machine_(builder_),
      interpreter_(*program.program, machine_,
                   {.print = {},
                    .random = &random_,
                    .limits = program.limits,
                    .decide = {},
                    .watcher = left_out == nullptr ? nullptr : &skipper_}) {
  interpreter_.globals() = program.globals;
  for (const GeneratedVariable& variable : program.drawn) {
    global(variable.slot) =
        Value::numbers(variable.type, variable.dims, std::vector<double>(size_of(variable.dims)));
  }
}

Value& GeneratedRunner::global(int slot) {
  return interpreter_.globals()[static_cast<std::size_t>(slot)];
}

void GeneratedRunner::set_drawn(std::span<const double> drawn) {
  for (const GeneratedVariable& variable : program_.drawn) {
    const std::span<double> numbers = global(variable.slot).writable_numbers();
    std::ranges::copy(drawn.first(numbers.size()), numbers.begin());
    drawn = drawn.subspan(numbers.size());
  }
}

Status GeneratedRunner::run(std::span<const double> drawn, Random random) {
  random_ = random;
  interpreter_.restart();
  // What the run before left must not be taken for what this one made.
  for (const GeneratedVariable& variable : program_.made) {
    global(variable.slot) = Value::symbol(variable.type, {}, NodeId{});
  }
  set_drawn(drawn);
  try {
    interpreter_.run(program_.program->generated_quantities);
  } catch (const RuntimeError& error) {
    return Error{error.message, error.suggestion, error.where};
  }
  return Done{};
}

std::span<const double> GeneratedRunner::quantity(std::size_t made) {
  const GeneratedVariable& variable = program_.made[made];
  const Value& value = global(variable.slot);
  if (!value.is_known() || value.size() != size_of(variable.dims)) return {};
  return value.numbers();
}

Status generate(GeneratedRunner& runner, const GeneratedProgram& program,
                std::span<const double> drawn, const Random& random, std::span<double> out) {
  std::ranges::fill(out, std::numeric_limits<double>::quiet_NaN());
  Status status = runner.run(drawn, random);
  for (std::size_t k = 0; k < program.made.size(); ++k) {
    std::ranges::copy(runner.quantity(k), out.begin());
    out = out.subspan(size_of(program.made[k].dims));
  }
  return status;
}

Status generate(const GeneratedProgram& program, std::span<const double> drawn,
                const Random& random, std::span<double> out) {
  GeneratedRunner runner(program);
  return generate(runner, program, drawn, random, out);
}

}  // namespace autumn::trace
