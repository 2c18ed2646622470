// A prepared program is a graph laid out as instructions: what an evaluator runs.
#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "expr/graph.h"

namespace autumn::evaluate {

struct Code;

// A graph as a flat list of array operations, with a place in memory for every array. Immutable and
// cheap to copy; threads may share it, each with an Evaluator of its own.
class PreparedProgram {
 public:
  explicit PreparedProgram(std::shared_ptr<const Code> code) : code_(std::move(code)) {}

  [[nodiscard]] const expr::Graph& graph() const;
  // How many numbers an evaluator keeps beside the constants of the graph.
  [[nodiscard]] std::size_t memory() const;
  // What is executed; see code.h.
  [[nodiscard]] const Code& code() const { return *code_; }

 private:
  std::shared_ptr<const Code> code_;
};

// Decides order, strips and memory. Nothing is computed yet, and nothing depends on the inputs.
[[nodiscard]] PreparedProgram prepare(expr::Graph graph);

// One line per instruction, with the places it reads and writes.
[[nodiscard]] std::string to_text(const PreparedProgram& program);

}  // namespace autumn::evaluate
