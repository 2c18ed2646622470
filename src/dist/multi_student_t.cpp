// This file is the distribution multi_student_t(nu, mu, Sigma): the vector t with nu degrees of
// freedom, location mu and scale matrix Sigma.
#include <cmath>

#include "dist/constants.h"
#include "dist/items.h"
#include "dist/list.h"
#include "dist/matrix_draws.h"
#include "dist/positive_draws.h"

namespace autumn::dist {
namespace {

Term log_density(Term y, Arguments args) {
  const Term nu = args[0];
  const Term l = cholesky(args[2]);
  const double half = 0.5 * static_cast<double>(item_length(y));
  const Term log_normaliser =
      log_rising_factorial(0.5 * nu, half) - half * (log(nu) + kLogPi) - log_det_triangle(l);
  return log_normaliser - (0.5 * nu + half) * log1p(squared_distances(y, args[1], l) / nu);
}

// A Gaussian vector over the root of an independent chi-square divided by nu.
void draw(Random& random, ArgumentValues args, std::span<double> out) {
  const double half_nu = 0.5 * scalar(args, 0);
  const Eigen::MatrixXd l = factor_of(args[2]);
  const Eigen::VectorXd z = draw_normals(random, l.rows());
  const double scale = exp_in_range(0.5 * (std::log(half_nu) - random.log_gamma(half_nu)));
  write(as_matrix(args[1]) + scale * (l * z), out);
  constexpr double kLargest = std::numeric_limits<double>::max();
  for (double& x : out) x = std::clamp(x, -kLargest, kLargest);
}

}  // namespace

const Distribution& multi_student_t() {
  static const Distribution kMultiStudentT{
      .name = "multi_student_t",
      .variate = {"y", Domain::kReal, Item::kVector},
      .arguments = {{"nu", Domain::kPositive},
                    {"mu", Domain::kReal, Item::kVector},
                    {"Sigma", Domain::kPositiveDefinite, Item::kMatrix}},
      .location = 1,
      .log_density = log_density,
      .draw = draw,
  };
  return kMultiStudentT;
}

}  // namespace autumn::dist
