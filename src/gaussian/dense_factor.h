// A dense factor is the triangular factor of dense rows that come a few at a time.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "gaussian/reflect.h"

namespace autumn::gaussian {

// Keeps the triangular factor of all rows added so far: memory does not grow with their number.
class DenseFactor {
 public:
  explicit DenseFactor(std::size_t columns);

  // A row of zeros to be filled in.
  [[nodiscard]] std::span<double> add_row();

  // The rows of the triangular factor, one after the other.
  [[nodiscard]] std::span<const double> finish();

 private:
  void reduce_all();

  std::size_t columns_;
  std::size_t most_;  // rows before they are reduced
  std::size_t rows_ = 0;
  std::vector<double> numbers_;
  std::vector<double> packed_;
};

}  // namespace autumn::gaussian
