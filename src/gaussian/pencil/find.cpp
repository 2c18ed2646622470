// This file turns the two sides of a pencil so that they meet coordinate by coordinate, once.
#include <Eigen/QR>
#include <Eigen/SVD>
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "gaussian/pencil/base.h"
#include "gaussian/pencil/kernels.h"
#include "gaussian/pencil/pencil.h"

namespace autumn::gaussian::pencil {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();

struct Singular {
  MatrixXd left, right;  // the right ones are all
  VectorXd values;       // not zero
};

template <typename Decomposition>
Singular singular_by(const MatrixXd& matrix) {
  const Decomposition found(matrix, Eigen::ComputeThinU | Eigen::ComputeFullV);
  const VectorXd values = found.singularValues();
  const double least = values.size() == 0
                           ? 0.0
                           : 4.0 * kEpsilon * values(0) *
                                 static_cast<double>(std::max(matrix.rows(), matrix.cols()));
  const Index rank = (values.array() > least).count();
  return {found.matrixU().leftCols(rank), found.matrixV(), values.head(rank)};
}

Singular singular_of(const MatrixXd& matrix) {
  constexpr Index kSmall = 32;  // the slower way, with more digits
  const Index n = matrix.cols();
  if (matrix.rows() == 0) return {MatrixXd(0, 0), MatrixXd::Identity(n, n), VectorXd(0)};
  return n <= kSmall ? singular_by<Eigen::JacobiSVD<MatrixXd>>(matrix)
                     : singular_by<Eigen::BDCSVD<MatrixXd>>(matrix);
}

ByInput by_input(const MatrixXd& matrix) {
  return {static_cast<std::size_t>(matrix.rows()),
          std::vector<double>(matrix.data(), matrix.data() + matrix.size())};
}

// Rows with the same sum of squares at all inputs, and no more of them than columns.
ByInput fewer(const MatrixXd& rows) {
  if (rows.rows() <= rows.cols()) return by_input(rows);
  const Eigen::HouseholderQR<MatrixXd> qr(rows);
  return by_input(qr.matrixQR().topRows(rows.cols()).triangularView<Eigen::Upper>());
}

// Of two matrices that differ by what the columns can follow, the columns that are shorter: less of
// them is lost.
MatrixXd nearer(const MatrixXd& a, const MatrixXd& b) {
  MatrixXd out = a;
  for (Index k = 0; k < out.cols(); ++k) {
    if (b.col(k).norm() < a.col(k).norm()) out.col(k) = b.col(k);
  }
  return out;
}

struct Chosen {
  Base base;
  std::int32_t base_scale, other_scale;
  DenseSide other;
  VectorXd border_start;
};

// The largest entries of the border's columns in rows of their own.
VectorXd largest_in_border(const Block& block, const Sides& sides) {
  VectorXd largest = VectorXd::Zero(static_cast<Index>(sides.border_columns.size()));
  for (const std::uint32_t row : sides.border_rows) {
    const double root = root_weight_of(block, row);
    for (std::uint32_t e = block.row_starts[row]; e < block.row_starts[row + 1]; ++e) {
      const auto at = std::ranges::lower_bound(sides.border_columns, block.column[e]);
      double& most = largest(at - sides.border_columns.begin());
      most = std::max(most, std::abs(root * block.multiplier[e]));
    }
  }
  return largest;
}

// Where the constants of all rows are least, but for the other columns; they are moved there, so
// that data far from zero leave no digits behind. Columns that these rows hardly contain would be
// moved far from where rows of their own want them, and stay.
VectorXd border_start(const Block& block, const Sides& sides, DenseSide& first, DenseSide& second) {
  constexpr double kHardlyContained = 1e-3;
  const auto border = static_cast<Index>(sides.border_columns.size());
  if (border == 0) return VectorXd(0);
  MatrixXd rows(first.constants.rows() + second.constants.rows(), border);
  rows << first.constants.rightCols(border), second.constants.rightCols(border);
  VectorXd constants(rows.rows());
  constants << first.constants.col(0), second.constants.col(0);
  // Columns that are alike are moved as little as will do.
  VectorXd lengths = rows.colwise().norm();
  const VectorXd largest = largest_in_border(block, sides);
  for (Index k = 0; k < border; ++k) {
    if (lengths(k) <= kHardlyContained * largest(k)) rows.col(k).setZero();
    lengths(k) = lengths(k) > 0.0 ? lengths(k) : 1.0;
  }
  Eigen::CompleteOrthogonalDecomposition<MatrixXd> orthogonal;
  orthogonal.setThreshold(1e-6);
  orthogonal.compute(rows * lengths.cwiseInverse().asDiagonal());
  VectorXd start = orthogonal.solve(-constants).cwiseQuotient(lengths);
  if (!start.allFinite()) start.setZero();
  for (DenseSide* side : {&first, &second}) {
    side->constants.col(0) += side->constants.rightCols(border) * start;
  }
  return start;
}

// Where either side could be the base, that with the larger constants is: at the start it has
// none. Where its columns are much alike, digits of the other are worth more.
std::optional<Chosen> choose(const Block& block, const Sides& sides) {
  constexpr double kHardlyAlike = 100.0;
  DenseSide first = dense_side(block, sides, sides.first);
  DenseSide second = dense_side(block, sides, sides.second);
  VectorXd start = border_start(block, sides, first, second);
  std::optional<Base> by_first = find_base(first), by_second = find_base(second);
  if (!by_first && !by_second) return std::nullopt;
  bool is_second = !by_first;
  if (by_first && by_second) {
    const bool are_both_well = std::max(by_first->inflation, by_second->inflation) < kHardlyAlike;
    is_second = are_both_well ? second.constants.col(0).norm() > first.constants.col(0).norm()
                              : by_second->inflation < by_first->inflation;
  }
  if (is_second) {
    return Chosen{*std::move(by_second), sides.second.scale, sides.first.scale, std::move(first),
                  std::move(start)};
  }
  return Chosen{*std::move(by_first), sides.first.scale, sides.second.scale, std::move(second),
                std::move(start)};
}

class Turning {
 public:
  Turning(const Block& block, const Sides& sides, std::size_t scales_of_program)
      : block_(block), sides_(sides), scales_of_program_(scales_of_program) {}

