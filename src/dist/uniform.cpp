// This file is the distribution uniform(alpha, beta): flat on [alpha, beta], alpha < beta.
#include <algorithm>

#include "base/numbers.h"
#include "dist/list.h"

namespace autumn::dist {
namespace {

// The density does not depend on y, but there is one for each.
Term log_density(Term y, Arguments args) {
  const Term result = -log(args[1] - args[0]);
  return result.shape().is_scalar() ? broadcast(result, y.shape()) : result;
}

Bounds bounds(Arguments args) {
  return {.lower = args[0], .upper = args[1]};
}

// Before and after the support they are constant, without a slope.
Term log_cdf(Term y, Arguments args) {
  const Term is_before = y <= args[0];
  const Term x = min(select(is_before, args[1], y), args[1]);
  return select(is_before, -kInfinity, log((x - args[0]) / (args[1] - args[0])));
}

Term log_ccdf(Term y, Arguments args) {
  const Term is_after = y >= args[1];
  const Term x = max(select(is_after, args[0], y), args[0]);
  return select(is_after, -kInfinity, log((args[1] - x) / (args[1] - args[0])));
}

void draw(Random& random, ArgumentValues args, std::span<double> out) {
  const double alpha = scalar(args, 0);
  const double beta = scalar(args, 1);
  out[0] = std::clamp(alpha + (beta - alpha) * random.uniform(), alpha, beta);
}

}  // namespace

const Distribution& uniform() {
  static const Distribution kUniform{
      .name = "uniform",
      .variate = {"y", Domain::kReal},
      .arguments = {{"alpha", Domain::kReal}, {"beta", Domain::kReal}},
      .log_density = log_density,
      .bounds = bounds,
      .go_together = [](Arguments args) { return args[0] < args[1]; },
      .log_cdf = log_cdf,
      .log_ccdf = log_ccdf,
      .draw = draw,
  };
  return kUniform;
}

}  // namespace autumn::dist
