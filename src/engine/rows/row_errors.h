// Row errors are the places of a program where the generated quantities of some rows ended, each
// with what the first of these rows was told.
#pragma once

#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include "base/error.h"
#include "engine/load.h"

namespace autumn::engine {

// Of a row; rows are made by several threads, and the first is that of the lowest number.
struct RowNumber {
  std::uint32_t chain = 0;
  std::int64_t iteration = 0;

  auto operator<=>(const RowNumber&) const = default;
};

class RowErrors {
 public:
  void note(const Error& error, const RowNumber& row);
  [[nodiscard]] bool empty() const { return places_.empty(); }
  // What was said at every place, with what it points at, in the order of the program; of many
  // places the first few.
  [[nodiscard]] std::string text(const LoadedProgram& program) const;

 private:
  struct Place {
    Error first;
    RowNumber row;
  };
  // By place; a program has few.
  std::vector<Place> places_;
};

}  // namespace autumn::engine