  std::optional<Pencil> run() && {
    std::optional<Chosen> chosen = choose(block_, sides_);
    if (!chosen) return std::nullopt;
    out_.columns = sides_.columns;
    out_.inputs = sides_.inputs;
    out_.border = sides_.border_columns;
    add_border_rows(chosen->border_start);
    const MatrixXd matrix = chosen->base.divide(chosen->other.rows);
    if (!matrix.allFinite()) return std::nullopt;
    turn(*chosen, singular_of(matrix));
    out_.constant_term =
        block_.constant_term - chosen->base.factor.diagonal().array().abs().log().sum();
    finish_side(out_.base, chosen->base_scale, out_.columns.size());
    finish_side(out_.other, chosen->other_scale, out_.singular.size());
    out_.nanoseconds = sides_.nanoseconds();
    out_.kernels = &kernels(default_instruction_set());
    out_.draw_nanoseconds = sides_.draw_nanoseconds();
    return std::move(out_);
  }

 private:
  void turn(Chosen& chosen, const Singular& found) {
    Base& base = chosen.base;
    const DenseSide& other = chosen.other;
    const MatrixXd fitted = base.solve(base.constants);
    const MatrixXd moved = other.constants - other.rows * fitted;
    const Index rank = found.values.size();
    // Of S alpha nothing is subtracted that B F^-1 has not been multiplied out for: it may be small
    // where both are large.
    out_.differences = by_input(found.left.transpose() * moved);
    out_.base.left_over = fewer(base.left_over);
    // A direction that was taken for zero may still have moved what is large.
    const bool is_whole = std::min(other.rows.rows(), other.rows.cols()) == rank;
    const MatrixXd left = is_whole ? nearer(other.constants, moved) : moved;
    const bool is_all = other.rows.rows() == rank;
    out_.other.left_over =
        is_all ? ByInput{} : fewer(left - found.left * (found.left.transpose() * left));
    if (!is_all) {
      const VectorXd sizes = left.colwise().norm().transpose();
      out_.left_lengths.assign(sizes.data(), sizes.data() + sizes.size());
    }
    out_.start.assign(fitted.data(), fitted.data() + fitted.rows());
    base.constants.col(0).setZero();
    out_.moves = by_input(found.right.transpose() * base.constants);
    out_.back = by_input(base.solve(found.right)).numbers;
    out_.singular.assign(found.values.data(), found.values.data() + rank);
    out_.dropped = static_cast<double>(std::min(other.rows.rows(), other.rows.cols()) - rank);
    const double largest = rank == 0 ? 0.0 : found.values(0);
    out_.singular_rounding = 8.0 * kEpsilon * base.inflation * largest;
    const MatrixXd sizes = other.rows.cwiseAbs() * fitted.cwiseAbs();
    const VectorXd lengths =
        (moved.colwise().norm() + base.inflation * sizes.colwise().norm()).transpose();
    out_.lengths.assign(lengths.data(), lengths.data() + lengths.size());
    const VectorXd of_base =
        (base.constants.colwise().norm() + base.left_over.colwise().norm()).transpose();
    drop_rounding(out_.differences, lengths);
    drop_rounding(out_.other.left_over, lengths);
    drop_rounding(out_.base.left_over, of_base);
  }

