// This file does linear algebra: small matrices with Eigen, in tiles, larger ones with the kernels
// of `dense`. Eigen takes the workspace of its matrix products from
// the stack while it is below 128 KiB and from the heap above; with tiles of 96 x 96 (72 KiB) it
// never goes to the heap.
#include "evaluate/linear_algebra.h"

#include <Eigen/Cholesky>
#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <limits>

#include "base/instruction_set.h"
#include "dense/kernels.h"
#include "evaluate/schedule.h"

namespace autumn::evaluate {
namespace {

using Eigen::Index;
using expr::Op;
using ConstMatrix = Eigen::Map<const Eigen::MatrixXd>;
using Matrix = Eigen::Map<Eigen::MatrixXd>;
using ConstVector = Eigen::Map<const Eigen::VectorXd>;
using Vector = Eigen::Map<Eigen::VectorXd>;

constexpr Index kTile = 96;

ConstMatrix as_matrix(const expr::Operand& x) {
  return {x.numbers.data(), x.shape.rows, x.shape.cols};
}

bool is_left_transposed(const LinearWork& work) {
  return (work.flags & expr::flag::kTransposeLeft) != 0;
}

Index tile_size(Index start, Index end) {
  return std::min(kTile, end - start);
}

// A view of a matrix or of its transpose, from which tiles are cut.
template <bool transposed>
struct TiledView {
  const ConstMatrix& matrix;
  [[nodiscard]] Index rows() const { return transposed ? matrix.cols() : matrix.rows(); }
  [[nodiscard]] Index cols() const { return transposed ? matrix.rows() : matrix.cols(); }
  [[nodiscard]] auto tile(Index i, Index j, Index rows, Index cols) const {
    if constexpr (transposed) {
      return matrix.block(j, i, cols, rows).transpose();
    } else {
      return matrix.block(i, j, rows, cols);
    }
  }
};

template <bool ta, bool tb>
void multiply_tiles(const TiledView<ta>& a, const TiledView<tb>& b, Matrix& c) {
  c.setZero();
  for (Index j = 0; j < c.cols(); j += kTile) {
    for (Index i = 0; i < c.rows(); i += kTile) {
      const Index m = tile_size(i, c.rows()), n = tile_size(j, c.cols());
      auto target = c.block(i, j, m, n);
      for (Index k = 0; k < a.cols(); k += kTile) {
        const Index inner = tile_size(k, a.cols());
        target.noalias() += a.tile(i, k, m, inner) * b.tile(k, j, inner, n);
      }
    }
  }
}

// matrix * x or matrix' * x: one pass over the matrix, nothing else touched.
void multiply_vector(const ConstMatrix& matrix, bool transposed, const double* x, double* out) {
  if (transposed) {
    Vector(out, matrix.cols()).noalias() = matrix.transpose() * ConstVector(x, matrix.rows());
  } else {
    Vector(out, matrix.rows()).noalias() = matrix * ConstVector(x, matrix.cols());
  }
}

// Column by column, so that the product of two vectors needs no packing.
void multiply_outer(const double* x, const double* y, Matrix& c) {
  for (Index j = 0; j < c.cols(); ++j) c.col(j) = y[j] * ConstVector(x, c.rows());
}

// target -= left * right over the tiles of the inner dimension.
template <typename Left, typename Right, typename Target>
void subtract_product(const Left& left, const Right& right, Target&& target) {
  for (Index k = 0; k < left.cols(); k += kTile) {
    const Index inner = tile_size(k, left.cols());
    target.noalias() -= left.middleCols(k, inner) * right.middleRows(k, inner);
  }
}

// Tile column j of a Cholesky factor, the columns to its left being finished. False if a pivot is
// not positive.
bool factorise_tile_column(Matrix& l, Index j) {
  const Index n = l.rows(), width = tile_size(j, n);
  const auto left_of_diagonal = l.block(j, 0, width, j);
  Eigen::Ref<Eigen::MatrixXd> diagonal = l.block(j, j, width, width);
  subtract_product(left_of_diagonal, left_of_diagonal.transpose(), diagonal);
  Eigen::LLT<Eigen::Ref<Eigen::MatrixXd>, Eigen::Lower> factor(diagonal);
  if (factor.info() != Eigen::Success) return false;
  for (Index i = j + width; i < n; i += kTile) {
    auto tile = l.block(i, j, tile_size(i, n), width);
    subtract_product(l.block(i, 0, tile.rows(), j), left_of_diagonal.transpose(), tile);
    diagonal.triangularView<Eigen::Lower>().transpose().solveInPlace<Eigen::OnTheRight>(tile);
  }
  return true;
}

// L^-1 or L^-T times some columns, in place.
template <typename Columns>
void solve_tile_columns(const ConstMatrix& l, bool transposed, Columns&& x) {
  const Index n = l.rows();
  const Index tiles = (n + kTile - 1) / kTile;
  for (Index t = 0; t < tiles; ++t) {
    const Index i = (transposed ? tiles - 1 - t : t) * kTile;
    const Index size = tile_size(i, n), end = i + size;
    auto rows = x.middleRows(i, size);
    const auto diagonal = l.block(i, i, size, size).triangularView<Eigen::Lower>();
    if (transposed) {
      subtract_product(l.block(end, i, n - end, size).transpose(), x.bottomRows(n - end), rows);
      diagonal.transpose().solveInPlace(rows);
    } else {
      subtract_product(l.block(i, 0, size, i), x.topRows(i), rows);
      diagonal.solveInPlace(rows);
    }
  }
}

const dense::Kernels& dense_kernels() {
  static const dense::Kernels& kernels = dense::kernels(default_instruction_set());
  return kernels;
}

// Narrow matrices are worth it where there is enough to multiply.
bool is_worth_tiles(Index rows, Index cols, Index inner) {
  constexpr Index kNarrowest = 4;
  constexpr auto kFew = static_cast<Index>(dense::kFewestRows);
  const Index least = std::min({rows, cols, inner});
  return least >= kFew || (least >= kNarrowest && rows * cols * inner >= 4 * kFew * kFew * kFew);
}

dense::ConstView dense_view(const expr::Operand& x) {
  return {x.numbers.data(), x.shape.rows, x.shape.cols, x.shape.rows};
}

dense::View dense_result(const LinearWork& work) {
  return {work.out.data(), work.shape.rows, work.shape.cols, work.shape.rows};
}

// LU with partial pivoting in place; rows of `b` are exchanged along, so no permutation is kept.
void factorise_lu(Matrix& a, Matrix& b) {
  const Index n = a.rows();
  for (Index k = 0; k < n; ++k) {
    Index pivot = 0;
    const double largest = a.col(k).tail(n - k).cwiseAbs().maxCoeff(&pivot);
    pivot += k;
    if (pivot != k) {
      a.row(k).swap(a.row(pivot));
      b.row(k).swap(b.row(pivot));
    }
    if (largest != 0.0) a.col(k).tail(n - k - 1) /= a(k, k);
    for (Index j = k + 1; j < n; ++j) {
      a.col(j).tail(n - k - 1) -= a(k, j) * a.col(k).tail(n - k - 1);
    }
  }
}

}  // namespace

std::size_t scratch_size(const expr::Graph& graph, expr::NodeId id) {
  // The choice of kernels allocates, so it is made while the program is laid out.
  static_cast<void>(dense_kernels());
  if (graph.op(id) == Op::kKernel) {
    std::vector<expr::Shape> shapes;
    for (const expr::NodeId x : graph.operands(id)) shapes.push_back(graph.shape(x));
    return graph.kernel(id).scratch_size(shapes);
  }
  if (is_transposed_row_product(graph, id)) return 8 * graph.shape(id).size();
  const bool needs_copy = graph.op(id) == Op::kSolve || graph.op(id) == Op::kLogAbsDet;
  return needs_copy ? graph.shape(graph.operand(id, 0)).size() : 0;
}

void multiply(const LinearWork& work) {
  const ConstMatrix a = as_matrix(work.operands[0]), b = as_matrix(work.operands[1]);
  const bool ta = is_left_transposed(work);
  const bool tb = (work.flags & expr::flag::kTransposeRight) != 0;
  const Index rows = ta ? a.cols() : a.rows();
  const Index inner = ta ? a.rows() : a.cols();
  const Index cols = tb ? b.rows() : b.cols();
  Matrix c(work.out.data(), rows, cols);
  if (cols == 1) return multiply_vector(a, ta, b.data(), work.out.data());
  if (rows == 1) return multiply_vector(b, !tb, a.data(), work.out.data());
  if (inner == 1) return multiply_outer(a.data(), b.data(), c);
  if (is_worth_tiles(rows, cols, inner)) {
    std::fill(work.out.begin(), work.out.end(), 0.0);
    return dense_kernels().multiply_add(1.0, {dense_view(work.operands[0]), ta},
                                        {dense_view(work.operands[1]), tb}, dense_result(work),
                                        dense::Part::kWhole);
  }
  if (ta && tb) return multiply_tiles(TiledView<true>{a}, TiledView<true>{b}, c);
  if (ta) return multiply_tiles(TiledView<true>{a}, TiledView<false>{b}, c);
  if (tb) return multiply_tiles(TiledView<false>{a}, TiledView<true>{b}, c);
  multiply_tiles(TiledView<false>{a}, TiledView<false>{b}, c);
}

void factorise(const LinearWork& work) {
  Matrix l(work.out.data(), work.shape.rows, work.shape.cols);
  l = as_matrix(work.operands[0]);
  bool is_positive = true;
  if (work.shape.rows >= dense::kFewestRows) {
    is_positive = dense_kernels().cholesky(dense_result(work), 0.0);
  } else {
    for (Index j = 0; j < l.cols() && is_positive; j += kTile) {
      is_positive = factorise_tile_column(l, j);
    }
  }
  if (!is_positive) {
    std::fill(work.out.begin(), work.out.end(), std::numeric_limits<double>::quiet_NaN());
    return;
  }
  l.triangularView<Eigen::StrictlyUpper>().setZero();
}

void solve_triangular(const LinearWork& work) {
  const ConstMatrix l = as_matrix(work.operands[0]);
  const bool transposed = is_left_transposed(work);
  std::copy(work.operands[1].numbers.begin(), work.operands[1].numbers.end(), work.out.begin());
  if (work.shape.cols == 1) {
    Vector x(work.out.data(), work.shape.rows);
    if (transposed) return l.triangularView<Eigen::Lower>().transpose().solveInPlace(x);
    return l.triangularView<Eigen::Lower>().solveInPlace(x);
  }
  if (work.shape.rows >= dense::kFewestRows && work.shape.cols >= 4) {
    const auto solve =
        transposed ? dense_kernels().solve_left_transposed : dense_kernels().solve_left;
    return solve(dense_view(work.operands[0]), dense_result(work));
  }
  Matrix x(work.out.data(), work.shape.rows, work.shape.cols);
  for (Index j = 0; j < x.cols(); j += kTile) {
    solve_tile_columns(l, transposed, x.middleCols(j, tile_size(j, x.cols())));
  }
}

void solve_general(const LinearWork& work) {
  const ConstMatrix a = as_matrix(work.operands[0]);
  Matrix lu(work.scratch.data(), a.rows(), a.cols());
  if (is_left_transposed(work)) {
    lu = a.transpose();
  } else {
    lu = a;
  }
  std::copy(work.operands[1].numbers.begin(), work.operands[1].numbers.end(), work.out.begin());
  Matrix x(work.out.data(), work.shape.rows, work.shape.cols);
  factorise_lu(lu, x);
  for (Index j = 0; j < x.cols(); ++j) {
    Vector column(x.col(j).data(), x.rows());
    lu.triangularView<Eigen::UnitLower>().solveInPlace(column);
    lu.triangularView<Eigen::Upper>().solveInPlace(column);
  }
}

void log_abs_determinant(const LinearWork& work) {
  const ConstMatrix a = as_matrix(work.operands[0]);
  Matrix lu(work.scratch.data(), a.rows(), a.cols());
  lu = a;
  Matrix no_columns(work.scratch.data(), a.rows(), 0);  // not null: rows of it are pointed at
  factorise_lu(lu, no_columns);
  double sum = 0.0;
  for (Index k = 0; k < lu.rows(); ++k) sum += std::log(std::fabs(lu(k, k)));
  work.out[0] = sum;
}

}  // namespace autumn::evaluate
