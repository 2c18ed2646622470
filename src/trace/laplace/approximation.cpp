// This file finds the mode of a latent Gaussian vector, and differentiates what follows from it.
//
// With L the log likelihood, g its gradient, H its Hessian, W = -H, the mode is t = K g(t), and the
// log marginal likelihood L(t) - t'g / 2 - log det(I + K W) / 2. Nothing inverts K.
#include "trace/laplace/approximation.h"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <limits>

namespace autumn::trace {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

// W X, where W is zero outside of blocks on its diagonal.
MatrixXd blocks_times(const MatrixXd& w, const MatrixXd& x, Eigen::Index block) {
  MatrixXd product(w.rows(), x.cols());
  for (Eigen::Index i = 0; i < w.rows(); i += block) {
    const Eigen::Index size = std::min(block, w.rows() - i);
    product.middleRows(i, size).noalias() = w.block(i, i, size, size) * x.middleRows(i, size);
  }
  return product;
}

// A latent vector K a, and what is maximised there.
struct Place {
  VectorXd a;
  VectorXd latent;
  Likelihood::Curved at;
  double objective;  // L - t'K^-1 t / 2
};

class Newton {
 public:
  Newton(const Likelihood& likelihood, std::span<const double> arguments, const MatrixXd& k)
      : likelihood_(likelihood), arguments_(arguments), k_(k) {}

  [[nodiscard]] Place place(VectorXd a) const { return place(a, k_ * a); }

  [[nodiscard]] Place place(VectorXd a, VectorXd latent) const {
    Likelihood::Curved at = likelihood_.curved({latent, arguments_});
    const double objective = at.value - 0.5 * a.dot(latent);
    return {std::move(a), std::move(latent), std::move(at), objective};
  }

  // Newton's step goes to (I + W K) a = W t + g. Where it leads down, which it may where W is not
  // positive, a = g leads up. Nothing if neither does.
  [[nodiscard]] std::optional<Place> next(const Place& from) const {
    const MatrixXd w = -from.at.hessian;
    MatrixXd system = blocks_times(w, k_, likelihood_.block());
    system.diagonal().array() += 1.0;
    const VectorXd wanted = system.partialPivLu().solve(w * from.latent + from.at.gradient);
    if (auto to = towards(from, wanted)) return to;
    return towards(from, from.at.gradient);
  }

 private:
  // All of the way, or half of it, or half of that, as long as nothing is won.
  [[nodiscard]] std::optional<Place> towards(const Place& from, const VectorXd& wanted) const {
    constexpr int kHalvings = 30;
    // What rounding takes at the top is no loss.
    const double least = from.objective - 1e-13 * (1.0 + std::fabs(from.objective));
    double share = 1.0;
    for (int i = 0; i < kHalvings; ++i, share *= 0.5) {
      Place to = place(from.a + share * (wanted - from.a));
      if (to.objective >= least) return to;
    }
    return std::nullopt;
  }

  const Likelihood& likelihood_;
  std::span<const double> arguments_;
  const MatrixXd& k_;
};

// The start is a latent vector; where it is not zero its a is unknown, so that it begins with the
// step from there.
Place start_at(const Newton& newton, const VectorXd& start) {
  const VectorXd zero = VectorXd::Zero(start.size());
  if (!start.isZero(0.0)) {
    Place from = newton.place(zero, start);
    from.objective = std::numeric_limits<double>::lowest();
    if (auto first = newton.next(from)) return *std::move(first);
  }
  return newton.place(zero);
}

std::optional<Approximation> at_mode(const Place& place, const MatrixXd& k, Eigen::Index block) {
  const Eigen::Index n = k.rows();
  const MatrixXd w = -place.at.hessian;
  MatrixXd system = blocks_times(w.transpose(), k.transpose(), block).transpose();
  system.diagonal().array() += 1.0;
  const Eigen::PartialPivLU<MatrixXd> lu(system);
  double log_determinant = 0.0;
  auto sign = static_cast<double>(lu.permutationP().determinant());
  for (Eigen::Index i = 0; i < n; ++i) {
    log_determinant += std::log(std::fabs(lu.matrixLU()(i, i)));
    sign *= lu.matrixLU()(i, i) < 0.0 ? -1.0 : 1.0;
  }
  // A saddle has no normal distribution about it.
  if (!(sign > 0.0)) return std::nullopt;
  Approximation result;
  result.mode = place.latent;
  result.gradient = place.at.gradient;
  result.covariance = lu.solve(k);
  result.curvature = w;
  result.inner = blocks_times(w, lu.inverse(), block);
  result.log_marginal = place.objective - 0.5 * log_determinant;
  if (!std::isfinite(result.log_marginal)) return std::nullopt;
  return result;
}

}  // namespace

std::optional<Approximation> approximate(const Likelihood& likelihood,
                                         std::span<const double> arguments, const MatrixXd& k,
                                         const VectorXd& start, const LaplaceSettings& settings) {
  const Newton newton(likelihood, arguments, k);
  Place place = start_at(newton, start);
  // Slopes are those of the mode, so one step more is taken than the value alone would need: the
  // method squares what is missing.
  int left = 1;
  for (int step = 0; step < settings.max_steps; ++step) {
    std::optional<Place> next = newton.next(place);
    if (!next) return std::nullopt;
    const bool is_close = next->objective - place.objective <= settings.tolerance;
    place = *std::move(next);
    if (is_close && left-- == 0) return at_mode(place, k, likelihood.block());
  }
  return std::nullopt;
}

// dL = a' dK a / 2 - tr(R dK) / 2 + s' dt + slopes at the mode, with R = `inner`, S = `covariance`,
// s the slope of tr(S H) / 2 in the mode, and (I + K W) dt = dK a + K dg, where a = g.
MarginalSlopes marginal_slopes(const Likelihood& likelihood, std::span<const double> arguments,
                               const Approximation& at) {
  const Likelihood::Point point{at.mode, arguments};
  const Eigen::Index n = at.mode.size();
  const MatrixXd half = 0.5 * at.covariance.transpose();
  const VectorXd s = likelihood.slopes(point, {0.0, VectorXd::Zero(n), half}).by_latent;
  const VectorXd through = at.covariance.transpose() * s;  // K (I + W K)^-1 s
  const VectorXd u = s - at.curvature * through;           // (I + W K)^-1 s
  MarginalSlopes slopes;
  const MatrixXd outer = u * at.gradient.transpose();
  slopes.by_covariance = 0.5 * (at.gradient * at.gradient.transpose() - at.inner) + outer;
  slopes.by_covariance = 0.5 * (slopes.by_covariance + slopes.by_covariance.transpose()).eval();
  slopes.by_arguments = likelihood.slopes(point, {1.0, through, half}).by_arguments;
  return slopes;
}

}  // namespace autumn::trace
