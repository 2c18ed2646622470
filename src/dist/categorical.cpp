// This file is the distribution categorical(theta): k = 1, 2, ..., K with probability theta[k].
#include <algorithm>
#include <vector>

#include "dist/count_draws.h"
#include "dist/items.h"
#include "dist/list.h"

namespace autumn::dist {
namespace {

// Of shared probabilities: one logarithm for every category that occurs.
Term pick_log(Term theta, Term y) {
  std::vector<double> met = constant_numbers(y);
  std::ranges::sort(met);
  met.erase(std::ranges::unique(met).begin(), met.end());
  if (met.size() == theta.size()) return pick(log(theta), y, 1.0);
  std::vector<double> place = constant_numbers(y);
  for (double& category : place) {
    category = static_cast<double>(std::ranges::lower_bound(met, category) - met.begin());
  }
  expr::Builder& builder = theta.builder();
  const Term logs = log(pick(theta, constant_vector(builder, met), 1.0));
  return pick(logs, Term(builder, builder.constant(y.shape(), place)), 0.0);
}

// The logarithm of a probability that is zero and not met would have the slope 0/0: only those that
// are met have one. What is an exponential is not zero, and its logarithm is at hand.
Term log_density(Term y, Arguments args) {
  const Term theta = args[0];
  if (theta.builder().graph().op(theta.id()) == expr::Op::kExp) return pick(log(theta), y, 1.0);
  if (theta.shape().is_matrix()) return log(pick(theta, y, 1.0));
  return pick_log(theta, y);
}

Bounds bounds(Arguments args) {
  const double last = static_cast<double>(item_length(args[0]));
  expr::Builder& builder = args[0].builder();
  return {.lower = constant(builder, 1.0), .upper = constant(builder, last)};
}

void draw(Random& random, ArgumentValues args, std::span<double> out) {
  out[0] = draw_category(random, args[0].numbers);
}

}  // namespace

const Distribution& categorical() {
  static const Distribution kCategorical{
      .name = "categorical",
      .variate = {"y", Domain::kPositiveCount},
      .arguments = {{"theta", Domain::kSimplex, Item::kVector}},
      .log_density = log_density,
      .bounds = bounds,
      .draw = draw,
  };
  return kCategorical;
}

}  // namespace autumn::dist
