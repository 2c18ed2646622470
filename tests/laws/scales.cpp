// This generator of the hunt makes scales and rates with flat priors and powers in target, declared
// bounds, data that are zero, Weibulls with a sampled shape, truncated leaves, scales of
// covariances and covariances.
#include <fmt/format.h>

#include "laws/generators.h"
#include "laws/sketch.h"

namespace autumn::laws {
namespace {

// What is said of a scale or a rate of this name, if anything.
void prior_of(Sketch& sketch, const std::string& name) {
  const std::string text = sketch.pick(
      {"", "", "target += -log({0});", "target += -2 * log({0});",
       "target += -log(square({0})) - 0.5 / {0}^2;", "target += 0.5 * log({0}) - 1.5 * {0};",
       "target += -1.5 * log({0}) - 0.7 / {0};", "target += log(2 * {0});", "target += -{0};",
       "{0} ~ gamma(2, 1);", "{0} ~ inv_gamma(2, 1);", "{0} ~ cauchy(0, 1);",
       "{0} ~ gamma(2, 1); target += -0.5 * log({0});",
       "{0} ~ gamma(2, 1); target += -3 * log({0});", "{0} ~ inv_gamma(2, 1); target += -1 / {0};",
       "target += -log1p({0});", "target += -a * log({0});"});
  if (!text.empty()) sketch.model(fmt::format(fmt::runtime(text), name));
}

void location(Sketch& sketch, const std::string& name) {
  sketch.parameter("real " + name);
  const std::string prior = sketch.pick({"", "normal(0, 1)", "normal(0, 1)", "normal(0, s)",
                                         "normal(0, 3 * sqrt(s))", "student_t(4, 0, 1)"});
  if (!prior.empty()) sketch.model(fmt::format("{} ~ {};", name, prior));
}

void regression_of_scales(Sketch& sketch) {
  const std::string mean =
      sketch.pick({"a + b * x", "rep_vector(a, N)", "rep_vector(0.5, N)", "a * x",
                   "w * (a * b) + a", "a * b * w + b", "(w * a) .* (x * b) + a", "exp(a) * x",
                   "exp(a * x)", "w * log(a) + b", "a + w * exp(b)", "a * b * x"});
  const std::string scale = sketch.pick(
      {"s", "s", "2 * s", "sqrt(s)", "1 / sqrt(s)", "s * exp(b)", "s^2", "root", "s + 0.1"});
  sketch.model(fmt::format(
      fmt::runtime(sketch.pick(
          {"y ~ normal({0}, {1});", "y ~ normal({0}, {1});",
           "for (i in 1:N) y[i] ~ normal(({0})[i], {1});", "exp(y) ~ lognormal({0}, {1});",
           "target += 0.5 * normal_lpdf(y | {0}, {1});", "y ~ multi_normal({0}, ({1})^2 * M);",
           "y ~ multi_normal_prec({0}, M / square({1}));",
           "y ~ multi_normal_cholesky({0}, {1} * root_M);"})),
      mean, scale));
}

void rate(Sketch& sketch) {
  sketch.parameter("real<lower=0> g");
  sketch.parameter("real<lower=0> k");
  prior_of(sketch, "g");
  sketch.model("k ~ lognormal(0, 0.5);");
  sketch.model(sketch.pick({"exp(y) ~ weibull(k, g^(-1 / k));", "exp(y) ~ weibull(k, g^(1 / k));",
                            "exp(y) ~ weibull(k, 1.3 * pow(g, -inv(k)));",
                            "for (i in 1:N) exp(y[i]) ~ weibull(k, exp(x[i]) * g^(-1 / k));",
                            "exp(y) ~ weibull(2, g);", "exp(y) ~ weibull(k, g);",
                            "exp(y) ~ exponential(g);", "exp(y) ~ gamma(k, g);",
                            "exp(y) ~ exponential(g^k);", "exp(y) ~ gamma(1.5, 1 / g^2);"}));
}

// A matrix with a prior of its own, and vectors with it.
void covariance(Sketch& sketch) {
  sketch.parameter("cov_matrix[2] V");
  sketch.model(sketch.pick(
      {"V ~ inv_wishart(3.5, [[1, 0.2], [0.2, 2]]);", "V ~ inv_wishart(1 + s, [[2, 0], [0, 1]]);",
       "V ~ wishart(2.5, [[1, 0.2], [0.2, 2]]);", "V ~ wishart(3, s * [[1, 0.2], [0.2, 2]]);",
       "V ~ inv_wishart(s, [[s, 0], [0, 1]]);"}));
  for (int i = 0; i < 2; ++i) {
    sketch.model(sketch.pick({"[0.3, 1]' ~ multi_normal([a, b]', V);",
                              "[0.3, 1]' ~ multi_normal([exp(s), 0]', V / 2);",
                              "[0.3, 1]' ~ multi_normal([log(s), 0.1]', V);",
                              "[0.3, 1]' ~ multi_normal_prec([s, 0]', V);",
                              "[0.3, 1]' ~ multi_normal_prec([exp(a), 0]', 3 * V);",
                              "[0.3, 1]' ~ multi_normal([0, 1]', s * V);",
                              "[0.3, 1]' ~ multi_normal([0, 1]', V + [[s, 0], [0, s]]);"}));
  }
}

void declared_bound(Sketch& sketch) {
  sketch.transformed(sketch.pick({
      "real<lower=0> c0 = sqrt(s);",
      "real<lower=0> c0 = s * exp(a);",
      "vector<lower=0>[N] c0 = exp(a + b * x);",
      "real<lower=0, upper=1> c0 = inv_logit(a);",
      "real<lower=0, upper=1> c0 = exp(-s);",
      "real<lower=0> c0 = square(a) + abs(b);",
      "real<lower=0> c0 = inv(s);",
      "real<lower=0> c0 = fmax(a, 0) * s;",
      "vector<lower=0>[2] c0 = [s, log1p_exp(b)]';",
      "real<lower=0> c0 = sqrt(a);",
      "real<lower=1> c0 = exp(a);",
      "real<lower=0> c0 = s - 0.2;",
      "real<lower=0> c0 = fmax(log(b), 0);",
      "vector<lower=0>[2] c0 = [s, b]';",
      "real<lower=0, upper=1> c0 = s / (1 + s) + 0 * a;",
      "real<upper=2> c0 = 2 - s^a;",
  }));
}

void truncated(Sketch& sketch) {
  sketch.parameter(sketch.pick(
      {"vector<lower=0>[2] h", "vector<lower=-1, upper=2>[2] h", "vector<upper=1>[2] h"}));
  sketch.model(sketch.pick({"h ~ normal(0, 2);", "h ~ normal([1, -3]', 0.5);", "h ~ normal(a, s);",
                            "for (i in 1:2) h[i] ~ normal(a, s) T[0, ];",
                            "for (i in 1:2) h[i] ~ normal(a, 1) T[-1, 2];", "h ~ normal(9, 1);",
                            "h ~ cauchy(0, 1);", "target += 2 * normal_lpdf(h | 0, 1);"}));
  if (sketch.chance(0.25)) sketch.model("y ~ normal(h[1], 1);");
}

}  // namespace

Case scales(std::uint64_t seed) {
  Sketch sketch(7, seed);
  sketch.size("N", sketch.between(1, 5));
  sketch.vector("y", "N");
  sketch.vector("x", "N");
  sketch.vector("w", "N");
  for (double& number : sketch.datum("w").numbers) number = 0.0;
  if (sketch.chance(0.3)) sketch.datum("w").numbers.back() = 1.0;
  sketch.transformed("real<lower=0> root = sqrt(s);");
  sketch.transformed("matrix[N, N] M = add_diag(x * x', 0.5);");
  sketch.transformed("matrix[N, N] root_M = cholesky_decompose(M);");
  location(sketch, "a");
  location(sketch, "b");
  sketch.parameter("real<lower=0> s");
  prior_of(sketch, "s");
  regression_of_scales(sketch);
  if (sketch.chance(0.4)) rate(sketch);
  if (sketch.chance(0.3)) covariance(sketch);
  if (sketch.chance(0.5)) declared_bound(sketch);
  if (sketch.chance(0.4)) truncated(sketch);
  return sketch.finish();
}

}  // namespace autumn::laws
