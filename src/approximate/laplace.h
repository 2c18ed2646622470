// The Laplace approximation: the normal distribution with the mode and the curvature of a density.
#pragma once

#include <span>
#include <vector>

#include "approximate/draws.h"
#include "approximate/ending.h"
#include "approximate/observer.h"
#include "base/log_density.h"
#include "base/random.h"

namespace autumn::approximate {

// Names and defaults are CmdStan's.
struct LaplaceSettings {
  std::size_t draws = 1000;
  bool calculate_lp = true;  // otherwise log_p is NaN
  int refresh = 100;         // draws between lines of progress; 0 for none
};

struct Laplace {
  Ending ending = Ending::kDone;
  double log_density = 0.0;      // at the mode
  std::vector<double> gradient;  // there
  std::vector<double> hessian;   // of the log density, row by row; empty if it is not finite
  UnconstrainedDraws draws;
  std::vector<double> log_p;  // the log density of each draw; -infinity where it is rejected
  std::vector<double> log_q;  // the same of the approximation, without its constant, as in Stan
};

// Around a mode that somebody has found.
[[nodiscard]] Laplace laplace(LogDensity& density, std::span<const double> mode,
                              const LaplaceSettings& settings, Random& random,
                              const Observer& observer = {});

}  // namespace autumn::approximate
