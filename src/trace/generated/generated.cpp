// This file runs generated quantities with numbers: one frame for all draws, data shared.
#include "trace/generated/generated.h"

#include <algorithm>
#include <cstdint>
#include <limits>

#include "trace/declared.h"

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
                   {.print = [this](const std::string& text) { printed_.push_back(text); },
                    .random = &random_,
                    .limits = program.limits,
                    .decide = {},
                    .watcher = left_out == nullptr ? nullptr : &skipper_}) {
  interpreter_.globals() = program.globals;
  for (const stan::Statement* statement : declarations(program.program->generated_quantities)) {
    const bool is_left_out = left_out != nullptr && left_out->contains(statement);
    if (!is_left_out && asks_something(declaration(statement))) declared_.push_back(statement);
  }
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
  printed_.clear();
  is_fatal_ = false;
  interpreter_.restart();
  forget_made();
  set_drawn(drawn);
  try {
    interpreter_.run(program_.program->generated_quantities);
    check_declared();
  } catch (const RuntimeError& error) {
    is_fatal_ = error.is_fatal;
    return Error{error.message, error.suggestion, error.where};
  }
  return Done{};
}

void GeneratedRunner::print() {
  if (program_.print) std::ranges::for_each(printed_, program_.print);
  printed_.clear();
}

// As in Stan at the end of the block: where a declaration is broken no quantity of the draw counts.
void GeneratedRunner::check_declared() {
  try {
    for (const stan::Statement* statement : declared_) {
      require_declared(interpreter_, statement, "generated quantities");
    }
  } catch (const RuntimeError&) {
    forget_made();
    throw;
  }
}

// What the run before left must not be taken for what this one made.
void GeneratedRunner::forget_made() {
  for (const GeneratedVariable& variable : program_.made) {
    global(variable.slot) = Value::symbol(variable.type, {}, NodeId{});
  }
}

std::span<const double> GeneratedRunner::quantity(std::size_t made) {
  const GeneratedVariable& variable = program_.made[made];
  const Value& value = global(variable.slot);
  if (!value.is_known() || value.size() != size_of(variable.dims)) return {};
  return value.numbers();
}

namespace {

// An integer that was declared and not assigned holds the smallest one. Where the block was left
// before its end it was not reached, like a real number that is NaN.
void forget_unset(const GeneratedVariable& variable, std::span<double> numbers) {
  if (variable.type.base != stan::Base::kInt) return;
  constexpr double kUnset = std::numeric_limits<std::int32_t>::min();
  std::ranges::replace(numbers, kUnset, std::numeric_limits<double>::quiet_NaN());
}

}  // namespace

Status generate(GeneratedRunner& runner, const GeneratedProgram& program,
                std::span<const double> drawn, const Random& random, std::span<double> out) {
  std::ranges::fill(out, std::numeric_limits<double>::quiet_NaN());
  Status status = runner.run(drawn, random);
  runner.print();
  for (std::size_t k = 0; k < program.made.size(); ++k) {
    const std::size_t size = size_of(program.made[k].dims);
    std::ranges::copy(runner.quantity(k), out.begin());
    if (!status) forget_unset(program.made[k], out.first(size));
    out = out.subspan(size);
  }
  return status;
}

Status generate(const GeneratedProgram& program, std::span<const double> drawn,
                const Random& random, std::span<double> out) {
  GeneratedRunner runner(program);
  return generate(runner, program, drawn, random, out);
}

}  // namespace autumn::trace
