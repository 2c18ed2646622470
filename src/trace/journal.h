// A journal remembers what a run of statements changes, so that it can be taken back.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "expr/index.h"
#include "trace/machine.h"
#include "trace/value.h"

namespace autumn::trace {

enum class ChangeKind : std::uint8_t { kDeclaration, kAssignment };

struct Change {
  std::size_t slot = 0;
  std::optional<expr::Index> part;  // nothing: all of the variable
  Value old;                        // what was there
  ChangeKind kind = ChangeKind::kAssignment;
};

using Journal = std::vector<Change>;

// What became of a variable: all of it, or single places.
struct Ending {
  bool is_whole = false;
  Value whole;
  std::map<std::uint32_t, Value> places;
};

// Of a single number of it.
[[nodiscard]] stan::Type number_type(const Value& container);

// The variables that were changed and not declared, with their values now.
[[nodiscard]] std::map<std::size_t, Ending> endings(Machine& machine, const Journal& journal,
                                                    const std::vector<Value>& frame);

// Takes all changes back, the last first.
void undo(Machine& machine, Journal& journal, std::vector<Value>& frame);

}  // namespace autumn::trace
