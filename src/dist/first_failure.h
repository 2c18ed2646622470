// This header compares numbers element by element, where a single one stands for all, and finds
// the first that fails.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>

namespace autumn::dist {

// Element i, or the only number there is.
[[nodiscard]] inline double number_at(std::span<const double> x, std::size_t i) {
  return x[x.size() == 1 ? 0 : i];
}

// The first i where `fails(x_i, y_i)`; an empty side never fails.
template <typename Fails>
[[nodiscard]] std::optional<std::size_t> first_failure(std::span<const double> x,
                                                       std::span<const double> y,
                                                       const Fails& fails) {
  if (x.empty() || y.empty()) return std::nullopt;
  for (std::size_t i = 0; i < std::max(x.size(), y.size()); ++i) {
    if (fails(number_at(x, i), number_at(y, i))) return i;
  }
  return std::nullopt;
}

}  // namespace autumn::dist
