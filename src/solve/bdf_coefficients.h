// This header has the coefficients of backward differentiation formulas with variable steps, in
// Nordsieck form with a fixed leading coefficient (Jackson and Sacks-Davis, 1980), as CVODE has
// them (Cohen and Hindmarsh, 1996).
#pragma once

#include <array>
#include <cstddef>

namespace autumn::solve {

inline constexpr std::size_t kMaxBdfOrder = 5;

// What of the past the coefficients depend on.
struct BdfHistory {
  std::size_t order = 1;
  double step = 0.0;
  // Lengths of the steps before, from 1 (the last one) on.
  std::array<double, kMaxBdfOrder + 2> past{};
};

using BdfPolynomial = std::array<double, kMaxBdfOrder + 1>;

struct BdfCoefficients {
  // What a correction of the state by 1 adds to column j.
  BdfPolynomial corrector{};
  // The norm of the local error is that of the correction times this.
  double error = 0.0;
  // The same at the order below (of the last column) and above (of the difference of corrections),
  // if an order is to be chosen.
  double error_below = 0.0;
  double error_above = 0.0;
  // How corrections of different steps compare.
  double derivative = 0.0;
};
[[nodiscard]] BdfCoefficients bdf_coefficients(const BdfHistory& history, bool chooses_order);

// At a higher order the new last column is `factor` times the last correction, and columns from 2
// on change by these multiples of it.
struct BdfIncrease {
  double factor = 0.0;
  BdfPolynomial multiples{};
};
[[nodiscard]] BdfIncrease bdf_increase(const BdfHistory& history);
// At a lower order columns from 2 on lose these multiples of the last one.
[[nodiscard]] BdfPolynomial bdf_decrease(const BdfHistory& history);

}  // namespace autumn::solve
