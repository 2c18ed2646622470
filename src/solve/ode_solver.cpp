// This file sets up the coupled system of states and sensitivities, and chooses the solver.
#include "solve/ode_solver.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/numbers.h"

namespace autumn::solve {
namespace {

using Slope = OdeSystem::Slope;

// ds = (df/dy) s, row by row, with as many columns as known when this is compiled.
template <std::size_t kColumns>
void multiply(const OdeSystem::Slopes& slopes, std::size_t rows, const double* s, double* ds) {
  const Slope* slope = slopes.by_state.data();
  const Slope* const end = slope + slopes.by_state.size();
  for (std::size_t row = 0; row < rows; ++row) {
    std::array<double, kColumns> sum{};
    for (; slope != end && slope->row == row; ++slope) {
      const double factor = slopes.numbers[slope->place];
      const double* const from = s + kColumns * slope->column;
      for (std::size_t c = 0; c < kColumns; ++c) sum[c] += factor * from[c];
    }
    std::copy(sum.begin(), sum.end(), ds + kColumns * row);
  }
}

void multiply_any(const OdeSystem::Slopes& slopes, std::size_t rows, std::size_t columns,
                  const double* s, double* ds) {
  std::fill(ds, ds + rows * columns, 0.0);
  for (const Slope& slope : slopes.by_state) {
    const double factor = slopes.numbers[slope.place];
    const double* const from = s + columns * slope.column;
    double* const to = ds + columns * slope.row;
    for (std::size_t c = 0; c < columns; ++c) to[c] += factor * from[c];
  }
}

void multiply(const OdeSystem::Slopes& slopes, std::size_t rows, std::size_t columns,
              const double* s, double* ds) {
  switch (columns) {
    case 1: return multiply<1>(slopes, rows, s, ds);
    case 2: return multiply<2>(slopes, rows, s, ds);
    case 3: return multiply<3>(slopes, rows, s, ds);
    case 4: return multiply<4>(slopes, rows, s, ds);
    case 5: return multiply<5>(slopes, rows, s, ds);
    case 6: return multiply<6>(slopes, rows, s, ds);
    case 7: return multiply<7>(slopes, rows, s, ds);
    case 8: return multiply<8>(slopes, rows, s, ds);
    default: return multiply_any(slopes, rows, columns, s, ds);
  }
}

void scatter(std::span<const Slope> slopes, const double* numbers, std::size_t rows,
             std::span<double> out) {
  if (out.empty()) return;
  std::fill(out.begin(), out.end(), 0.0);
  for (const Slope& slope : slopes) out[slope.row + rows * slope.column] = numbers[slope.place];
}

}  // namespace

bool OdeSystem::evaluate_slopes(double t, std::span<const double> y, const DenseSlopes& out) {
  const Slopes* const at = slopes(t, y);
  if (at == nullptr) return false;
  for (std::size_t i = 0; i < out.f.size(); ++i) out.f[i] = at->numbers[at->f[i]];
  scatter(at->by_state, at->numbers, y.size(), out.by_state);
  scatter(at->by_parameter, at->numbers, y.size(), out.by_parameter);
  return true;
}

CoupledSystem::CoupledSystem(OdeSystem& system, const OdeProblem& problem)
    : system_(system),
      states_(problem.states),
      free_columns_(problem.free_columns),
      parameter_columns_(problem.parameter_columns) {}

bool CoupledSystem::operator()(double t, std::span<const double> x, std::span<double> dx) {
  const auto y = x.first(states_);
  const auto f = dx.first(states_);
  if (free_columns_ + parameter_columns_ == 0) return system_.evaluate(t, y, f) && all_finite(f);
  const OdeSystem::Slopes* const slopes = system_.slopes(t, y);
  if (slopes == nullptr) return false;
  for (std::size_t i = 0; i < states_; ++i) f[i] = slopes->numbers[slopes->f[i]];
  if (!all_finite(f)) return false;
  fill_sensitivities(*slopes, x.data() + states_, dx.data() + states_);
  return true;
}

void CoupledSystem::fill_sensitivities(const OdeSystem::Slopes& slopes, const double* s,
                                       double* ds) const {
  const std::size_t columns = free_columns_ + parameter_columns_;
  multiply(slopes, states_, columns, s, ds);
  if (parameter_columns_ == 0) return;
  for (const Slope& slope : slopes.by_parameter) {
    ds[columns * slope.row + free_columns_ + slope.column] += slopes.numbers[slope.place];
  }
}

bool solve(OdeSystem& system, const OdeProblem& problem, const OdeSettings& settings,
           const OdeSink& sink) {
  if (!all_finite(problem.initial)) return false;
  switch (settings.method) {
    case OdeMethod::kDormandPrince:
    case OdeMethod::kCashKarp: return solve_runge_kutta(system, problem, settings, sink);
    case OdeMethod::kAdams:
    case OdeMethod::kBdf: return solve_multistep(system, problem, settings, sink);
  }
  return false;
}

}  // namespace autumn::solve
