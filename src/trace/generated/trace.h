// Tracing of generated quantities makes a graph of what is a function of the draw alone.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "expr/graph.h"
#include "trace/generated/draws.h"
#include "trace/generated/split.h"
#include "trace/trace.h"

namespace autumn::trace {

// A graph; with a guard its last output is one number more: 1 where the others are what the
// interpreter would say. Where it is not 1 there may have been an error, or a density outside of
// its support.
struct Guarded {
  expr::Graph graph;
  bool has_guard = false;
};

// Random numbers that are drawn before the quantities are computed.
struct GeneratedDraws {
  DrawPlan plan;
  Guarded arguments;  // what they are drawn from: `DrawRecorder::arguments`
};

// Made once before sampling, and used for every draw.
struct GeneratedGraph {
  // The drawn variables, in order, and perhaps as one more input the random numbers of `draws` ->
  // the quantities that are traced. The graph of `draws` has the same inputs, and does not read the
  // last.
  Guarded quantities;
  std::optional<GeneratedDraws> draws;
  std::vector<std::size_t> variables;  // which of `GeneratedProgram::made` the outputs are
  // What the interpreter need not do where the guards hold; null if nothing is left to do for it.
  std::shared_ptr<const StatementSet> traced;
};

// Nothing if no quantity can be traced. What the graph says and what the interpreter says agree up
// to rounding, with the same random numbers in the same order.
[[nodiscard]] std::optional<GeneratedGraph> trace_generated(const GeneratedProgram& program);

}  // namespace autumn::trace
