// This header says how many digits normal equations may lose before somebody else must answer.
#pragma once

#include <cmath>
#include <cstddef>
#include <limits>

namespace autumn::gaussian::equations {

// How often the variance of a column may be inflated by the others (1 if it is independent of
// them), which is about how often the rounding of a pivot is. What derivatives lose is measured
// besides; in blocks of many columns more may be lost (allowance).
inline constexpr double kMostInflation = 1e6;
// Residuals and innovations that begin this far from zero lose too many digits.
inline constexpr double kFar = 1e7;
// The inverses of smaller numbers may be infinite.
inline constexpr double kTiny = 1e-300;
// How far the trace of Q S may be from the number of columns: what is lost of it is lost of
// derivatives.
inline constexpr double kMostLostTrace = 1e-8;

// How many times more digits may be lost than in a small block.
[[nodiscard]] inline double allowance(std::size_t columns) {
  return 1.0 + static_cast<double>(columns) / 20.0;
}

// Whether the sum of squares of fixed rows, before it is multiplied by `square`, has its digits:
// each of the numbers that it is added up from, whose squares add up to `sizes`, is rounded
// independently of the others. Where there are many columns the whole is larger, and more may be
// lost of it.
struct SquaresLost {
  double sizes, sum, square, allowance;
};
[[nodiscard]] inline bool is_little(const SquaresLost& lost) {
  constexpr double kRounding = 8 * std::numeric_limits<double>::epsilon();
  constexpr double kMost = 1e-9, kMostOf = 1e-12;
  return kRounding * std::sqrt(lost.sizes) * lost.square <=
         kMost * lost.allowance + kMostOf * lost.sum * lost.square;
}

// The same of derivatives by logarithms of scales, of which so much is lost.
[[nodiscard]] inline bool is_little_of_slopes(double lost, double rest, double allowance) {
  constexpr double kMost = 1e-8, kMostOf = 1e-11;
  return lost <= kMost * allowance + kMostOf * rest;
}

}  // namespace autumn::gaussian::equations
