// This file takes the steps of variational inference.
#include "approximate/ascent.h"

#include <algorithm>
#include <numeric>
#include <vector>

namespace autumn::approximate {

void Ascent::step(VectorXd& parameters, const VectorXd& gradient) {
  ++iteration_;
  const VectorXd square = gradient.array().square();
  squares_ = iteration_ == 1 ? square : VectorXd(0.9 * squares_ + 0.1 * square);
  const double eta = eta_ / std::sqrt(static_cast<double>(iteration_));
  parameters.array() += eta * gradient.array() / (1.0 + squares_.array().sqrt());
}

double relative_difference(double from, double to) {
  return to == from ? 0.0 : std::fabs((to - from) / from);
}

void ElboChanges::add(double change) {
  if (changes_.size() == most_) changes_.pop_front();
  changes_.push_back(change);
}

double ElboChanges::mean() const {
  return std::accumulate(changes_.begin(), changes_.end(), 0.0) /
         static_cast<double>(changes_.size());
}

double ElboChanges::median() const {
  std::vector<double> sorted(changes_.begin(), changes_.end());
  std::ranges::sort(sorted);
  return sorted[sorted.size() / 2];
}

}  // namespace autumn::approximate
