// This generator of the hunt makes chains over time: states of width one and two, centred and by
// steps, autoregressions of states and of data, seasons that sum to about zero.
#include <fmt/format.h>

#include "laws/generators.h"
#include "laws/group_terms.h"

namespace autumn::laws {
namespace {

// With `{0}` the name of the states and `{1}` a scale.
std::string filled(const std::string& text, const std::string& f, const std::string& s) {
  return fmt::format(fmt::runtime(text), f, s);
}

std::string coefficient(Sketch& sketch, const std::string& name) {
  switch (sketch.below(5)) {
    case 0: return "0.9";
    case 1: return "1";
    case 2:
      sketch.parameter("real " + name);
      sketch.model(name + " ~ normal(0.5, 0.5);");
      return name;
    default: sketch.parameter("real<lower=-1, upper=1> " + name); return name;
  }
}

std::string start(Sketch& sketch) {
  return sketch.pick(
      {"normal(0, 2)", "normal(y[1], 1)", "normal(0, 100)", "normal(0, {1})", "std_normal()", ""});
}

// A level, centred.
std::string level(Sketch& sketch, const std::string& id) {
  const std::string f = "l" + id, s = scale(sketch, "s" + id);
  sketch.parameter("vector[T] " + f);
  const std::string first = start(sketch);
  if (!first.empty()) sketch.model(filled("{0}[1] ~ " + first + ";", f, s));
  sketch.model(filled(sketch.pick({"for (t in 2:T) {0}[t] ~ normal({0}[t - 1], {1});",
                                   "{0}[2:T] ~ normal({0}[1:(T - 1)], {1});",
                                   "for (t in 2:T) {0}[t] - {0}[t - 1] ~ normal(0, {1});",
                                   "for (t in 2:T) {0}[t] ~ normal({0}[t - 1] + 0.1 * x[t], {1});",
                                   "for (t in 2:T) {0}[t] ~ normal({0}[t - 1], {1} * r[t]);"}),
                      f, s));
  return f;
}

// The same by its steps.
std::string steps(Sketch& sketch, const std::string& id) {
  const std::string f = "l" + id, s = scale(sketch, "s" + id);
  sketch.parameter("vector[T] z" + id);
  sketch.model(fmt::format("z{} ~ std_normal();", id));
  if (sketch.chance(0.4)) return fmt::format("({} * cumulative_sum(z{}))", s, id);
  const std::string phi = coefficient(sketch, "phi" + id);
  sketch.transformed(fmt::format("vector[T] {0}; {0}[1] = z{1}[1];", f, id));
  sketch.transformed(
      fmt::format("for (t in 2:T) {0}[t] = {1} * {0}[t - 1] + {2} * z{3}[t];", f, phi, s, id));
  return f;
}

// An autoregression of one or two lags.
std::string autoregression(Sketch& sketch, const std::string& id) {
  const std::string f = "a" + id, s = scale(sketch, "s" + id);
  const std::string phi = coefficient(sketch, "phi" + id);
  sketch.parameter("vector[T] " + f);
  if (sketch.chance(0.5)) {
    const bool is_stationary = sketch.chance(0.3) && phi.starts_with("phi");
    sketch.model(is_stationary
                     ? fmt::format("{}[1] ~ normal(0, abs({}) / sqrt(1 - 0.9 * square(tanh({}))));",
                                   f, s, phi)
                     : f + "[1] ~ normal(0, 1);");
    sketch.model(fmt::format("for (t in 2:T) {0}[t] ~ normal({1} * {0}[t - 1], {2});", f, phi, s));
    return f;
  }
  const std::string second = coefficient(sketch, "psi" + id);
  sketch.model(fmt::format("for (t in 1:min(2, T)) {}[t] ~ normal(0, 1);", f));
  sketch.model(
      fmt::format("for (t in 3:T) {0}[t] ~ normal({1} * {0}[t - 1] + {2} * {0}[t - 2], {3});", f,
                  phi, second, s));
  return f;
}

// A level with a slope.
std::string trend(Sketch& sketch, const std::string& id) {
  const std::string f = "l" + id, b = "b" + id;
  sketch.parameter(fmt::format("vector[T] {}; vector[T] {}", f, b));
  const std::string s = scale(sketch, "s" + id), q = scale(sketch, "q" + id);
  const std::string phi = coefficient(sketch, "phi" + id);
  sketch.model(fmt::format("{}[1] ~ normal(0, 2); {}[1] ~ normal(0, 1);", f, b));
  sketch.model(
      fmt::format("for (t in 2:T) {{ {0}[t] ~ normal({0}[t - 1] + {1}[t - 1], {2}); "
                  "{1}[t] ~ normal({4} * {1}[t - 1], {3}); }}",
                  f, b, s, q, phi));
  return f;
}

// States of width two, with a matrix between them.
std::string states(Sketch& sketch, const std::string& id) {
  const std::string f = "v" + id, s = scale(sketch, "s" + id);
  const std::string phi = coefficient(sketch, "phi" + id);
  sketch.parameter(fmt::format("array[T] vector[2] {}", f));
  sketch.transformed(fmt::format("matrix[2, 2] F{} = [[{}, 1], [0, 0.5]];", id, phi));
  sketch.model(fmt::format("{}[1] ~ multi_normal([0, 0]', [[2, 0.3], [0.3, 1]]);", f));
  const std::string step =
      sketch.pick({"normal(F{2} * {0}[t - 1], {1})",
                   "multi_normal(F{2} * {0}[t - 1], square({1}) * [[1, 0.2], [0.2, 2]])",
                   "multi_normal_cholesky(F{2} * {0}[t - 1], [[0.4, 0], [0.1, 1]])",
                   "multi_normal({0}[t - 1], add_diag([[0, 0.1], [0.1, 0]], 0.5 + square({1})))",
                   "multi_normal_prec(F{2} * {0}[t - 1], [[2, 0.3], [0.3, 1]])"});
  sketch.model(
      fmt::format("for (t in 2:T) {}[t] ~ {};", f, fmt::format(fmt::runtime(step), f, s, id)));
  return fmt::format("to_vector({}[, {}])", f, sketch.pick({"1", "2"}));
}

// A season of S: what S of them in a row sum to is about zero.
std::string season(Sketch& sketch, const std::string& id) {
  const std::string f = "w" + id, s = scale(sketch, "s" + id);
  sketch.parameter("vector[T] " + f);
  sketch.model(fmt::format("for (t in 1:min(S - 1, T)) {}[t] ~ normal(0, 1);", f));
  sketch.model(
      filled(sketch.pick({"for (t in S:T) {0}[t] ~ normal(-sum({0}[(t - S + 1):(t - 1)]), {1});",
                          "for (t in S:T) sum({0}[(t - S + 1):t]) ~ normal(0, {1});"}),
             f, s));
  return f;
}

std::string component(Sketch& sketch, const std::string& id) {
  switch (sketch.below(7)) {
    case 0: return level(sketch, id);
    case 1: return steps(sketch, id);
    case 2: return autoregression(sketch, id);
    case 3: return trend(sketch, id);
    case 4: return states(sketch, id);
    case 5: return season(sketch, id);
    default: return fmt::format("x .* {}", level(sketch, id));
  }
}

}  // namespace

Case chains(std::uint64_t seed) {
  Sketch sketch(11, seed);
  sketch.size("T", sketch.chance(0.2) ? sketch.between(12, 40) : sketch.between(1, 6));
  sketch.size("S", sketch.between(2, 4));
  sketch.vector("y", "T");
  sketch.vector("x", "T");
  sketch.positives("r", "T");
  sketch.counts("n", "T", 6);
  sketch.indices("o", "T", "T");
  std::string mean = component(sketch, "1");
  if (sketch.chance(0.5)) mean += " + " + component(sketch, "2");
  if (sketch.chance(0.3)) {
    sketch.parameter("real c");
    if (sketch.chance(0.7)) sketch.model("c ~ normal(0, 5);");
    mean += " + c";
  }
  sketch.model(fmt::format(
      fmt::runtime(sketch.pick({"y ~ normal({0}, {1});", "y ~ normal({0}, {1});",
                                "y ~ normal({0}, {1} * r);", "y[o] ~ normal(({0})[o], {1});",
                                "for (t in 1:T) y[t] ~ normal(({0})[t], {1});",
                                "sum(y) ~ normal(sum({0}), {1});", "n ~ poisson_log({0});",
                                "r ~ lognormal({0}, {1});", "y ~ student_t(4, {0}, {1});",
                                "for (t in 2:T) y[t] ~ normal(({0})[t] + 0.3 * y[t - 1], {1});",
                                "y ~ normal(cumulative_sum({0}), {1});"})),
      mean, scale(sketch, "sy")));
  return sketch.finish();
}

}  // namespace autumn::laws
