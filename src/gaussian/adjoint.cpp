// This file computes the adjoint of an elimination, front by front.
//
// A front is F = [F1 | F2] = Q [R11 R12; 0 F22], with F1 its pivots. What comes after depends on
// F22 only through F22'F22, hence not on rotations, and this gives the adjoints (marked by a bar)
//
//   F2bar = Q [0; F22bar]
//   F1bar = -(Q1 + F2bar R12') R11^-T        with Q1 = Q [I; 0], of -log |det R11|
//
// and for row i, as derivative by the logarithm of its scale, -F_i . Fbar_i
//
//   |Q1_i|^2 - (Q [0; F22bar])_i . (Q [0; F22])_i
//
// where the large terms of F_i . Fbar_i have cancelled on paper, so that no digits are lost. At a
// root F22 is one column, the rest its sum of squares, and F22bar a multiple of F22.
#include "gaussian/adjoint.h"

#include <algorithm>

#include "gaussian/adjoint_work.h"

namespace autumn::gaussian {
namespace {

void add_constant(const AdjointWork& work, std::uint32_t row, double partial) {
  const std::int32_t slot = work.block.constant_slot[row];
  if (slot >= 0 && !work.partials.constants.empty()) work.partials.constants[slot] += partial;
}

void add_empty_row(const AdjointWork& work, std::uint32_t row) {
  const double factor = row_factor(work.block, work.memory, row);
  const double f = constant_of(work.block, work.inputs, row) * factor;
  add_constant(work, row, 2 * work.seed.rest * f * factor);
  add_scale(work, row, -2 * work.seed.rest * f * f);
}

// From derivatives by log s to derivatives by s.
void finish_scales(const AdjointWork& work) {
  for (std::size_t k = 0; k < work.partials.scales.size(); ++k) {
    const double inverse = work.memory.inverse_scales[k];
    double partial = work.partials.scales[k] - work.seed.determinant * work.block.scale_count[k];
    if (work.block.scale_rest[k] != 0.0) {
      partial -= 2 * work.seed.rest * work.block.scale_rest[k] * inverse * inverse;
    }
    work.partials.scales[k] = partial * inverse;
  }
}

}  // namespace

void add_entries(const AdjointWork& work, const Front& front, const Matrix& bars) {
  const Block& block = work.block;
  const std::span<double> coefficients = work.partials.coefficients;
  if (coefficients.empty() && work.partials.constants.empty()) return;
  for (std::size_t i = front.first_row; i < front.first_row + front.own_rows; ++i) {
    const std::uint32_t row = work.symbolic.row_order[i];
    const double* bar = bars.row(work.symbolic.row_place[i]);
    const double factor = row_factor(block, work.memory, row);
    add_constant(work, row, bar[front.columns] * factor);
    if (coefficients.empty()) continue;
    for (std::uint32_t e = block.row_starts[row]; e < block.row_starts[row + 1]; ++e) {
      const std::int32_t slot = block.coefficient_slot[e];
      if (slot < 0) continue;
      coefficients[slot] += block.multiplier[e] * bar[work.symbolic.entry_column[e]] * factor;
    }
  }
}

void adjoint(const AdjointProblem& problem, const Partials& partials, std::span<double> scratch) {
  if (!is_wanted(partials)) return;
  const AdjointWork work{.block = problem.block,
                         .symbolic = problem.symbolic,
                         .inputs = problem.inputs,
                         .seed = problem.seed,
                         .partials = partials,
                         .memory = memory_of(problem.symbolic, scratch)};
  std::ranges::fill(partials.coefficients, 0.0);
  std::ranges::fill(partials.constants, 0.0);
  std::ranges::fill(partials.scales, 0.0);
  for (const std::uint32_t row : work.symbolic.empty_rows) add_empty_row(work, row);
  const auto& fronts = work.symbolic.fronts;
  for (auto front = fronts.rbegin(); front != fronts.rend(); ++front) {
    if (front->rows == 0) continue;
    is_small(*front) ? visit_small(work, *front) : visit_large(work, *front);
  }
  finish_scales(work);
}

}  // namespace autumn::gaussian
