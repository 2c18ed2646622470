// A dual number is a number with its slope in one direction, for algorithms whose every step is
// differentiated.
#pragma once

#include <Eigen/Core>
#include <cmath>
#include <limits>
#include <type_traits>

namespace autumn::trace {

struct Dual {
  double value = 0.0;
  double slope = 0.0;

  Dual() = default;
  // Plain numbers are constants; the algorithms of Eigen mix both.
  template <typename Number>
    requires std::is_arithmetic_v<Number>
  Dual(Number x) : value(static_cast<double>(x)) {}  // NOLINT(google-explicit-constructor)
  Dual(double x, double dx) : value(x), slope(dx) {}

  Dual& operator+=(Dual b) { return *this = {value + b.value, slope + b.slope}; }
  Dual& operator-=(Dual b) { return *this = {value - b.value, slope - b.slope}; }
  Dual& operator*=(Dual b) { return *this = {value * b.value, slope * b.value + value * b.slope}; }
  Dual& operator/=(Dual b) {
    const double ratio = value / b.value;
    return *this = {ratio, (slope - ratio * b.slope) / b.value};
  }
  friend Dual operator+(Dual a, Dual b) { return a += b; }
  friend Dual operator-(Dual a, Dual b) { return a -= b; }
  friend Dual operator*(Dual a, Dual b) { return a *= b; }
  friend Dual operator/(Dual a, Dual b) { return a /= b; }
  friend Dual operator-(Dual a) { return {-a.value, -a.slope}; }
  friend Dual operator+(Dual a) { return a; }
  // Decisions are made on values alone.
  friend bool operator==(Dual a, Dual b) { return a.value == b.value; }
  friend auto operator<=>(Dual a, Dual b) { return a.value <=> b.value; }

  friend Dual sqrt(Dual a) {
    const double root = std::sqrt(a.value);
    return {root, a.slope == 0.0 ? 0.0 : a.slope / (2.0 * root)};
  }
  friend Dual abs(Dual a) { return std::signbit(a.value) ? -a : a; }
  friend Dual hypot(Dual a, Dual b) { return sqrt(a * a + b * b); }
  friend bool isfinite(Dual a) { return std::isfinite(a.value); }
  friend bool isinf(Dual a) { return std::isinf(a.value); }
  friend bool isnan(Dual a) { return std::isnan(a.value); }
};

}  // namespace autumn::trace

template <>
class std::numeric_limits<autumn::trace::Dual> : public std::numeric_limits<double> {
 public:
  static autumn::trace::Dual min() { return std::numeric_limits<double>::min(); }
  static autumn::trace::Dual max() { return std::numeric_limits<double>::max(); }
  static autumn::trace::Dual epsilon() { return std::numeric_limits<double>::epsilon(); }
  static autumn::trace::Dual infinity() { return std::numeric_limits<double>::infinity(); }
  static autumn::trace::Dual quiet_NaN() { return std::numeric_limits<double>::quiet_NaN(); }
};

template <>
struct Eigen::NumTraits<autumn::trace::Dual> : Eigen::GenericNumTraits<autumn::trace::Dual> {
  using Real = autumn::trace::Dual;
  using NonInteger = autumn::trace::Dual;
  using Nested = autumn::trace::Dual;
  using Literal = autumn::trace::Dual;
  enum {
    IsInteger = 0,
    IsSigned = 1,
    IsComplex = 0,
    RequireInitialization = 1,
    ReadCost = 2,
    AddCost = 2,
    MulCost = 4
  };
  static Real epsilon() { return NumTraits<double>::epsilon(); }
  static Real dummy_precision() { return NumTraits<double>::dummy_precision(); }
  static Real highest() { return NumTraits<double>::highest(); }
  static Real lowest() { return NumTraits<double>::lowest(); }
  static int digits10() { return NumTraits<double>::digits10(); }
};
