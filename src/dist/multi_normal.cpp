// This file is the distribution multi_normal(mu, Sigma): the Gaussian vector with mean mu and
// covariance Sigma.
#include <array>

#include "dist/list.h"
#include "dist/matrix_draws.h"

namespace autumn::dist {
namespace {

Term log_density(Term y, Arguments args) {
  const std::array<Term, 2> with_factor{args[0], cholesky(args[1])};
  return multi_normal_cholesky().log_density(y, with_factor);
}

void draw(Random& random, ArgumentValues args, std::span<double> out) {
  const Eigen::MatrixXd l = factor_of(args[1]);
  write(as_matrix(args[0]) + l * draw_normals(random, l.rows()), out);
}

}  // namespace

const Distribution& multi_normal() {
  static const Distribution kMultiNormal{
      .name = "multi_normal",
      .variate = {"y", Domain::kReal, Item::kVector},
      .arguments = {{"mu", Domain::kReal, Item::kVector},
                    {"Sigma", Domain::kPositiveDefinite, Item::kMatrix}},
      .location = 0,
      .log_density = log_density,
      .draw = draw,
  };
  return kMultiNormal;
}

}  // namespace autumn::dist
