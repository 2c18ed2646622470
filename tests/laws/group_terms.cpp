// This file makes intercepts, coefficients, slopes and chains of models with groups, centred and
// not.
#include "laws/group_terms.h"

#include <fmt/format.h>

namespace autumn::laws {
namespace {

std::string location(Sketch& sketch, const std::string& name) {
  if (sketch.chance(0.4)) return "0";
  sketch.parameter("real " + name);
  if (sketch.chance(0.9))
    sketch.model(fmt::format("{} ~ normal(0, {});", name, sketch.pick({"1", "5", "100"})));
  return name;
}

}  // namespace

std::string scale(Sketch& sketch, const std::string& name) {
  switch (sketch.below(6)) {
    case 0: return "0.7";
    case 1:
      sketch.parameter("real<lower=0> " + name);
      sketch.model(fmt::format("{} ~ inv_gamma(3, 2);", name));
      return fmt::format("sqrt({})", name);
    case 2:
      sketch.parameter("real<lower=0> " + name);
      sketch.model(fmt::format("{} ~ gamma(2, 1);", name));
      return fmt::format("1 / sqrt({})", name);
    case 3:
      sketch.parameter("real " + name);
      sketch.model(fmt::format("{} ~ normal(1, 1);", name));
      return name;
    default:
      sketch.parameter("real<lower=0> " + name);
      sketch.model(fmt::format(
          "{} ~ {};", name,
          sketch.pick({"cauchy(0, 1)", "exponential(1)", "gamma(2, 1)", "lognormal(0, 1)"})));
      return name;
  }
}

// Intercepts per group, centred or not, or with the second level on the first.
std::string intercepts(Sketch& sketch, const std::string& id, const std::string& index) {
  const std::string m = location(sketch, "m" + id);
  const std::string s = scale(sketch, "s" + id);
  const std::string u = "u" + id;
  sketch.parameter("vector[J] " + u);
  switch (sketch.below(6)) {
    case 0:
      sketch.model(u + " ~ std_normal();");
      return fmt::format("({} + {} * {}[{}])", m, s, u, index);
    case 1:
      sketch.model(fmt::format("{} ~ normal({}, {});", u, m, s));
      sketch.parameter(fmt::format("vector[J] w{}", id));
      sketch.model(fmt::format("w{} ~ normal({}, {});", id, u, scale(sketch, "t" + id)));
      return fmt::format("({0}[{1}] + w{2}[{1}])", u, index, id);
    case 2:
      sketch.model(fmt::format("{} ~ normal({}, {});", u, m, s));
      return fmt::format("({0}[{1}] - {0}[h])", u, index);
    case 3:
      sketch.model(fmt::format("for (j in 1:J) {}[j] ~ normal({}, {});", u, m, s));
      return fmt::format("{}[{}]", u, index);
    default:
      sketch.model(fmt::format("{} ~ normal({}, {});", u, m, s));
      return fmt::format("{}[{}]", u, index);
  }
}

std::string regression(Sketch& sketch, const std::string& id) {
  sketch.parameter("vector[K] b" + id);
  sketch.model(fmt::format("b{} ~ normal({}, {});", id, location(sketch, "m" + id),
                           scale(sketch, "t" + id)));
  return fmt::format("X * b{}", id);
}

std::string slopes(Sketch& sketch, const std::string& id) {
  sketch.parameter("matrix[J, 2] B" + id);
  switch (sketch.below(3)) {
    case 0:
      sketch.model(fmt::format("to_vector(B{}) ~ normal(0, {});", id, scale(sketch, "s" + id)));
      break;
    case 1:
      sketch.parameter("cholesky_factor_corr[2] L" + id);
      sketch.model(fmt::format("L{} ~ lkj_corr_cholesky(2);", id));
      sketch.model(
          fmt::format("for (j in 1:J) B{0}[j]' ~ multi_normal_cholesky([0, 0]', "
                      "diag_pre_multiply([0.5, 2]', L{0}));",
                      id));
      break;
    default:
      sketch.parameter(fmt::format("vector[2] m{}", id));
      sketch.model(fmt::format("m{} ~ normal(0, 1);", id));
      sketch.model(
          fmt::format("for (j in 1:J) B{0}[j]' ~ normal(m{0}, {1});", id, scale(sketch, "s" + id)));
  }
  return fmt::format("(B{0}[g, 1] + B{0}[g, 2] .* x)", id);
}

// A random walk, an autoregression, or a process over the rows.
std::string chain(Sketch& sketch, const std::string& id) {
  const std::string s = scale(sketch, "s" + id);
  const std::string f = "f" + id;
  sketch.parameter("vector[N] " + f);
  switch (sketch.below(5)) {
    case 0:
      sketch.model(f + "[1] ~ normal(0, 2);");
      sketch.model(fmt::format("for (i in 2:N) {0}[i] ~ normal({0}[i - 1], {1});", f, s));
      return f;
    case 1:
      sketch.parameter(fmt::format("real<lower=-1, upper=1> r{}", id));
      sketch.model(f + "[1] ~ normal(0, 2);");
      sketch.model(fmt::format("{0}[2:N] ~ normal(r{2} * {0}[1:(N - 1)], {1});", f, s, id));
      return f;
    case 2:
      sketch.model(f + " ~ std_normal();");
      return fmt::format("({} * cumulative_sum({}))", s, f);
    case 3:
      sketch.model(
          fmt::format("{} ~ multi_normal(rep_vector(0, N), "
                      "add_diag(gp_exp_quad_cov(to_array_1d(x), 1.0, {}), 0.01));",
                      f, s));
      return f;
    default:
      sketch.model(f + " ~ std_normal();");
      return fmt::format(
          "(cholesky_decompose(add_diag(gp_matern32_cov(to_array_1d(x), {}, 1.0), 0.01)) * {})", s,
          f);
  }
}

}  // namespace autumn::laws
