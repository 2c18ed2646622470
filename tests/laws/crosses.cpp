// This generator of the hunt makes two and three crossed effects, centred and not, with slopes and
// interactions, of designs that are balanced, unbalanced, nested or with empty cells.
#include <fmt/format.h>

#include <algorithm>

#include "laws/generators.h"
#include "laws/group_terms.h"

namespace autumn::laws {
namespace {

// How effects of `J` groups are distributed; returns what stands for them.
std::string effects(Sketch& sketch, const std::string& id, const std::string& size) {
  const std::string u = "u" + id, s = scale(sketch, "s" + id);
  sketch.parameter(
      fmt::format("{}[{}] {}", sketch.chance(0.1) ? "sum_to_zero_vector" : "vector", size, u));
  switch (sketch.below(7)) {
    case 0: sketch.model(u + " ~ std_normal();"); return fmt::format("({} * {})", s, u);
    case 1:
      sketch.model(u + " ~ std_normal();");
      sketch.transformed(fmt::format("vector[{}] e{} = {} * {};", size, id, s, u));
      return "e" + id;
    case 2:
      sketch.parameter("real m" + id);
      sketch.model(fmt::format("m{} ~ normal(0, {});", id, sketch.pick({"1", "10", "1000"})));
      sketch.model(fmt::format("{} ~ normal(m{}, {});", u, id, s));
      return u;
    case 3:
      sketch.model(fmt::format("for (j in 1:{}) {}[j] ~ normal(0, {});", size, u, s));
      return u;
    case 4: return u;  // flat
    default: sketch.model(fmt::format("{} ~ normal(0, {});", u, s)); return u;
  }
}

// Intercepts and slopes of one factor, independent or with a covariance.
std::string slopes_of(Sketch& sketch, const std::string& id, const std::string& index,
                      const std::string& size) {
  const std::string b = "b" + id;
  sketch.parameter(fmt::format("array[{}] vector[2] {}", size, b));
  const std::string s = scale(sketch, "t" + id);
  const std::string prior = sketch.pick(
      {"multi_normal([0, 0]', square({0}) * [[1, 0.3], [0.3, 0.5]])",
       "multi_normal_cholesky([0, 0]', diag_pre_multiply([{0}, 0.4]', [[1, 0], [0.6, 0.8]]))",
       "multi_normal([0.1, 0]', [[2, 0.3], [0.3, 1]])"});
  sketch.model(fmt::format("{} ~ {};", b, fmt::format(fmt::runtime(prior), s)));
  return fmt::format("(to_vector({0}[{1}, 1]) + to_vector({0}[{1}, 2]) .* x)", b, index);
}

std::string term(Sketch& sketch, std::size_t k) {
  static const std::string kIndex[] = {"g", "h", "k"};
  static const std::string kSize[] = {"G", "H", "K"};
  const std::string id = std::to_string(k + 1);
  if (sketch.chance(0.15)) return slopes_of(sketch, id, kIndex[k], kSize[k]);
  std::string text = fmt::format("{}[{}]", effects(sketch, id, kSize[k]), kIndex[k]);
  if (sketch.chance(0.2)) {
    text += fmt::format(" + {}[{}] .* x", effects(sketch, id + "0", kSize[k]), kIndex[k]);
  }
  return text;
}

// Effects of pairs of levels.
std::string interaction(Sketch& sketch) {
  sketch.parameter("matrix[G, H] I");
  sketch.model(fmt::format("to_vector(I) ~ normal(0, {});", scale(sketch, "si")));
  sketch.transformed("vector[N] cell; for (i in 1:N) cell[i] = I[g[i], h[i]];");
  return "cell";
}

// Indices that follow one another, are the same, or leave all but one level empty.
void arrange(Sketch& sketch) {
  std::vector<double>& g = sketch.datum("g").numbers;
  std::vector<double>& h = sketch.datum("h").numbers;
  const std::size_t rows = sketch.size_of("G");
  const std::size_t columns = sketch.size_of("H");
  switch (sketch.below(6)) {
    case 0:  // balanced
      for (std::size_t i = 0; i < g.size(); ++i) {
        g[i] = static_cast<double>(i % rows + 1);
        h[i] = static_cast<double>(i / rows % columns + 1);
      }
      break;
    case 1:  // nested
      for (std::size_t i = 0; i < g.size(); ++i) {
        h[i] = std::min(g[i], static_cast<double>(columns));
      }
      break;
    case 2:
      for (double& x : g) x = 1.0;
      break;
    default: break;
  }
}

}  // namespace

Case crosses(std::uint64_t seed) {
  Sketch sketch(12, seed);
  const bool is_large = sketch.chance(0.2);
  sketch.size("N", is_large ? sketch.between(20, 80) : sketch.between(1, 8));
  for (const char* size : {"G", "H", "K"}) {
    sketch.size(size, is_large ? sketch.between(3, 12) : sketch.between(1, 3));
  }
  sketch.vector("y", "N");
  sketch.vector("x", "N");
  sketch.positives("r", "N");
  sketch.counts("n", "N", 6);
  sketch.indices("g", "N", "G");
  sketch.indices("h", "N", "H");
  sketch.indices("k", "N", "K");
  arrange(sketch);
  std::string mean = term(sketch, 0) + " + " + term(sketch, 1);
  if (sketch.chance(0.4)) mean += " + " + term(sketch, 2);
  if (sketch.chance(0.2)) mean += " + " + interaction(sketch);
  if (sketch.chance(0.6)) {
    sketch.parameter("real c");
    if (sketch.chance(0.6)) sketch.model("c ~ normal(0, 5);");
    mean = "c + " + mean;
  }
  sketch.model(fmt::format(
      fmt::runtime(sketch.pick(
          {"y ~ normal({0}, {1});", "y ~ normal({0}, {1});", "y ~ normal({0}, {1});",
           "y ~ normal({0}, {1} * r);", "for (i in 1:N) y[i] ~ normal(({0})[i], {1});",
           "for (i in 1:N) target += r[i] * normal_lpdf(y[i] | ({0})[i], {1});",
           "n ~ poisson_log({0});", "r ~ lognormal({0}, {1});", "y ~ student_t(5, {0}, {1});",
           "y ~ normal_id_glm(to_matrix(x), {0}, [0.5]', {1});"})),
      mean, scale(sketch, "sy")));
  return sketch.finish();
}

}  // namespace autumn::laws
