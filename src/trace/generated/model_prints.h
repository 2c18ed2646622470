// What print() says in transformed parameters and in the model is said once per draw, for all
// variables alike: those that are integrated out have numbers only then.
#pragma once

#include <span>

#include "expr/builder.h"
#include "trace/interpreter.h"
#include "trace/trace.h"

namespace autumn::trace {

// Runs the two blocks with the numbers of a draw, for what they print; one per thread. The program
// must outlive it.
class ModelPrinter {
 public:
  explicit ModelPrinter(const GeneratedProgram& program);

  // `drawn` holds parameters and transformed parameters in declared order, as a draw does.
  void print(std::span<const double> drawn);

 private:
  const GeneratedProgram& program_;
  expr::Builder builder_;
  Machine machine_;
  Interpreter interpreter_;
};

}  // namespace autumn::trace
