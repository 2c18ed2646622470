// This file multiplies with the inverse metric, and draws momenta from it.
#include "sample/metric.h"

#include <fmt/format.h>

#include <Eigen/Dense>
#include <cmath>
#include <utility>

#include "base/words.h"
#include "sample/direction_kernels.h"

namespace autumn::sampler {

namespace {

using ConstMatrix = Eigen::Map<const Eigen::MatrixXd>;
using ConstVector = Eigen::Map<const Eigen::VectorXd>;
using VectorMap = Eigen::Map<Eigen::VectorXd>;

ConstMatrix as_matrix(const std::vector<double>& values, std::size_t dimension) {
  const auto n = static_cast<Eigen::Index>(dimension);
  return {values.data(), n, n};
}

VectorMap as_vector(std::span<double> values) {
  return {values.data(), static_cast<Eigen::Index>(values.size())};
}

bool is_symmetric(const ConstMatrix& matrix) {
  const double tolerance = 1e-8 * matrix.cwiseAbs().maxCoeff();
  return (matrix - matrix.transpose()).cwiseAbs().maxCoeff() <= tolerance;
}

}  // namespace

Metric::Metric(MetricKind kind, std::size_t dimension, std::vector<double> inverse)
    : kind_(kind), dimension_(dimension), inverse_(std::move(inverse)) {}

Metric Metric::unit(std::size_t dimension) {
  return {MetricKind::kUnit, dimension, std::vector<double>(dimension, 1.0)};
}

Metric Metric::diagonal(std::vector<double> inverse) {
  const std::size_t dimension = inverse.size();
  Metric metric(MetricKind::kDiagonal, dimension, std::move(inverse));
  for (const double element : metric.inverse_) metric.factor_.push_back(1.0 / std::sqrt(element));
  return metric;
}

// M = S^-1 (I + U (1 / stretch - I) U') S^-1 has the square root S^-1 (I + U (stretch^-1/2 - I)
// U').
Metric Metric::stretched(std::vector<double> diagonal, Directions directions) {
  Metric metric = Metric::diagonal(std::move(diagonal));
  metric.directions_ = std::move(directions);
  if (metric.directions_.count() == 0) return metric;
  for (const double element : metric.inverse_) metric.scales_.push_back(std::sqrt(element));
  for (const double stretch : metric.directions_.stretch) {
    metric.to_velocity_.push_back(stretch - 1.0);
    metric.to_momentum_.push_back(1.0 / std::sqrt(stretch) - 1.0);
  }
  metric.along_.resize(metric.directions_.count());
  for (std::size_t i = 0; i < metric.dimension_; ++i) {
    double element = 1.0;
    for (std::size_t k = 0; k < metric.directions_.count(); ++k) {
      const double u = metric.directions_.columns[k * metric.dimension_ + i];
      element += metric.to_velocity_[k] * u * u;
    }
    metric.inverse_[i] *= element;
  }
  return metric;
}

void Metric::add_directions(std::span<const double> weights, std::span<double> v) const {
  const DirectionKernels& kernels = direction_kernels();
  kernels.along(directions_.columns.data(), v, along_);
  for (std::size_t k = 0; k < weights.size(); ++k) along_[k] *= weights[k];
  kernels.add(directions_.columns.data(), along_, v);
}

Result<Metric> Metric::dense(std::size_t dimension, std::vector<double> inverse) {
  AUTUMN_CHECK(inverse.size() == dimension * dimension, "a dense metric is square");
  Metric metric(MetricKind::kDense, dimension, std::move(inverse));
  if (dimension == 0) return metric;
  const ConstMatrix matrix = as_matrix(metric.inverse_, dimension);
  if (!is_symmetric(matrix)) return Error{"the inverse metric is not symmetric", "", {}};
  const Eigen::LLT<Eigen::MatrixXd> cholesky(matrix);
  if (cholesky.info() != Eigen::Success) {
    return Error{"the inverse metric is not positive definite", "", {}};
  }
  const Eigen::MatrixXd lower = cholesky.matrixL();
  metric.factor_.assign(lower.data(), lower.data() + lower.size());
  return metric;
}

void Metric::to_velocity(std::span<const double> momentum, std::span<double> velocity) const {
  if (directions_.count() > 0) {
    for (std::size_t i = 0; i < dimension_; ++i) velocity[i] = scales_[i] * momentum[i];
    add_directions(to_velocity_, velocity);
    for (std::size_t i = 0; i < dimension_; ++i) velocity[i] *= scales_[i];
    return;
  }
  if (kind_ != MetricKind::kDense) {  // the unit metric holds ones
    for (std::size_t i = 0; i < dimension_; ++i) velocity[i] = inverse_[i] * momentum[i];
    return;
  }
  const ConstVector p(momentum.data(), static_cast<Eigen::Index>(dimension_));
  as_vector(velocity).noalias() = as_matrix(inverse_, dimension_) * p;
}

void Metric::draw_momentum(Random& random, std::span<double> momentum) const {
  for (double& p : momentum) p = random.normal();
  switch (kind_) {
    case MetricKind::kUnit: return;
    case MetricKind::kDiagonal:
      if (directions_.count() > 0) add_directions(to_momentum_, momentum);
      for (std::size_t i = 0; i < dimension_; ++i) momentum[i] *= factor_[i];
      return;
    case MetricKind::kDense: {
      // p = L^-T z has covariance (L L')^-1 = M.
      VectorMap p = as_vector(momentum);
      as_matrix(factor_, dimension_).transpose().triangularView<Eigen::Upper>().solveInPlace(p);
      return;
    }
  }
}

void Directions::visit_fields(Fields& fields) {
  auto& [by, directions] = *this;
  fields("stretch", by);
  fields("columns", directions);
}

// Parts that follow from others are written down, too: they would come out another way by rounding.
void Metric::visit_fields(Fields& fields) {
  auto& [kind, dimension, inverse, factor, directions, scales, to_velocity, to_momentum, along] =
      *this;
  fields("kind", kind);
  fields.exactly("inverse", inverse);
  fields.exactly("factor", factor);
  fields("directions", directions);
  if (directions.columns.size() != directions.count() * dimension) directions = {};
  const std::size_t count = directions.count();
  scales.resize(count > 0 ? dimension : 0);
  to_velocity.resize(count);
  to_momentum.resize(count);
  along.resize(count);
  fields.exactly("scales", scales);
  fields.exactly("to_velocity", to_velocity);
  fields.exactly("to_momentum", to_momentum);
}

namespace {

std::vector<double> identity(std::size_t dimension) {
  std::vector<double> matrix(dimension * dimension, 0.0);
  for (std::size_t i = 0; i < dimension; ++i) matrix[i * dimension + i] = 1.0;
  return matrix;
}

Error wrong_size(std::size_t found, std::size_t expected, std::size_t dimension) {
  return {.message = fmt::format("inv_metric has {}, but {} needed for {} (unconstrained)",
                                 counted(found, "element"), counted(expected, "is", "are"),
                                 counted(dimension, "sampled parameter")),
          .suggestion = "Use an inverse metric that was adapted for this model, or none.",
          .where = {}};
}

Result<Metric> make_diagonal(std::vector<double> inverse) {
  for (std::size_t i = 0; i < inverse.size(); ++i) {
    if (!(inverse[i] > 0.0) || !std::isfinite(inverse[i])) {
      return Error{fmt::format("element {} of inv_metric must be positive and finite, got {}",
                               i + 1, inverse[i]),
                   "",
                   {}};
    }
  }
  return Metric::diagonal(std::move(inverse));
}

}  // namespace

Result<Metric> make_metric(MetricKind kind, std::size_t dimension,
                           std::span<const double> inverse) {
  if (kind == MetricKind::kUnit) return Metric::unit(dimension);
  const std::size_t needed = kind == MetricKind::kDense ? dimension * dimension : dimension;
  std::vector<double> elements(inverse.begin(), inverse.end());
  if (elements.empty()) {
    elements = kind == MetricKind::kDense ? identity(dimension) : std::vector<double>(needed, 1.0);
  }
  if (elements.size() != needed) return wrong_size(elements.size(), needed, dimension);
  if (kind == MetricKind::kDiagonal) return make_diagonal(std::move(elements));
  return Metric::dense(dimension, std::move(elements));
}

}  // namespace autumn::sampler
