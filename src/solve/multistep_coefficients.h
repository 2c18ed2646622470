// This header has the coefficients of multistep methods with variable steps in Nordsieck form, as
// CVODE has them (Cohen and Hindmarsh, 1996): backward differentiation formulas with a fixed
// leading coefficient (Jackson and Sacks-Davis, 1980), and the formulas of Adams and Moulton.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace autumn::solve {

inline constexpr std::size_t kMaxOrder = 12;
enum class Formula : std::uint8_t { kBackward, kAdams };
[[nodiscard]] constexpr std::size_t max_order(Formula formula) {
  return formula == Formula::kBackward ? 5 : kMaxOrder;
}

// What of the past the coefficients depend on.
struct MultistepHistory {
  std::size_t order = 1;
  double step = 0.0;
  // Lengths of the steps before, from 1 (the last one) on.
  std::array<double, kMaxOrder + 2> past{};
};

using MultistepPolynomial = std::array<double, kMaxOrder + 1>;

struct MultistepCoefficients {
  // What a correction of the state by 1 adds to column j.
  MultistepPolynomial corrector{};
  // The norm of the local error is that of the correction times this.
  double error = 0.0;
  // The same at the order below (of the last column) and above (of the difference of corrections),
  // if an order is to be chosen.
  double error_below = 0.0;
  double error_above = 0.0;
  // How corrections of different steps compare.
  double derivative = 0.0;
};
[[nodiscard]] MultistepCoefficients multistep_coefficients(Formula formula,
                                                           const MultistepHistory& history,
                                                           bool chooses_order);

// At a higher order the new last column is `factor` times the last correction, and columns from 2
// on change by these multiples of it.
struct MultistepIncrease {
  double factor = 0.0;
  MultistepPolynomial multiples{};
};
[[nodiscard]] MultistepIncrease multistep_increase(Formula formula,
                                                   const MultistepHistory& history);
// At a lower order columns from 2 on lose these multiples of the last one.
[[nodiscard]] MultistepPolynomial multistep_decrease(Formula formula,
                                                     const MultistepHistory& history);

}  // namespace autumn::solve
