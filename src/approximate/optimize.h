// Optimizing looks for a mode: the point where a log density is largest.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "approximate/ending.h"
#include "approximate/observer.h"
#include "base/error.h"
#include "base/log_density.h"

namespace autumn::approximate {

enum class Algorithm { kLbfgs, kBfgs, kNewton };

// Names and defaults are CmdStan's. Newton looks at `iter` alone.
struct OptimizeSettings {
  Algorithm algorithm = Algorithm::kLbfgs;
  double init_alpha = 0.001;
  double tol_obj = 1e-12;
  double tol_rel_obj = 1e4;  // in units of the rounding of a double, as tol_rel_grad
  double tol_grad = 1e-8;
  double tol_rel_grad = 1e7;
  double tol_param = 1e-8;
  std::size_t history_size = 5;
  std::size_t iter = 2000;
};

// An error if a setting has no meaning.
[[nodiscard]] Status check(const OptimizeSettings& settings);

// What happened in an iteration.
struct Iteration {
  std::size_t number = 0;  // from 1
  double log_density = 0.0;
  double improvement = 0.0;
  double step_norm = 0.0;
  double gradient_norm = 0.0;
  double alpha = 0.0;           // the step that was taken
  double alpha0 = 0.0;          // the one that was tried first
  std::size_t evaluations = 0;  // since the beginning
  std::string note = {};
  Ending ending = Ending::kDone;  // kDone: there is more to come
};

struct OptimizeObserver {
  Observer general = {};
  // The log density where the search begins.
  std::function<void(double, std::span<const double>)> on_start = {};
  // After each iteration, with the point that it arrived at.
  std::function<void(const Iteration&, std::span<const double>)> on_iteration = {};
};

struct Optimum {
  Ending ending = Ending::kDone;
  std::vector<double> point;  // the best one, also if the search failed
  double log_density = 0.0;
  std::vector<double> gradient;
  std::size_t iterations = 0;
  std::size_t evaluations = 0;  // of gradients
};

[[nodiscard]] Optimum optimize(LogDensity& density, std::span<const double> start,
                               const OptimizeSettings& settings,
                               const OptimizeObserver& observer = {});

}  // namespace autumn::approximate
