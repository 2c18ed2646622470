// The limit of crossed effects: the largest factor is diagonal in the normal equations, the others
// and two flat coefficients are a dense Schur complement; variances come from one triangular solve.
#pragma once

#include <algorithm>
#include <cstring>
#include <string>

#include "block_parts.h"

namespace blocks {

// y ~ normal(beta[1] + beta[2] x + u[a] + v[b] (+ w[c]), sigma), every effect normal(0, its scale),
// all else flat; a function of the logs of the scales and of sigma.
class Cross : public Density {
 public:
  explicit Cross(const Input& input);
  double operator()(const double* x, double* gradient) override;

 private:
  static constexpr std::size_t lanes = 8;
  static std::size_t padded(std::size_t n) { return (n + lanes - 1) / lanes * lanes; }
  using Pack [[gnu::vector_size(32)]] = double;
  static Pack load(const double* from) {
    Pack pack;
    std::memcpy(&pack, from, sizeof pack);
    return pack;
  }
  static void subtract(double* from, Pack low, Pack high) {
    low = load(from) - low, high = load(from + 4) - high;
    std::memcpy(from, &low, sizeof low);
    std::memcpy(from + 4, &high, sizeof high);
  }
  // to -= f from, over whole lanes.
  static void subtract_row(double* to, double f, const double* from, std::size_t begin,
                           std::size_t end) {
    for (std::size_t m = begin; m < end; m += lanes)
      subtract(to + m, f * load(from + m), f * load(from + m + 4));
  }
  void complement(double lambda);
  struct Block {
    double* at;
    std::size_t stride;
  };
  static void subtract_product(Block to, Block left, Block right, std::size_t count);
  void factorise();
  void solve();

