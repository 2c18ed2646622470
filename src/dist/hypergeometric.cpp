// This file is the distribution hypergeometric(N, a, b): marked ones among N drawn without
// replacement from a marked and b unmarked.
#include <cmath>

#include "dist/list.h"
#include "expr/special/gamma.h"

namespace autumn::dist {
namespace {

Term log_density(Term y, Arguments args) {
  const Term n = args[0];
  const Term a = args[1];
  const Term b = args[2];
  return lchoose(a, y) + lchoose(b, n - y) - lchoose(a + b, n);
}

Bounds bounds(Arguments args) {
  return {.lower = max(args[0] - args[2], 0.0), .upper = min(args[0], args[1])};
}

struct Counts {
  double n, a, b;

  [[nodiscard]] double lowest() const { return std::fmax(0.0, n - b); }
  [[nodiscard]] double highest() const { return std::fmin(n, a); }
  [[nodiscard]] double mode() const {
    return std::fmin(std::floor((n + 1.0) / (a + b + 2.0) * (a + 1.0)), highest());
  }
  [[nodiscard]] double probability(double y) const {
    using special::lchoose;
    return std::exp(lchoose(a, y) + lchoose(b, n - y) - lchoose(a + b, n));
  }
  // P(y + 1) / P(y).
  [[nodiscard]] double ratio(double y) const {
    return (a - y) / (y + 1.0) * ((n - y) / (b - n + y + 1.0));
  }
};

// Inversion outwards from the mode, so that the work is of the order of the standard deviation.
double draw_outwards(Random& random, const Counts& counts) {
  double down = counts.mode();
  double up = down;
  double p_down = counts.probability(down);
  double p_up = p_down;
  double u = random.uniform() - p_up;
  while (u > 0.0 && (p_up > 0.0 || p_down > 0.0)) {
    p_up = up < counts.highest() ? p_up * counts.ratio(up) : 0.0;
    up += 1.0;
    u -= p_up;
    if (u <= 0.0) return up;
    p_down = down > counts.lowest() ? p_down / counts.ratio(down - 1.0) : 0.0;
    down -= 1.0;
    u -= p_down;
    if (u <= 0.0) return down;
  }
  return counts.mode();
}

void draw(Random& random, ArgumentValues args, std::span<double> out) {
  out[0] = draw_outwards(random, {scalar(args, 0), scalar(args, 1), scalar(args, 2)});
}

}  // namespace

const Distribution& hypergeometric() {
  static const Distribution kHypergeometric{
      .name = "hypergeometric",
      .variate = {"y", Domain::kCount},
      .arguments = {{"N", Domain::kCount}, {"a", Domain::kCount}, {"b", Domain::kCount}},
      .log_density = log_density,
      .bounds = bounds,
      .draw = draw,
  };
  return kHypergeometric;
}

}  // namespace autumn::dist
