// This file is the distribution dirichlet(alpha): probabilities on the simplex, with density in
// proportion to product of theta[k]^(alpha[k] - 1).
#include <algorithm>
#include <cmath>
#include <vector>

#include "dist/items.h"
#include "dist/list.h"

namespace autumn::dist {
namespace {

// alpha[1] + ... + alpha[k] of every item, k = 1...K - 1, storage order.
Term running_totals(Term alpha) {
  const std::size_t k = item_length(alpha);
  const std::size_t rows = alpha.shape().is_matrix() ? alpha.shape().rows : 1;
  return slice(cumulative_sum(alpha), 0, rows * (k - 1));
}

// The product of gamma(alpha[k]) over gamma of their sum, as a product of beta functions: large
// arguments cancel inside them.
Term log_normaliser(Term alpha) {
  const std::size_t rows = alpha.shape().is_matrix() ? alpha.shape().rows : 1;
  const std::size_t steps = item_length(alpha) - 1;
  if (steps == 0) return item_sums(0.0 * alpha);
  const Term parts = lbeta(running_totals(alpha), slice(alpha, rows, rows * steps));
  if (!alpha.shape().is_matrix()) return sum(parts);
  return row_sums(reshape(parts, expr::Shape::matrix(rows, steps)));
}

Term log_density(Term y, Arguments args) {
  const auto [theta, alpha] = match_items(y, args[0]);
  return item_sums(lmultiply(alpha - 1.0, theta)) - log_normaliser(args[0]);
}

// Gamma draws divided by their sum, in logarithms: for tiny alpha all of them may underflow.
void draw(Random& random, ArgumentValues args, std::span<double> out) {
  const auto alpha = args[0].numbers;
  for (std::size_t k = 0; k < out.size(); ++k) out[k] = random.log_gamma(alpha[k]);
  const double largest = *std::max_element(out.begin(), out.end());
  double total = 0.0;
  for (double& x : out) total += x = std::exp(x - largest);
  for (double& x : out) x /= total;
}

}  // namespace

const Distribution& dirichlet() {
  static const Distribution kDirichlet{
      .name = "dirichlet",
      .variate = {"theta", Domain::kSimplex, Item::kVector},
      .arguments = {{"alpha", Domain::kPositive, Item::kVector}},
      .log_density = log_density,
      .draw = draw,
  };
  return kDirichlet;
}

}  // namespace autumn::dist
