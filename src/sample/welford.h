// This header has the running mean and (co)variance of vectors, by Welford's updates, which do not
// cancel.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sample/state/fields.h"

namespace autumn::sampler {

class WelfordVariance {
 public:
  explicit WelfordVariance(std::size_t dimension) : mean_(dimension), squares_(dimension) {}

  void add(std::span<const double> x);
  void restart();
  [[nodiscard]] std::size_t dimension() const { return mean_.size(); }
  [[nodiscard]] std::int64_t count() const { return count_; }
  // With divisor n - 1; needs two points.
  [[nodiscard]] std::vector<double> variance() const;
  // Takes in what another one has seen.
  void add_all(const WelfordVariance& other);
  void visit_fields(Fields& fields);

 private:
  std::int64_t count_ = 0;
  std::vector<double> mean_;
  std::vector<double> squares_;
};

class WelfordCovariance {
 public:
  explicit WelfordCovariance(std::size_t dimension)
      : mean_(dimension), deviation_(dimension), products_(dimension * dimension) {}

  void add(std::span<const double> x);
  void restart();
  [[nodiscard]] std::int64_t count() const { return count_; }
  // Rows of the matrix, with divisor n - 1; needs two points.
  [[nodiscard]] std::vector<double> covariance() const;
  void visit_fields(Fields& fields);

 private:
  std::int64_t count_ = 0;
  std::vector<double> mean_;
  std::vector<double> deviation_;
  std::vector<double> products_;  // lower triangle
};

}  // namespace autumn::sampler
