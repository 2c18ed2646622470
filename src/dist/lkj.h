// This header declares what lkj_corr and lkj_corr_cholesky share: the normaliser and the onion
// sampler.
#pragma once

#include <Eigen/Core>

#include "base/random.h"
#include "expr/term.h"

namespace autumn::dist {

// The logarithm of 1 / integral of det(R)^(eta - 1) over correlation matrices of order n, eta > 0.
[[nodiscard]] expr::Term log_lkj_normaliser(expr::Term eta, std::size_t n);

// The Cholesky factor of a correlation matrix of order n.
[[nodiscard]] Eigen::MatrixXd draw_lkj_factor(Random& random, double eta, Eigen::Index n);

}  // namespace autumn::dist
