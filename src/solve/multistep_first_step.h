// This header finds the length of a first step, which has no past to go by.
#pragma once

#include <functional>
#include <span>

namespace autumn::solve {

// Where a solution begins, and with which slope.
struct MultistepStart {
  double t = 0.0;
  double goal = 0.0;
  std::span<const double> x;
  std::span<const double> slope;
  std::span<const double> weights;
};

// A step that makes the term of second order about as large as half the tolerance: from a
// difference of slopes, found by trial (Byrne and Hindmarsh, 1975). 0 if there is none.
[[nodiscard]] double multistep_first_step(
    const MultistepStart& start,
    const std::function<bool(double t, const double* x, double* slope)>& slope_at,
    const std::function<double(const double* x)>& norm);

}  // namespace autumn::solve
