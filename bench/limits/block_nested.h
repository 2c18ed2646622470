// The limit of classes in schools: classes are eliminated first, then schools, then two flat
// coefficients.
#pragma once

#include <array>

#include "block_parts.h"

namespace blocks {

// y ~ normal(beta[1] + beta[2] x + school + class, sigma), both effects normal(0, their scales),
// all else flat; a function of the logs of the scales and of sigma.
class Nested : public Density {
 public:
  explicit Nested(const Input& input);
  double operator()(const double* x, double* gradient) override;

 private:
  using Sums = std::array<double, 3>;  // of 1, x and y
  struct Gram {
    double nn = 0, nx = 0, ny = 0, xx = 0, xy = 0, yy = 0;
    void subtract(const Sums& s, double f) {
      nn -= f * s[0] * s[0], nx -= f * s[0] * s[1], ny -= f * s[0] * s[2];
      xx -= f * s[1] * s[1], xy -= f * s[1] * s[2], yy -= f * s[2] * s[2];
    }
  };
  Gram eliminate(double of_school, double of_class);

  double rows_ = 0;
  Gram gram_;
  std::vector<Sums> class_, school_;
  std::vector<std::size_t> first_;  // class of each school; classes of a school follow one another
  Vector pivots_;                   // of classes, then of schools, then of the coefficients
};

inline Nested::Nested(const Input& input) {
  const Vector &of_row = input.at("class"), &of_class = input.at("school_of"), &x = input.at("x"),
               &y = input.at("y");
  rows_ = double(y.size());
  class_.resize(of_class.size());
  for (std::size_t k = 0; k < of_class.size(); ++k) {
    if (std::size_t(of_class[k]) > first_.size()) first_.push_back(k);
  }
  school_.resize(first_.size());
  first_.push_back(of_class.size());
  pivots_.resize(class_.size() + school_.size() + 2);
  for (std::size_t n = 0; n < y.size(); ++n) {
    const Sums row{1, x[n], y[n]};
    for (int k = 0; k < 3; ++k)
      class_[std::size_t(of_row[n]) - 1][std::size_t(k)] += row[std::size_t(k)];
    gram_.subtract(row, -1);
  }
}

// What is left for the coefficients and y; the sums of schools are weighted by what their classes
// leave.
inline Nested::Gram Nested::eliminate(double of_school, double of_class) {
  Gram left = gram_;
  for (std::size_t s = 0; s < school_.size(); ++s) {
    Sums sums{};
    for (std::size_t k = first_[s]; k < first_[s + 1]; ++k) {
      pivots_[k] = class_[k][0] + of_class;
      const double inverse = 1 / pivots_[k], weight = of_class * inverse;
      for (std::size_t m = 0; m < 3; ++m) sums[m] += weight * class_[k][m];
      left.subtract(class_[k], inverse);
    }
    school_[s] = sums;
    const double pivot = pivots_[class_.size() + s] = sums[0] + of_school;
    left.subtract(sums, 1 / pivot);
  }
  return left;
}

inline double Nested::operator()(const double* x, double* gradient) {
  const double s2 = std::exp(2 * x[2]), of_school = s2 * std::exp(-2 * x[0]),
               of_class = s2 * std::exp(-2 * x[1]);
  const Gram g = eliminate(of_school, of_class);
  const double ratio = g.nx / g.nn, second = g.xx - g.nx * ratio, right = g.xy - g.ny * ratio;
  pivots_[pivots_.size() - 2] = g.nn, pivots_.back() = second;
  const double slope = right / second, level = g.ny / g.nn - ratio * slope;
  const double squares = g.yy - g.ny * g.ny / g.nn - right * slope;
  const double schools = double(school_.size()), classes = double(class_.size()),
               size = schools + classes + 2;
  const double value = -0.5 * sum_of_logs(pivots_.data(), pivots_.size()) - 0.5 * squares / s2 -
                       (rows_ - size - 1) * x[2] - (schools - 1) * x[0] - (classes - 1) * x[1];
  if (!gradient) return value;
  // Variances of the coefficients in units of s2, and from them those of schools and classes.
  const double vx = 1 / second, vnx = -ratio * vx, vn = 1 / g.nn + ratio * ratio * vx;
  const auto form = [&](double p, double q) { return p * p * vn + 2 * p * q * vnx + q * q * vx; };
  double spread[2] = {}, means[2] = {};
  for (std::size_t s = 0; s < school_.size(); ++s) {
    const Sums& h = school_[s];
    const double own = 1 / pivots_[class_.size() + s],
                 mean = own * (h[2] - h[0] * level - h[1] * slope);
    spread[0] += own + form(h[0], h[1]) * own * own, means[0] += mean * mean;
    for (std::size_t k = first_[s]; k < first_[s + 1]; ++k) {
      const Sums& c = class_[k];
      const double inverse = 1 / pivots_[k],
                   at = inverse * (c[2] - c[0] * (level + mean) - c[1] * slope);
      const double f = c[0] * own, around = c[0] * f + form(c[0] - f * h[0], c[1] - f * h[1]);
      spread[1] += inverse + inverse * inverse * around, means[1] += at * at;
    }
  }
  const double by_school = of_school * (spread[0] + means[0] / s2),
               by_class = of_class * (spread[1] + means[1] / s2);
  gradient[0] = by_school - schools + 1;
  gradient[1] = by_class - classes + 1;
  gradient[2] = squares / s2 + size - by_school - by_class - rows_ + 1;
  return value;
}

}  // namespace blocks
