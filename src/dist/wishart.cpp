// This file is the distribution wishart(nu, S): sums of squares x x' of nu Gaussian vectors with
// covariance S. The density is zero unless nu > K - 1; nu need not be whole.
#include <Eigen/Dense>

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

// The scale is T T' with T = L F^-T, and tr((T T')^-1 W) = |F' L^-1 A|^2.
Term log_density_of_factors(Term y, Arguments args) {
  const Term nu = args[0];
  const double k = static_cast<double>(y.shape().rows);
  const Term l = args[1];
  const Term f = args[2];
  const Term a = cholesky(y);
  const Term whitened = matmul(f, tri_solve(l, a), expr::flag::kTransposeLeft);
  const Term inside = (nu - (k + 1.0)) * log_det_triangle(a) - 0.5 * sum(square(whitened)) -
                      nu * (log_det_triangle(l) - log_det_triangle(f)) -
                      log_wishart_normaliser(nu, y.shape().rows);
  return select(nu > k - 1.0, inside, -kInfinity);
}

void draw_of_factors(Random& random, ArgumentValues args, std::span<double> out) {
  const Eigen::MatrixXd l = as_matrix(args[1]);
  Eigen::MatrixXd m = draw_bartlett(random, scalar(args, 0), l.rows());
  as_matrix(args[2]).transpose().triangularView<Eigen::Upper>().solveInPlace(m);
  write_product(l * m, out);
}

}  // namespace

const Distribution& wishart_of_factors() {
  static const Distribution kOfFactors{
      .name = "wishart_of_factors",
      .variate = {"W", Domain::kPositiveDefinite, Item::kMatrix},
      .arguments = {{"nu", Domain::kPositive},
                    {"L", Domain::kCholeskyFactor, Item::kMatrix},
                    {"F", Domain::kCholeskyFactor, Item::kMatrix}},
      .log_density = log_density_of_factors,
      .draw = draw_of_factors,
  };
  return kOfFactors;
}

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
