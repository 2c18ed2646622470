// This header computes the logarithm of a product of many numbers, with few logarithms.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <span>

namespace autumn::gaussian {

// A product of many numbers.
struct Product {
  double mantissa = 1.0;  // below 2^9
  double exponent = 0.0;  // of 2
};

// Whether products of four such numbers are far from what doubles cannot hold.
[[nodiscard]] inline bool is_moderate(double x) {
  return x > 1e-70 && x < 1e70;
}

// Zero and what is not finite count as such.
class LogProduct {
 public:
  void multiply(double x) {
    if (!is_near_one(x)) {
      sum_ += std::log(x);
      return;
    }
    product_ *= x;
    if (is_near_one(product_)) return;
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

  void multiply(const Product& product) {
    multiply(product.mantissa);
    sum_ += product.exponent * std::numbers::ln2;
  }

  [[nodiscard]] double log() const { return sum_ + std::log(product_); }

 private:
  static bool is_near_one(double x) { return x > 1e-100 && x < 1e100; }

  double product_ = 1.0;
  double sum_ = 0.0;
};

}  // namespace autumn::gaussian
