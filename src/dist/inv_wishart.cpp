// This file is the distribution inv_wishart(nu, S): inverses of wishart(nu, S^-1) matrices. Any
// real nu > K - 1; for other nu the density is zero.
#include <Eigen/Dense>
#include <array>

#include "base/numbers.h"
#include "dist/items.h"
#include "dist/list.h"
#include "dist/matrix_draws.h"
#include "dist/wishart_parts.h"

namespace autumn::dist {
namespace {

// tr(S W^-1) = |A^-1 L|^2 for the Cholesky factors L of S and A of W.
Term log_density_of_factor(Term y, Arguments args) {
  const Term nu = args[0];
  const double k = static_cast<double>(y.shape().rows);
  const Term l = args[1];
  const Term a = cholesky(y);
  const Term inside = nu * log_det_triangle(l) - (nu + (k + 1.0)) * log_det_triangle(a) -
                      0.5 * sum(square(tri_solve(a, l))) -
                      log_wishart_normaliser(nu, y.shape().rows);
  return select(nu > k - 1.0, inside, -kInfinity);
}

Term log_density(Term y, Arguments args) {
  const std::array<Term, 2> with_factor{args[0], cholesky(args[1])};
  return log_density_of_factor(y, with_factor);
}

// With S = L L' and A A' ~ wishart(nu, I), the inverse of L^-T A A' L^-1 is M M', M' = A^-1 L'.
void draw_with(Random& random, double nu, const Eigen::MatrixXd& l, std::span<double> out) {
  Eigen::MatrixXd m = l.transpose();
  const Eigen::MatrixXd a = draw_bartlett(random, nu, m.rows());
  a.triangularView<Eigen::Lower>().solveInPlace(m);
  write_product(m.transpose(), out);
}

void draw(Random& random, ArgumentValues args, std::span<double> out) {
  draw_with(random, scalar(args, 0), factor_of(args[1]), out);
}

void draw_of_factor(Random& random, ArgumentValues args, std::span<double> out) {
  draw_with(random, scalar(args, 0), as_matrix(args[1]), out);
}

}  // namespace

const Distribution& inv_wishart() {
  static const Distribution kInvWishart{
      .name = "inv_wishart",
      .variate = {"W", Domain::kPositiveDefinite, Item::kMatrix},
      .arguments = {{"nu", Domain::kPositive}, {"S", Domain::kPositiveDefinite, Item::kMatrix}},
      .log_density = log_density,
      .go_together = has_enough_degrees,
      .draw = draw,
  };
  return kInvWishart;
}

const Distribution& inv_wishart_of_factor() {
  static const Distribution kOfFactor{
      .name = "inv_wishart_of_factor",
      .variate = {"W", Domain::kPositiveDefinite, Item::kMatrix},
      .arguments = {{"nu", Domain::kPositive}, {"L", Domain::kCholeskyFactor, Item::kMatrix}},
      .log_density = log_density_of_factor,
      .draw = draw_of_factor,
  };
  return kOfFactor;
}

}  // namespace autumn::dist