  std::size_t rows_ = 0, a_ = 0, rest_ = 0, factors_ = 0;
  std::size_t wide_ = 0, tall_ = 0,
              right_ = 0;  // padded widths: of the rest and y, of a, of the right-hand sides
  std::vector<std::size_t> begin_;               // of each further factor among the rest
  Vector count_, y_a_, cross_, cross_t_, gram_;  // y is the column after the rest
  Vector inverse_, pivots_, scaled_, u_, x_, variance_, theta_;
};

inline Cross::Cross(const Input& input) {
  const Vector& y = input.at("y");
  std::vector<const Vector*> levels;
  std::vector<std::size_t> sizes;
  for (const char* name : {"b", "c"}) {
    if (!input.count(name)) continue;
    begin_.push_back(rest_);
    levels.push_back(&input.at(name));
    rest_ += std::size_t(*std::max_element(levels.back()->begin(), levels.back()->end()));
  }
  begin_.push_back(rest_);
  factors_ = levels.size() + 1;
  const std::size_t flat = rest_;
  rest_ += 2;
  const Vector& a = input.at("a");
  rows_ = y.size();
  a_ = std::size_t(*std::max_element(a.begin(), a.end()));
  wide_ = padded(rest_ + 1), tall_ = padded(a_), right_ = tall_ + wide_;
  count_.assign(tall_, 0), y_a_.assign(tall_, 0);
  cross_.assign(a_ * wide_, 0), cross_t_.assign(wide_ * tall_, 0), gram_.assign(wide_ * wide_, 0);
  for (std::size_t n = 0; n < rows_; ++n) {
    Vector row(rest_ + 1, 0.0);
    for (std::size_t f = 0; f < levels.size(); ++f)
      row[begin_[f] + std::size_t((*levels[f])[n]) - 1] = 1;
    row[flat] = 1, row[flat + 1] = input.at("x")[n], row[rest_] = y[n];
    const std::size_t i = std::size_t(a[n]) - 1;
    count_[i] += 1, y_a_[i] += y[n];
    for (std::size_t j = 0; j <= rest_; ++j) {
      cross_[i * wide_ + j] += row[j], cross_t_[j * tall_ + i] += row[j];
      for (std::size_t k = j; k <= rest_; ++k) gram_[j * wide_ + k] += row[j] * row[k];
    }
  }
  inverse_.assign(tall_, 0), pivots_.assign(tall_, 1), scaled_.assign(a_ * wide_, 0);
  u_.assign(wide_ * wide_, 0), x_.assign(wide_ * right_, 0), variance_.assign(wide_, 0),
      theta_.assign(wide_, 0);
}

// u_ -= C' D^-1 C in its upper triangle; the column of y becomes the right-hand side.
inline void Cross::complement(double lambda) {
  for (std::size_t i = 0; i < a_; ++i) {
    pivots_[i] = count_[i] + lambda, inverse_[i] = 1 / pivots_[i];
    const double* c = &cross_[i * wide_];
    double* s = &scaled_[i * wide_];
    const double f = inverse_[i];
    for (std::size_t j = 0; j < wide_; ++j) s[j] = f * c[j];
  }
  for (std::size_t j = 0; j < wide_; j += 4) {
    for (std::size_t k = j / lanes * lanes; k < wide_; k += lanes)
      subtract_product({&u_[j * wide_ + k], wide_}, {&scaled_[j], wide_}, {&cross_[k], wide_}, a_);
  }
}

// Four rows and eight columns of `to` lose the product left' right of so many rows.
inline void Cross::subtract_product(Block to, Block left, Block right, std::size_t count) {
  Pack low0{}, low1{}, low2{}, low3{}, high0{}, high1{}, high2{}, high3{};
  const double *s = left.at, *c = right.at;
  for (std::size_t i = 0; i < count; ++i, s += left.stride, c += right.stride) {
    const Pack low = load(c), high = load(c + 4);
    low0 += s[0] * low, low1 += s[1] * low, low2 += s[2] * low, low3 += s[3] * low;
    high0 += s[0] * high, high1 += s[1] * high, high2 += s[2] * high, high3 += s[3] * high;
  }
  subtract(to.at, low0, high0), subtract(to.at + to.stride, low1, high1);
  subtract(to.at + 2 * to.stride, low2, high2), subtract(to.at + 3 * to.stride, low3, high3);
}

// u_ becomes its upper Cholesky factor U, with the reciprocals of pivots on the diagonal; in the
// column of y this is U^-T times the right-hand side, and in its corner what is left of the sum of
// squares. Four rows at a time.
inline void Cross::factorise() {
  for (std::size_t j = 0; j <= rest_; j += 4) {
    double* u = u_.data();
    for (std::size_t m = j / lanes * lanes; m < wide_; m += lanes)
      subtract_product({u + j * wide_ + m, wide_}, {u + j, wide_}, {u + m, wide_}, j);
    for (std::size_t k = j; k < std::min(j + 4, rest_); ++k) {
      double* row = u + k * wide_;
      const double f = 1 / std::sqrt(row[k]);
      for (std::size_t m = j / lanes * lanes; m < wide_; ++m) row[m] *= f;
      for (std::size_t below = k + 1; below < j + 4; ++below)
        subtract_row(u + below * wide_, row[below], row, j / lanes * lanes, wide_);
      row[k] = f;
    }
  }
}

// x_ = U^-T [C D^-1, 1], four rows at a time.
inline void Cross::solve() {
  for (std::size_t k = 0; k < rest_; ++k) {
    double* row = &x_[k * right_];
    for (std::size_t i = 0; i < tall_; ++i) row[i] = inverse_[i] * cross_t_[k * tall_ + i];
    std::memset(row + tall_, 0, wide_ * sizeof(double));
    row[tall_ + k] = 1;
  }
  for (std::size_t j = 0; j < rest_; j += 4) {
    const std::size_t end = tall_ + padded(j + 4);
    for (std::size_t m = 0; m < end; m += lanes)
      subtract_product({&x_[j * right_ + m], right_}, {&u_[j], wide_}, {&x_[m], right_}, j);
    for (std::size_t k = j; k < std::min(j + 4, rest_); ++k) {
      double* row = &x_[k * right_];
      const double f = u_[k * wide_ + k];
      for (std::size_t m = 0; m < end; ++m) row[m] *= f;
      for (std::size_t below = k + 1; below < j + 4; ++below)
        subtract_row(&x_[below * right_], u_[k * wide_ + below], row, 0, end);
    }
  }
}

inline double Cross::operator()(const double* x, double* gradient) {
  const double s2 = std::exp(2 * x[factors_]);
  double lambda[3] = {};
  for (std::size_t f = 0; f < factors_; ++f) lambda[f] = s2 * std::exp(-2 * x[f]);
  std::memcpy(u_.data(), gram_.data(), u_.size() * sizeof(double));
  for (std::size_t f = 1; f < factors_; ++f) {
    for (std::size_t j = begin_[f - 1]; j < begin_[f]; ++j) u_[j * wide_ + j] += lambda[f];
  }
  complement(lambda[0]);
  factorise();
  // Of |y - W theta|^2 + theta' lambda theta at its minimum.
  const double squares = u_[rest_ * wide_ + rest_];
  double logs = sum_of_logs(pivots_.data(), a_);
  for (std::size_t k = 0; k < rest_; ++k) theta_[k] = u_[k * wide_ + k];
  logs -= 2 * sum_of_logs(theta_.data(), rest_);
  double value =
      -0.5 * logs - 0.5 * squares / s2 - (double(rows_) - double(a_ + rest_)) * x[factors_];
  for (std::size_t f = 0; f < factors_; ++f) {
    const double size = double(f == 0 ? a_ : begin_[f] - begin_[f - 1]);
    value -= size * x[f];
  }
  for (std::size_t f = 0; f <= factors_; ++f) value += x[f];
  if (!gradient) return value;
  // Means and variances of the effects; a variance is s2 times what is summed here.
  solve();
  std::fill(theta_.begin(), theta_.end(), 0.0);
  std::fill(variance_.begin(), variance_.end(), 0.0);
  double spread = 0;
  for (std::size_t k = 0; k < rest_; ++k) {
    const double* row = &x_[k * right_];
    const double* unit = row + tall_;
    const double z = u_[k * wide_ + rest_];
    double sum[lanes] = {};
    for (std::size_t i = 0; i < tall_; i += lanes)
      for (std::size_t r = 0; r < lanes; ++r) sum[r] += row[i + r] * row[i + r];
    for (std::size_t r = 0; r < lanes; ++r) spread += sum[r];
    for (std::size_t j = 0; j < wide_; ++j)
      theta_[j] += z * unit[j], variance_[j] += unit[j] * unit[j];
  }
  Vector& mean = pivots_;
  std::memcpy(mean.data(), y_a_.data(), tall_ * sizeof(double));
  for (std::size_t j = 0; j < rest_; ++j)
    subtract_row(mean.data(), theta_[j], &cross_t_[j * tall_], 0, tall_);
  double of_a = 0;
  for (std::size_t i = 0; i < a_; ++i)
    mean[i] *= inverse_[i], of_a += mean[i] * mean[i], spread += inverse_[i];
  double shrunk = lambda[0] * (spread + of_a / s2);
  gradient[0] = shrunk - double(a_) + 1;
  double all = shrunk;
  for (std::size_t f = 1; f < factors_; ++f) {
    double sum = 0;
    for (std::size_t j = begin_[f - 1]; j < begin_[f]; ++j)
      sum += variance_[j] + theta_[j] * theta_[j] / s2;
    gradient[f] = lambda[f] * sum - double(begin_[f] - begin_[f - 1]) + 1;
    all += lambda[f] * sum;
  }
  // E|y - W theta|^2 / s2 = squares / s2 + dimensions - E(theta' lambda theta) / s2.
  gradient[factors_] = squares / s2 + double(a_ + rest_) - all - double(rows_) + 1;
  return value;
}

}  // namespace blocks
