// This file has the parts of the samplers of vectors and matrices: Eigen views, factors,
// Bartlett's decomposition.
#include "dist/matrix_draws.h"

#include <Eigen/Cholesky>
#include <Eigen/Dense>
#include <cmath>

namespace autumn::dist {

Eigen::MatrixXd as_matrix(const expr::Operand& x) {
  return Eigen::Map<const Eigen::MatrixXd>(x.numbers.data(), x.shape.rows, x.shape.cols);
}

Eigen::MatrixXd factor_of(const expr::Operand& x) {
  return Eigen::LLT<Eigen::MatrixXd>(as_matrix(x)).matrixL();
}

Eigen::VectorXd draw_normals(Random& random, Eigen::Index n) {
  Eigen::VectorXd z(n);
  for (Eigen::Index i = 0; i < n; ++i) z[i] = random.normal();
  return z;
}

Eigen::MatrixXd draw_bartlett(Random& random, double nu, Eigen::Index n) {
  Eigen::MatrixXd a = Eigen::MatrixXd::Zero(n, n);
  for (Eigen::Index i = 0; i < n; ++i) {
    for (Eigen::Index j = 0; j < i; ++j) a(i, j) = random.normal();
    a(i, i) = std::sqrt(2.0 * random.gamma(0.5 * (nu - static_cast<double>(i))));
  }
  return a;
}

void write_product(const Eigen::MatrixXd& m, std::span<double> out) {
  const Eigen::MatrixXd product = m * m.transpose();
  write(product.selfadjointView<Eigen::Lower>(), out);
}

void write(const Eigen::MatrixXd& m, std::span<double> out) {
  Eigen::Map<Eigen::MatrixXd>(out.data(), m.rows(), m.cols()) = m;
}

}  // namespace autumn::dist
