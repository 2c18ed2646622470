// Automatic differentiation variational inference: the normal distribution on the unconstrained
// scale with the largest ELBO, found by stochastic gradients (Kucukelbir et al., 2017).
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "approximate/draws.h"
#include "approximate/ending.h"
#include "approximate/observer.h"
#include "base/error.h"
#include "base/log_density.h"
#include "base/random.h"

namespace autumn::approximate {

enum class Family { kMeanField, kFullRank };

// Names and defaults are CmdStan's.
struct VariationalSettings {
  Family family = Family::kMeanField;
  std::size_t iter = 10000;
  std::size_t grad_samples = 1;
  std::size_t elbo_samples = 100;
  double eta = 1.0;  // the step size, where it is not adapted
  bool adapt_engaged = true;
  std::size_t adapt_iter = 50;
  double tol_rel_obj = 0.01;
  std::size_t eval_elbo = 100;
  std::size_t output_samples = 1000;
};

[[nodiscard]] Status check(const VariationalSettings& settings);

// An estimate of the ELBO along the way.
struct ElboPoint {
  std::size_t iteration = 0;
  double seconds = 0.0;
  double elbo = 0.0;
};

struct Variational {
  Ending ending = Ending::kDone;  // kIterations: it may not have converged
  double eta = 0.0;
  std::vector<double> mean;  // of the approximation
  // Standard deviations (mean field), or the rows of the lower triangle of a Cholesky factor.
  std::vector<double> scale;
  std::vector<ElboPoint> elbo;
  UnconstrainedDraws draws;
  std::vector<double> log_p;  // the log density of each draw; -infinity where it is rejected
  std::vector<double> log_g;  // the same of the approximation, without its constant, as in Stan
};

[[nodiscard]] Variational variational(LogDensity& density, std::span<const double> start,
                                      const VariationalSettings& settings, Random& random,
                                      const Observer& observer = {});

}  // namespace autumn::approximate
