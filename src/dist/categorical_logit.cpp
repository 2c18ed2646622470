// This file is the distribution categorical_logit(beta): k = 1, 2, ..., K with probability
// softmax(beta)[k].
#include <algorithm>
#include <cmath>

#include "dist/count_draws.h"
#include "dist/items.h"
#include "dist/list.h"

namespace autumn::dist {
namespace {

Term log_density(Term y, Arguments args) {
  return pick(log_softmax(args[0]), y, 1.0);
}

Bounds bounds(Arguments args) {
  const double last = static_cast<double>(item_length(args[0]));
  expr::Builder& builder = args[0].builder();
  return {.lower = constant(builder, 1.0), .upper = constant(builder, last)};
}

void draw(Random& random, ArgumentValues args, std::span<double> out) {
  const auto beta = args[0].numbers;
  const double largest = *std::max_element(beta.begin(), beta.end());
  std::vector<double> weights(beta.begin(), beta.end());
  for (double& w : weights) w = std::exp(w - largest);
  out[0] = draw_category(random, weights);
}

}  // namespace

const Distribution& categorical_logit() {
  static const Distribution kCategoricalLogit{
      .name = "categorical_logit",
      .variate = {"y", Domain::kPositiveCount},
      .arguments = {{"beta", Domain::kReal, Item::kVector}},
      .log_density = log_density,
      .bounds = bounds,
      .draw = draw,
  };
  return kCategoricalLogit;
}

}  // namespace autumn::dist
