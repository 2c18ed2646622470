// This file uses the triangular factor of a block for draws, their density, and what is not
// determined.
#include <cmath>
#include <limits>
#include <numbers>

#include "base/error.h"
#include "gaussian/eliminate.h"
#include "gaussian/front_work.h"
#include "gaussian/log_product.h"

namespace autumn::gaussian {
namespace {

struct FactorRow {
  const double* numbers;         // columns, then the right-hand side
  const std::uint32_t* columns;  // of the block
};

FactorRow factor_row(const Symbolic& symbolic, std::span<const double> scratch, const Front& front,
                     std::size_t p) {
  return {scratch.data() + front.matrix + p * front.width(),
          symbolic.front_column.data() + front.first_column};
}

// d - T u without column p.
double remainder(const FactorRow& row, const Front& front, std::size_t p,
                 std::span<const double> u) {
  double x = row.numbers[front.columns];
  for (std::size_t j = p + 1; j < front.columns; ++j) x -= row.numbers[j] * u[row.columns[j]];
  return x;
}

std::vector<double> column_norms(const Block& block, const Inputs& inputs) {
  std::vector<double> squares(block.columns, 0.0);
  std::vector<double> row(block.columns, 0.0);
  for (std::size_t i = 0; i < block.rows(); ++i) {
    const double weight = root_weight_of(block, i);
    const std::int32_t scale = block.scale_slot[i];
    const double factor = scale < 0 ? weight : weight / inputs.scales[scale];
    for (std::uint32_t e = block.row_starts[i]; e < block.row_starts[i + 1]; ++e) {
      row[block.column[e]] += coefficient_of(block, inputs, e) * factor;
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
  for (auto front = symbolic.fronts.rbegin(); front != symbolic.fronts.rend(); ++front) {
    for (std::size_t p = front->pivots; p-- > 0;) {
      const std::uint32_t column = symbolic.order[front->first_pivot + p];
      if (front->rows == 0) {
        u[column] = std::numeric_limits<double>::quiet_NaN();
        continue;
      }
      const FactorRow row = factor_row(symbolic, scratch, *front, p);
      // As if T_pp were positive, so that u does not jump when signs of the elimination change.
      const double noise = std::copysign(1.0, row.numbers[p]) * z[column];
      u[column] = (remainder(row, *front, p, u) + noise) / row.numbers[p];
    }
  }
}

double log_conditional(const Symbolic& symbolic, std::span<const double> scratch,
                       std::span<const double> u) {
  LogProduct determinant;
  double squares = 0.0;
  for (const Front& front : symbolic.fronts) {
    if (front.rows == 0) return std::numeric_limits<double>::quiet_NaN();
    for (std::size_t p = 0; p < front.pivots; ++p) {
      const FactorRow row = factor_row(symbolic, scratch, front, p);
      determinant.multiply(std::abs(row.numbers[p]));
      const double x = remainder(row, front, p, u) - row.numbers[p] * u[row.columns[p]];
      squares += x * x;
    }
  }
  const double log_two_pi = std::log(2 * std::numbers::pi);
  return determinant.log() - static_cast<double>(symbolic.order.size()) / 2 * log_two_pi -
         squares / 2;
}

// Each square is of x = d - T u, known to epsilon (|d| + |T| |u|), which may be more than x itself.
double rounding_of_conditional(const Symbolic& symbolic, std::span<const double> scratch,
                               std::span<const double> u) {
  double sum = 0.0;
  for (const Front& front : symbolic.fronts) {
    if (front.rows == 0) continue;
    for (std::size_t p = 0; p < front.pivots; ++p) {
      const FactorRow row = factor_row(symbolic, scratch, front, p);
      double size = std::abs(row.numbers[front.columns]);
      for (std::size_t j = p; j < front.columns; ++j) {
        size += std::abs(row.numbers[j] * u[row.columns[j]]);
      }
      const double x = remainder(row, front, p, u) - row.numbers[p] * u[row.columns[p]];
      const double step = std::numeric_limits<double>::epsilon() * size;
      sum += step * (1.0 + std::abs(x) + step);
    }
  }
  return sum;
}

double rounding_of_rest(const Block& block, const Inputs& inputs, double rest) {
  double squares = 0.0;
  for (std::size_t i = 0; i < block.rows(); ++i) {
    const std::int32_t slot = block.scale_slot[i];
    const double f = constant_of(block, inputs, i) / (slot < 0 ? 1.0 : inputs.scales[slot]);
    squares += f * f;
  }
  const double step = std::numeric_limits<double>::epsilon() * std::sqrt(squares);
  return step * (2.0 * std::sqrt(std::abs(rest)) + step);
}

std::vector<std::uint32_t> deficient_columns(const Block& block, const Symbolic& symbolic,
                                             const Inputs& inputs) {
  constexpr double kSmall = 1e-10;
  std::vector<double> scratch(fronts_scratch_size(symbolic));
  eliminate(block, symbolic, inputs, scratch);
  const std::vector<double> norms = column_norms(block, inputs);
  std::vector<bool> is_deficient(block.columns, false);
  for (const Front& front : symbolic.fronts) {
    for (std::size_t p = 0; p < front.pivots; ++p) {
      const std::uint32_t column = symbolic.order[front.first_pivot + p];
      const double size =
          front.rows == 0 ? 0.0 : std::abs(factor_row(symbolic, scratch, front, p).numbers[p]);
      is_deficient[column] = !(size > kSmall * norms[column]) || !std::isfinite(size);
    }
  }
  std::vector<std::uint32_t> columns;
  for (std::uint32_t j = 0; j < block.columns; ++j) {
    if (is_deficient[j]) columns.push_back(j);
  }
  return columns;
}

}  // namespace autumn::gaussian
