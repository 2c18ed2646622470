// This file takes slopes in a Cholesky factor to slopes in its matrix, by halves. With
//
//   L = [P 0; Q R],  A = [P P' .; Q P' Q Q' + R R'],
//
// and D what the slopes in R become, which are those in A22 too, Q has lost (D + D') Q, so that
// A21 has (G21 - (D + D') Q) P^-1 =: H, and P loses H' Q. All of that are products and solves with
// blocks; only small triangles go number by number.
#include "dense/factor_adjoint.h"

#include <algorithm>

namespace autumn::dense {
namespace {

constexpr std::size_t kSmall = 16;

// Row j of L is given by the columns left of it; columns go from the last to the first.
void adjoint_small(const ConstView& l, const View& g) {
  const std::size_t n = l.rows;
  for (std::size_t j = n; j-- > 0;) {
    const double* column = l.numbers + j * l.stride;
    double* slopes = &g.at(0, j);
    double slope = slopes[j];
    for (std::size_t i = j + 1; i < n; ++i) {
      slopes[i] /= column[j];
      slope -= slopes[i] * column[i];
    }
    slope /= column[j];
    for (std::size_t k = 0; k < j; ++k) {
      const double* left = l.numbers + k * l.stride;
      double* left_slopes = &g.at(0, k);
      double taken = slope * left[j];
      for (std::size_t i = j + 1; i < n; ++i) {
        taken += slopes[i] * left[i];
        left_slopes[i] -= slopes[i] * left[j];
      }
      left_slopes[j] -= taken;
    }
    slopes[j] = 0.5 * slope;
  }
}

void scale_diagonal(const View& a, double factor) {
  for (std::size_t j = 0; j < a.rows; ++j) a.at(j, j) *= factor;
}

// What is above the diagonal of g is space to work in.
void adjoint_of_halves(const Kernels& kernels, const ConstView& l, const View& g) {
  const std::size_t n = l.rows;
  if (n <= kSmall) return adjoint_small(l, g);
  const std::size_t first = (n / 2 + 7) / 8 * 8, rest = n - first;
  const ConstView p = l.block(0, 0, first, first), q = l.block(first, 0, rest, first);
  const View d = g.block(first, first, rest, rest), h = g.block(first, 0, rest, first);
  adjoint_of_halves(kernels, l.block(first, first, rest, rest), d);
  mirror(d);
  scale_diagonal(d, 2.0);
  kernels.multiply_add(-1.0, plain(d), plain(q), h, Part::kWhole);
  scale_diagonal(d, 0.5);
  kernels.solve_right(p, h);
  const View top = g.block(0, 0, first, first);
  kernels.multiply_add(-1.0, transposed(h), plain(q), top, Part::kLower);
  adjoint_of_halves(kernels, p, top);
}

}  // namespace

void factor_adjoint(const Kernels& kernels, const ConstView& l, const View& g) {
  adjoint_of_halves(kernels, l, g);
  for (std::size_t j = 1; j < g.cols; ++j) std::fill(&g.at(0, j), &g.at(j, j), 0.0);
}

}  // namespace autumn::dense
