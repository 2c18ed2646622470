// A long number is an unevaluated sum of four doubles, about 63 digits, for sums whose terms
// cancel.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace autumn::special {

class LongNumber {
 public:
  LongNumber(double x = 0.0) { parts_[0] = x; }  // NOLINT: a number is one of these

  // The nearest double, or nearly so.
  [[nodiscard]] double lead() const { return parts_[0]; }

  friend LongNumber operator+(const LongNumber& a, const LongNumber& b) {
    Exact sum;
    for (const double x : a.parts_) sum.add(x);
    for (const double x : b.parts_) sum.add(x);
    return sum.rounded();
  }

  friend LongNumber operator-(const LongNumber& a) {
    LongNumber result = a;
    for (double& x : result.parts_) x = -x;
    return result;
  }

  friend LongNumber operator*(const LongNumber& a, const LongNumber& b) {
    Exact sum;
    for (std::size_t i = 0; i < kParts; ++i) {
      for (std::size_t j = 0; i + j < kParts; ++j) sum.add_product(a.parts_[i], b.parts_[j]);
    }
    return sum.rounded();
  }

  // As by hand: one double of the quotient after the other.
  friend LongNumber operator/(const LongNumber& a, const LongNumber& b) {
    LongNumber rest = a;
    LongNumber quotient;
    for (std::size_t i = 0; i <= kParts; ++i) {
      const LongNumber digit(rest.lead() / b.lead());
      quotient = quotient + digit;
      rest = rest + -(digit * b);
    }
    return quotient;
  }

 private:
  static constexpr std::size_t kParts = 4;

  // A sum without rounding errors, as parts that do not overlap, the smallest first (Shewchuk
  // 1997).
  class Exact {
   public:
    void add(double x) {
      std::size_t kept = 0;
      for (std::size_t i = 0; i < count_; ++i) {
        const double sum = x + parts_[i];
        const double part = sum - x;
        const double error = (x - (sum - part)) + (parts_[i] - part);
        x = sum;
        if (error != 0.0) parts_[kept++] = error;
      }
      parts_[kept++] = x;
      count_ = kept;
    }

    void add_product(double a, double b) {
      const double product = a * b;
      add(product);
      const double error = std::fma(a, b, -product);
      if (error != 0.0) add(error);
    }

    // The largest parts, each the sum of what follows it, rounded.
    [[nodiscard]] LongNumber rounded() const {
      std::array<double, kMost> packed{};
      std::size_t count = 0;
      double top = parts_[count_ - 1];
      for (std::size_t i = count_ - 1; i-- > 0;) {
        const double sum = top + parts_[i];
        const double error = parts_[i] - (sum - top);
        if (error != 0.0) {
          packed[count++] = sum;
          top = error;
        } else {
          top = sum;
        }
      }
      packed[count++] = top;
      LongNumber result;
      for (std::size_t i = 0; i < std::min(count, kParts); ++i) result.parts_[i] = packed[i];
      return result;
    }

   private:
    static constexpr std::size_t kMost = 32;
    std::array<double, kMost> parts_{};
    std::size_t count_ = 0;
  };

  std::array<double, kParts> parts_{};
};

}  // namespace autumn::special
