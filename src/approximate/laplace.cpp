// This file draws from the Laplace approximation.
#include "approximate/laplace.h"

#include <fmt/format.h>

#include <limits>

#include "approximate/hessian.h"
#include "approximate/log_value.h"

namespace autumn::approximate {
namespace {

void draw_all(Laplace& result, LogDensity& density, const VectorXd& mode,
              const Eigen::LLT<MatrixXd>& factor, const LaplaceSettings& settings, Random& random,
              const Observer& observer) {
  VectorXd z(mode.size());
  for (std::size_t k = 0; k < settings.draws; ++k) {
    if (should_stop(observer)) {
      result.ending = Ending::kStopped;
      return;
    }
    if (settings.refresh > 0 && k % static_cast<std::size_t>(settings.refresh) == 0) {
      tell(observer, fmt::format("iteration: {}", k));
    }
    for (double& number : z) number = random.normal();
    const VectorXd x = mode + factor.matrixU().solve(z);
    result.draws.append(as_span(x));
    result.log_p.push_back(settings.calculate_lp ? log_value(density, x)
                                                 : std::numeric_limits<double>::quiet_NaN());
    result.log_q.push_back(-0.5 * z.squaredNorm());
  }
}

}  // namespace

Laplace laplace(LogDensity& density, std::span<const double> mode, const LaplaceSettings& settings,
                Random& random, const Observer& observer) {
  Laplace result;
  result.draws.dimension = mode.size();
  Objective objective(density);
  Place place{.x = as_vector(mode)};
  const bool is_good = objective.evaluate(place);
  result.log_density = -place.value;
  const VectorXd gradient = -place.gradient;
  result.gradient.assign(gradient.begin(), gradient.end());
  result.ending = Ending::kRejectedStart;
  if (!is_good) return result;
  if (settings.refresh > 0) tell(observer, "Calculating Hessian");
  const std::optional<MatrixXd> hessian = hessian_at(objective, place.x);
  result.ending = Ending::kNoCurvature;
  if (!hessian) return result;
  const MatrixXd curvature = -*hessian;  // symmetric, so that columns are rows
  result.hessian.assign(curvature.data(), curvature.data() + curvature.size());
  if (settings.refresh > 0) tell(observer, "Calculating inverse of Cholesky factor");
  const Eigen::LLT<MatrixXd> factor(*hessian);
  if (factor.info() != Eigen::Success || !factor.matrixLLT().allFinite()) return result;
  if (settings.refresh > 0) tell(observer, "Generating draws");
  result.ending = Ending::kDone;
  draw_all(result, density, place.x, factor, settings, random, observer);
  return result;
}

}  // namespace autumn::approximate
