// An evaluator runs a prepared program in memory of its own.
#pragma once

#include <cstddef>
#include <deque>
#include <memory>
#include <span>
#include <vector>

#include "base/instruction_set.h"
#include "base/team.h"
#include "evaluate/bound_instruction.h"
#include "evaluate/lane.h"
#include "evaluate/program.h"

namespace autumn::evaluate {

// One per thread. Takes all its memory when it is made; a run allocates nothing, and the same
// inputs give the same bytes.
class Evaluator {
 public:
  // Workers of `team`, which may be null, take part in long loops; the bytes are the same.
  explicit Evaluator(PreparedProgram program, InstructionSet set = default_instruction_set(),
                     Team* team = nullptr);
  Evaluator(Evaluator&&) = default;
  Evaluator& operator=(Evaluator&&) = default;

  // One array per input of the graph, in order, each of its declared size.
  void run(std::span<const std::span<const double>> inputs);
  // The numbers of output k of the last run; they stay where they are until the next.
  [[nodiscard]] std::span<const double> output(std::size_t k) const { return outputs_[k]; }

  [[nodiscard]] const PreparedProgram& program() const { return program_; }
  [[nodiscard]] InstructionSet instruction_set() const { return set_; }
  [[nodiscard]] Team* team() const { return team_; }

 private:
  void run_blocks(const Section& section);

  PreparedProgram program_;
  InstructionSet set_;
  Team* team_;
  std::vector<double> storage_;
  double* memory_ = nullptr;               // in storage_, at the beginning of a cache line
  std::deque<InstructionDetail> details_;  // instructions point into it
  std::vector<BoundInstruction> bound_;
  std::deque<Lane> lanes_;        // one per worker, where loops have blocks
  std::vector<double> partials_;  // sums of the blocks of a loop
  std::vector<std::span<const double>> outputs_;
};

}  // namespace autumn::evaluate
