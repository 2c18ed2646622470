// A lane runs blocks of loops, one at a time, in memory of its own for what is not the loop's
// result; lanes of one evaluator run side by side.
#pragma once

#include <cstddef>
#include <deque>
#include <span>
#include <vector>

#include "evaluate/bind.h"
#include "evaluate/code.h"

namespace autumn::evaluate {

class Lane {
 public:
  // `memory` is that of the evaluator, where lanes read and write whole arrays.
  Lane(const Code& code, InstructionSet set, double* memory);

  // Block `block` of a section that has blocks; its sums go to their windows in `partials`.
  void run(const Section& section, std::size_t block, double* partials);

 private:
  // An instruction whose result is added up, and what has to know where.
  struct Sum {
    std::size_t instruction;  // in the loop
    InstructionDetail* detail;
  };
  struct Loop {
    std::vector<BoundInstruction> bound;
    std::vector<Sum> sums;
  };

  [[nodiscard]] Loop loop_of(const Section& section, const Memory& memory, InstructionSet set);

  const Code& code_;
  std::vector<double> storage_;
  std::deque<InstructionDetail> details_;  // instructions point into it
  std::vector<Loop> loops_;                // as the blocks of the code
};

// The instructions of a loop for strips of [begin, end).
void run_in_strips(std::span<const BoundInstruction> bound, const Section& section,
                   std::size_t begin, std::size_t end);

// Adds the windows of all blocks, in their order, to the results in `memory`.
void add_blocks(const Code& code, const Section& section, const double* partials, double* memory);

}  // namespace autumn::evaluate
