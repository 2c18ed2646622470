// The ascent of variational inference: stochastic gradient steps, and how much the ELBO changed
// lately.
#pragma once

#include <deque>

#include "approximate/objective.h"

namespace autumn::approximate {

// Steps of a size of their own for every parameter, which shrink with the iterations.
class Ascent {
 public:
  Ascent(double eta, Index parameters) : eta_(eta), squares_(VectorXd::Zero(parameters)) {}

  void step(VectorXd& parameters, const VectorXd& gradient);

 private:
  double eta_;
  VectorXd squares_;  // of gradients, the last ones most
  std::size_t iteration_ = 0;
};

[[nodiscard]] double relative_difference(double from, double to);

// The last relative changes of the ELBO.
class ElboChanges {
 public:
  explicit ElboChanges(std::size_t most) : most_(most) {}

  void add(double change);
  [[nodiscard]] double mean() const;
  [[nodiscard]] double median() const;

 private:
  std::size_t most_;
  std::deque<double> changes_;
};

}  // namespace autumn::approximate
