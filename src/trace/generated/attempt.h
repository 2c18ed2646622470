// An attempt traces generated quantities once with symbols.
#pragma once

#include <cstddef>
#include <variant>

#include "model/model.h"
#include "trace/generated/draws.h"
#include "trace/generated/split.h"
#include "trace/trace.h"

namespace autumn::trace {

// What an attempt makes: drawn variables are inputs, and after them random numbers; outputs are
// the quantities, and after them what random numbers are drawn from; factors are all densities that
// were asked for, also those that no quantity needs in the end.
struct Attempted {
  model::Model model;
  std::size_t quantities = 0;
  DrawPlan plan;
};

// Why there is nothing: a statement that symbols cannot run, or null if it is hopeless.
struct Resisted {
  const stan::Statement* statement = nullptr;
};

// Runs the block but for what the split leaves out.
[[nodiscard]] std::variant<Attempted, Resisted> attempt(const GeneratedProgram& program,
                                                        const Split& split, Drawing drawing);

}  // namespace autumn::trace
