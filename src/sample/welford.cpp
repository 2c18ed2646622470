// This file has Welford's updates, element by element.
#include "sample/welford.h"

#include <algorithm>

#include "base/error.h"

namespace autumn::sampler {

void WelfordVariance::add(std::span<const double> x) {
  ++count_;
  const auto n = static_cast<double>(count_);
  for (std::size_t i = 0; i < mean_.size(); ++i) {
    const double before = x[i] - mean_[i];
    mean_[i] += before / n;
    squares_[i] += before * (x[i] - mean_[i]);
  }
}

// Chan, Golub and LeVeque (1979).
void WelfordVariance::add_all(const WelfordVariance& other) {
  if (other.count_ == 0) return;
  const auto own = static_cast<double>(count_), theirs = static_cast<double>(other.count_);
  count_ += other.count_;
  for (std::size_t i = 0; i < mean_.size(); ++i) {
    const double apart = other.mean_[i] - mean_[i];
    mean_[i] += apart * theirs / (own + theirs);
    squares_[i] += other.squares_[i] + apart * apart * own * theirs / (own + theirs);
  }
}

void WelfordVariance::restart() {
  count_ = 0;
  std::fill(mean_.begin(), mean_.end(), 0.0);
  std::fill(squares_.begin(), squares_.end(), 0.0);
}

std::vector<double> WelfordVariance::variance() const {
  AUTUMN_CHECK(count_ > 1, "a variance needs two points");
  std::vector<double> result = squares_;
  for (double& value : result) value /= static_cast<double>(count_ - 1);
  return result;
}

void WelfordVariance::visit_fields(Fields& fields) {
  auto& [count, mean, squares] = *this;
  fields("count", count);
  fields.exactly("mean", mean);
  fields.exactly("squares", squares);
}

void WelfordCovariance::add(std::span<const double> x) {
  ++count_;
  const auto n = static_cast<double>(count_);
  const std::size_t dimension = mean_.size();
  for (std::size_t i = 0; i < dimension; ++i) {
    deviation_[i] = x[i] - mean_[i];
    mean_[i] += deviation_[i] / n;
  }
  for (std::size_t i = 0; i < dimension; ++i) {
    const double after = x[i] - mean_[i];
    double* row = products_.data() + i * dimension;
    for (std::size_t j = 0; j <= i; ++j) row[j] += after * deviation_[j];
  }
}

void WelfordCovariance::restart() {
  count_ = 0;
  std::fill(mean_.begin(), mean_.end(), 0.0);
  std::fill(products_.begin(), products_.end(), 0.0);
}

std::vector<double> WelfordCovariance::covariance() const {
  AUTUMN_CHECK(count_ > 1, "a covariance needs two points");
  const std::size_t dimension = mean_.size();
  std::vector<double> result(dimension * dimension);
  for (std::size_t i = 0; i < dimension; ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      const double value = products_[i * dimension + j] / static_cast<double>(count_ - 1);
      result[i * dimension + j] = value;
      result[j * dimension + i] = value;
    }
  }
  return result;
}

void WelfordCovariance::visit_fields(Fields& fields) {
  // `deviation` is that of the point that is added.
  [[maybe_unused]] auto& [count, mean, deviation, products] = *this;
  fields("count", count);
  fields.exactly("mean", mean);
  fields.exactly("products", products);
}

}  // namespace autumn::sampler
