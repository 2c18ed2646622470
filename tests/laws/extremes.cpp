// This generator of the hunt makes data with large offsets, covariates like years, and scales from
// tiny to huge.
#include <fmt/format.h>

#include <cmath>

#include "laws/generators.h"
#include "laws/sketch.h"

namespace autumn::laws {
namespace {

std::string power(Sketch& sketch) {
  return sketch.pick({"1", "1e-8", "1e-4", "1e-2", "1e2", "1e4", "1e8"});
}

double offset(Sketch& sketch) {
  constexpr double kOffsets[] = {0.0, 1e8, 2000.0, -1e5, 1e3};
  return kOffsets[sketch.below(std::size(kOffsets))];
}

double unit(Sketch& sketch) {
  constexpr double kUnits[] = {1.0, 1e-6, 1e-3, 1e3, 1e6};
  return kUnits[sketch.below(std::size(kUnits))];
}

}  // namespace

Case extreme_scales(std::uint64_t seed) {
  Sketch sketch(6, seed);
  sketch.size("N", sketch.between(2, 6));
  sketch.size("J", sketch.between(1, 3));
  sketch.vector("y", "N", offset(sketch), unit(sketch));
  sketch.vector("x", "N", offset(sketch), unit(sketch));
  sketch.indices("g", "N", "J");
  sketch.counts("n", "N", sketch.chance(0.5) ? 3 : 100000);
  sketch.parameter("real a");
  sketch.parameter("real b");
  sketch.parameter("vector[J] u");
  sketch.parameter("real<lower=0> s");
  sketch.parameter("real<lower=0> h");
  sketch.model(fmt::format("a ~ normal(0, {});", power(sketch)));
  sketch.model(fmt::format("b ~ normal({}, {});", sketch.pick({"0", "a", "1e6"}), power(sketch)));
  sketch.model(fmt::format("s ~ {};", sketch.pick({"lognormal(0, 5)", "inv_gamma(1e-3, 1e-3)",
                                                   "gamma(2, 1)", "cauchy(0, 1e4)"})));
  sketch.model(
      fmt::format("u ~ normal(a, {});", sketch.pick({"s", "1e-6", "1e6 * s", "1e-6 * s"})));
  sketch.model(fmt::format("h ~ {};", sketch.pick({"gamma(1e-3, 1e-3)", "gamma(1e6, 1e6)",
                                                   "inv_gamma(1e-2, 1e-2)", "gamma(2, 1e-8)"})));
  sketch.model(fmt::format(
      fmt::runtime(
          sketch.pick({"y ~ normal(a + b * x, {0} * s);", "y ~ normal(u[g] + b * x, {0} * s);",
                       "y ~ normal(u[g], {0} / sqrt(h));", "n ~ poisson({0} * h);",
                       "y ~ normal(a + {0} * u[g], sqrt(h));", "y ~ normal(b * x, {0});"})),
      power(sketch)));
  return sketch.finish();
}

}  // namespace autumn::laws
