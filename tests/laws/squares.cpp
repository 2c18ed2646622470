// This generator of the hunt makes priors that are squares added to target, intrinsic
// autoregressions and quadratic forms, proper or not, also of what sums to zero.
#include <fmt/format.h>

#include "laws/generators.h"
#include "laws/group_terms.h"

namespace autumn::laws {
namespace {

// A symmetric matrix: of a graph, of a product, or of nothing in particular.
void add_matrix(Sketch& sketch) {
  const std::size_t n = sketch.size_of("J");
  sketch.matrix("Q", "J", "J");
  std::vector<double>& q = sketch.datum("Q").numbers;
  std::vector<double> product(q.size(), 0.0);
  const std::size_t kind = sketch.below(4);
  const std::size_t rank = kind == 0 ? n : sketch.between(1, n);
  for (std::size_t r = 0; r < rank; ++r) {
    std::vector<double> row(n, 0.0);
    if (kind < 2) {
      for (double& x : row) x = sketch.number();
    } else {
      row[sketch.below(n)] += 1.0;
      row[sketch.below(n)] -= 1.0;
    }
    for (std::size_t i = 0; i < q.size(); ++i) product[i] += row[i % n] * row[i / n];
  }
  if (sketch.chance(0.9)) q = product;
}

// What the squares are multiplied with; `{}` in the text is their sum.
std::string weighted(Sketch& sketch, const std::string& id) {
  switch (sketch.below(7)) {
    case 0: return fmt::format("-0.5 * {} * {{}}", scale(sketch, "v" + id));
    case 1: return fmt::format("-{{}} / (2 * square({}))", scale(sketch, "v" + id));
    case 2: return fmt::format("-{{}} / {}", scale(sketch, "v" + id));
    case 3: return "-sum(r) * {}";
    case 4: return sketch.chance(0.1) ? "0.1 * {}" : "-2 * {}";
    default: return "-0.5 * {}";
  }
}

std::string squares_of(Sketch& sketch, const std::string& u) {
  return fmt::format(
      fmt::runtime(sketch.pick(
          {"dot_self({0}[g] - {0}[h])", "dot_self({0}[g] - {0}[h])", "dot_self({0})",
           "quad_form(Q, {0})", "({0}' * Q * {0})", "quad_form(Q, {0} - m)", "sum(square({0} - m))",
           "dot_product({0} .* p, {0})", "sum(square({0} ./ p))",
           "(quad_form(Q, {0}) + dot_self({0}))", "sum(square({0}[g] - 0.5 * y))",
           "(dot_self({0}) - 0.2 * square({0}[1]))", "(m * m + square({0}[1] - m))",
           "quad_form(Q + m * Q, {0})", "square(sum({0}))",
           "trace_quad_form(Q, append_col({0}, p))", "square(exp({0}[1]))"})),
      u);
}

void add_effect(Sketch& sketch, const std::string& id) {
  const std::string u = "u" + id;
  sketch.parameter(
      sketch.pick({"vector[J] ", "vector[J] ", "sum_to_zero_vector[J] ", "vector[J] "}) + u);
  const std::size_t terms = sketch.between(1, 2);
  for (std::size_t k = 0; k < terms; ++k) {
    const std::string form = weighted(sketch, id + std::to_string(k));
    sketch.model("target += " + fmt::format(fmt::runtime(form), squares_of(sketch, u)) + ";");
  }
  if (sketch.chance(0.4)) sketch.model(fmt::format("sum({}) ~ normal(0, 0.01 * J);", u));
  if (sketch.chance(0.4)) {
    sketch.model(fmt::format("{} ~ normal({}, {});", u, sketch.pick({"0", "m", "0.3", "p"}),
                             scale(sketch, "w" + id)));
  }
}

}  // namespace

Case squares(std::uint64_t seed) {
  Sketch sketch(7, seed);
  sketch.size("N", sketch.between(1, 8));
  // Sums of long vectors have coordinates of their own.
  const bool is_long = sketch.chance(0.03);
  sketch.size("J", is_long              ? sketch.between(64, 66)
                   : sketch.chance(0.2) ? sketch.between(6, 20)
                                        : sketch.between(1, 4));
  sketch.vector("y", "N");
  sketch.positives("r", "N");
  sketch.positives("p", "J");
  sketch.indices("g", "N", "J");
  sketch.indices("h", "N", "J");
  sketch.counts("n", "N", 6);
  add_matrix(sketch);
  sketch.parameter("real m");
  if (sketch.chance(0.8)) sketch.model("m ~ normal(0, 1);");
  std::string mean = "m";
  const std::size_t effects = sketch.between(1, 2);
  for (std::size_t k = 0; k < effects; ++k) {
    const std::string id = std::to_string(k + 1);
    add_effect(sketch, id);
    mean += fmt::format(" + {} * u{}[g]", sketch.chance(0.5) ? "1" : scale(sketch, "t" + id), id);
  }
  const std::string s = scale(sketch, "sy");
  sketch.model(fmt::format(
      fmt::runtime(sketch.pick({"y ~ normal({0}, {1});", "y ~ normal({0}, {1});",
                                "y ~ normal({0}, {1});", "y ~ normal({0}, r);",
                                "y[1] ~ normal(({0})[1], {1});", "n ~ poisson_log({0});"})),
      mean, s));
  return sketch.finish();
}

}  // namespace autumn::laws
