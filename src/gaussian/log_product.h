// This header computes the logarithm of a product of many numbers, with few logarithms.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>

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

  // Four at a time, where all four are so near one that their product is moderate.
  void multiply(std::span<const double> all) {
    std::size_t k = 0;
    for (; k + 4 <= all.size(); k += 4) {
      const double *x = all.data() + k, product = (x[0] * x[1]) * (x[2] * x[3]);
      const auto [least, most] = std::minmax({x[0], x[1], x[2], x[3]});
      if (least > 1e-25 && most < 1e25) {
        multiply(product);
      } else {
        for (const double each : all.subspan(k, 4)) multiply(each);
      }
    }
    for (const double each : all.subspan(k)) multiply(each);
  }

  [[nodiscard]] double log() const { return sum_ + std::log(product_); }

 private:
  static bool is_moderate(double x) { return x > 1e-100 && x < 1e100; }

  double product_ = 1.0;
  double sum_ = 0.0;
};

}  // namespace autumn::gaussian
