// This file is the distribution pareto(y_min, alpha): from y_min > 0 upwards, shape alpha > 0.
#include <cmath>

#include "base/numbers.h"
#include "dist/list.h"
#include "dist/positive_draws.h"

namespace autumn::dist {
namespace {

// log(y / y_min), accurate near its zero, where y - y_min is exact.
Term log_ratio(Term y, Term y_min) {
  return log1p((y - y_min) / y_min);
}

Term log_density(Term y, Arguments args) {
  return log(args[1]) - log(y) - args[1] * log_ratio(y, args[0]);
}

Bounds bounds(Arguments args) {
  return {.lower = args[0]};
}

Term log_ccdf(Term y, Arguments args) {
  return -args[1] * log_ratio(max(y, args[0]), args[0]);
}

// Before the support it is zero, without a slope.
Term log_cdf(Term y, Arguments args) {
  const Term is_before = y <= args[0];
  const Term inside = select(is_before, 2.0 * args[0], y);
  return select(is_before, -kInfinity, log1m_exp(log_ccdf(inside, args)));
}

void draw(Random& random, ArgumentValues args, std::span<double> out) {
  out[0] = in_range(scalar(args, 0) * std::exp(random.exponential() / scalar(args, 1)));
}

}  // namespace

const Distribution& pareto() {
  static const Distribution kPareto{
      .name = "pareto",
      .variate = {"y", Domain::kPositive},
      .arguments = {{"y_min", Domain::kPositive}, {"alpha", Domain::kPositive}},
      .log_density = log_density,
      .bounds = bounds,
      .log_cdf = log_cdf,
      .log_ccdf = log_ccdf,
      .draw = draw,
  };
  return kPareto;
}

}  // namespace autumn::dist
