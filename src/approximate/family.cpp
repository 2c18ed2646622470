// This file has the two families of variational inference.
#include "approximate/family.h"

#include <numbers>

namespace autumn::approximate {
namespace {

// The lower triangle row by row, behind the means: entry (row, column).
Index entry(Index dimension, Index row, Index column) {
  return dimension + row * (row + 1) / 2 + column;
}

}  // namespace

VectorXd first_parameters(Family family, std::span<const double> start) {
  const auto d = static_cast<Index>(start.size());
  const bool is_full = family == Family::kFullRank;
  VectorXd parameters = VectorXd::Zero(is_full ? d + d * (d + 1) / 2 : 2 * d);
  parameters.head(d) = as_vector(start);
  if (is_full) {
    for (Index i = 0; i < d; ++i) parameters[entry(d, i, i)] = 1.0;
  }
  return parameters;
}

VectorXd transformed(Family family, const VectorXd& parameters, const VectorXd& z) {
  const Index d = z.size();
  VectorXd x = parameters.head(d);
  if (family == Family::kMeanField) {
    x.array() += parameters.tail(d).array().exp() * z.array();
    return x;
  }
  for (Index i = 0; i < d; ++i) {
    x[i] += parameters.segment(entry(d, i, 0), i + 1).dot(z.head(i + 1));
  }
  return x;
}

double entropy(Family family, const VectorXd& parameters, Index d) {
  double sum = 0.5 * static_cast<double>(d) * (1.0 + std::log(2.0 * std::numbers::pi));
  if (family == Family::kMeanField) return sum + parameters.tail(d).sum();
  for (Index i = 0; i < d; ++i) sum += std::log(std::fabs(parameters[entry(d, i, i)]));
  return sum;
}

VectorXd entropy_gradient(Family family, const VectorXd& parameters, Index d) {
  VectorXd gradient = VectorXd::Zero(parameters.size());
  if (family == Family::kMeanField) {
    gradient.tail(d).setOnes();
    return gradient;
  }
  for (Index i = 0; i < d; ++i) gradient[entry(d, i, i)] = 1.0 / parameters[entry(d, i, i)];
  return gradient;
}

void add_pullback(Family family, const VectorXd& parameters, const VectorXd& z,
                  const VectorXd& gradient, VectorXd& sum) {
  const Index d = z.size();
  sum.head(d) += gradient;
  if (family == Family::kMeanField) {
    sum.tail(d).array() += gradient.array() * z.array() * parameters.tail(d).array().exp();
    return;
  }
  for (Index i = 0; i < d; ++i) {
    sum.segment(entry(d, i, 0), i + 1) += gradient[i] * z.head(i + 1);
  }
}

}  // namespace autumn::approximate
