// This generator of the hunt makes programs whose way depends on parameters: means, scales and
// densities that are chosen by conditions, loops that end somewhere, and functions that return
// early.
#include <fmt/format.h>

#include "laws/generators.h"
#include "laws/group_terms.h"

namespace autumn::laws {
namespace {

constexpr const char* kFunctions =
    R"(  real clipped(real x) { if (x < 0) return 0; if (x > 1) { return 1; } return x; }
  real bent(real x, real k) { if (x < k) return x; return k + 0.5 * (x - k); }
  real halved(real x) { real v = x; while (v > 1) { v *= 0.5; } return v; }
  real first_above(vector x, real k) {
    for (j in 1:num_elements(x)) { if (x[j] > k) return x[j]; }
    return k;
  })";

// With an index i over N rows.
std::string condition(Sketch& sketch) {
  return sketch.pick({"z[i] < c", "z[i] < c", "c > 0", "z[i] < c && z[i] > c - 1",
                      "c > 0.5 || z[i] > 0", "!(z[i] < c)", "a > 0", "u[g[i]] > c", "c == 0",
                      "s > 1", "g[i] > h[i]", "log(abs(c)) > z[i]", "clipped(c) > 0.3",
                      "square(c) < 1 || sqrt(square(c) - 1) > z[i]"});
}

std::string mean(Sketch& sketch) {
  return sketch.pick({"a", "b", "a + b * z[i]", "u[g[i]]", "u[g[i]] - u[h[i]]", "0", "c",
                      "a * z[i] + u[h[i]]", "c * a", "b + bent(z[i], c)", "a * clipped(z[i] - c)",
                      "a + first_above(u, c)", "halved(c) * b", "b * exp(c)", "sqrt(c) * a",
                      "b + log(c)"});
}

std::string noise(Sketch& sketch) {
  return sketch.pick({"s", "s", "s", "s * r[i]", "0.5", "c > 0 ? s : 2 * s", "s + clipped(c)"});
}

// One element of the mean is set, under conditions.
std::string setting(Sketch& sketch) {
  const std::string if_true = mean(sketch), if_false = mean(sketch), c = condition(sketch);
  switch (sketch.below(6)) {
    case 0: return fmt::format("mu[i] = {} ? {} : {};", c, if_true, if_false);
    case 1: return fmt::format("if ({}) mu[i] = {}; else mu[i] = {};", c, if_true, if_false);
    case 2: return fmt::format("mu[i] = {}; if ({}) mu[i] += {};", if_false, c, if_true);
    case 3: return fmt::format("mu[i] = {}; if ({}) continue; mu[i] = {};", if_true, c, if_false);
    case 4: return fmt::format("{{ int k = 1; if ({}) k = J; mu[i] = u[k] + {}; }}", c, if_true);
    default:
      return fmt::format("{{ vector[2] both = [{}, {}]'; mu[i] = both[({}) ? 1 : 2]; }}", if_true,
                         if_false, c);
  }
}

void add_likelihood(Sketch& sketch) {
  const std::string s = noise(sketch);
  if (sketch.chance(0.3)) {
    sketch.model(fmt::format(
        "for (i in 1:N) if ({}) y[i] ~ normal({}, {}); else y[i] ~ {};", condition(sketch),
        mean(sketch), s,
        sketch.pick({"normal(a, s)", "student_t(4, b, s)", "cauchy(0, s)", "normal(u[g[i]], 2)"})));
    return;
  }
  sketch.model("vector[N] mu;");
  sketch.model(fmt::format("for (i in 1:N) {{ {} }}", setting(sketch)));
  if (sketch.chance(0.2)) {
    sketch.model("for (i in 1:N) { if (mu[i] > 3) break; mu[i] = 0.5 * mu[i]; }");
  }
  sketch.model(sketch.pick({"y ~ normal(mu, s);", "y ~ normal(mu, s);",
                            "for (i in 1:N) y[i] ~ normal(mu[i], s);", "n ~ poisson_log(mu);",
                            "for (i in 1:N) target += normal_lpdf(y[i] | mu[i], s * r[i]);"}));
}

// What stands beside: a term or a refusal under a condition.
void add_more(Sketch& sketch) {
  sketch.model(sketch.pick(
      {"if (c > 0) target += -square(c);", "if (c > 2) reject(\"large\");",
       "if (c > 0) c ~ exponential(2); else target += log(0.5) + c;",
       "{ real v = c; int k = 0; while (v < 1) { v += 0.7; k += 1; } target += -0.1 * k; }",
       "{ array[J] int o = sort_indices_asc(u); target += -0.1 * square(u[o[1]]); }",
       "if (a > b) target += -0.2 * (a - b);", "for (j in 1:J) if (u[j] > c) target += -0.1;"}));
}

}  // namespace

Case conditions(std::uint64_t seed) {
  Sketch sketch(9, seed);
  sketch.function(kFunctions);
  sketch.size("N", sketch.between(1, 8));
  sketch.size("J", sketch.between(1, 3));
  sketch.vector("y", "N");
  sketch.vector("z", "N");
  sketch.positives("r", "N");
  sketch.indices("g", "N", "J");
  sketch.indices("h", "N", "J");
  sketch.counts("n", "N", 6);
  for (const char* name : {"a", "b", "c"}) {
    sketch.parameter(fmt::format("real {}", name));
    sketch.model(fmt::format("{} ~ normal(0, {});", name, sketch.chance(0.5) ? "1" : "2.5"));
  }
  sketch.parameter("vector[J] u");
  sketch.parameter("real<lower=0> s");
  sketch.model(
      fmt::format("u ~ normal({}, {});", sketch.pick({"0", "a", "c", "b"}), scale(sketch, "w")));
  sketch.model("s ~ exponential(1);");
  add_likelihood(sketch);
  if (sketch.chance(0.4)) add_more(sketch);
  return sketch.finish();
}

}  // namespace autumn::laws
