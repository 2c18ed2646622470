// This header computes the logarithm of a product of many numbers, with few logarithms.
#pragma once

#include <cmath>

namespace autumn::gaussian {

// Zero and what is not finite count as such.
class LogProduct {
 public:
  void multiply(double x) {
    if (!is_moderate(x)) {
      sum_ += std::log(x);
      return;
    }
    product_ *= x;
    if (is_moderate(product_)) return;
    sum_ += std::log(product_);
    product_ = 1.0;
  }

  [[nodiscard]] double log() const { return sum_ + std::log(product_); }

 private:
  static bool is_moderate(double x) { return x > 1e-100 && x < 1e100; }

  double product_ = 1.0;
  double sum_ = 0.0;
};

}  // namespace autumn::gaussian
