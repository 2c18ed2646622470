// This header factors, solves with and inverts triangles, block by block. Included once per
// instruction set.

#if defined(AUTUMN_DENSE_TRIANGLE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef AUTUMN_DENSE_TRIANGLE_INL_H_
#undef AUTUMN_DENSE_TRIANGLE_INL_H_
#else
#define AUTUMN_DENSE_TRIANGLE_INL_H_
#endif

#include <cmath>

#include "dense/product_inl.h"

HWY_BEFORE_NAMESPACE();
namespace autumn::dense::HWY_NAMESPACE {

inline constexpr std::size_t kBlock = 48;
static_assert(kBlock % kLanes == 0);

// to[0..n) -= x * from[0..n)
HWY_INLINE void subtract(double x, const double* from, double* to, std::size_t n) {
  const D d;
  const V factor = hn::Set(d, x);
  std::size_t i = 0;
  for (; i + kLanes <= n; i += kLanes) {
    hn::StoreU(hn::NegMulAdd(factor, hn::LoadU(d, from + i), hn::LoadU(d, to + i)), d, to + i);
  }
  for (; i < n; ++i) to[i] -= x * from[i];
}

HWY_INLINE void scale(double x, double* to, std::size_t n) {
  const D d;
  const V factor = hn::Set(d, x);
  std::size_t i = 0;
  for (; i + kLanes <= n; i += kLanes) {
    hn::StoreU(hn::Mul(factor, hn::LoadU(d, to + i)), d, to + i);
  }
  for (; i < n; ++i) to[i] *= x;
}

// A small triangle as a matrix with zeros above and below, so that vectors need no ends.
HWY_INLINE View copy_triangle(const ConstView& x, double* to) {
  const View copy{to, x.rows, x.rows, kBlock};
  for (std::size_t j = 0; j < x.rows; ++j) {
    double* column = to + j * kBlock;
    for (std::size_t i = 0; i < j; ++i) column[i] = 0.0;
    for (std::size_t i = j; i < x.rows; ++i) column[i] = x.at(i, j);
    for (std::size_t i = x.rows; i < kBlock; ++i) column[i] = 0.0;
  }
  return copy;
}

HWY_INLINE void copy_back(const View& copy, const View& x) {
  for (std::size_t j = 0; j < x.rows; ++j) {
    for (std::size_t i = j; i < x.rows; ++i) x.at(i, j) = copy.at(i, j);
  }
}

// Some vectors of rows: to += sum over k in [first, last) of factor[k * step] * (column k).
struct Columns {
  const double* numbers;  // the same rows of column 0
  const double* factor;
  std::size_t step;
  std::size_t first;
  std::size_t last;
};
template <std::size_t kCount>
HWY_INLINE void subtract_columns(const Columns& c, double* to) {
  const D d;
  V sums[kCount];
  for (std::size_t v = 0; v < kCount; ++v) sums[v] = hn::LoadU(d, to + v * kLanes);
  for (std::size_t k = c.first; k < c.last; ++k) {
    const V x = hn::Set(d, c.factor[k * c.step]);
    const double* from = c.numbers + k * kBlock;
    for (std::size_t v = 0; v < kCount; ++v) {
      sums[v] = hn::NegMulAdd(x, hn::LoadU(d, from + v * kLanes), sums[v]);
    }
  }
  for (std::size_t v = 0; v < kCount; ++v) hn::StoreU(sums[v], d, to + v * kLanes);
}

// Column by column; what is above the diagonal in the copy becomes nonsense that nobody reads.
// `diagonal` has the diagonal elements before anything was eliminated.
static bool cholesky_small(const View& a, const double* diagonal, double least_ratio) {
  HWY_ALIGN double numbers[kBlock * kBlock];
  const View copy = copy_triangle(a, numbers);
  const std::size_t n = a.rows;
  for (std::size_t j = 0; j < n; ++j) {
    double* column = numbers + j * kBlock;
    const std::size_t top = j / kLanes * kLanes;
    std::size_t i = top;
    for (; i + 3 * kLanes < n; i += 4 * kLanes) {
      subtract_columns<4>({numbers + i, numbers + j, kBlock, 0, j}, column + i);
    }
    for (; i < n; i += kLanes) {
      subtract_columns<1>({numbers + i, numbers + j, kBlock, 0, j}, column + i);
    }
    const double pivot = column[j];
    if (!(pivot > least_ratio * diagonal[j]) || !std::isfinite(pivot)) return false;
    const double root = std::sqrt(pivot);
    scale(1.0 / root, column + top, i - top);
    column[j] = root;
  }
  copy_back(copy, a);
  return true;
}

// b = b L^-T (or b L^-1) for a small L, some rows of b at a time: column j of the result is what
// the columns before it (after it) leave of b_j, over L_jj.
template <bool kIsTransposed>
static void solve_right_small(const ConstView& l, const View& b) {
  const D d;
  const std::size_t n = l.rows;
  const auto column = [n](std::size_t step) { return kIsTransposed ? step : n - 1 - step; };
  const auto factor = [&l](std::size_t j, std::size_t k) {
    return kIsTransposed ? l.at(j, k) : l.at(k, j);
  };
  constexpr std::size_t kRows = 2 * kLanes;
  std::size_t i = 0;
  for (; i + kRows <= b.rows; i += kRows) {
    for (std::size_t step = 0; step < n; ++step) {
      const std::size_t j = column(step);
      double* to = &b.at(i, j);
      V x0 = hn::LoadU(d, to), x1 = hn::LoadU(d, to + kLanes);
      for (std::size_t k = kIsTransposed ? 0 : j + 1; k < (kIsTransposed ? j : n); ++k) {
        const V x = hn::Set(d, factor(j, k));
        const double* from = &b.at(i, k);
        x0 = hn::NegMulAdd(x, hn::LoadU(d, from), x0);
        x1 = hn::NegMulAdd(x, hn::LoadU(d, from + kLanes), x1);
      }
      const V inverse = hn::Set(d, 1.0 / l.at(j, j));
      hn::StoreU(hn::Mul(x0, inverse), d, to);
      hn::StoreU(hn::Mul(x1, inverse), d, to + kLanes);
    }
  }
  if (i == b.rows) return;
  const std::size_t left = b.rows - i;
  for (std::size_t step = 0; step < n; ++step) {
    const std::size_t j = column(step);
    double* to = &b.at(i, j);
    for (std::size_t k = kIsTransposed ? 0 : j + 1; k < (kIsTransposed ? j : n); ++k) {
      subtract(factor(j, k), &b.at(i, k), to, left);
    }
    scale(1.0 / l.at(j, j), to, left);
  }
}

static void solve_right_transposed(const ConstView& l, const View& b) {
  for (std::size_t j = 0; j < l.rows; j += kBlock) {
    const std::size_t n = std::min(kBlock, l.rows - j);
    const View now = b.block(0, j, b.rows, n);
    multiply_add(-1.0, plain(b.block(0, 0, b.rows, j)), transposed(l.block(j, 0, n, j)), now,
                 Part::kWhole);
    solve_right_small<true>(l.block(j, j, n, n), now);
  }
}

static void solve_right(const ConstView& l, const View& b) {
  const std::size_t blocks = (l.rows + kBlock - 1) / kBlock;
  for (std::size_t block = blocks; block-- > 0;) {
    const std::size_t j = block * kBlock, n = std::min(kBlock, l.rows - j);
    const std::size_t after = j + n, rest = l.rows - after;
    const View now = b.block(0, j, b.rows, n);
    multiply_add(-1.0, plain(b.block(0, after, b.rows, rest)), plain(l.block(after, j, rest, n)),
                 now, Part::kWhole);
    solve_right_small<false>(l.block(j, j, n, n), now);
  }
}

// Column by column: x_k is known when what the earlier ones leave of it is.
static void solve_left_small(const ConstView& l, const View& b) {
  const std::size_t n = l.rows;
  for (std::size_t j = 0; j < b.cols; ++j) {
    double* x = &b.at(0, j);
    for (std::size_t k = 0; k < n; ++k) {
      const double* column = l.numbers + k * l.stride;
      x[k] /= column[k];
      subtract(x[k], column + k + 1, x + k + 1, n - k - 1);
    }
  }
}

static void solve_left(const ConstView& l, const View& b) {
  for (std::size_t i = 0; i < l.rows; i += kBlock) {
    const std::size_t n = std::min(kBlock, l.rows - i);
    const View now = b.block(i, 0, n, b.cols);
    multiply_add(-1.0, plain(l.block(i, 0, n, i)), plain(b.block(0, 0, i, b.cols)), now,
                 Part::kWhole);
    solve_left_small(l.block(i, i, n, n), now);
  }
}

// With the rows of L as columns of a copy, so that what a known x_k leaves of the others is taken
// from them in one go.
static void solve_left_transposed_small(const ConstView& l, const View& b) {
  const std::size_t n = l.rows;
  HWY_ALIGN double rows[kBlock * kBlock];
  for (std::size_t k = 0; k < n; ++k) {
    for (std::size_t i = 0; i <= k; ++i) rows[k * kBlock + i] = l.at(k, i);
  }
  for (std::size_t j = 0; j < b.cols; ++j) {
    double* x = &b.at(0, j);
    for (std::size_t k = n; k-- > 0;) {
      x[k] /= rows[k * kBlock + k];
      subtract(x[k], rows + k * kBlock, x, k);
    }
  }
}

static void solve_left_transposed(const ConstView& l, const View& b) {
  const std::size_t blocks = (l.rows + kBlock - 1) / kBlock;
  for (std::size_t block = blocks; block-- > 0;) {
    const std::size_t i = block * kBlock, n = std::min(kBlock, l.rows - i);
    const std::size_t after = i + n, rest = l.rows - after;
    const View now = b.block(i, 0, n, b.cols);
    multiply_add(-1.0, transposed(l.block(after, i, rest, n)),
                 plain(b.block(after, 0, rest, b.cols)), now, Part::kWhole);
    solve_left_transposed_small(l.block(i, i, n, n), now);
  }
}

static bool cholesky(const View& a, double least_ratio) {
  for (std::size_t j = 0; j < a.rows; j += kBlock) {
    const std::size_t n = std::min(kBlock, a.rows - j);
    const std::size_t after = j + n, rest = a.rows - after;
    const View diagonal_block = a.block(j, j, n, n);
    double diagonal[kBlock];
    for (std::size_t k = 0; k < n; ++k) diagonal[k] = diagonal_block.at(k, k);
    // Left-looking: all earlier columns are taken from this block at once.
    const View panel = a.block(j, j, a.rows - j, n);
    multiply_add(-1.0, plain(a.block(j, 0, n, j)), transposed(a.block(j, 0, n, j)), diagonal_block,
                 Part::kLower);
    if (!cholesky_small(diagonal_block, diagonal, least_ratio)) return false;
    if (rest == 0) break;
    const View below = panel.block(n, 0, rest, n);
    multiply_add(-1.0, plain(a.block(after, 0, rest, j)), transposed(a.block(j, 0, n, j)), below,
                 Part::kWhole);
    solve_right_small<true>(diagonal_block, below);
  }
  return true;
}

// Columns from the last to the first: column j of the inverse is -X_below L_below,j / L_jj.
static void invert_lower_small(const View& l) {
  HWY_ALIGN double numbers[kBlock * kBlock];
  const View copy = copy_triangle(l, numbers);
  const std::size_t n = l.rows;
  HWY_ALIGN double sums[kBlock];
  for (std::size_t j = n; j-- > 0;) {
    double* column = numbers + j * kBlock;
    const std::size_t top = j / kLanes * kLanes;
    for (std::size_t i = top; i < kBlock; ++i) sums[i] = 0.0;
    std::size_t i = top;
    // Columns of X begin at their diagonal, so that later ones have nothing in these rows.
    for (; i + 3 * kLanes < n; i += 4 * kLanes) {
      subtract_columns<4>({numbers + i, column, 1, j + 1, std::min(n, i + 4 * kLanes)}, sums + i);
    }
    for (; i < n; i += kLanes) {
      subtract_columns<1>({numbers + i, column, 1, j + 1, std::min(n, i + kLanes)}, sums + i);
    }
    const double inverse = 1.0 / column[j];
    scale(inverse, sums + top, i - top);
    for (std::size_t k = top; k < i; ++k) column[k] = sums[k];
    column[j] = inverse;
  }
  copy_back(copy, l);
}

static void invert_lower(const View& l) {
  const std::size_t blocks = (l.rows + kBlock - 1) / kBlock;
  for (std::size_t block = blocks; block-- > 0;) {
    const std::size_t j = block * kBlock, n = std::min(kBlock, l.rows - j);
    const std::size_t after = j + n, rest = l.rows - after;
    const View diagonal = l.block(j, j, n, n), below = l.block(after, j, rest, n);
    if (rest != 0) {
      // -L_below L_jj^-1, then times the inverse below, from the bottom up.
      solve_right_small<false>(diagonal, below);
      HWY_ALIGN double strip[kBlock * kBlock];
      HWY_ALIGN double triangle[kBlock * kBlock];
      const std::size_t strips = (rest + kBlock - 1) / kBlock;
      for (std::size_t s = strips; s-- > 0;) {
        const std::size_t i = s * kBlock, rows = std::min(kBlock, rest - i);
        const View sum{strip, rows, n, kBlock};
        for (std::size_t c = 0; c < n; ++c) {
          for (std::size_t r = 0; r < rows; ++r) sum.at(r, c) = 0.0;
        }
        const View own = copy_triangle(l.block(after + i, after + i, rows, rows), triangle);
        multiply_add(-1.0, plain(own), plain(below.block(i, 0, rows, n)), sum, Part::kWhole);
        multiply_add(-1.0, plain(l.block(after + i, after, rows, i)),
                     plain(below.block(0, 0, i, n)), sum, Part::kWhole);
        for (std::size_t c = 0; c < n; ++c) {
          for (std::size_t r = 0; r < rows; ++r) below.at(i + r, c) = sum.at(r, c);
        }
      }
    }
    invert_lower_small(diagonal);
  }
}

static void square_of_inverse(const ConstView& x, const View& s) {
  for (std::size_t j = 0; j < s.cols; ++j) {
    for (std::size_t i = j; i < s.rows; ++i) s.at(i, j) = 0.0;
  }
  HWY_ALIGN double triangle[kBlock * kBlock];
  for (std::size_t k = 0; k < x.rows; k += kBlock) {
    const std::size_t n = std::min(kBlock, x.rows - k);
    const ConstView before = x.block(k, 0, n, k);
    const View own = copy_triangle(x.block(k, k, n, n), triangle);
    multiply_add(1.0, transposed(before), plain(before), s.block(0, 0, k, k), Part::kLower);
    multiply_add(1.0, transposed(own), plain(before), s.block(k, 0, n, k), Part::kWhole);
    multiply_add(1.0, transposed(own), plain(own), s.block(k, k, n, n), Part::kLower);
  }
}

}  // namespace autumn::dense::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // AUTUMN_DENSE_TRIANGLE_INL_H_
