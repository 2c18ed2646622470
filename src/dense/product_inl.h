// This header multiplies matrices tile by tile, with both factors packed so that a tile reads them
// in order. Included once per instruction set.

#if defined(AUTUMN_DENSE_PRODUCT_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef AUTUMN_DENSE_PRODUCT_INL_H_
#undef AUTUMN_DENSE_PRODUCT_INL_H_
#else
#define AUTUMN_DENSE_PRODUCT_INL_H_
#endif

#include <algorithm>

#include "dense/tile_inl.h"

HWY_BEFORE_NAMESPACE();
namespace autumn::dense::HWY_NAMESPACE {

// What is packed at once: the left factor stays in the second level of the cache.
inline constexpr std::size_t kPackedRows = 96;  // a multiple of kTileRows for all sets
inline constexpr std::size_t kPackedCols = 64;
inline constexpr std::size_t kPackedDepth = 128;
static_assert(kPackedRows % kTileRows == 0 && kPackedCols % kTileCols == 0);

// kWidth numbers, of which the first n are there, and zeros after them.
template <std::size_t kWidth>
HWY_INLINE void copy_part(const double* from, std::size_t n, double* to) {
  for (std::size_t r = 0; r < kWidth; ++r) to[r] = r < n ? from[r] : 0.0;
}

template <std::size_t kWidth>
HWY_INLINE void copy_whole(const double* from, double* to) {
  static_assert(kWidth % kLanes == 0);
  const D d;
  for (std::size_t r = 0; r < kWidth; r += kLanes) {
    hn::StoreU(hn::LoadU(d, from + r), d, to + r);
  }
}

// Strips of kWidth rows of the operand, each column by column, the last one filled with zeros.
template <std::size_t kWidth>
HWY_INLINE void pack_rows(const Operand& a, double* to) {
  const std::size_t rows = a.rows(), cols = a.cols(), stride = a.matrix.stride;
  for (std::size_t i = 0; i < rows; i += kWidth) {
    const std::size_t n = std::min(kWidth, rows - i);
    const double* from = a.matrix.numbers + (a.is_transposed ? i * stride : i);
    if (!a.is_transposed && n == kWidth) {
      for (std::size_t k = 0; k < cols; ++k) copy_whole<kWidth>(from + k * stride, to + k * kWidth);
    } else if (!a.is_transposed) {
      for (std::size_t k = 0; k < cols; ++k) {
        copy_part<kWidth>(from + k * stride, n, to + k * kWidth);
      }
    } else if (n == kWidth) {
      for (std::size_t k = 0; k < cols; ++k) {
        for (std::size_t r = 0; r < kWidth; ++r) to[k * kWidth + r] = from[r * stride + k];
      }
    } else {
      for (std::size_t r = 0; r < kWidth; ++r) {
        for (std::size_t k = 0; k < cols; ++k) {
          to[k * kWidth + r] = r < n ? from[r * stride + k] : 0.0;
        }
      }
    }
    to += cols * kWidth;
  }
}

struct PackedProduct {
  const double* left;
  const double* right;
  std::size_t depth;
  double alpha;
  bool is_lower;
  std::size_t row_offset;  // of c in the whole result, to know the diagonal
  std::size_t col_offset;
};

HWY_INLINE void multiply_packed(const PackedProduct& p, const View& c) {
  for (std::size_t j = 0; j < c.cols; j += kTileCols) {
    const std::size_t cols = std::min(kTileCols, c.cols - j);
    for (std::size_t i = 0; i < c.rows; i += kTileRows) {
      const std::size_t rows = std::min(kTileRows, c.rows - i);
      const std::size_t top = p.row_offset + i, left = p.col_offset + j;
      if (p.is_lower && top + rows <= left) continue;  // above the diagonal
      Tile<kTileCols> tile;
      multiply({.left = p.left + i * p.depth,
                .left_step = kTileRows,
                .right = p.right + j * p.depth,
                .right_step = kTileCols,
                .right_across = 1,
                .depth = p.depth},
               tile);
      double* to = &c.at(i, j);
      const bool is_below = !p.is_lower || top + 1 >= left + cols;
      if (rows == kTileRows && cols == kTileCols && is_below) {
        add_whole(tile, p.alpha, to, c.stride);
      } else {
        add_part(tile, p.alpha, to, c.stride, {rows, cols, p.is_lower, top, left});
      }
    }
  }
}

static void multiply_add_large(double alpha, const Operand& a, const Operand& b, const View& c,
                               Part part) {
  HWY_ALIGN double left[kPackedRows * kPackedDepth];
  HWY_ALIGN double right[kPackedCols * kPackedDepth];
  const Operand across{b.matrix, !b.is_transposed};  // so that its rows are the columns of c
  for (std::size_t j = 0; j < c.cols; j += kPackedCols) {
    const std::size_t cols = std::min(kPackedCols, c.cols - j);
    const std::size_t first = part == Part::kLower ? j / kPackedRows * kPackedRows : 0;
    for (std::size_t k = 0; k < a.cols(); k += kPackedDepth) {
      const std::size_t depth = std::min(kPackedDepth, a.cols() - k);
      pack_rows<kTileCols>(across.block(j, k, cols, depth), right);
      for (std::size_t i = first; i < c.rows; i += kPackedRows) {
        const std::size_t rows = std::min(kPackedRows, c.rows - i);
        pack_rows<kTileRows>(a.block(i, k, rows, depth), left);
        multiply_packed({left, right, depth, alpha, part == Part::kLower, i, j},
                        c.block(i, j, rows, cols));
      }
    }
  }
}

// Column by column, where packing would cost more than it gives.
static void multiply_add_small(double alpha, const Operand& a, const Operand& b, const View& c,
                               Part part) {
  const D d;
  const std::size_t depth = a.cols();
  for (std::size_t j = 0; j < c.cols; ++j) {
    const std::size_t first = part == Part::kLower ? j : 0;
    if (a.is_transposed) {
      for (std::size_t i = first; i < c.rows; ++i) {
        double sum = 0.0;
        for (std::size_t k = 0; k < depth; ++k) sum += a.at(i, k) * b.at(k, j);
        c.at(i, j) += alpha * sum;
      }
      continue;
    }
    double* to = &c.at(0, j);
    for (std::size_t k = 0; k < depth; ++k) {
      const double x = alpha * b.at(k, j);
      const double* from = a.matrix.numbers + k * a.matrix.stride;
      const V factor = hn::Set(d, x);
      std::size_t i = first;
      for (; i + kLanes <= c.rows; i += kLanes) {
        hn::StoreU(hn::MulAdd(factor, hn::LoadU(d, from + i), hn::LoadU(d, to + i)), d, to + i);
      }
      for (; i < c.rows; ++i) to[i] += x * from[i];
    }
  }
}

static void multiply_add(double alpha, const Operand& a, const Operand& b, const View& c,
                         Part part) {
  constexpr std::size_t kSmall = 12 * 12 * 12;
  if (c.rows == 0 || c.cols == 0 || a.cols() == 0) return;
  const bool is_small = c.rows * c.cols * a.cols() <= kSmall || c.cols == 1;
  (is_small ? multiply_add_small : multiply_add_large)(alpha, a, b, c, part);
}

}  // namespace autumn::dense::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // AUTUMN_DENSE_PRODUCT_INL_H_
