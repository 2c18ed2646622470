// This file finds the directions in which a diagonal metric is wrong, from a few positions and
// scores.
#include <Eigen/Dense>
#include <cmath>
#include <cstdlib>

#include "sample/score_estimate.h"

namespace autumn::sampler {

namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

// Rows of which directions are learnt must be a few at least.
constexpr std::size_t kLeastRows = 10;
// Stretches between 1/2 and 2 are not worth their products.
const double kLeastStretch = std::getenv("AUTUMN_CUT") ? std::atof(std::getenv("AUTUMN_CUT")) : 2.0;
// What is added to both covariances, in which 1 is usual: directions that neither has seen are not
// stretched.
constexpr double kRidge = 1e-5;

// Columns are rows of the table in coordinates in which the diagonal metric is one, centred.
MatrixXd standardised(const std::vector<double>& table, const VectorXd& factors, Index count) {
  MatrixXd columns =
      factors.asDiagonal() *
      Eigen::Map<const MatrixXd>(table.data(), factors.size(), count);
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

MatrixXd covariance(const MatrixXd& basis, const MatrixXd& columns) {
  const MatrixXd inside = basis.transpose() * columns;
  MatrixXd result = inside * inside.transpose() / static_cast<double>(columns.cols());
  result.diagonal().array() += kRidge;
  return result;
}

// The solution of X scores X = positions: the geometric mean of positions and scores^-1.
MatrixXd geometric_mean(const MatrixXd& positions, const MatrixXd& scores) {
  const Eigen::SelfAdjointEigenSolver<MatrixXd> split(scores);
  const VectorXd roots = split.eigenvalues().cwiseMax(kRidge).cwiseSqrt();
  const MatrixXd root = split.eigenvectors() * roots.asDiagonal() * split.eigenvectors().transpose();
  const MatrixXd inverse =
      split.eigenvectors() * roots.cwiseInverse().asDiagonal() * split.eigenvectors().transpose();
  const Eigen::SelfAdjointEigenSolver<MatrixXd> middle(root * positions * root);
  const VectorXd middle_roots = middle.eigenvalues().cwiseMax(0.0).cwiseSqrt();
  return inverse * middle.eigenvectors() * middle_roots.asDiagonal() *
         middle.eigenvectors().transpose() * inverse;
}

}  // namespace

Directions learn_directions(const ScoreRows& rows, std::span<const double> diagonal) {
  Directions found;
  if (rows.count() < kLeastRows || diagonal.size() < 2) return found;
  const auto count = static_cast<Index>(rows.count());
  const VectorXd scale = Eigen::Map<const VectorXd>(diagonal.data(),
                                                    static_cast<Index>(diagonal.size()))
                             .cwiseSqrt();
  const MatrixXd positions = standardised(rows.positions(), scale.cwiseInverse(), count);
  const MatrixXd scores = standardised(rows.scores(), scale, count);
  const MatrixXd basis = basis_of(positions, scores);
  const Eigen::SelfAdjointEigenSolver<MatrixXd> split(
      geometric_mean(covariance(basis, positions), covariance(basis, scores)));
  if (split.info() != Eigen::Success || !split.eigenvalues().allFinite()) return found;
  for (Index k = 0; k < split.eigenvalues().size(); ++k) {
    const double stretch = split.eigenvalues()[k];
    if (stretch < kLeastStretch && stretch > 1.0 / kLeastStretch) continue;
    const VectorXd column = basis * split.eigenvectors().col(k);
    found.stretch.push_back(stretch);
    found.columns.insert(found.columns.end(), column.data(), column.data() + column.size());
  }
  return found;
}

}  // namespace autumn::sampler
