// A region is a statement, or the rest of a block, whose way depends on symbols: a kernel that
// follows, at each point, the path that the program takes there.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "expr/kernel.h"
#include "stan/syntax/ast.h"
#include "trace/limits.h"
#include "trace/value.h"

namespace autumn::trace {

// A variable that the statement sets.
struct RegionOutput {
  std::size_t slot = 0;
  stan::Type type;
  Dims dims;
};

struct Region {
  const stan::Program& program;
  std::shared_ptr<const stan::Program> owner;  // of the program; without one it must outlive this
  std::span<const stan::Statement> statements;
  std::vector<Value> frame;         // what the statement mentions; known values count
  std::vector<std::size_t> inputs;  // slots of what is not known
  std::vector<RegionOutput> outputs;
  int depth = 0;             // of calls of functions
  bool keeps_terms = false;  // inside of a density that has all of them
  // The last input is no variable but what target() is before the statement.
  bool reads_target = false;
  Limits limits;
};

// Operands: the inputs, as nodes of their dims. The value is a vector: what the statement adds to
// the target (-infinity where the point is refused), then the numbers of all outputs.
[[nodiscard]] std::shared_ptr<const expr::Kernel> region_kernel(Region region);

}  // namespace autumn::trace
