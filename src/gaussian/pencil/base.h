// The base of a pencil is the side that determines all columns: its square factor, and what is left
// over of its constants.
#pragma once

#include <Eigen/Core>
#include <optional>

#include "gaussian/pencil/sides.h"

namespace autumn::gaussian::pencil {

// The rows of a side as dense matrices: coefficients, and constants as in ByInput, to which columns
// of the border add like inputs.
struct DenseSide {
  Eigen::MatrixXd rows;
  Eigen::MatrixXd constants;
};
[[nodiscard]] DenseSide dense_side(const Block& block, const Sides& sides, const RowsOfScale& side);

// Rows = Q F, with the constants as Q' has them.
struct Base {
  Eigen::MatrixXd factor;  // F, a triangle
  bool is_lower = false;
  Eigen::MatrixXd constants;
  Eigen::MatrixXd left_over;
  // How often columns are inflated by their likeness, about: 1 if they are orthogonal.
  double inflation = 1.0;

  [[nodiscard]] Eigen::MatrixXd solve(const Eigen::MatrixXd& right) const;  // F^-1 right
  [[nodiscard]] Eigen::MatrixXd divide(const Eigen::MatrixXd& left) const;  // left F^-1
};

// None if the rows do not determine all columns, or hardly.
[[nodiscard]] std::optional<Base> find_base(const DenseSide& side);

}  // namespace autumn::gaussian::pencil
