// This file is the distribution multi_normal_cholesky(mu, L): the Gaussian vector with mean mu and
// covariance L L'.
#include "dist/constants.h"
#include "dist/items.h"
#include "dist/list.h"
#include "dist/matrix_draws.h"

namespace autumn::dist {
namespace {

Term log_density(Term y, Arguments args) {
  const Term l = args[1];
  const double log_two_pi_power = static_cast<double>(item_length(y)) * kHalfLogTwoPi;
  return -0.5 * squared_distances(y, args[0], l) - (log_det_triangle(l) + log_two_pi_power);
}

void draw(Random& random, ArgumentValues args, std::span<double> out) {
  const Eigen::MatrixXd l = as_matrix(args[1]);
  write(as_matrix(args[0]) + l * draw_normals(random, l.rows()), out);
}

}  // namespace

const Distribution& multi_normal_cholesky() {
  static const Distribution kMultiNormalCholesky{
      .name = "multi_normal_cholesky",
      .variate = {"y", Domain::kReal, Item::kVector},
      .arguments = {{"mu", Domain::kReal, Item::kVector},
                    {"L", Domain::kCholeskyFactor, Item::kMatrix}},
      .location = 0,
      .log_density = log_density,
      .draw = draw,
  };
  return kMultiNormalCholesky;
}

}  // namespace autumn::dist
