// Tall fronts: Householder reflections along columns that are long and few.
//
// Rows are not exchanged: reflector p is I - factor v v' with v = x + sign(x_top) |x| e_top for the
// largest x_top (see reflect.h), row `top` becomes row p of the triangle, and zero in the front.
#include <cmath>

#include "gaussian/batch_work.h"

namespace autumn::gaussian {
namespace {

// Inner products of column x with C columns from y on.
template <std::size_t C>
AUTUMN_INLINE void products(const double* x, const double* y, std::size_t rows, double* out) {
  Lanes sums[C];
  for (std::size_t c = 0; c < C; ++c) sums[c] = spread(0.0);
  for (std::size_t i = 0; i < rows; i += kLanes) {
    const Lanes a = load(x + i);
    for (std::size_t c = 0; c < C; ++c) sums[c] += a * load(y + c * rows + i);
  }
  for (std::size_t c = 0; c < C; ++c) out[c] = sum(sums[c]);
}

AUTUMN_INLINE void all_products(const double* x, const double* y, std::size_t rows,
                                std::size_t columns, double* out) {
  for (; columns >= 4; columns -= 4, y += 4 * rows, out += 4) products<4>(x, y, rows, out);
  if (columns == 3) products<3>(x, y, rows, out);
  if (columns == 2) products<2>(x, y, rows, out);
  if (columns == 1) products<1>(x, y, rows, out);
}

// Takes multiples of x from C columns.
template <std::size_t C>
AUTUMN_INLINE void take(const double* x, const double* factors, const double* from, double* to,
                        std::size_t rows) {
  Lanes w[C];
  for (std::size_t c = 0; c < C; ++c) w[c] = spread(factors[c]);
  for (std::size_t i = 0; i < rows; i += kLanes) {
    const Lanes a = load(x + i);
    for (std::size_t c = 0; c < C; ++c) {
      store(to + c * rows + i, load(from + c * rows + i) - a * w[c]);
    }
  }
}

AUTUMN_INLINE void take_all(const double* x, const double* factors, double* y, std::size_t rows,
                            std::size_t columns) {
  for (; columns >= 4; columns -= 4, y += 4 * rows, factors += 4) take<4>(x, factors, y, y, rows);
  if (columns == 3) take<3>(x, factors, y, y, rows);
  if (columns == 2) take<2>(x, factors, y, y, rows);
  if (columns == 1) take<1>(x, factors, y, y, rows);
}

AUTUMN_INLINE std::size_t largest_place(const double* x, std::size_t rows) {
  Lanes most = absolute(load(x));
  LaneBits place{0, 1, 2, 3, 4, 5, 6, 7};
  LaneBits at = place;
  for (std::size_t i = kLanes; i < rows; i += kLanes) {
    place += kLanes;
    const Lanes size = absolute(load(x + i));
    const LaneBits is_larger = size > most;
    most = is_larger ? size : most;
    at = is_larger ? place : at;
  }
  std::size_t best = 0;
  for (std::size_t l = 1; l < kLanes; ++l) best = most[l] > most[best] ? l : best;
  return static_cast<std::size_t>(at[best]);
}

constexpr std::size_t kMostColumns = 17;

AUTUMN_INLINE void take_pivot(double pivot, double square, LaneTotals& totals) {
  multiply(totals, Lanes{std::abs(pivot), 1, 1, 1, 1, 1, 1, 1});
  expect_moderate(totals, spread(square));
}

}  // namespace

AUTUMN_CLONES void reduce_tall(const Tall& tall, const TallMemory<double>& memory,
                               LaneTotals& totals) {
  const std::size_t rows = tall.rows;
  const std::size_t width = tall.pivots + 1;
  double w[kMostColumns];
  for (std::size_t p = 0; p < tall.pivots; ++p) {
    double* x = memory.front + p * rows;
    double* triangle = memory.triangle + p * width;
    const std::size_t top = largest_place(x, rows);
    all_products(x, x, rows, width - p, w + p);
    const double norm = std::sqrt(w[p]);
    const double largest = x[top];
    const double signed_norm = std::copysign(norm, largest);
    const double factor = 1.0 / (norm * (norm + std::abs(largest)));
    x[top] = largest + signed_norm;
    triangle[p] = -signed_norm;
    for (std::size_t j = p + 1; j < width; ++j) {
      double& y = memory.front[j * rows + top];
      w[j] = factor * (w[j] + signed_norm * y);
      triangle[j] = y - x[top] * w[j];
    }
    take_all(x, w + p + 1, x + rows, rows, width - p - 1);
    for (std::size_t j = p + 1; j < width; ++j) memory.front[j * rows + top] = 0.0;
    memory.factors[p] = factor;
    memory.tops[p] = static_cast<double>(top);
    take_pivot(norm, w[p], totals);
  }
  const double* rest = memory.front + tall.pivots * rows;
  for (std::size_t i = 0; i < rows; i += kLanes) totals.rest += load(rest + i) * load(rest + i);
}

AUTUMN_CLONES void rotate_tall(const Tall& tall, const TallMemory<double>& memory) {
  const std::size_t rows = tall.rows;
  double w[kMostColumns];
  const double* residual = memory.front + tall.pivots * rows;
  for (std::size_t p = tall.pivots; p-- > 0;) {
    const double* v = memory.front + p * rows;
    const double factor = memory.factors[p];
    const auto top = static_cast<std::size_t>(memory.tops[p]);
    double* to = memory.rotated + p * rows;
    const std::size_t columns = tall.pivots - p - 1;
    all_products(v, to + rows, rows, columns, w);
    double* last = memory.rotated + tall.pivots * rows;
    products<1>(v, residual, rows, w + columns);
    for (std::size_t j = 0; j <= columns; ++j) w[j] *= factor;
    take_all(v, w, to + rows, rows, columns);
    take<1>(v, w + columns, residual, last, rows);
    residual = last;
    const Lanes own = spread(-factor * v[top]);
    for (std::size_t i = 0; i < rows; i += kLanes) store(to + i, own * load(v + i));
    to[top] += 1.0;
  }
}

AUTUMN_CLONES void adjoin_tall(const Tall& tall, const TallMemory<double>& memory,
                               const AdjointSeed& seed, bool is_whole) {
  const std::size_t rows = tall.rows;
  const std::size_t pivots = tall.pivots;
  const std::size_t width = pivots + 1;
  for (std::size_t i = 0; i < rows; i += kLanes) {
    store(memory.adjoint + pivots * rows + i,
          2 * seed.rest * load(memory.rotated + pivots * rows + i));
  }
  if (!is_whole) return;
  for (std::size_t p = pivots; p-- > 0;) {
    const double* t = memory.triangle + p * width;
    const double inverse = -1.0 / t[p];
    for (std::size_t i = 0; i < rows; i += kLanes) {
      Lanes x = seed.determinant * load(memory.rotated + p * rows + i);
      for (std::size_t j = p + 1; j < width; ++j) {
        x += t[j] * load(memory.adjoint + j * rows + i);
      }
      store(memory.adjoint + p * rows + i, x * inverse);
    }
  }
}

AUTUMN_CLONES void take_scales(const ScaleTable& table, LaneTotals& totals) {
  LaneTotals own = totals;
  for (std::size_t k = 0; k < table.scales.size(); k += kLanes) {
    Lanes scale = spread(1.0);
    if (k + kLanes <= table.scales.size()) {
      scale = load(table.scales.data() + k);
    } else {
      for (std::size_t l = 0; k + l < table.scales.size(); ++l) scale[l] = table.scales[k + l];
    }
    const Lanes inverse = 1.0 / scale;
    store(table.inverse + k, inverse);
    expect_moderate(own, scale < 0.0 ? spread(0.0) : scale * scale);
    multiply(own, load(table.is_once + k) != 0.0 ? scale : spread(1.0));
    own.rest += load(table.rest + k) * inverse * inverse;
  }
  totals = own;
}

AUTUMN_CLONES void finish_scales(const ScalePartials& scales, const AdjointSeed& seed) {
  double* partials = scales.partials.data();
  for (std::size_t k = 0; k < scales.partials.size(); ++k) {
    const double inverse = scales.inverse[k];
    partials[k] = (partials[k] - seed.determinant * scales.count[k] -
                   2 * seed.rest * scales.rest[k] * inverse * inverse) *
                  inverse;
  }
}

}  // namespace autumn::gaussian
