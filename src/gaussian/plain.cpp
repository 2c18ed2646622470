// One front after the other.
#include "gaussian/plain.h"

#include <cmath>

namespace autumn::gaussian {

void PlainElimination::add_empty_rows() {
  for (const std::uint32_t row : symbolic_.empty_rows) {
    const double f = constant_of(block_, inputs_, row) * row_factor(block_, memory_, row);
    rest_ += f * f;
  }
}

void PlainElimination::eliminate(const Front& front, const Strided& parent,
                                 std::size_t right_hand_side) {
  if (front.rows == 0) {
    determinant_.multiply(0.0);
    return;
  }
  const Matrix a{memory_.matrices + front.matrix, front.width()};
  for (std::size_t i = front.first_row; i < front.first_row + front.own_rows; ++i) {
    fill(symbolic_.row_order[i], {a.numbers, a.stride}, symbolic_.row_place[i], front.columns);
  }
  front.reflectors == 1 ? reduce_once(front, a) : reduce_all(front, a);
  for (std::size_t p = 0; p < front.pivots; ++p) determinant_.multiply(std::abs(a.at(p, p)));
  front.is_root() ? add_rest(front, a) : hand_on(front, a, parent, right_hand_side);
}

void PlainElimination::fill(std::uint32_t row, const Strided& to, std::size_t i,
                            std::size_t right_hand_side) const {
  const double factor = row_factor(block_, memory_, row);
  for (std::uint32_t e = block_.row_starts[row]; e < block_.row_starts[row + 1]; ++e) {
    const std::int32_t slot = block_.coefficient_slot[e];
    const double r =
        slot < 0 ? block_.multiplier[e] : block_.multiplier[e] * inputs_.coefficients[slot];
    to.at(i, symbolic_.entry_column[e]) += r * factor;
  }
  to.at(i, right_hand_side) = constant_of(block_, inputs_, row) * factor;
}

// What most fronts of hierarchies and chains need, without any ceremony.
void PlainElimination::reduce_once(const Front& front, const Matrix& a) const {
  const Reflector r{0, front.rows};
  const std::size_t top = largest_row(a, r);
  swap_rows(a, 0, top, {0, a.stride});
  const double tau = make_reflector(a, r);
  reflect(a, r, tau, a, {1, a.stride});
  memory_.swaps[front.reflector] = static_cast<double>(top);
  memory_.taus[front.reflector] = tau;
}

void PlainElimination::reduce_all(const Front& front, const Matrix& a) const {
  for (std::size_t p = 0; p < front.reflectors; p += group_size(front, p)) {
    reduce(panel(front, a, p));
  }
}

Panel PlainElimination::panel(const Front& front, const Matrix& a, std::size_t first) const {
  Panel out{.a = a,
            .columns = a.stride,
            .first = first,
            .size = group_size(front, first),
            .ends = {},
            .taus = memory_.taus + front.reflector + first,
            .swaps = memory_.swaps + front.reflector + first,
            .packed = memory_.work};
  for (std::size_t k = 0; k < out.size; ++k) {
    out.ends[k] = reflector(symbolic_, front, first + k).end;
  }
  return out;
}

void PlainElimination::add_rest(const Front& front, const Matrix& a) {
  for (std::size_t i = front.pivots; i < front.rows; ++i) {
    rest_ += a.at(i, front.columns) * a.at(i, front.columns);
  }
}

void PlainElimination::hand_on(const Front& front, const Matrix& a, const Strided& to,
                               std::size_t right_hand_side) const {
  const std::uint32_t* place = symbolic_.parent_column.data() + front.first_column;
  for (std::size_t k = 0; k < front.leftover; ++k) {
    const std::size_t i = front.pivots + k;
    double* row = to.row(front.parent_row + k);
    for (std::size_t j = first_nonzero(front, i); j < front.columns; ++j) {
      row[place[j] * to.column_step] = a.at(i, j);
    }
    row[right_hand_side * to.column_step] = a.at(i, front.columns);
  }
}

}  // namespace autumn::gaussian
