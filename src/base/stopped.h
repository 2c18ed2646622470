// What ends a computation from inside of it, however deep it is: somebody asked for that, or there
// is nothing left that it may use up.
#pragma once

#include <atomic>
#include <optional>
#include <utility>

#include "base/error.h"

namespace autumn {

// Thrown where a result is worth nothing any more; caught by those who run chains and commands.
struct Stopped {
  std::optional<Error> limit = std::nullopt;  // that was reached; nothing if somebody asked
};

// A request that others raise, perhaps a signal handler; null where nobody can.
using StopFlag = const std::atomic<bool>*;

[[nodiscard]] inline bool is_raised(StopFlag stop) {
  return stop != nullptr && stop->load(std::memory_order_relaxed);
}

}  // namespace autumn
