// This file estimates the ELBO by Monte Carlo, with the limits of Stan on what may be rejected.
#include "approximate/elbo.h"

#include "approximate/log_value.h"

namespace autumn::approximate {
namespace {

constexpr std::size_t kRejectedPerGradient = 10;

VectorXd standard_normals(Random& random, Index count) {
  VectorXd z(count);
  for (double& number : z) number = random.normal();
  return z;
}

Index dimension_of(const ElboTask& task) {
  return static_cast<Index>(task.density.dimension());
}

}  // namespace

std::optional<double> estimate_elbo(const ElboTask& task, const VectorXd& parameters) {
  double sum = 0.0;
  std::size_t rejected = 0;
  for (std::size_t used = 0; used < task.draws;) {
    const VectorXd z = standard_normals(task.random, dimension_of(task));
    const double value = log_value(task.density, transformed(task.family, parameters, z));
    if (std::isfinite(value)) {
      sum += value;
      ++used;
    } else if (++rejected >= task.draws) {
      return std::nullopt;
    }
  }
  const double elbo =
      sum / static_cast<double>(task.draws) + entropy(task.family, parameters, dimension_of(task));
  return std::isfinite(elbo) ? std::optional(elbo) : std::nullopt;
}

std::optional<VectorXd> estimate_gradient(const ElboTask& task, const VectorXd& parameters) {
  VectorXd sum = VectorXd::Zero(parameters.size());
  VectorXd gradient(dimension_of(task));
  std::size_t rejected = 0;
  for (std::size_t used = 0; used < task.draws;) {
    const VectorXd z = standard_normals(task.random, dimension_of(task));
    const VectorXd x = transformed(task.family, parameters, z);
    const double value = task.density.evaluate(as_span(x), as_span(gradient));
    if (std::isfinite(value) && gradient.allFinite()) {
      add_pullback(task.family, parameters, z, gradient, sum);
      ++used;
    } else if (++rejected >= kRejectedPerGradient * task.draws) {
      return std::nullopt;
    }
  }
  sum /= static_cast<double>(task.draws);
  sum += entropy_gradient(task.family, parameters, dimension_of(task));
  return sum.allFinite() ? std::optional(sum) : std::nullopt;
}

}  // namespace autumn::approximate