  // What is left of a column of the border, where the others take all of it, is zero: its rounding
  // would look as if it were determined.
  void drop_rounding(ByInput& rows, const VectorXd& sizes) const {
    constexpr double kOnlyRounding = 256.0 * kEpsilon;
    const auto first = static_cast<Index>(sides_.inputs.size() + 1);
    for (Index k = first; rows.rows > 0 && k < sizes.size(); ++k) {
      double* column = rows.numbers.data() + static_cast<std::size_t>(k) * rows.rows;
      for (std::size_t i = 0; i < rows.rows; ++i) {
        if (std::abs(column[i]) <= kOnlyRounding * sizes(k)) column[i] = 0.0;
      }
    }
  }

  void add_border_rows(const VectorXd& start) {
    out_.border_start.assign(start.data(), start.data() + start.size());
    for (const std::uint32_t row : sides_.border_rows) {
      BorderRow made{.row = row,
                     .constant = block_.constant[row],
                     .root = root_weight_of(block_, row),
                     .multiplier = std::vector<double>(out_.border.size(), 0.0)};
      for (std::uint32_t e = block_.row_starts[row]; e < block_.row_starts[row + 1]; ++e) {
        const auto b = static_cast<std::size_t>(
            std::ranges::lower_bound(out_.border, block_.column[e]) - out_.border.begin());
        made.multiplier[b] += block_.multiplier[e];
        made.constant -= block_.multiplier[e] * out_.border_start[b];
      }
      out_.border_rows.push_back(std::move(made));
    }
  }

  void finish_side(Side& side, std::int32_t scale, std::size_t coordinates) const {
    side.scale = scale;
    side.coordinates = static_cast<double>(coordinates);
    if (scale < 0 || static_cast<std::size_t>(scale) < scales_of_program_) return;
    const auto slot = static_cast<std::size_t>(scale);
    side.may_be_zero = side.left_over.rows == 0 && block_.scale_rest[slot] == 0.0 &&
                       block_.scale_count[slot] == side.coordinates;
  }

  const Block& block_;
  const Sides& sides_;
  std::size_t scales_of_program_;
  Pencil out_;
};

// So many evaluations are few in a run.
constexpr double kFewEvaluations = 2000.0;

}  // namespace

std::optional<Pencil> find_pencil(const Block& block, std::size_t scales_of_program,
                                  double nanoseconds) {
  for (const Sides& sides : find_sides(block)) {
    const double gain = nanoseconds - sides.nanoseconds();
    if (!(gain * kFewEvaluations > sides.preparation())) continue;
    std::optional<Pencil> found = Turning(block, sides, scales_of_program).run();
    if (found) return found;
  }
  return std::nullopt;
}

}  // namespace autumn::gaussian::pencil
