// This file is the distribution categorical(theta): k = 1, 2, ..., K with probability theta[k].
#include "dist/count_draws.h"
#include "dist/items.h"
#include "dist/list.h"

namespace autumn::dist {
namespace {

Term log_density(Term y, Arguments args) {
  return pick(log(args[0]), y, 1.0);
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
