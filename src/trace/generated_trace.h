// Tracing of generated quantities: what is a function of the draw alone becomes a graph.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "expr/graph.h"
#include "trace/generated_split.h"
#include "trace/trace.h"

namespace autumn::trace {

// Made once before sampling, and used for every draw.
struct GeneratedGraph {
  // The drawn variables, in order -> the quantities that are traced; with a guard also one number,
  // the last output: 1 where all of them are what the interpreter would say. Where it is not 1
  // there may have been an error, or a density outside of its support.
  expr::Graph graph;
  bool has_guard = false;
  std::vector<std::size_t> variables;  // which of `GeneratedProgram::made` the outputs are
  // What the interpreter need not do where the guard holds; null if nothing is left to do for it.
  std::shared_ptr<const StatementSet> traced;
};

// Nothing if no quantity can be traced. What the graph says and what the interpreter says agree up
// to rounding; the order of random numbers does not change, because all that draws them is left to
// the interpreter.
[[nodiscard]] std::optional<GeneratedGraph> trace_generated(const GeneratedProgram& program);

}  // namespace autumn::trace
