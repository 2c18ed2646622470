// The L-BFGS update keeps the last few changes in place of an inverse of the Hessian.
#pragma once

#include <deque>

#include "approximate/bfgs.h"

namespace autumn::approximate {

class Lbfgs {
 public:
  explicit Lbfgs(std::size_t history_size) : history_size_(history_size) {}

  void reset() { changes_.clear(); }
  void update(const Change& change);
  [[nodiscard]] VectorXd direction(const VectorXd& gradient) const;

 private:
  std::size_t history_size_;
  std::deque<Change> changes_;  // the oldest first
};

}  // namespace autumn::approximate
