// This header declares the parts that the samplers of vectors and matrices share.
#pragma once

#include <Eigen/Core>
#include <span>

#include "base/random.h"
#include "expr/operation.h"

namespace autumn::dist {

[[nodiscard]] Eigen::MatrixXd as_matrix(const expr::Operand& x);
// The lower Cholesky factor.
[[nodiscard]] Eigen::MatrixXd factor_of(const expr::Operand& x);
[[nodiscard]] Eigen::VectorXd draw_normals(Random& random, Eigen::Index n);
// Bartlett's factor: A A' is a Wishart draw with nu degrees of freedom and unit scale.
[[nodiscard]] Eigen::MatrixXd draw_bartlett(Random& random, double nu, Eigen::Index n);
// m m' in storage order, symmetric to the last bit.
void write_product(const Eigen::MatrixXd& m, std::span<double> out);
void write(const Eigen::MatrixXd& m, std::span<double> out);

}  // namespace autumn::dist
