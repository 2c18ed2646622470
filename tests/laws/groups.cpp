// This generator of the hunt makes hierarchies, crossed effects, chains, processes and
// regressions, full rank or not.
#include <fmt/format.h>

#include "laws/generators.h"
#include "laws/group_terms.h"

namespace autumn::laws {
namespace {

std::string mean(Sketch& sketch) {
  std::string text;
  const std::size_t terms = sketch.between(1, 3);
  for (std::size_t k = 0; k < terms; ++k) {
    const std::string id = std::to_string(k + 1);
    const std::string term = [&]() -> std::string {
      switch (sketch.below(7)) {
        case 0:
        case 1: return intercepts(sketch, id, "g");
        case 2: return intercepts(sketch, id, "h");
        case 3: return regression(sketch, id);
        case 4: return slopes(sketch, id);
        case 5: return chain(sketch, id);
        default:
          sketch.parameter("real a" + id);
          if (sketch.chance(0.8)) sketch.model(fmt::format("a{} ~ normal(0, 3);", id));
          return fmt::format("rep_vector(a{}, N)", id);
      }
    }();
    text += (text.empty() ? "" : " + ") + term;
  }
  return text;
}

// Columns doubled, zero, or dummies; groups left empty or with one member.
void spoil(Sketch& sketch) {
  const std::size_t n = sketch.size_of("N");
  const std::size_t k = sketch.size_of("K");
  std::vector<double>& x = sketch.datum("X").numbers;
  switch (sketch.below(5)) {
    case 0:
      for (std::size_t i = 0; i < n; ++i) x[i * k] = 0.0;
      break;
    case 1:
      for (std::size_t i = 0; i < n; ++i) x[i * k] = x[i * k + k - 1];
      break;
    case 2:
      for (double& number : sketch.datum("g").numbers) number = 1.0;
      break;
    case 3: sketch.datum("h").numbers = sketch.datum("g").numbers; break;
    default: break;
  }
}

void likelihood(Sketch& sketch, const std::string& mu) {
  const std::string s = scale(sketch, "sy");
  sketch.model(fmt::format(
      fmt::runtime(
          sketch.pick({"y ~ normal({0}, {1});", "y ~ normal({0}, {1});",
                       "y ~ normal({0}, {1} * r);", "for (i in 1:N) y[i] ~ normal(({0})[i], {1});",
                       "target += 0.3 * normal_lpdf(y | {0}, {1});", "y ~ student_t(5, {0}, {1});",
                       "n ~ poisson_log({0});", "r ~ lognormal({0}, {1});",
                       "y ~ multi_normal({0}, diag_matrix(square(r)));",
                       "for (i in 1:N) target += r[i] * normal_lpdf(y[i] | ({0})[i], {1});"})),
      mu, s));
}

}  // namespace

Case groups(std::uint64_t seed) {
  Sketch sketch(3, seed);
  // Large ones are for the ways of the Gaussian block that small ones do not take.
  const bool is_large = sketch.chance(0.2);
  sketch.size("N", is_large ? sketch.between(10, 60) : sketch.between(1, 6));
  sketch.size("J", is_large ? sketch.between(5, 20) : sketch.between(1, 4));
  sketch.size("K", sketch.between(1, 3));
  sketch.vector("y", "N");
  sketch.vector("x", "N");
  sketch.matrix("X", "N", "K");
  sketch.positives("r", "N");
  sketch.indices("g", "N", "J");
  sketch.indices("h", "N", "J");
  sketch.counts("n", "N", 6);
  spoil(sketch);
  const std::string mu = mean(sketch);
  likelihood(sketch, mu);
  return sketch.finish();
}

}  // namespace autumn::laws
