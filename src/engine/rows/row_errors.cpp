// This file keeps one error for each place of a program.
#include "engine/rows/row_errors.h"

#include <fmt/format.h>

#include <algorithm>

namespace autumn::engine {
namespace {

// More places than this are counted, not told.
constexpr std::size_t kMostTold = 5;

auto place_of(const Error& error) {
  return std::tuple(error.where.file, error.where.line, error.where.column);
}

}  // namespace

void RowErrors::note(const Error& error, const RowNumber& row) {
  const auto at = std::ranges::lower_bound(
      places_, place_of(error), {}, [](const Place& place) { return place_of(place.first); });
  if (at == places_.end() || place_of(at->first) != place_of(error)) {
    places_.insert(at, {error, row});
  } else if (row < at->row) {
    *at = {error, row};
  }
}

std::string RowErrors::text(const LoadedProgram& program) const {
  std::string text;
  const std::size_t told = std::min(places_.size(), kMostTold);
  for (std::size_t k = 0; k < told; ++k) text += render(program, places_[k].first);
  if (told < places_.size()) {
    text += fmt::format("and {} more places\n", places_.size() - told);
  }
  return text;
}

}  // namespace autumn::engine
