// This file factors the rows of the base of a pencil.
#include "gaussian/pencil/base.h"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/numbers.h"

namespace autumn::gaussian::pencil {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double kMostAlike = 1e3;
// Rotations give small rows the rounding of large ones.
constexpr double kMostUneven = 1e3;

enum class End { kFirst, kLast };

// The order in which the rows are a triangle, by the first or the last columns that they have.
std::optional<std::vector<Index>> order_of_triangle(const MatrixXd& rows, End end) {
  const Index n = rows.cols();
  if (rows.rows() != n) return std::nullopt;
  std::vector<Index> order(static_cast<std::size_t>(n), -1);
  for (Index i = 0; i < n; ++i) {
    Index j = end == End::kFirst ? 0 : n - 1;
    while (j >= 0 && j < n && rows(i, j) == 0.0) j += end == End::kFirst ? 1 : -1;
    if (j < 0 || j >= n || order[static_cast<std::size_t>(j)] >= 0) return std::nullopt;
    order[static_cast<std::size_t>(j)] = i;
  }
  return order;
}

Base reordered(const DenseSide& side, const std::vector<Index>& order, bool is_lower) {
  Base base{.factor = side.rows(order, Eigen::all),
            .is_lower = is_lower,
            .constants = side.constants(order, Eigen::all),
            .left_over = MatrixXd(0, side.constants.cols()),
            .inflation = 1.0};
  return base;
}

Base factored(const DenseSide& side) {
  const Index n = side.rows.cols();
  const Eigen::HouseholderQR<MatrixXd> qr(side.rows);
  const MatrixXd turned = qr.householderQ().adjoint() * side.constants;
  return {.factor = qr.matrixQR().topRows(n).triangularView<Eigen::Upper>(),
          .is_lower = false,
          .constants = turned.topRows(n),
          .left_over = turned.bottomRows(turned.rows() - n),
          .inflation = 1.0};
}

// From what the inverse of the factor, with columns in units of their lengths, does to vectors of
// signs.
double inflation_of(const Base& base) {
  constexpr Index kVectors = 4;
  const Index n = base.factor.cols();
  MatrixXd signs(n, kVectors);
  for (Index k = 0; k < kVectors; ++k) {
    for (Index i = 0; i < n; ++i) {
      const auto number = static_cast<std::uint32_t>(i * kVectors + k + 1);
      signs(i, k) = (number * 2654435761U >> 13 & 1U) != 0 ? 1.0 : -1.0;
    }
  }
  const VectorXd lengths = base.factor.colwise().norm();
  const double size = (lengths.asDiagonal() * base.solve(signs)).cwiseAbs().maxCoeff();
  return std::isfinite(size) ? std::max(size, 1.0) : kMostAlike * 2.0;
}

std::optional<Index> place_in(const std::vector<std::uint32_t>& rising, std::uint32_t x) {
  const auto at = std::ranges::lower_bound(rising, x);
  if (at == rising.end() || *at != x) return std::nullopt;
  return static_cast<Index>(at - rising.begin());
}

}  // namespace

DenseSide dense_side(const Block& block, const Sides& sides, const RowsOfScale& side) {
  const auto rows = static_cast<Index>(side.rows.size());
  const auto known = static_cast<Index>(sides.inputs.size() + 1);
  const auto border = static_cast<Index>(sides.border_columns.size());
  DenseSide out{MatrixXd::Zero(rows, static_cast<Index>(sides.columns.size())),
                MatrixXd::Zero(rows, known + border)};
  for (Index i = 0; i < rows; ++i) {
    const std::uint32_t row = side.rows[static_cast<std::size_t>(i)];
    const double root = root_weight_of(block, row);
    for (std::uint32_t e = block.row_starts[row]; e < block.row_starts[row + 1]; ++e) {
      const double x = root * block.multiplier[e];
      const std::optional<Index> beside = place_in(sides.border_columns, block.column[e]);
      if (beside) {
        out.constants(i, known + *beside) -= x;
      } else {
        out.rows(i, *place_in(sides.columns, block.column[e])) += x;
      }
    }
    out.constants(i, 0) = root * block.constant[row];
    if (block.constant_slot[row] < 0) continue;
    const auto slot = static_cast<std::uint32_t>(block.constant_slot[row]);
    out.constants(i, 1 + *place_in(sides.inputs, slot)) = root;
  }
  return out;
}

MatrixXd Base::solve(const MatrixXd& right) const {
  if (right.size() == 0) return right;
  if (is_lower) return factor.triangularView<Eigen::Lower>().solve(right);
  return factor.triangularView<Eigen::Upper>().solve(right);
}

MatrixXd Base::divide(const MatrixXd& left) const {
  if (left.size() == 0) return left;  // which Eigen would point at
  if (is_lower) return factor.triangularView<Eigen::Lower>().solve<Eigen::OnTheRight>(left);
  return factor.triangularView<Eigen::Upper>().solve<Eigen::OnTheRight>(left);
}

// Rows without columns are left over as they are: turned with others, they would take on the
// rounding of the largest.
std::optional<Base> find_base(const DenseSide& all) {
  std::vector<Index> with, without;
  for (Index i = 0; i < all.rows.rows(); ++i) {
    (all.rows.row(i).cwiseAbs().maxCoeff() > 0.0 ? with : without).push_back(i);
  }
  const DenseSide side{all.rows(with, Eigen::all), all.constants(with, Eigen::all)};
  if (side.rows.rows() < side.rows.cols()) return std::nullopt;
  std::optional<Base> base;
  if (const auto lower = order_of_triangle(side.rows, End::kLast)) {
    base = reordered(side, *lower, true);
  } else if (const auto upper = order_of_triangle(side.rows, End::kFirst)) {
    base = reordered(side, *upper, false);
  } else {
    const VectorXd sizes = side.rows.rowwise().norm();
    if (sizes.maxCoeff() > kMostUneven * sizes.minCoeff()) return std::nullopt;
    base = factored(side);
  }
  const VectorXd diagonal = base->factor.diagonal().cwiseAbs();
  if (!(diagonal.minCoeff() > 0.0) || !base->factor.allFinite()) return std::nullopt;
  base->inflation = inflation_of(*base);
  if (base->inflation > kMostAlike) return std::nullopt;
  const MatrixXd turned = base->left_over;
  base->left_over.resize(turned.rows() + static_cast<Index>(without.size()), turned.cols());
  base->left_over << turned, all.constants(without, Eigen::all);
  return base;
}

}  // namespace autumn::gaussian::pencil
