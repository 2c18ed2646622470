// This file turns the compact form of an inverse Hessian, diag(alpha) + B C B', into a factor.
#include "approximate/local_gaussian.h"

#include <algorithm>
#include <numbers>

namespace autumn::approximate {
namespace {

constexpr double kMostCurvature = 1e12;

// The two matrices of the compact form, after the scaling by sqrt(alpha).
struct Compact {
  MatrixXd wide;    // diag(alpha)^(-1/2) [alpha Y, S]
  MatrixXd middle;  // C
};

Compact compact_form(const VectorXd& alpha, const std::deque<Change>& changes) {
  const Index d = alpha.size();
  const auto m = static_cast<Index>(changes.size());
  MatrixXd s(d, m);
  MatrixXd y(d, m);
  for (Index k = 0; k < m; ++k) {
    s.col(k) = changes[static_cast<std::size_t>(k)].step;
    y.col(k) = changes[static_cast<std::size_t>(k)].gradient;
  }
  const MatrixXd products = s.transpose() * y;
  const MatrixXd r = products.triangularView<Eigen::Upper>();
  const MatrixXd identity = MatrixXd::Identity(m, m);
  const MatrixXd inverse = r.triangularView<Eigen::Upper>().solve(identity);
  MatrixXd inner = y.transpose() * alpha.asDiagonal() * y;
  inner.diagonal() += r.diagonal();
  Compact compact{MatrixXd(d, 2 * m), MatrixXd::Zero(2 * m, 2 * m)};
  const VectorXd root = alpha.cwiseSqrt();
  compact.wide << root.asDiagonal() * y, root.cwiseInverse().asDiagonal() * s;
  compact.middle.topRightCorner(m, m) = -inverse;
  compact.middle.bottomLeftCorner(m, m) = -inverse.transpose();
  compact.middle.bottomRightCorner(m, m) = inverse.transpose() * inner * inverse;
  return compact;
}

}  // namespace

bool has_curvature(const Change& change) {
  const double product = change.step.dot(change.gradient);
  return product > 0.0 && change.gradient.squaredNorm() <= kMostCurvature * product;
}

VectorXd updated_diagonal(const VectorXd& alpha, const Change& change) {
  const auto s = change.step.array();
  const auto y = change.gradient.array();
  const auto a = alpha.array();
  const double yay = (y * y * a).sum();
  const double sas = (s * s / a).sum();
  const double ys = (y * s).sum();
  const VectorXd updated = ys / (yay / a + y.square() - (yay / sas) * (s / a).square());
  // Rounding may leave nothing of the denominator; what was known then stays.
  return (updated.array() > 0.0).select(updated, alpha);
}

std::optional<LocalGaussian> local_gaussian(const Place& place, const VectorXd& alpha,
                                            const std::deque<Change>& changes) {
  LocalGaussian gaussian;
  gaussian.alpha = alpha;
  const Index d = alpha.size();
  if (changes.empty()) {
    gaussian.basis = MatrixXd::Zero(d, 0);
    gaussian.factor = MatrixXd::Zero(0, 0);
  } else {
    const Compact compact = compact_form(alpha, changes);
    const Index rank = std::min(d, compact.wide.cols());
    const Eigen::HouseholderQR<MatrixXd> qr(compact.wide);
    gaussian.basis = qr.householderQ() * MatrixXd::Identity(d, rank);
    const MatrixXd triangle = qr.matrixQR().topRows(rank).template triangularView<Eigen::Upper>();
    const MatrixXd inner =
        MatrixXd::Identity(rank, rank) + triangle * compact.middle * triangle.transpose();
    const Eigen::LLT<MatrixXd> llt(0.5 * (inner + inner.transpose()));
    if (llt.info() != Eigen::Success) return std::nullopt;
    gaussian.factor = llt.matrixL();
  }
  gaussian.log_determinant =
      0.5 * alpha.array().log().sum() + gaussian.factor.diagonal().array().log().sum();
  // One step of Newton's method with the same matrix: covariance times gradient.
  const VectorXd root = alpha.cwiseSqrt();
  const VectorXd scaled = root.cwiseProduct(place.gradient);
  const VectorXd inside = gaussian.basis.transpose() * scaled;
  const VectorXd shift =
      scaled + gaussian.basis * (gaussian.factor * (gaussian.factor.transpose() * inside) - inside);
  gaussian.centre = place.x - root.cwiseProduct(shift);
  if (!gaussian.centre.allFinite() || !std::isfinite(gaussian.log_determinant)) return std::nullopt;
  return gaussian;
}

VectorXd point_of(const LocalGaussian& gaussian, const VectorXd& z) {
  const VectorXd inside = gaussian.basis.transpose() * z;
  const VectorXd scaled = z + gaussian.basis * (gaussian.factor * inside - inside);
  return gaussian.centre + gaussian.alpha.cwiseSqrt().cwiseProduct(scaled);
}

double log_density_of(const LocalGaussian& gaussian, const VectorXd& z) {
  const double log_two_pi = std::log(2.0 * std::numbers::pi);
  return -gaussian.log_determinant -
         0.5 * (z.squaredNorm() + static_cast<double>(z.size()) * log_two_pi);
}

}  // namespace autumn::approximate
