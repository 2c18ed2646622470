// Draws of an approximation: points on the unconstrained scale, one after the other.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace autumn::approximate {

struct UnconstrainedDraws {
  std::size_t dimension = 0;
  std::size_t count = 0;
  std::vector<double> numbers;  // dimension * count

  [[nodiscard]] std::span<const double> at(std::size_t draw) const {
    return std::span(numbers).subspan(draw * dimension, dimension);
  }
  void append(std::span<const double> point) {
    numbers.insert(numbers.end(), point.begin(), point.end());
    ++count;
  }
};

}  // namespace autumn::approximate
