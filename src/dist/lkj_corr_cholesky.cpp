// This file is the distribution lkj_corr_cholesky(eta): Cholesky factors of lkj_corr(eta)
// matrices.
#include <cmath>
#include <vector>

#include "dist/items.h"
#include "dist/list.h"
#include "dist/lkj.h"
#include "dist/matrix_draws.h"

namespace autumn::dist {
namespace {

// L[k, k]^(n - k) is the Jacobian of L -> L L', and det(L L') the square of the diagonal's product.
Term log_density(Term y, Arguments args) {
  const std::size_t n = y.shape().rows;
  const Term log_normaliser = log_lkj_normaliser(args[0], n);
  if (n == 1) return log_normaliser;
  std::vector<double> exponents;
  for (std::size_t k = 2; k <= n; ++k) exponents.push_back(static_cast<double>(n - k));
  const Term powers = constant_vector(y.builder(), exponents) + 2.0 * (args[0] - 1.0);
  return sum(powers * log(slice(diagonal(y), 1, n - 1))) + log_normaliser;
}

void draw(Random& random, ArgumentValues args, std::span<double> out) {
  const auto n = static_cast<Eigen::Index>(std::lround(std::sqrt(static_cast<double>(out.size()))));
  write(draw_lkj_factor(random, scalar(args, 0), n), out);
}

}  // namespace

const Distribution& lkj_corr_cholesky() {
  static const Distribution kLkjCorrCholesky{
      .name = "lkj_corr_cholesky",
      .variate = {"L", Domain::kCholeskyCorr, Item::kMatrix},
      .arguments = {{"eta", Domain::kPositive}},
      .log_density = log_density,
      .draw = draw,
  };
  return kLkjCorrCholesky;
}

}  // namespace autumn::dist
