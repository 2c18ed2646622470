// The limit of regressions, ridges and vectors with a known covariance: singular values, found
// once.
#pragma once

#include <Eigen/Dense>

#include "block_parts.h"

namespace blocks {

inline Eigen::MatrixXd matrix(const Vector& numbers, std::size_t rows) {
  using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  const auto n = Eigen::Index(rows);
  return Eigen::Map<const Rows>(numbers.data(), n, Eigen::Index(numbers.size()) / n);
}

inline Eigen::VectorXd vector(const Vector& numbers) {
  return Eigen::Map<const Eigen::VectorXd>(numbers.data(), Eigen::Index(numbers.size()));
}

// y ~ normal(A e, sigma), e ~ normal(0, tau), as a function of the logs of what is sampled.
// regression: A = [5, 2 X], tau = 1, sigma ~ exponential(1). ridge: A = X, tau ~ normal(0, 1),
// sigma ~ exponential(1). covariance: A A' = Sigma, tau = 1, sigma ~ normal(0, 1).
class Pencil : public Density {
 public:
  Pencil(const std::string& shape, const Input& input)
      : has_tau_(shape == "ridge"), is_exponential_(shape != "covariance") {
    const Vector& data = input.at("y");
    const Eigen::VectorXd y = vector(data);
    Eigen::MatrixXd a;
    if (shape == "covariance") {
      a = matrix(input.at("Sigma"), data.size()).llt().matrixL();
    } else {
      a = matrix(input.at("X"), data.size());
    }
    if (shape == "regression") {
      a *= 2;
      a.conservativeResize(Eigen::NoChange, a.cols() + 1);
      a.rightCols(1).setConstant(5);
    }
    const Eigen::BDCSVD<Eigen::MatrixXd> svd(a, Eigen::ComputeThinU);
    const Eigen::VectorXd turned = svd.matrixU().transpose() * y;
    squares_ = svd.singularValues().array().square();
    data_ = turned.array().square();
    rest_ = (y - svd.matrixU() * turned).squaredNorm();
    count_ = double(y.size() - turned.size());
    variances_.resize(squares_.size()), inverses_.resize(squares_.size());
  }

  double operator()(const double* x, double* gradient) override {
    const double log_sigma = x[has_tau_ ? 1 : 0], noise = std::exp(2 * log_sigma);
    const double spread = has_tau_ ? std::exp(2 * x[0]) : 1;
    variances_ = noise + spread * squares_;
    inverses_ = variances_.inverse();
    double value = -0.5 * sum_of_logs(variances_.data(), std::size_t(variances_.size())) -
                   0.5 * (data_ * inverses_).sum() - count_ * log_sigma - 0.5 * rest_ / noise;
    double priors[2] = {0, 0};
    if (is_exponential_) {
      value += log_sigma - std::sqrt(noise);
      priors[1] = 1 - std::sqrt(noise);
    } else {
      value += half_normal(log_sigma, 1, priors + 1);
    }
    if (has_tau_) value += half_normal(x[0], 1, priors);
    if (!gradient) return value;
    const auto slopes = (data_ * inverses_ - 1) * inverses_;
    if (has_tau_) gradient[0] = priors[0] + spread * (slopes * squares_).sum();
    gradient[has_tau_ ? 1 : 0] = priors[1] + noise * slopes.sum() - count_ + rest_ / noise;
    return value;
  }

 private:
  bool has_tau_, is_exponential_;
  Eigen::ArrayXd squares_, data_, variances_, inverses_;
  double rest_ = 0, count_ = 0;
};

// The ridge beside alpha ~ normal(0, 5): with d = 1 - (its part in X), y'M y less (1'M y)^2 / (1'M
// 1
// + 1/25), where M is the inverse of the ridge's covariance of y.
class Bordered : public Density {
 public:
  explicit Bordered(const Input& input) {
    const Vector& data = input.at("y");
    const Eigen::VectorXd y = vector(data), one = Eigen::VectorXd::Ones(y.size());
    const Eigen::BDCSVD<Eigen::MatrixXd> svd(matrix(input.at("X"), data.size()),
                                             Eigen::ComputeThinU);
    const Eigen::VectorXd p = svd.matrixU().transpose() * y, q = svd.matrixU().transpose() * one;
    squares_ = svd.singularValues().array().square();
    yy_ = p.array().square(), ye_ = p.array() * q.array(), ee_ = q.array().square();
    const Eigen::VectorXd left_y = y - svd.matrixU() * p, left_one = one - svd.matrixU() * q;
    rest_[0] = left_y.squaredNorm(), rest_[1] = left_y.dot(left_one),
    rest_[2] = left_one.squaredNorm();
    count_ = double(y.size() - p.size());
    variances_.resize(squares_.size()), inverses_.resize(squares_.size());
  }

  double operator()(const double* x, double* gradient) override {
    const double noise = std::exp(2 * x[1]), spread = std::exp(2 * x[0]);
    variances_ = noise + spread * squares_;
    inverses_ = variances_.inverse();
    const double yy = (yy_ * inverses_).sum() + rest_[0] / noise,
                 ye = (ye_ * inverses_).sum() + rest_[1] / noise,
                 ee = (ee_ * inverses_).sum() + rest_[2] / noise + 0.04, mean = ye / ee;
    double priors[2] = {0, 1 - std::sqrt(noise)};
    const double value = -0.5 * sum_of_logs(variances_.data(), std::size_t(variances_.size())) -
                         count_ * x[1] - 0.5 * std::log(ee) - 0.5 * (yy - ye * mean) + x[1] -
                         std::sqrt(noise) + half_normal(x[0], 1, priors);
    if (!gradient) return value;
    const double weight = mean * mean + 1 / ee;
    // By the inverse of a variance, times minus two.
    const auto by = (yy_ - 2 * mean * ye_ + weight * ee_) * inverses_;
    const auto slopes = (by - 1) * inverses_;
    gradient[0] = priors[0] + spread * (slopes * squares_).sum();
    gradient[1] = priors[1] + noise * slopes.sum() - count_ +
                  (rest_[0] - 2 * mean * rest_[1] + weight * rest_[2]) / noise;
    return value;
  }

 private:
  Eigen::ArrayXd squares_, yy_, ye_, ee_, variances_, inverses_;
  double rest_[3] = {}, count_ = 0;
};

}  // namespace blocks
