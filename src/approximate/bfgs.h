// The BFGS update keeps the whole inverse of the Hessian.
#pragma once

#include "approximate/objective.h"

namespace autumn::approximate {

// What a step changed: positions, and gradients of the objective.
struct Change {
  VectorXd step;      // s
  VectorXd gradient;  // y, with s'y > 0
};

class Bfgs {
 public:
  // Forgets what was learnt before.
  void reset() { inverse_.resize(0, 0); }
  void update(const Change& change);
  [[nodiscard]] VectorXd direction(const VectorXd& gradient) const;

 private:
  MatrixXd inverse_;  // empty: the identity
};

}  // namespace autumn::approximate
