// This file is the distribution wishart(nu, S): sums of squares x x' of nu Gaussian vectors with
// covariance S. The density is zero unless nu > K - 1; nu need not be whole.

#include "base/numbers.h"
#include "dist/items.h"
#include "dist/list.h"
#include "dist/matrix_draws.h"
#include "dist/wishart_parts.h"

namespace autumn::dist {
namespace {

// tr(S^-1 W) = |L^-1 A|^2 for the Cholesky factors L of S and A of W.
Term log_density(Term y, Arguments args) {
  const Term nu = args[0];
  const double k = static_cast<double>(y.shape().rows);
  const Term l = cholesky(args[1]);
  const Term a = cholesky(y);
  const Term inside = (nu - (k + 1.0)) * log_det_triangle(a) - 0.5 * sum(square(tri_solve(l, a))) -
                      nu * log_det_triangle(l) - log_wishart_normaliser(nu, y.shape().rows);
  return select(nu > k - 1.0, inside, -kInfinity);
}

void draw(Random& random, ArgumentValues args, std::span<double> out) {
  const Eigen::MatrixXd l = factor_of(args[1]);
  write_product(l * draw_bartlett(random, scalar(args, 0), l.rows()), out);
}

}  // namespace

const Distribution& wishart() {
  static const Distribution kWishart{
      .name = "wishart",
      .variate = {"W", Domain::kPositiveDefinite, Item::kMatrix},
      .arguments = {{"nu", Domain::kPositive}, {"S", Domain::kPositiveDefinite, Item::kMatrix}},
      .log_density = log_density,
      .go_together = has_enough_degrees,
      .draw = draw,
  };
  return kWishart;
}

}  // namespace autumn::dist
