// Hierarchies, crossed effects, chains, processes and regressions, full rank or not.
#include <fmt/format.h>

#include "laws/generators.h"
#include "laws/sketch.h"

namespace autumn::laws {
namespace {

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

std::string location(Sketch& sketch, const std::string& name) {
  if (sketch.chance(0.4)) return "0";
  sketch.parameter("real " + name);
  if (sketch.chance(0.9))
    sketch.model(fmt::format("{} ~ normal(0, {});", name, sketch.pick({"1", "5", "100"})));
  return name;
}

// Each of the following declares its parameters and gives a term of the mean, a vector[N].

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
