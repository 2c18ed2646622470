// This header says what a program may use up before it is stopped with a message.
#pragma once

#include <cstdint>

#include "base/memory.h"
#include "base/stopped.h"

namespace autumn::trace {

struct Limits {
  std::uint64_t statements = 0;               // executed in a row; 0 for any number
  std::uint64_t elements = (1ULL << 31) - 1;  // of one declared variable: storage has 32-bit places
  std::uint64_t bytes = physical_memory();    // of one declared variable; 0 for any number
  StopFlag stop = nullptr;                    // looked at while statements are executed
};

}  // namespace autumn::trace
