// This file splits positions and scores into directions, and chooses among them.
#include "sample/scores/directions.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

namespace autumn::sampler {

namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr std::size_t kFewestRows = 10;
// Stretches between 1/2 and 2 are not told from noise.
constexpr double kLeastStretch = 2.0;
// Added to both covariances, in which 1 is usual: directions that neither has seen are not
// stretched.
constexpr double kRidge = 1e-5;

// Columns are the rows of the table in coordinates in which the diagonal metric is one, centred.
MatrixXd standardised(const std::vector<double>& table, const VectorXd& factors, Index count) {
  MatrixXd columns =
      factors.asDiagonal() * Eigen::Map<const MatrixXd>(table.data(), factors.size(), count);
  columns.colwise() -= columns.rowwise().mean().eval();
  return columns;
}

// An orthonormal basis of what the columns span.
MatrixXd basis_of(const MatrixXd& positions, const MatrixXd& scores) {
  MatrixXd both(positions.rows(), positions.cols() + scores.cols());
  both << positions, scores;
  const Index rank = std::min(both.rows(), both.cols());
  if (rank == both.rows()) return MatrixXd::Identity(rank, rank);
  const Eigen::HouseholderQR<MatrixXd> qr(both);
  return qr.householderQ() * MatrixXd::Identity(both.rows(), rank);
}

MatrixXd covariance_in(const MatrixXd& basis, const MatrixXd& columns) {
  const MatrixXd inside = basis.transpose() * columns;
  MatrixXd result = inside * inside.transpose() / static_cast<double>(columns.cols());
  result.diagonal().array() += kRidge;
  return result;
}

// The solution X of X scores X = positions: the geometric mean of positions and scores^-1.
MatrixXd geometric_mean(const MatrixXd& positions, const MatrixXd& scores) {
  const Eigen::SelfAdjointEigenSolver<MatrixXd> split(scores);
  const MatrixXd& v = split.eigenvectors();
  const VectorXd roots = split.eigenvalues().cwiseMax(kRidge).cwiseSqrt();
  const MatrixXd root = v * roots.asDiagonal() * v.transpose();
  const MatrixXd inverse = v * roots.cwiseInverse().asDiagonal() * v.transpose();
  const Eigen::SelfAdjointEigenSolver<MatrixXd> middle(root * positions * root);
  const VectorXd middle_roots = middle.eigenvalues().cwiseMax(0.0).cwiseSqrt();
  return inverse * middle.eigenvectors() * middle_roots.asDiagonal() *
         middle.eigenvectors().transpose() * inverse;
}

double distance_from_one(double stretch) {
  return std::fabs(std::log(stretch));
}

}  // namespace

Ends worthwhile(std::span<const double> stretches, const StepCosts& costs) {
  Ends ends, best;
  double least_cost = 0.0;
  for (bool is_first = true;; is_first = false) {
    const auto rest = stretches.subspan(ends.below, stretches.size() - ends.below - ends.above);
    const double low = rest.empty() ? 1.0 : std::min(1.0, rest.front());
    const double high = rest.empty() ? 1.0 : std::max(1.0, rest.back());
    const double cost =
        (costs.gradient + costs.per_direction * static_cast<double>(ends.below + ends.above)) *
        std::sqrt(high / low);
    if (is_first || cost < least_cost) {
      least_cost = cost;
      best = ends;
    }
    const double below = distance_from_one(low), above = distance_from_one(high);
    if (!(std::max(below, above) >= std::log(kLeastStretch))) return best;
    ++(below > above ? ends.below : ends.above);
  }
}

Directions learn_directions(const ScoreRows& rows, std::span<const double> diagonal,
                            const StepCosts& costs) {
  Directions found;
  if (rows.count() < kFewestRows || diagonal.size() < 2) return found;
  const auto count = static_cast<Index>(rows.count());
  const auto dimension = static_cast<Index>(diagonal.size());
  const VectorXd scale = Eigen::Map<const VectorXd>(diagonal.data(), dimension).cwiseSqrt();
  const MatrixXd positions = standardised(rows.positions(), scale.cwiseInverse(), count);
  const MatrixXd scores = standardised(rows.scores(), scale, count);
  if (!positions.allFinite() || !scores.allFinite()) return found;
  const MatrixXd basis = basis_of(positions, scores);
  const Eigen::SelfAdjointEigenSolver<MatrixXd> split(
      geometric_mean(covariance_in(basis, positions), covariance_in(basis, scores)));
  const VectorXd& stretches = split.eigenvalues();
  if (split.info() != Eigen::Success || !stretches.allFinite() || !(stretches[0] > 0.0)) {
    return found;
  }
  const auto size = static_cast<std::size_t>(stretches.size());
  const Ends taken = worthwhile({stretches.data(), size}, costs);
  for (std::size_t k = 0; k < size; ++k) {
    if (k >= taken.below && k < size - taken.above) continue;
    const VectorXd column = basis * split.eigenvectors().col(static_cast<Index>(k));
    found.stretch.push_back(stretches[static_cast<Index>(k)]);
    found.columns.insert(found.columns.end(), column.data(), column.data() + column.size());
  }
  return found;
}

}  // namespace autumn::sampler
