// This file binds a program to memory, and has the loop that runs it.
#include "evaluate/evaluator.h"

#include <algorithm>

#include "base/error.h"
#include "evaluate/bind.h"
#include "evaluate/code.h"
#include "evaluate/layout.h"
#include "evaluate/vector/kernels.h"

namespace autumn::evaluate {
namespace {

void run_once(std::span<const BoundInstruction> bound) {
  for (const BoundInstruction& s : bound) s.run(s, {.begin = 0, .count = s.size});
}

std::size_t memory_of_partials(const Code& code) {
  std::size_t most = 0;
  for (const Blocks& blocks : code.blocks) most = std::max(most, blocks.memory + kLine);
  return most;
}

}  // namespace

Evaluator::Evaluator(PreparedProgram program, InstructionSet set, Team* team)
    : program_(std::move(program)),
      set_(set),
      team_(team),
      storage_(program_.memory() + kLine),
      partials_(memory_of_partials(program_.code())) {
  AUTUMN_CHECK(vector_kernels(set) != nullptr, "this build has the instruction set");
  const Code& code = program_.code();
  memory_ = next_line(storage_.data());
  bound_.reserve(code.instructions.size());
  for (std::size_t i = 0; i < code.instructions.size(); ++i) {
    bound_.push_back(bind(code, i, {.base = memory_}, set, details_));
  }
  for (std::size_t k = 0; k < code.outputs.size(); ++k) {
    const std::size_t size = code.graph.shape(code.graph.outputs()[k]).size();
    outputs_.emplace_back(Memory{.base = memory_}.at(code.outputs[k]), size);
  }
  if (code.blocks.empty()) return;
  const std::size_t lanes = team == nullptr ? 1 : team->size();
  for (std::size_t k = 0; k < lanes; ++k) lanes_.emplace_back(code, set, memory_);
}

void Evaluator::run_blocks(const Section& section) {
  const Code& code = program_.code();
  const std::size_t count = code.blocks[section.blocks].count;
  double* partials = next_line(partials_.data());
  if (team_ == nullptr) {
    for (std::size_t block = 0; block < count; ++block) lanes_[0].run(section, block, partials);
  } else {
    team_->run(count, [&](std::size_t worker, std::size_t block) {
      lanes_[worker].run(section, block, partials);
    });
  }
  add_blocks(code, section, partials, memory_);
}

void Evaluator::run(std::span<const std::span<const double>> inputs) {
  const Code& code = program_.code();
  AUTUMN_CHECK(inputs.size() == code.graph.inputs().size(), "there is one array per input");
  for (const InputCopy& copy : code.inputs) {
    const std::span<const double> input = inputs[copy.slot];
    AUTUMN_CHECK(input.size() == code.graph.inputs()[copy.slot].shape.size(),
                 "an input has its declared size");
    copy_numbers(input.data(), input.size(), memory_ + copy.offset);
  }
  const std::span<const BoundInstruction> bound(bound_);
  for (const Section& section : code.sections) {
    const auto some = bound.subspan(section.first, section.last - section.first);
    if (section.length == 0) {
      run_once(some);
    } else if (section.has_blocks()) {
      run_blocks(section);
    } else {
      run_in_strips(some, section, 0, section.length);
    }
  }
}

}  // namespace autumn::evaluate
