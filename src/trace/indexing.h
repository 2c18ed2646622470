// Indexing of values goes from Stan's index expressions to places in storage.
#pragma once

#include <optional>
#include <span>
#include <variant>
#include <vector>

#include "expr/index.h"
#include "trace/value.h"

namespace autumn::trace {

// One evaluated index, counted from 1 as in Stan: a single place (its dimension goes), a list of
// places, or a range with inclusive ends (an absent end is that of the dimension).
struct SingleSubscript {
  double place;
};
struct SubscriptList {
  std::vector<double> places;
};
struct SubscriptRange {
  std::optional<double> low;
  std::optional<double> high;
};
// A place counted from 1 as one counted from 0. Throws RuntimeError if there is none; `dimension`
// counts from 0.
[[nodiscard]] std::uint32_t checked_place(double place, std::size_t extent, std::size_t dimension);

using Subscript = std::variant<SingleSubscript, SubscriptList, SubscriptRange>;

// Which elements of an array with dimensions `dims` are meant, in storage order of the result, and
// the dimensions that remain. Throws RuntimeError for a place outside; `name` is what the message
// calls the array.
struct Selection {
  expr::Index index;
  Dims dims;
};
[[nodiscard]] Selection select(const Dims& dims, std::span<const Subscript> places);

}  // namespace autumn::trace
