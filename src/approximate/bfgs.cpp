// This file updates the inverse of a Hessian by a change of gradients.
#include "approximate/bfgs.h"

namespace autumn::approximate {

// H <- (I - rho s y') H (I - rho y s') + rho s s', which is two corrections of rank one.
void Bfgs::update(const Change& change) {
  const VectorXd& s = change.step;
  const VectorXd& y = change.gradient;
  const double product = s.dot(y);
  if (inverse_.size() == 0) {
    inverse_ = MatrixXd::Identity(s.size(), s.size()) * (product / y.squaredNorm());
  }
  const VectorXd hy = inverse_ * y;
  const double factor = (1.0 + y.dot(hy) / product) / product;
  inverse_ += factor * s * s.transpose();
  inverse_ -= (hy * s.transpose() + s * hy.transpose()) / product;
}

VectorXd Bfgs::direction(const VectorXd& gradient) const {
  return inverse_.size() == 0 ? VectorXd(-gradient) : VectorXd(-(inverse_ * gradient));
}

}  // namespace autumn::approximate
