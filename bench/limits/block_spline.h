// The limit of a spline with a scale for every row: weighted products of rows that are data, and a
// band of width four.
#pragma once

#include <Eigen/Dense>
#include <array>

#include "block_parts.h"

namespace blocks {

// b[1] ~ normal(0, 5), b[k] ~ normal(b[k - 1], tau), y ~ normal(B b, exp(gamma0 + gamma1 x)), tau ~
// normal(0, 1), gammas normal(0, 2); B cubic splines, rows in the order of their first that is not
// zero; a function of log(tau) and the gammas.
class Spline : public Density {
 public:
  explicit Spline(const Input& input);
  double operator()(const double* x, double* gradient) override;

 private:
  using Row = std::array<double, 16>;  // ten products of four, four with y, y y, and nothing
  using Band = std::array<double, 4>;  // an element of the diagonal and the three below it
  void weigh();
  double factorise();
  void select();

  Eigen::ArrayXd at_, weight_;
  std::vector<Row> rows_, spans_;
  std::vector<std::size_t> span_;
  std::vector<Band> band_, inverse_;
  Vector right_, mean_;
  double rest_ = 0;
};

inline Spline::Spline(const Input& input) {
  const Vector &x = input.at("x"), &y = input.at("y"), &b = input.at("B");
  const std::size_t rows = y.size(), size = b.size() / rows;
  at_ = Eigen::Map<const Eigen::ArrayXd>(x.data(), Eigen::Index(rows));
  weight_.resize(Eigen::Index(rows)), rows_.resize(rows), span_.resize(rows);
  spans_.resize(size), band_.resize(size + 3), inverse_.resize(size + 3), right_.resize(size + 3),
      mean_.resize(size + 3);
  for (std::size_t n = 0; n < rows; ++n) {
    std::size_t first = 0;
    while (first + 4 < size && b[n * size + first] == 0) ++first;
    span_[n] = first;
    std::size_t at = 0;
    for (std::size_t i = 0; i < 4; ++i)
      for (std::size_t j = i; j < 4; ++j)
        rows_[n][at++] = b[n * size + first + i] * b[n * size + first + j];
    for (std::size_t i = 0; i < 4; ++i) rows_[n][at++] = b[n * size + first + i] * y[n];
    rows_[n][at] = y[n] * y[n];
  }
}

// Sums of weighted rows, by their first spline.
inline void Spline::weigh() {
  for (Row& span : spans_) span.fill(0);
  for (std::size_t n = 0; n < rows_.size(); ++n) {
    Row& span = spans_[span_[n]];
    const double w = weight_[Eigen::Index(n)];
    for (std::size_t k = 0; k < 16; ++k) span[k] += w * rows_[n][k];
  }
  rest_ = 0;
  for (Band& band : band_) band.fill(0);
  std::fill(right_.begin(), right_.end(), 0.0);
  for (std::size_t s = 0; s < spans_.size(); ++s) {
    std::size_t at = 0;
    for (std::size_t i = 0; i < 4 && s + 4 <= spans_.size(); ++i)
      for (std::size_t j = i; j < 4; ++j) band_[s + i][j - i] += spans_[s][at++];
    for (std::size_t i = 0; i < 4 && s + 4 <= spans_.size(); ++i)
      right_[s + i] += spans_[s][10 + i];
    rest_ += spans_[s][14];
  }
}

// band_ becomes reciprocal pivots and the unit lower factor; right_ is solved forwards. Gives the
// sum of logs of pivots.
inline double Spline::factorise() {
  const std::size_t size = spans_.size();
  double logs = 0, product = 1;
  for (std::size_t j = 0; j < size; ++j) {
    Band& column = band_[j];
    const double pivot = column[0], inverse = 1 / pivot;
    product *= pivot;
    if (j % 8 == 7) logs += std::log(product), product = 1;
    double factor[4];
    for (std::size_t i = 1; i < 4; ++i) factor[i] = column[i] * inverse;
    for (std::size_t i = 1; i < 4; ++i) {
      for (std::size_t k = i; k < 4; ++k) band_[j + i][k - i] -= factor[i] * column[k];
      right_[j + i] -= factor[i] * right_[j];
    }
    for (std::size_t i = 1; i < 4; ++i) column[i] = factor[i];
    column[0] = inverse;
    rest_ -= right_[j] * right_[j] * inverse;
  }
  return logs + std::log(product);
}

// The mean, and the inverse within the band, from the last column to the first.
inline void Spline::select() {
  const std::size_t size = spans_.size();
  for (std::size_t j = size; j-- > 0;) {
    const Band& l = band_[j];
    const auto of = [&](std::size_t a, std::size_t b) {
      return a < b ? inverse_[j + a][b - a] : inverse_[j + b][a - b];
    };
    Band v{};
    double mean = right_[j] * l[0];
    for (std::size_t i = 1; i < 4; ++i) {
      v[i] = -(l[1] * of(1, i) + l[2] * of(2, i) + l[3] * of(3, i));
      mean -= l[i] * mean_[j + i];
    }
    v[0] = l[0] - (l[1] * v[1] + l[2] * v[2] + l[3] * v[3]);
    inverse_[j] = v, mean_[j] = mean;
  }
}

inline double Spline::operator()(const double* x, double* gradient) {
  const std::size_t size = spans_.size();
  const double step = std::exp(-2 * x[0]);
  weight_ = (-2 * (x[1] + x[2] * at_)).exp();
  weigh();
  for (std::size_t k = 0; k + 1 < size; ++k)
    band_[k][0] += step, band_[k + 1][0] += step, band_[k][1] -= step;
  band_[0][0] += 0.04;
  const double logs = factorise();
  double by_tau = 0;
  double value = half_normal(x[0], 1, &by_tau) - (x[1] * x[1] + x[2] * x[2]) / 8;
  value -= 0.5 * (logs + rest_) + double(size - 1) * x[0] + double(rows_.size()) * x[1] +
           x[2] * at_.sum();
  if (!gradient) return value;
  select();
  double steps = 0;
  for (std::size_t k = 0; k + 1 < size; ++k) {
    const double moved = mean_[k + 1] - mean_[k];
    steps += moved * moved + inverse_[k][0] + inverse_[k + 1][0] - 2 * inverse_[k][1];
  }
  double misses = 0, sloped = 0;
  Row second{};  // moments of the four splines of a row, in the order of its products
  std::size_t known = size;
  for (std::size_t n = 0; n < rows_.size(); ++n) {
    if (const std::size_t s = span_[n]; s != known) {
      known = s;
      std::size_t at = 0;
      for (std::size_t i = 0; i < 4; ++i)
        for (std::size_t j = i; j < 4; ++j)
          second[at++] = (i == j ? 1 : 2) * (inverse_[s + i][j - i] + mean_[s + i] * mean_[s + j]);
      for (std::size_t i = 0; i < 4; ++i) second[at++] = -2 * mean_[s + i];
      second[at] = 1;
    }
    double sum[4] = {};
    for (std::size_t k = 0; k < 16; k += 4)
      for (std::size_t r = 0; r < 4; ++r) sum[r] += second[k + r] * rows_[n][k + r];
    const double miss = weight_[Eigen::Index(n)] * ((sum[0] + sum[1]) + (sum[2] + sum[3]));
    misses += miss, sloped += miss * at_[Eigen::Index(n)];
  }
  gradient[0] = by_tau + step * steps - double(size - 1);
  gradient[1] = misses - double(rows_.size()) - x[1] / 4;
  gradient[2] = sloped - at_.sum() - x[2] / 4;
  return value;
}

}  // namespace blocks
