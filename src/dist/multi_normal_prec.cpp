// This file is the distribution multi_normal_prec(mu, Omega): the Gaussian vector with mean mu and
// precision Omega.
#include <Eigen/Dense>

#include "dist/constants.h"
#include "dist/items.h"
#include "dist/list.h"
#include "dist/matrix_draws.h"

namespace autumn::dist {
namespace {

// With Omega = L L', the quadratic form is |L' (y - mu)|^2.
Term log_density(Term y, Arguments args) {
  const Term l = cholesky(args[1]);
  const Term z = matmul(l, residual_columns(y, args[0]), expr::flag::kTransposeLeft);
  const double log_two_pi_power = static_cast<double>(item_length(y)) * kHalfLogTwoPi;
  return -0.5 * squared_lengths(z) + (log_det_triangle(l) - log_two_pi_power);
}

void draw(Random& random, ArgumentValues args, std::span<double> out) {
  const Eigen::MatrixXd l = factor_of(args[1]);
  Eigen::VectorXd z = draw_normals(random, l.rows());
  l.triangularView<Eigen::Lower>().transpose().solveInPlace(z);
  write(as_matrix(args[0]) + z, out);
}

}  // namespace

const Distribution& multi_normal_prec() {
  static const Distribution kMultiNormalPrec{
      .name = "multi_normal_prec",
      .variate = {"y", Domain::kReal, Item::kVector},
      .arguments = {{"mu", Domain::kReal, Item::kVector},
                    {"Omega", Domain::kPositiveDefinite, Item::kMatrix}},
      .location = 0,
      .log_density = log_density,
      .draw = draw,
  };
  return kMultiNormalPrec;
}

}  // namespace autumn::dist
