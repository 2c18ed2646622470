// The null space of sparse rows is the combinations of columns that no row contains.
#pragma once

#include <cstdint>
#include <vector>

#include "gaussian/compress.h"

namespace autumn::gaussian {

// Vectors over the open columns, in their order.
class NullSpace {
 public:
  // Looks for at most `most` independent vectors. Rows and columns are brought to about one size,
  // so that what is small is small beside what was cancelled.
  NullSpace(const SparseRows& rows, const std::vector<bool>& is_open, std::size_t most);

  [[nodiscard]] const std::vector<std::uint32_t>& columns() const { return columns_; }

  // A basis in which each vector has an element that no other has. Rows contain a vector of it by
  // less than about 1e-14 / least.
  [[nodiscard]] std::vector<std::vector<double>> basis(double least) const;

 private:
  std::vector<std::uint32_t> columns_;  // those that are open
  std::vector<double> norms_;
  std::vector<std::vector<double>> draws_;
};

}  // namespace autumn::gaussian
