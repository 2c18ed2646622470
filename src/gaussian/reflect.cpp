// This file applies Householder reflections, one at a time or four at once, in tiles of columns
// kept in registers.
#include "gaussian/reflect.h"

#include <array>

namespace autumn::gaussian {
namespace {

using Small = std::array<std::array<double, kGroup>, kGroup>;

template <std::size_t C>
void group_tile(const double* __restrict v, std::size_t count, const Small& t, double* __restrict x,
                std::size_t x_stride) {
  std::array<std::array<double, C>, kGroup> w{};
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t a = 0; a < kGroup; ++a) {
      for (std::size_t c = 0; c < C; ++c) w[a][c] += v[kGroup * i + a] * x[i * x_stride + c];
    }
  }
  std::array<std::array<double, C>, kGroup> u{};
  for (std::size_t a = 0; a < kGroup; ++a) {
    for (std::size_t b = 0; b < kGroup; ++b) {
      for (std::size_t c = 0; c < C; ++c) u[a][c] += t[a][b] * w[b][c];
    }
  }
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t c = 0; c < C; ++c) {
      const double* vi = v + kGroup * i;
      x[i * x_stride + c] -=
          (vi[0] * u[0][c] + vi[1] * u[1][c]) + (vi[2] * u[2][c] + vi[3] * u[3][c]);
    }
  }
}

void pack(const Group& group) {
  const std::size_t p = group.r.p;
  for (std::size_t i = p; i < group.r.end; ++i) {
    double* to = group.packed + kGroup * (i - p);
    for (std::size_t a = 0; a < kGroup; ++a) {
      to[a] = i > p + a ? group.v.at(i, p + a) : (i == p + a ? 1.0 : 0.0);
    }
  }
}

// H_1 H_2 H_3 H_4 = I - V T V' with T upper triangular.
Small triangle(const Group& group) {
  Small s{}, t{};
  for (std::size_t i = 0; i < group.r.end - group.r.p; ++i) {
    const double* v = group.packed + kGroup * i;
    for (std::size_t a = 0; a < kGroup; ++a) {
      for (std::size_t b = a + 1; b < kGroup; ++b) s[a][b] += v[a] * v[b];
    }
  }
  for (std::size_t b = 0; b < kGroup; ++b) {
    t[b][b] = group.tau[b];
    for (std::size_t a = 0; a < b; ++a) {
      double sum = 0.0;
      for (std::size_t l = a; l < b; ++l) sum += t[a][l] * s[l][b];
      t[a][b] = -group.tau[b] * sum;
    }
  }
  return t;
}

Small transposed(const Small& t) {
  Small out;
  for (std::size_t a = 0; a < kGroup; ++a) {
    for (std::size_t b = 0; b < kGroup; ++b) out[a][b] = t[b][a];
  }
  return out;
}

}  // namespace

void reflect_group(const Group& group, ReflectionOrder order, const Matrix& x, Columns columns) {
  pack(group);
  Small t = triangle(group);
  if (order == ReflectionOrder::kForward) t = transposed(t);
  const std::size_t count = group.r.end - group.r.p;
  double* to = x.row(group.r.p) + columns.first;
  std::size_t left = columns.last - columns.first;
  for (; left >= 4; left -= 4, to += 4) group_tile<4>(group.packed, count, t, to, x.stride);
  for (; left > 0; --left, ++to) group_tile<1>(group.packed, count, t, to, x.stride);
}

void reduce(const Panel& panel) {
  const Matrix& a = panel.a;
  const std::size_t near = panel.size == 1 ? panel.columns : panel.first + panel.size;
  for (std::size_t k = 0; k < panel.size; ++k) {
    const Reflector r{panel.first + k, panel.ends[k]};
    const std::size_t top = largest_row(a, r);
    swap_rows(a, r.p, top, {panel.first, panel.columns});
    panel.swaps[k] = static_cast<double>(top);
    panel.taus[k] = make_reflector(a, r);
    reflect(a, r, panel.taus[k], a, {r.p + 1, near});
  }
  if (panel.size == 1) return;
  reflect_group({a, {panel.first, panel.ends.back()}, panel.taus, panel.packed},
                ReflectionOrder::kForward, a, {near, panel.columns});
}

}  // namespace autumn::gaussian
