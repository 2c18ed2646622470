// An evaluator runs a prepared program in memory of its own.
#pragma once

#include <cstddef>
#include <deque>
#include <memory>
#include <span>
#include <vector>

#include "base/instruction_set.h"
#include "evaluate/bound_instruction.h"
#include "evaluate/program.h"

namespace autumn::evaluate {

// One per thread. Takes all its memory when it is made; a run allocates nothing, and the same
// inputs give the same bytes.
class Evaluator {
 public:
  explicit Evaluator(PreparedProgram program, InstructionSet set = default_instruction_set());
  Evaluator(Evaluator&&) = default;
  Evaluator& operator=(Evaluator&&) = default;

  // One array per input of the graph, in order, each of its declared size.
  void run(std::span<const std::span<const double>> inputs);
  // The numbers of output k of the last run; they stay where they are until the next.
  [[nodiscard]] std::span<const double> output(std::size_t k) const { return outputs_[k]; }

  [[nodiscard]] const PreparedProgram& program() const { return program_; }
  [[nodiscard]] InstructionSet instruction_set() const { return set_; }

 private:
  [[nodiscard]] BoundInstruction bind(std::size_t instruction);
  [[nodiscard]] InstructionDetail detail_of(std::size_t instruction) const;
  [[nodiscard]] InstructionDetail chain_of(std::size_t instruction) const;
  // Writes what is constant in a concatenation; the rest of it is left to its instruction.
  void prefill(std::size_t instruction, InstructionDetail& detail);

  PreparedProgram program_;
  InstructionSet set_;
  std::vector<double> storage_;
  double* memory_ = nullptr;               // in storage_, at the beginning of a cache line
  std::deque<InstructionDetail> details_;  // instructions point into it
  std::vector<BoundInstruction> bound_;
  std::vector<std::span<const double>> outputs_;
};

}  // namespace autumn::evaluate
