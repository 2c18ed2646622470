// This file differentiates gradients by differences of fourth order, with steps that fit the
// curvature of each dimension.
#include "approximate/hessian.h"

#include <algorithm>
#include <limits>

namespace autumn::approximate {
namespace {

constexpr int kMostHalvings = 40;
// A step in units of the scale that the curvature tells: what is left out is of the order of its
// fourth power, and what rounding adds is of the order of its inverse.
constexpr double kShare = 0.005;

class Differences {
 public:
  Differences(Objective& objective, const VectorXd& x) : objective_(objective), x_(x) {
    place_.x = x;
  }

  // The column of the Hessian, with smaller steps where larger ones are rejected.
  std::optional<VectorXd> column(Index i) {
    std::optional<double> step = step_of(i);
    for (int k = 0; step && k < kMostHalvings; ++k) {
      std::optional<VectorXd> column = fourth_order(i, *step);
      if (column) return column;
      *step *= 0.5;
    }
    return std::nullopt;
  }

 private:
  std::optional<VectorXd> gradient(Index i, double step) {
    place_.x[i] = x_[i] + step;
    const bool is_good = objective_.evaluate(place_);
    place_.x[i] = x_[i];
    if (!is_good) return std::nullopt;
    return place_.gradient;
  }

  std::optional<VectorXd> difference(Index i, double step) {
    const std::optional<VectorXd> above = gradient(i, step);
    if (!above) return std::nullopt;
    const std::optional<VectorXd> below = gradient(i, -step);
    if (!below) return std::nullopt;
    // The distance of the two points as they are, after rounding.
    const double distance = (x_[i] + step) - (x_[i] - step);
    return (*above - *below) / distance;
  }

  std::optional<VectorXd> fourth_order(Index i, double step) {
    const std::optional<VectorXd> near = difference(i, step);
    if (!near) return std::nullopt;
    const std::optional<VectorXd> far = difference(i, 2.0 * step);
    if (!far) return std::nullopt;
    return (4.0 * *near - *far) / 3.0;
  }

  std::optional<double> step_of(Index i) {
    const double size = std::max(1.0, std::fabs(x_[i]));
    double first = std::cbrt(std::numeric_limits<double>::epsilon()) * size;
    for (int k = 0; k < kMostHalvings; ++k, first *= 0.5) {
      const std::optional<VectorXd> column = difference(i, first);
      if (!column) continue;
      const double curvature = (*column)[i];
      const double scale = curvature > 0.0 ? 1.0 / std::sqrt(curvature) : size;
      return kShare * std::clamp(scale, 1e-5 * size, 1e5 * size);
    }
    return std::nullopt;
  }

  Objective& objective_;
  const VectorXd& x_;
  Place place_;
};

}  // namespace

std::optional<MatrixXd> hessian_at(Objective& objective, const VectorXd& x) {
  Differences differences(objective, x);
  MatrixXd hessian(x.size(), x.size());
  for (Index i = 0; i < x.size(); ++i) {
    const std::optional<VectorXd> column = differences.column(i);
    if (!column) return std::nullopt;
    hessian.col(i) = *column;
  }
  return MatrixXd(0.5 * (hessian + hessian.transpose()));
}

}  // namespace autumn::approximate
