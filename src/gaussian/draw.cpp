// What the triangular factor is good for: draws, their density, and what is not determined.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "base/error.h"
#include "gaussian/batch_work.h"
#include "gaussian/batched.h"
#include "gaussian/eliminate.h"
#include "gaussian/front_work.h"
#include "gaussian/log_product.h"

namespace autumn::gaussian {
namespace {

// Row p of the factor in a front or a cell: T_pp and what follows it, then the right-hand side.
struct FactorRow {
  const double* numbers;  // of column 0
  std::size_t step;       // from column to column
  std::size_t p;
  std::size_t columns;
};

// The fronts with rows of the factor of their own: all, or those that are not in batches.
const std::vector<Front>& fronts_in(const Symbolic& symbolic, std::span<const double> scratch) {
  return is_batched(scratch) ? symbolic.batches.fronts : symbolic.fronts;
}

FactorRow factor_row(const Symbolic& symbolic, std::span<const double> scratch, const Front& front,
                     std::size_t p) {
  const double* matrices = is_batched(scratch)
                               ? batch_base(scratch) + symbolic.batches.matrices
                               : scratch.data() + kHeader;
  return {matrices + front.matrix + p * front.width(), 1, p, front.columns};
}

// d - T u without column p; `column(j)` is the column of the block.
template <typename Column>
double remainder(const FactorRow& row, std::span<const double> u, const Column& column) {
  double x = row.numbers[row.columns * row.step];
  for (std::size_t j = row.p + 1; j < row.columns; ++j) {
    x -= row.numbers[j * row.step] * u[column(j)];
  }
  return x;
}

std::uint32_t slot_of(const Batches& batches, const LaneSlots& slots, std::size_t cell) {
  if (slots.kind == SlotKind::kShared) return slots.first;
  if (slots.kind == SlotKind::kRun) return slots.first + static_cast<std::uint32_t>(cell);
  return batches.slots[static_cast<std::size_t>(slots.table) + cell];
}

// Calls f(row, column) for all rows of the factor that are in cells.
template <typename F>
void for_cell_rows(const Batches& batches, std::span<const double> scratch, const F& f) {
  if (!is_batched(scratch)) return;
  for (const CellGroup& group : batches.groups) {
    for (std::size_t cell = 0; cell < group.cells; ++cell) {
      const double* lanes = batch_base(scratch) + group.memory +
                            cell / kLanes * group.batch_size() + cell % kLanes;
      const auto column = [&](std::size_t j) { return slot_of(batches, group.column[j], cell); };
      for (std::size_t p = 0; p < group.pivots; ++p) {
        const double* row = lanes + kLanes * group.width() * group.pivot_row[p];
        f(FactorRow{row, kLanes, p, group.columns}, column);
      }
    }
  }
}

// The same for rows that are in fronts. A front without rows has no row of the factor, and
// `numbers` is null.
template <typename F>
void for_front_rows(const Symbolic& symbolic, std::span<const double> scratch, const F& f) {
  for (const Front& front : fronts_in(symbolic, scratch)) {
    const std::uint32_t* columns = symbolic.front_column.data() + front.first_column;
    const auto column = [columns](std::size_t j) { return columns[j]; };
    for (std::size_t p = 0; p < front.pivots; ++p) {
      FactorRow row = factor_row(symbolic, scratch, front, p);
      if (front.rows == 0) row.numbers = nullptr;
      f(row, column);
    }
  }
}

std::vector<double> column_norms(const Block& block, const Inputs& inputs) {
  std::vector<double> squares(block.columns, 0.0);
  std::vector<double> row(block.columns, 0.0);
  for (std::size_t i = 0; i < block.rows(); ++i) {
    const double weight = block.root_weight.empty() ? 1.0 : block.root_weight[i];
    const double factor = weight / inputs.scales[block.scale_slot[i]];
    for (std::uint32_t e = block.row_starts[i]; e < block.row_starts[i + 1]; ++e) {
      const std::int32_t slot = block.coefficient_slot[e];
      row[block.column[e]] +=
          block.multiplier[e] * factor * (slot < 0 ? 1.0 : inputs.coefficients[slot]);
    }
    for (std::uint32_t e = block.row_starts[i]; e < block.row_starts[i + 1]; ++e) {
      double& x = row[block.column[e]];
      squares[block.column[e]] += x * x;
      x = 0.0;
    }
  }
  for (double& x : squares) x = std::sqrt(x);
  return squares;
}

}  // namespace

void draw(const Symbolic& symbolic, std::span<const double> scratch, std::span<const double> z,
          std::span<double> u) {
  AUTUMN_CHECK(z.size() == symbolic.order.size() && u.size() == z.size(),
               "a draw has one number per column");
  const std::vector<Front>& fronts = fronts_in(symbolic, scratch);
  for (auto front = fronts.rbegin(); front != fronts.rend(); ++front) {
    const std::uint32_t* columns = symbolic.front_column.data() + front->first_column;
    for (std::size_t p = front->pivots; p-- > 0;) {
      if (front->rows == 0) {
        u[columns[p]] = std::numeric_limits<double>::quiet_NaN();
        continue;
      }
      const FactorRow row = factor_row(symbolic, scratch, *front, p);
      // As if T_pp were positive, so that u does not jump when signs of the elimination change.
      const double noise = std::copysign(1.0, row.numbers[p]) * z[columns[p]];
      const double x = remainder(row, u, [columns](std::size_t j) { return columns[j]; });
      u[columns[p]] = (x + noise) / row.numbers[p];
    }
  }
  if (!is_batched(scratch)) return;
  // Below the fronts, and each below them only.
  for (const CellGroup& group : symbolic.batches.groups) {
    draw_cells(group, {.lanes = batch_base(scratch) + group.memory,
                       .slots = symbolic.batches.slots.data(),
                       .z = z.data(),
                       .u = u.data()});
  }
}

double log_conditional(const Symbolic& symbolic, std::span<const double> scratch,
                       std::span<const double> u) {
  LogProduct determinant;
  double squares = 0.0;
  const auto add = [&](const FactorRow& row, const auto& column) {
    const double pivot = row.numbers[row.p * row.step];
    determinant.multiply(std::abs(pivot));
    const double x = remainder(row, u, column) - pivot * u[column(row.p)];
    squares += x * x;
  };
  if (std::ranges::any_of(symbolic.fronts, [](const Front& front) { return front.rows == 0; })) {
    return std::numeric_limits<double>::quiet_NaN();
  }
  for_front_rows(symbolic, scratch, add);
  for_cell_rows(symbolic.batches, scratch, add);
  const double log_two_pi = std::log(2 * std::numbers::pi);
  return determinant.log() - static_cast<double>(symbolic.order.size()) / 2 * log_two_pi -
         squares / 2;
}

std::vector<std::uint32_t> deficient_columns(const Block& block, const Symbolic& symbolic,
                                             const Inputs& inputs) {
  constexpr double kSmall = 1e-10;
  std::vector<double> scratch(scratch_size(symbolic));
  eliminate(block, symbolic, inputs, scratch);
  const std::vector<double> norms = column_norms(block, inputs);
  std::vector<bool> is_deficient(block.columns, false);
  const auto look = [&](const FactorRow& row, const auto& columns) {
    const std::uint32_t column = columns(row.p);
    const double size = row.numbers == nullptr ? 0.0 : std::abs(row.numbers[row.p * row.step]);
    is_deficient[column] = !(size > kSmall * norms[column]) || !std::isfinite(size);
  };
  for_front_rows(symbolic, scratch, look);
  for_cell_rows(symbolic.batches, scratch, look);
  std::vector<std::uint32_t> columns;
  for (std::uint32_t j = 0; j < block.columns; ++j) {
    if (is_deficient[j]) columns.push_back(j);
  }
  return columns;
}

}  // namespace autumn::gaussian
