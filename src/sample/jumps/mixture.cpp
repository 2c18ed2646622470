// This file fits mixtures: a few components share the points, and each is fitted to its share,
// again and again.
#include "sample/jumps/mixture.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

namespace autumn::sampler {
namespace {

constexpr std::size_t kComponents = 3;
constexpr int kRounds = 16;
// Nearly normal: posteriors mostly are. The wide component looks after the tails.
constexpr int kFreedom = 20;
// Points per component that it takes to learn its covariance.
constexpr std::size_t kLeastPoints = 16;
// Every component is fitted as if this many points more had been seen, spread like all points but
// closer together by this factor of their variance.
constexpr double kPriorPoints = 10.0;
constexpr double kPriorVariance = 0.5;
// The wide component: its share, the factor of its variance, its degrees of freedom.
constexpr double kWideWeight = 0.1;
constexpr double kWideVariance = 10.0;
constexpr int kWideFreedom = 2;

using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;
using Points = Eigen::Map<const Matrix>;  // a column for each

Eigen::Index index(std::size_t k) {
  return static_cast<Eigen::Index>(k);
}

// An even sum with the dimension.
int freedom_near(int wanted, std::size_t dimension) {
  return wanted + (wanted + static_cast<int>(dimension)) % 2;
}

double power_of(double base, int exponent) {
  double result = 1.0;
  for (; exponent > 0; exponent /= 2, base *= base) {
    if (exponent % 2 == 1) result *= base;
  }
  return result;
}

// |whitener (x - mean)|^2.
double squared_distance(const TComponent& c, const double* x, std::size_t dimension) {
  double square = 0.0;
  const double* w = c.whitener.data();
  for (std::size_t i = 0; i < dimension; ++i) {
    double z = 0.0;
    for (std::size_t j = 0; j <= i; ++j) z += *w++ * (x[j] - c.mean[j]);
    square += z * z;
  }
  return square;
}

double weighted_density(const TComponent& c, double squared_distance) {
  return c.height / power_of(1.0 + squared_distance / c.freedom, c.power);
}

SmallTriangle rows_of(const Matrix& lower) {
  SmallTriangle rows{};
  std::size_t next = 0;
  for (Eigen::Index i = 0; i < lower.rows(); ++i) {
    for (Eigen::Index j = 0; j <= i; ++j) rows[next++] = lower(i, j);
  }
  return rows;
}

// Nothing if the scale is not positive definite.
std::optional<TComponent> make_component(double weight, const Vector& mean, const Matrix& scale,
                                         int wanted_freedom) {
  const Eigen::LLT<Matrix> cholesky(scale);
  if (cholesky.info() != Eigen::Success) return std::nullopt;
  const Matrix lower = cholesky.matrixL();
  const Matrix inverse =
      lower.triangularView<Eigen::Lower>().solve(Matrix::Identity(lower.rows(), lower.cols()));
  const auto dimension = static_cast<std::size_t>(mean.size());
  TComponent c;
  c.weight = weight;
  std::ranges::copy(mean, c.mean.begin());
  c.factor = rows_of(lower);
  c.whitener = rows_of(inverse);
  c.freedom = freedom_near(wanted_freedom, dimension);
  c.power = (c.freedom + static_cast<int>(dimension)) / 2;
  const double half = 0.5 * c.freedom;
  c.height = weight * std::tgamma(c.power) / std::tgamma(half) *
             std::pow(c.freedom * std::numbers::pi, -0.5 * static_cast<double>(dimension)) *
             inverse.diagonal().prod();
  if (!(std::isfinite(c.height) && c.height > 0.0)) return std::nullopt;
  return c;
}

struct Spread {
  Vector mean;
  Matrix covariance;
};

Spread spread_of(const Points& points) {
  const Vector mean = points.rowwise().mean();
  const Matrix centred = points.colwise() - mean;
  return {mean, centred * centred.transpose() / static_cast<double>(points.cols())};
}

// The coordinate in which a split tells most.
Eigen::Index most_skewed(const Points& points, const Spread& spread) {
  Eigen::Index most = 0;
  const Matrix centred = points.colwise() - spread.mean;
  const Vector cubes = centred.array().cube().rowwise().mean().abs();
  (cubes.array() / spread.covariance.diagonal().array().pow(1.5)).maxCoeff(&most);
  return most;
}

// Shares of the points: the first component has the least values of one coordinate, and so on.
Matrix split_by(const Points& points, Eigen::Index coordinate, std::size_t components) {
  std::vector<Eigen::Index> order(static_cast<std::size_t>(points.cols()));
  std::iota(order.begin(), order.end(), Eigen::Index{0});
  std::ranges::sort(order, {}, [&](Eigen::Index i) { return points(coordinate, i); });
  Matrix shares = Matrix::Zero(index(components), points.cols());
  for (std::size_t k = 0; k < order.size(); ++k) {
    shares(index(k * components / order.size()), order[k]) = 1.0;
  }
  return shares;
}

// Each component from its shares; `pull` holds shares times (freedom + d) / (freedom + distance^2),
// by which far points count less, as they do for t.
std::vector<TComponent> maximise(const Points& points, const Spread& all, const Matrix& shares,
                                 const Matrix& pull) {
  std::vector<TComponent> components;
  for (Eigen::Index k = 0; k < shares.rows(); ++k) {
    const double number = shares.row(k).sum();
    if (number < 1.0) continue;
    const Vector mean = points * pull.row(k).transpose() / pull.row(k).sum();
    const Matrix centred = points.colwise() - mean;
    const Matrix squares =
        (centred.array().rowwise() * pull.row(k).array()).matrix() * centred.transpose();
    const Matrix scale =
        (squares + kPriorPoints * kPriorVariance * all.covariance) / (number + kPriorPoints);
    const double weight = number / static_cast<double>(points.cols());
    if (auto made = make_component(weight, mean, scale, kFreedom)) components.push_back(*made);
  }
  return components;
}

// What every component has of every point.
void expect(const Points& points, std::span<const TComponent> components, Matrix& shares,
            Matrix& pull) {
  const auto dimension = static_cast<std::size_t>(points.rows());
  shares.resize(index(components.size()), points.cols());
  pull.resizeLike(shares);
  for (Eigen::Index i = 0; i < points.cols(); ++i) {
    for (std::size_t k = 0; k < components.size(); ++k) {
      const TComponent& c = components[k];
      const double square = squared_distance(c, points.col(i).data(), dimension);
      shares(index(k), i) = weighted_density(c, square);
      pull(index(k), i) = 2.0 * c.power / (c.freedom + square);
    }
    const double total = shares.col(i).sum();
    if (total > 0.0) shares.col(i) /= total;
  }
  pull.array() *= shares.array();
}

std::vector<TComponent> learn_components(const Points& points, const Spread& all,
                                         std::size_t wanted) {
  Matrix shares = split_by(points, most_skewed(points, all), wanted);
  Matrix pull = shares;
  std::vector<TComponent> components = maximise(points, all, shares, pull);
  for (int round = 0; round < kRounds && !components.empty(); ++round) {
    expect(points, components, shares, pull);
    components = maximise(points, all, shares, pull);
  }
  return components;
}

// Weights that sum to `total`.
void scale_weights(std::vector<TComponent>& components, double total) {
  double sum = 0.0;
  for (const TComponent& c : components) sum += c.weight;
  for (TComponent& c : components) {
    c.height *= total / sum;
    c.weight *= total / sum;
  }
}

std::optional<TComponent> wide_component(const Spread& all) {
  return make_component(kWideWeight, all.mean, kWideVariance * all.covariance, kWideFreedom);
}

}  // namespace

std::optional<Mixture> Mixture::around(std::span<const double> mean,
                                       std::span<const double> covariance) {
  const Eigen::Index n = index(mean.size());
  const Spread spread{Eigen::Map<const Vector>(mean.data(), n),
                      Eigen::Map<const Matrix>(covariance.data(), n, n)};
  const auto narrow = make_component(1.0 - kWideWeight, spread.mean, spread.covariance, kFreedom);
  const auto wide = wide_component(spread);
  if (!narrow || !wide) return std::nullopt;
  return Mixture(mean.size(), {*narrow, *wide});
}

std::optional<Mixture> Mixture::fit(std::size_t dimension, std::span<const double> values) {
  if (dimension == 0 || dimension > kMostMixed) return std::nullopt;
  const std::size_t number = values.size() / dimension;
  const std::size_t wanted = std::min(kComponents, number / (kLeastPoints + 2 * dimension));
  if (wanted == 0) return std::nullopt;
  const Points points(values.data(), index(dimension), index(number));
  const Spread all = spread_of(points);
  const auto wide = wide_component(all);
  if (!wide) return std::nullopt;
  std::vector<TComponent> components = learn_components(points, all, wanted);
  if (components.empty()) return std::nullopt;
  scale_weights(components, 1.0 - kWideWeight);
  components.push_back(*wide);
  return Mixture(dimension, std::move(components));
}

double Mixture::density(std::span<const double> x) const {
  double sum = 0.0;
  for (const TComponent& c : components_) {
    sum += weighted_density(c, squared_distance(c, x.data(), dimension_));
  }
  return sum;
}

void Mixture::draw(Random& random, std::span<double> x) const {
  double left = random.uniform();
  std::size_t k = 0;
  while (k + 1 < components_.size() && (left -= components_[k].weight) > 0.0) ++k;
  const TComponent& c = components_[k];
  SmallVector z;
  for (std::size_t i = 0; i < dimension_; ++i) z[i] = random.normal();
  // chi-squared with n degrees of freedom is twice a gamma of shape n / 2.
  const double stretch = std::sqrt(c.freedom / (2.0 * random.gamma(0.5 * c.freedom)));
  const double* row = c.factor.data();
  for (std::size_t i = 0; i < dimension_; ++i) {
    double sum = 0.0;
    for (std::size_t j = 0; j <= i; ++j) sum += *row++ * z[j];
    x[i] = c.mean[i] + stretch * sum;
  }
}

void TComponent::visit_fields(Fields& fields) {
  auto& [share, location, scale, inverse, degrees, exponent, top] = *this;
  fields("weight", share);
  fields.exactly("mean", location);
  fields.exactly("factor", scale);
  fields.exactly("whitener", inverse);
  fields("freedom", degrees);
  fields("power", exponent);
  fields("height", top);
}

void Mixture::visit_fields(Fields& fields) {
  auto& [dimension, components] = *this;
  fields("dimension", dimension);
  fields("components", components);
}

}  // namespace autumn::sampler
