// Binding resolves the places of instructions to addresses.
#pragma once

#include <cstddef>
#include <deque>
#include <map>

#include "base/instruction_set.h"
#include "evaluate/bound_instruction.h"
#include "evaluate/code.h"

namespace autumn::evaluate {

// Where the numbers of a program are: at their offsets from `base`, but for those that have a place
// of their own.
struct Memory {
  double* base = nullptr;
  std::map<std::size_t, double*> own = {};

  [[nodiscard]] double* at(std::size_t offset) const {
    if (own.empty()) return base + offset;
    const auto found = own.find(offset);
    return found == own.end() ? base + offset : found->second;
  }
  [[nodiscard]] const double* at(const Address& place) const {
    return place.constant != nullptr ? place.constant : at(place.offset);
  }
};

// Binds instruction `i`; what it needs beside its addresses goes to `details`, which outlives it.
[[nodiscard]] BoundInstruction bind(const Code& code, std::size_t i, const Memory& memory,
                                    InstructionSet set, std::deque<InstructionDetail>& details);

// The first cache line in what is at least a line longer than needed.
[[nodiscard]] double* next_line(double* p);

}  // namespace autumn::evaluate
