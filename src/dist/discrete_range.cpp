// This file is the distribution discrete_range(lower, upper): the integers from lower to upper,
// equally likely.
#include <cmath>

#include "dist/list.h"

namespace autumn::dist {
namespace {

// The zero carries the shape of y.
Term log_density(Term y, Arguments args) {
  return 0.0 * y - log1p(args[1] - args[0]);
}

Bounds bounds(Arguments args) {
  return {.lower = args[0], .upper = args[1]};
}

Term clamped(Term y, Arguments args) {
  return min(max(floor(y), args[0] - 1.0), args[1]);
}

Term log_cdf(Term y, Arguments args) {
  return log((clamped(y, args) - args[0] + 1.0) / (args[1] - args[0] + 1.0));
}

Term log_ccdf(Term y, Arguments args) {
  return log((args[1] - clamped(y, args)) / (args[1] - args[0] + 1.0));
}

// below() counts in whole numbers, so every value is exactly as likely as the others.
void draw(Random& random, ArgumentValues args, std::span<double> out) {
  constexpr double kMost = 0x1p63;
  const double steps = scalar(args, 1) - scalar(args, 0);
  if (!(steps >= 0.0 && steps < kMost)) {
    out[0] = std::nan("");
    return;
  }
  const auto count = static_cast<std::uint64_t>(steps) + 1;
  out[0] = scalar(args, 0) + static_cast<double>(random.below(count));
}

}  // namespace

const Distribution& discrete_range() {
  static const Distribution kDiscreteRange{
      .name = "discrete_range",
      .variate = {"y", Domain::kInteger},
      .arguments = {{"lower", Domain::kInteger}, {"upper", Domain::kInteger}},
      .log_density = log_density,
      .bounds = bounds,
      .log_cdf = log_cdf,
      .log_ccdf = log_ccdf,
      .draw = draw,
  };
  return kDiscreteRange;
}

}  // namespace autumn::dist
