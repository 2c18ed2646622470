// This file multiplies a gradient by the inverse of a Hessian that is known by changes alone (the
// two loops of Nocedal, 1980).
#include "approximate/lbfgs.h"

#include <vector>

namespace autumn::approximate {

void Lbfgs::update(const Change& change) {
  if (changes_.size() == history_size_) changes_.pop_front();
  changes_.push_back(change);
}

VectorXd Lbfgs::direction(const VectorXd& gradient) const {
  VectorXd q = -gradient;
  if (changes_.empty()) return q;
  std::vector<double> shares(changes_.size());
  for (std::size_t k = changes_.size(); k-- > 0;) {
    const Change& change = changes_[k];
    shares[k] = change.step.dot(q) / change.step.dot(change.gradient);
    q -= shares[k] * change.gradient;
  }
  const Change& last = changes_.back();
  q *= last.step.dot(last.gradient) / last.gradient.squaredNorm();
  for (std::size_t k = 0; k < changes_.size(); ++k) {
    const Change& change = changes_[k];
    const double share = change.gradient.dot(q) / change.step.dot(change.gradient);
    q += (shares[k] - share) * change.step;
  }
  return q;
}

}  // namespace autumn::approximate
