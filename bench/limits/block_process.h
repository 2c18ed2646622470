// The limit of a dense Gaussian process: one Cholesky factor, its triangular inverse and a product,
// by halves.
#pragma once

#include <Eigen/Dense>

#include "block_parts.h"

namespace blocks {

using Matrix = Eigen::MatrixXd;
using Part = Eigen::Ref<Matrix, 0, Eigen::OuterStride<>>;

// The lower triangle becomes its inverse.
inline void invert_triangle(Part l) {
  const Eigen::Index size = l.rows(), half = size / 2, rest = size - half;
  if (size <= 24) {
    for (Eigen::Index j = 0; j < size; ++j) {
      l(j, j) = 1 / l(j, j);
      for (Eigen::Index i = j + 1; i < size; ++i) {
        double sum = 0;
        for (Eigen::Index k = j; k < i; ++k) sum += l(i, k) * l(k, j);
        l(i, j) = -sum / l(i, i);
      }
    }
    return;
  }
  Part above = l.topLeftCorner(half, half), below = l.bottomRightCorner(rest, rest),
       corner = l.bottomLeftCorner(rest, half);
  invert_triangle(above);
  below.triangularView<Eigen::Lower>().solveInPlace(corner);
  invert_triangle(below);
  corner = -(corner * above.triangularView<Eigen::Lower>()).eval();
}

// The lower triangle T becomes that of T' T.
inline void square_triangle(Part t) {
  const Eigen::Index size = t.rows(), half = size / 2, rest = size - half;
  if (size <= 24) {
    for (Eigen::Index j = 0; j < size; ++j) {
      for (Eigen::Index i = j; i < size; ++i)
        t(i, j) = t.col(j).tail(size - i).dot(t.col(i).tail(size - i));
    }
    return;
  }
  Part above = t.topLeftCorner(half, half), below = t.bottomRightCorner(rest, rest),
       corner = t.bottomLeftCorner(rest, half);
  square_triangle(above);
  above.selfadjointView<Eigen::Lower>().rankUpdate(corner.transpose());
  corner = (below.triangularView<Eigen::Lower>().transpose() * corner).eval();
  square_triangle(below);
}

// y ~ multi_normal(0, K(sd, length) + (sigma^2 + 1e-8) 1) with a squared exponential kernel, sd ~
// normal(0, 2), length ~ inv_gamma(5, 5), sigma ~ normal(0, 1); a function of their logs.
class Process : public Density {
 public:
  explicit Process(const Input& input);
  double operator()(const double* x, double* gradient) override;

 private:
  Eigen::VectorXd y_;
  Matrix squares_, kernel_, work_;
};

inline Process::Process(const Input& input) {
  const Vector &x = input.at("x"), &y = input.at("y");
  const Eigen::Index size = Eigen::Index(y.size());
  y_ = Eigen::Map<const Eigen::VectorXd>(y.data(), size);
  squares_.resize(size, size), kernel_.resize(size, size), work_.resize(size, size);
  for (Eigen::Index j = 0; j < size; ++j)
    for (Eigen::Index i = 0; i < size; ++i)
      squares_(i, j) =
          (x[std::size_t(i)] - x[std::size_t(j)]) * (x[std::size_t(i)] - x[std::size_t(j)]);
}

inline double Process::operator()(const double* x, double* gradient) {
  const Eigen::Index size = y_.size();
  const double variance = std::exp(2 * x[0]), length = std::exp(x[1]), noise = std::exp(2 * x[2]);
  const double rate = -0.5 / (length * length);
  for (Eigen::Index j = 0; j < size; ++j) {
    kernel_.col(j).tail(size - j) =
        variance * (rate * squares_.col(j).tail(size - j)).array().exp();
    work_.col(j).tail(size - j) = kernel_.col(j).tail(size - j);
    work_(j, j) += noise + 1e-8;
  }
  Eigen::LLT<Eigen::Ref<Matrix>> factor(work_);
  Eigen::VectorXd alpha = work_.triangularView<Eigen::Lower>().solve(y_);
  double by[3] = {};
  double value = half_normal(x[0], 2, &by[0]) + half_normal(x[2], 1, &by[2]);
  value += -5 * x[1] - 5 / length;
  by[1] = -5 + 5 / length;
  value -= 0.5 * alpha.squaredNorm() + work_.diagonal().array().log().sum();
  if (!gradient) return value;
  work_.triangularView<Eigen::Lower>().transpose().solveInPlace(alpha);
  invert_triangle(work_);
  square_triangle(work_);
  // The derivative by the matrix is (alpha alpha' - inverse) / 2; the lower triangle counts twice.
  double by_variance = 0, by_length = 0, by_noise = 0;
  for (Eigen::Index j = 0; j < size; ++j) {
    const Eigen::Index below = size - j - 1;
    const double own = alpha[j] * alpha[j] - work_(j, j);
    const auto product = ((alpha[j] * alpha.tail(below) - work_.col(j).tail(below)).array() *
                          kernel_.col(j).tail(below).array());
    by_variance += own * variance + 2 * product.sum();
    by_length += 2 * (product * squares_.col(j).tail(below).array()).sum();
    by_noise += own;
  }
  gradient[0] = by[0] + by_variance;
  gradient[1] = by[1] + 0.5 * by_length / (length * length);
  gradient[2] = by[2] + by_noise * noise;
  return value;
}

}  // namespace blocks
