// This file computes the adjoint of small fronts with one reflector, which are most fronts of
// hierarchies and chains.
#include <algorithm>
#include <array>

#include "base/error.h"
#include "gaussian/adjoint_work.h"

namespace autumn::gaussian {
namespace {

template <std::size_t N>
struct Single {
  Matrix f;
  Matrix bar;                     // F22bar, from row 1 on
  std::array<double, N> bar_top;  // row 0 of Q [0; F22bar] = -tau v'F22bar; v times it is added
  std::array<double, N> g_top;    // to the other rows. The same for F22
  double tau;
  std::size_t top;  // the row exchanged with row 0
};

template <std::size_t N>
void start(const AdjointWork& work, const Front& front, const Single<N>& s) {
  if (front.is_root()) {
    for (std::size_t i = 1; i < front.rows; ++i) {
      for (std::size_t c = 0; c < N; ++c) s.bar.at(i, c) = 2 * work.seed.rest * s.f.at(i, 1 + c);
    }
    return;
  }
  const Front& parent = work.symbolic.fronts[front.parent];
  const Matrix from = matrix_of(work, parent);
  const std::uint32_t* place = work.symbolic.parent_column.data() + front.first_column;
  for (std::size_t i = 1; i < front.rows; ++i) {
    const double* bar = from.row(front.parent_row + i - 1);
    double* to = s.bar.row(i);
    for (std::size_t j = 1; j < N; ++j) to[j - 1] = bar[place[j]];
    to[N - 1] = bar[parent.columns];
  }
}

template <std::size_t N>
void add_scales(const AdjointWork& work, const Front& front, const Single<N>& s) {
  if (work.partials.scales.empty()) return;
  for (std::size_t k = front.first_row; k < front.first_row + front.own_rows; ++k) {
    const std::size_t place = work.symbolic.row_place[k];
    const std::size_t i = place == s.top ? 0 : (place == 0 ? s.top : place);
    const double v = s.f.at(i, 0);
    const double q = i == 0 ? 1.0 - s.tau : -s.tau * v;
    double sum = work.seed.determinant * q * q;
    for (std::size_t c = 0; c < N; ++c) {
      sum -= i == 0 ? s.bar_top[c] * s.g_top[c]
                    : (s.bar.at(i, c) + v * s.bar_top[c]) * (s.f.at(i, 1 + c) + v * s.g_top[c]);
    }
    add_scale(work, work.symbolic.row_order[k], sum);
  }
}

// Writes F1bar and F2bar where F was.
template <std::size_t N>
void solve(const AdjointWork& work, const Front& front, const Single<N>& s) {
  const double inverse = -1.0 / s.f.at(0, 0);
  std::array<double, N> r;
  std::copy_n(s.f.row(0) + 1, N, r.begin());
  double x = work.seed.determinant * (1.0 - s.tau);
  for (std::size_t c = 0; c < N; ++c) x += r[c] * s.bar_top[c];
  s.f.at(0, 0) = x * inverse;
  std::copy_n(s.bar_top.begin(), N, s.f.row(0) + 1);
  for (std::size_t i = 1; i < front.rows; ++i) {
    double* row = s.f.row(i);
    const double v = row[0];
    double y = work.seed.determinant * -s.tau * v;
    for (std::size_t c = 0; c < N; ++c) {
      const double bar = s.bar.at(i, c) + v * s.bar_top[c];
      y += r[c] * bar;
      row[1 + c] = bar;
    }
    row[0] = y * inverse;
  }
}

// As adjoint.cpp has it, for a reflector I - tau v v' and N columns beside the pivot, counting the
// right-hand side: in place, and without the matrix Q.
template <std::size_t N>
void visit(const AdjointWork& work, const Front& front) {
  Single<N> s{.f = {work.memory.matrices + front.matrix, N + 1},
              .bar = {work.memory.work, N},
              .bar_top = {},
              .g_top = {},
              .tau = work.memory.taus[front.reflector],
              .top = static_cast<std::size_t>(work.memory.swaps[front.reflector])};
  start(work, front, s);
  for (std::size_t i = 1; i < front.rows; ++i) {
    const double v = s.tau * s.f.at(i, 0);
    for (std::size_t c = 0; c < N; ++c) {
      s.bar_top[c] -= v * s.bar.at(i, c);
      s.g_top[c] -= v * s.f.at(i, 1 + c);
    }
  }
  add_scales(work, front, s);
  solve(work, front, s);
  swap_rows(s.f, 0, s.top, {0, N + 1});
  add_entries(work, front, s.f);
}

}  // namespace

void visit_small(const AdjointWork& work, const Front& front) {
  switch (front.columns) {
    case 1: return visit<1>(work, front);
    case 2: return visit<2>(work, front);
    case 3: return visit<3>(work, front);
    case kSmallFront: return visit<kSmallFront>(work, front);
    default: AUTUMN_CHECK(false, "a small front has few columns");
  }
}

}  // namespace autumn::gaussian
