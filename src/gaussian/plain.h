// Elimination front by front: of all fronts, or of those that are not in batches.
#pragma once

#include "gaussian/adjoint.h"
#include "gaussian/eliminate.h"
#include "gaussian/front_work.h"
#include "gaussian/log_product.h"

namespace autumn::gaussian {

class PlainElimination {
 public:
  // The inverse scales are in memory, and the matrices are zero.
  PlainElimination(const Block& block, const Symbolic& symbolic, const Inputs& inputs,
                   const Memory<double>& memory)
      : block_(block), symbolic_(symbolic), inputs_(inputs), memory_(memory) {}

  void add_empty_rows();
  // `parent` is the matrix that gets what is left over, unless the front is a root, and
  // `right_hand_side` its last column.
  void eliminate(const Front& front, const Strided& parent, std::size_t right_hand_side);
  // Adds a row of the block to row i of a front.
  void fill(std::uint32_t row, const Strided& to, std::size_t i, std::size_t right_hand_side) const;

  [[nodiscard]] const LogProduct& determinant() const { return determinant_; }
  [[nodiscard]] double rest() const { return rest_; }

 private:
  void reduce_once(const Front& front, const Matrix& a) const;
  void reduce_all(const Front& front, const Matrix& a) const;
  [[nodiscard]] Panel panel(const Front& front, const Matrix& a, std::size_t first) const;
  void add_rest(const Front& front, const Matrix& a);
  void hand_on(const Front& front, const Matrix& a, const Strided& to,
               std::size_t right_hand_side) const;

  const Block& block_;
  const Symbolic& symbolic_;
  const Inputs& inputs_;
  Memory<double> memory_;
  LogProduct determinant_;
  double rest_ = 0.0;
};

}  // namespace autumn::gaussian
