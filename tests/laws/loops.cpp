// This generator of the hunt makes linear and nonlinear models written with loops, slices, local
// variables and functions.
#include <fmt/format.h>

#include "laws/generators.h"
#include "laws/phrases.h"

namespace autumn::laws {
namespace {

// What an element of a mean may be, with an index i over N rows; J groups, K columns.
std::string mean_at_i(Sketch& sketch) {
  return sketch.pick({
      "a + b * z[i]",
      "u0[g[i]]",
      "u0[g[i]] - u0[h[i]]",
      "u0[g[i]] + v0[h[i]]",
      "a + Z[i] * u",
      "dot_product(Z[i], u)",
      "dot_product(u, u) * z[i]",
      "a * b + z[i] * a",
      "a * a",
      "M0[g[i], 1] + M0[g[i], 2] * z[i]",
      "M0[g[i]] * Z[i]'",
      "N0[1, g[i]] + N0[2, h[i]]",
      "a + b - a",
      "sum(u0[1:g[i]])",
      "mean(u0) + u0[g[i]]",
      "u0[g[i]] * z[i] + v0[g[i]]",
      "u0[g[i]] * v0[h[i]]",
      "W0[g[i]][1] - W0[h[i]][2]",
      "(X * u)[1] + a * z[i]",
      "z[i] > 0 ? a : b",
      "fmax(a, b) + z[i]",
      "(M0 * M0')[g[i], h[i]]",
      "(u0 * v0')[g[i], h[i]] + a",
      "(u0 * u0')[g[i], 1]",
      "(A * (A * Z[i]'))[1]",
      "twice(A, Z[i]')[2]",
      "row(A, 1) * u + z[i] * b",
      "quad_form(A, Z[i]')",
      "A[1] * A[, 2]",
  });
}

std::string noise_at_i(Sketch& sketch) {
  return sketch.pick({"s", "s", "sqrt(t)", "1 / sqrt(s)", "s * r[i]", "0.5", "s / r[i]", "s + t"});
}

// The same likelihood in one of many spellings.
void likelihood(Sketch& sketch, const std::string& mean, const std::string& noise) {
  switch (sketch.below(8)) {
    case 0:
      sketch.model(fmt::format("for (i in 1:N) yn[i] ~ normal({}, {});", mean, noise));
      return;
    case 1:
      sketch.model("vector[N] mu;");
      sketch.model(fmt::format("for (i in 1:N) mu[i] = {};", mean));
      sketch.model(fmt::format("for (i in 1:N) yn[i] ~ normal(mu[i], {});", noise));
      return;
    case 2:
      sketch.model("vector[N] mu = rep_vector(0, N);");
      sketch.model(fmt::format("for (i in 1:N) {{ mu[i] += {}; mu[i] = mu[i] - 0.5; }}", mean));
      sketch.model("yn ~ normal(mu, s);");
      return;
    case 3:
      sketch.transformed("vector[N] mu;");
      sketch.transformed(fmt::format("for (i in 1:N) mu[i] = {};", mean));
      sketch.model("yn[1:N] ~ normal(mu[1:N], s);");
      return;
    case 4:
      sketch.model(fmt::format(
          "{{ int i = 1; while (i <= N) {{ yn[i] ~ normal({}, {}); i += 1; }} }}", mean, noise));
      return;
    case 5:
      sketch.model(
          fmt::format("for (i in 1:N) target += normal_lpdf(yn[i] | {}, {});", mean, noise));
      return;
    case 6:
      sketch.model("array[N] real mu;");
      sketch.model(fmt::format("for (i in 1:N) {{ real m = {}; mu[i] = 2 * m - m; }}", mean));
      sketch.model("yn ~ normal(mu, s);");
      return;
    default:
      sketch.function("  real shifted(real m, real by) {\n    return m + by - 0.5 * by;\n  }");
      sketch.model(fmt::format("for (i in 1:N) yn[i] ~ normal(shifted({}, a), {});", mean, noise));
  }
}

// A second likelihood of counts or a recursion.
void addition(Sketch& sketch) {
  sketch.model(sketch.pick({
      "for (i in 1:N) if (g[i] == 1) yn[i] ~ normal(b, 1);",
      "for (j in 2:J) u0[j] ~ normal(u0[j - 1], t);",
      "for (j in 1:J) for (k in 1:2) M0[j, k] ~ normal(k * a, 1);",
      "for (i in 1:N) cn[i] ~ poisson(s * r[i]);",
      "for (i in 1:N) cn[i] ~ binomial(9, p);",
      "for (i in 1:N) cn[i] ~ poisson_log(u0[g[i]]);",
      "{ vector[J] d0 = u0 - v0; d0 ~ normal(0, 1); }",
      "{ real acc = 0; for (j in 1:J) acc += u0[j] * v0[j]; target += normal_lpdf(acc | 0, 1); }",
      "{ matrix[J, 2] D0 = M0; D0[, 1] = u0; to_vector(D0) ~ normal(0, 2); }",
      "{ real lag = 0; for (i in 1:N) { yn[i] ~ normal(lag, 1); lag = 0.5 * lag + a; } }",
      "for (i in 1:N) { vector[2] m = [a, b]'; m[1] += z[i]; yn[i] ~ normal(sum(m), s); }",
  }));
}

void declare_groups(Sketch& sketch) {
  const std::string text = sketch.transformed_text() + sketch.model_text();
  if (mentions(text, "twice")) {
    sketch.function("  vector twice(matrix M, vector x) {\n    return M * (M * x);\n  }");
  }
  const auto has = [&](const char* name) { return text.find(name) != std::string::npos; };
  const auto add = [&](const std::string& declaration, const std::string& prior) {
    sketch.parameter(declaration);
    sketch.model(prior);
  };
  if (has("u0"))
    add("vector[J] u0", sketch.pick({"u0 ~ normal(0, 1);", "u0 ~ normal(a, t);",
                                     "for (j in 1:J) u0[j] ~ normal(a, 1);"}));
  if (has("v0")) add("vector[J] v0", sketch.pick({"v0 ~ normal(0, 1);", "v0 ~ normal(b, 2);"}));
  if (has("M0"))
    add("matrix[J, 2] M0",
        sketch.pick({"to_vector(M0) ~ normal(0, 1);", "for (j in 1:J) M0[j] ~ normal(b, 1);"}));
  if (has("N0")) add("array[2, J] real N0", "for (j in 1:2) N0[j] ~ normal(0, 1);");
  if (has("W0")) add("array[J] vector[2] W0", "for (j in 1:J) W0[j] ~ normal(c, 1);");
}

}  // namespace

Case loops(std::uint64_t seed) {
  Sketch sketch(2, seed);
  sketch.size("N", sketch.between(2, 5));
  sketch.size("J", sketch.between(2, 3));
  sketch.size("K", 2);
  sketch.vector("yn", "N");
  sketch.vector("z", "N");
  sketch.matrix("Z", "N", "K");
  sketch.positives("r", "N");
  sketch.indices("g", "N", "J");
  sketch.indices("h", "N", "J");
  sketch.counts("cn", "N", 6);
  likelihood(sketch, mean_at_i(sketch), noise_at_i(sketch));
  if (sketch.chance(0.5)) addition(sketch);
  declare_groups(sketch);
  declare_standard(sketch);
  return sketch.finish();
}

}  // namespace autumn::laws
