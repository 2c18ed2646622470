// This header declares Householder reflections of small dense matrices stored row by row.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace autumn::gaussian {

// A matrix in memory that belongs to somebody else.
struct Matrix {
  double* numbers = nullptr;
  std::size_t stride = 0;

  [[nodiscard]] double* row(std::size_t i) const { return numbers + i * stride; }
  [[nodiscard]] double& at(std::size_t i, std::size_t j) const { return numbers[i * stride + j]; }
};

// A range of columns of a matrix.
struct Columns {
  std::size_t first = 0;
  std::size_t last = 0;
};

// Reflector p of a matrix lives in its column p: I - tau v v' with v_p = 1 and v_i in row i for p <
// i < end.
struct Reflector {
  std::size_t p = 0;
  std::size_t end = 0;
};

// The row with the largest number in column p, of rows p to end. Taking it first keeps the digits
// of small rows below large ones (Powell and Reid 1969; Cox and Higham 1998).
[[nodiscard]] inline std::size_t largest_row(const Matrix& a, const Reflector& r) {
  std::size_t best = r.p;
  double largest = std::abs(a.at(r.p, r.p));
  for (std::size_t i = r.p + 1; i < r.end; ++i) {
    const double size = std::abs(a.at(i, r.p));
    if (size > largest) {
      largest = size;
      best = i;
    }
  }
  return best;
}

inline void swap_rows(const Matrix& a, std::size_t i, std::size_t j, Columns columns) {
  if (i == j) return;
  std::swap_ranges(a.row(i) + columns.first, a.row(i) + columns.last, a.row(j) + columns.first);
}

// Makes the reflector that leaves one number in column p, at row p, and returns tau.
//
// The number at the top is the largest, so nothing overflows: with y_i = x_i / x_p and n = |y|,
// the reflection takes x to -x_p n, v_i = y_i / (1 + n) and tau = (1 + n) / n.
inline double make_reflector(const Matrix& a, const Reflector& r) {
  const double top = a.at(r.p, r.p);
  if (r.end <= r.p + 1 || top == 0.0) return 0.0;
  const double inverse = 1.0 / top;
  double squares = 0.0;
  for (std::size_t i = r.p + 1; i < r.end; ++i) {
    double& x = a.at(i, r.p);
    x *= inverse;
    squares += x * x;
  }
  const double norm = std::sqrt(1.0 + squares);
  const double scale = 1.0 / (1.0 + norm);
  for (std::size_t i = r.p + 1; i < r.end; ++i) a.at(i, r.p) *= scale;
  a.at(r.p, r.p) = -top * norm;
  return (1.0 + norm) / norm;
}

// The reflector's numbers and the tile are interleaved in memory but never the same.
template <std::size_t C>
void reflect_tile(const double* __restrict v, std::size_t v_stride, std::size_t count, double tau,
                  double* __restrict x, std::size_t x_stride) {
  std::array<double, C> w;
  for (std::size_t c = 0; c < C; ++c) w[c] = x[c];
  for (std::size_t i = 1; i < count; ++i) {
    for (std::size_t c = 0; c < C; ++c) w[c] += v[i * v_stride] * x[i * x_stride + c];
  }
  for (std::size_t c = 0; c < C; ++c) {
    w[c] *= tau;
    x[c] -= w[c];
  }
  for (std::size_t i = 1; i < count; ++i) {
    for (std::size_t c = 0; c < C; ++c) x[i * x_stride + c] -= v[i * v_stride] * w[c];
  }
}

// Applies reflector r, kept in v, to columns of x.
inline void reflect(const Matrix& v, const Reflector& r, double tau, const Matrix& x,
                    Columns columns) {
  if (tau == 0.0) return;
  const double* from = v.row(r.p) + r.p;
  const std::size_t count = r.end - r.p;
  double* to = x.row(r.p) + columns.first;
  std::size_t left = columns.last - columns.first;
  for (; left >= 4; left -= 4, to += 4) {
    reflect_tile<4>(from, v.stride, count, tau, to, x.stride);
  }
  if (left == 3) reflect_tile<3>(from, v.stride, count, tau, to, x.stride);
  if (left == 2) reflect_tile<2>(from, v.stride, count, tau, to, x.stride);
  if (left == 1) reflect_tile<1>(from, v.stride, count, tau, to, x.stride);
}

inline constexpr std::size_t kGroup = 4;

enum class ReflectionOrder { kForward, kBackward };

// Applies reflectors r.p, ..., r.p + 3 at once (compact WY form; Schreiber and Van Loan 1989): the
// first one first if forward. `packed` has room for 4 (r.end - r.p) numbers.
struct Group {
  Matrix v;
  Reflector r;
  const double* tau = nullptr;
  double* packed = nullptr;
};
void reflect_group(const Group& group, ReflectionOrder order, const Matrix& x, Columns columns);

// Some neighbouring columns of a matrix, whose reflectors are made one after the other and applied
// together to what is to their right.
struct Panel {
  Matrix a;
  std::size_t columns = 0;  // of the matrix
  std::size_t first = 0;
  std::size_t size = 1;                  // 1 or kGroup
  std::array<std::size_t, kGroup> ends;  // per reflector, rising
  double* taus = nullptr;                // per reflector, here and below
  double* swaps = nullptr;               // the row exchanged with its row, from column `first` on
  double* packed = nullptr;              // as in Group
};
void reduce(const Panel& panel);

// The inner product in an order of its own, which four lanes can share.
[[nodiscard]] inline double inner_product(const double* x, const double* y, std::size_t n) {
  std::array<double, 4> sums{};
  std::size_t i = 0;
  for (; i + 4 <= n; i += 4) {
    for (std::size_t lane = 0; lane < 4; ++lane) sums[lane] += x[i + lane] * y[i + lane];
  }
  double rest = 0.0;
  for (; i < n; ++i) rest += x[i] * y[i];
  return ((sums[0] + sums[2]) + (sums[1] + sums[3])) + rest;
}

}  // namespace autumn::gaussian
