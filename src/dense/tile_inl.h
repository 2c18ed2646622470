// This header multiplies one tile of a product in registers. Included once per instruction set.

#if defined(AUTUMN_DENSE_TILE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef AUTUMN_DENSE_TILE_INL_H_
#undef AUTUMN_DENSE_TILE_INL_H_
#else
#define AUTUMN_DENSE_TILE_INL_H_
#endif

#include <hwy/highway.h>

#include "dense/kernels.h"

HWY_BEFORE_NAMESPACE();
namespace autumn::dense::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using D = hn::CappedTag<double, 8>;
using V = hn::Vec<D>;
inline constexpr std::size_t kLanes = hn::MaxLanes(D());
// As many sums as the registers hold beside the factors.
inline constexpr std::size_t kVectors = 3;
inline constexpr std::size_t kTileRows = kVectors * kLanes;
inline constexpr std::size_t kTileCols = kLanes == 8 ? 8 : 4;

// The factors of a tile: column k of the left one at left + k * left_step (kTileRows numbers that
// may be read), element (k, j) of the right one at right[k * right_step + j * right_across].
struct TileFactors {
  const double* left;
  std::size_t left_step;
  const double* right;
  std::size_t right_step;
  std::size_t right_across;
  std::size_t depth;
};

template <std::size_t Cols>
struct Tile {
  V sums[Cols][kVectors];
};

template <std::size_t Cols>
HWY_INLINE void multiply(const TileFactors& f, Tile<Cols>& tile) {
  const D d;
  V sums[Cols][kVectors];  // its own, so that the compiler keeps it in registers
  for (std::size_t j = 0; j < Cols; ++j) {
    for (std::size_t v = 0; v < kVectors; ++v) sums[j][v] = hn::Zero(d);
  }
  const double* left = f.left;
  const double* right = f.right;
  for (std::size_t k = 0; k < f.depth; ++k) {
    V a[kVectors];
    for (std::size_t v = 0; v < kVectors; ++v) a[v] = hn::LoadU(d, left + v * kLanes);
    for (std::size_t j = 0; j < Cols; ++j) {
      const V b = hn::Set(d, right[j * f.right_across]);
      for (std::size_t v = 0; v < kVectors; ++v) {
        sums[j][v] = hn::MulAdd(a[v], b, sums[j][v]);
      }
    }
    left += f.left_step;
    right += f.right_step;
  }
  for (std::size_t j = 0; j < Cols; ++j) {
    for (std::size_t v = 0; v < kVectors; ++v) tile.sums[j][v] = sums[j][v];
  }
}

// c += alpha * tile, all of it.
template <std::size_t Cols>
HWY_INLINE void add_whole(const Tile<Cols>& tile, double alpha, double* c, std::size_t stride) {
  const D d;
  const V factor = hn::Set(d, alpha);
  for (std::size_t j = 0; j < Cols; ++j) {
    for (std::size_t v = 0; v < kVectors; ++v) {
      double* to = c + j * stride + v * kLanes;
      hn::StoreU(hn::MulAdd(factor, tile.sums[j][v], hn::LoadU(d, to)), d, to);
    }
  }
}

// Rows [first(j), rows) of the columns below `cols`, where first(j) = max(0, j - offset) or 0.
struct TileEdge {
  std::size_t rows;
  std::size_t cols;
  bool is_lower;
  std::size_t row_offset;  // i + row_offset >= j + col_offset are wanted
  std::size_t col_offset;
};

template <std::size_t Cols>
HWY_INLINE void add_part(const Tile<Cols>& tile, double alpha, double* c, std::size_t stride,
                         const TileEdge& edge) {
  const D d;
  HWY_ALIGN double numbers[kTileRows];
  for (std::size_t j = 0; j < edge.cols && j < Cols; ++j) {
    for (std::size_t v = 0; v < kVectors; ++v) {
      hn::StoreU(tile.sums[j][v], d, numbers + v * kLanes);
    }
    const std::size_t diagonal = j + edge.col_offset;
    const std::size_t first =
        edge.is_lower && diagonal > edge.row_offset ? diagonal - edge.row_offset : 0;
    double* to = c + j * stride;
    for (std::size_t i = first; i < edge.rows; ++i) to[i] += alpha * numbers[i];
  }
}

}  // namespace autumn::dense::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // AUTUMN_DENSE_TILE_INL_H_
