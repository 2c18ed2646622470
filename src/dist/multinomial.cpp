// This file is the distribution multinomial(theta): counts of K outcomes of probabilities theta.
// The total is that of the variate; only a draw must be told: it takes the total as an extra last
// argument.
#include <vector>

#include "dist/count_draws.h"
#include "dist/items.h"
#include "dist/list.h"

namespace autumn::dist {
namespace {

// The sums y[1] + ... + y[k] of every item, as a constant.
Term running_totals(Term y) {
  std::vector<double> totals = constant_numbers(y);
  const std::size_t step = y.shape().is_matrix() ? y.shape().rows : 1;
  for (std::size_t i = step; i < totals.size(); ++i) totals[i] += totals[i - step];
  return {y.builder(), y.builder().constant(y.shape(), totals)};
}

// The multinomial coefficient is the product of binomial ones, running total over count.
Term log_density(Term y, Arguments args) {
  const auto [counts, theta] = match_items(y, args[0]);
  return item_sums(lchoose(running_totals(y), y)) + item_sums(lmultiply(counts, theta));
}

// Each count is binomial given those before it, with its share of the probability that is left.
void draw(Random& random, ArgumentValues args, std::span<double> out) {
  const auto theta = args[0].numbers;
  std::vector<double> left(theta.begin(), theta.end());
  for (std::size_t k = left.size() - 1; k-- > 0;) left[k] += left[k + 1];
  double trials = scalar(args, 1);
  for (std::size_t k = 0; k < theta.size(); ++k) {
    const double share = theta[k] == left[k] ? 1.0 : theta[k] / left[k];
    out[k] = trials > 0.0 ? draw_binomial(random, trials, share) : 0.0;
    trials -= out[k];
  }
}

}  // namespace

const Distribution& multinomial() {
  static const Distribution kMultinomial{
      .name = "multinomial",
      .variate = {"y", Domain::kCount, Item::kVector},
      .arguments = {{"theta", Domain::kSimplex, Item::kVector}},
      .log_density = log_density,
      .draw = draw,
  };
  return kMultinomial;
}

}  // namespace autumn::dist
