// This generator of the hunt makes variables nobody observes, whose distributions are valid on a
// part of the space only; constraints of transformed parameters; truncation.
#include <fmt/format.h>

#include "laws/generators.h"
#include "laws/phrases.h"

namespace autumn::laws {
namespace {

// A parameter with a support too wide for its use, and how it is written.
struct Wide {
  std::string declaration;
  std::string statement;
};

// Arguments that are valid for some values of the kept variables only.
std::string risky(Sketch& sketch, char kind) {
  switch (kind) {
    case 'p':
      return sketch.pick({"k1", "k1 + k2", "exp(k1)", "k1 * k2", "log(k2)", "square(k1)", "k3",
                          "k3 - 1", "sqrt(k1)", "1 - k3", "inv(k2)"});
    case 'r':
      return sketch.pick({"k1", "log(k1)", "sqrt(k2)", "k1 / k2", "logit(k3)", "k1 - k2",
                          "log1m(k3)", "acos(k2)", "m"});
    case 'u': return sketch.pick({"k1", "k3", "inv_logit(k1)", "k3 - 0.2", "k1 * k1"});
    case 'v':
      return sketch.pick(
          {"[k1, k2]'", "[0, 0]'", "[log(k1), 0]'", "rep_vector(m, 2)", "[sqrt(k1), k2]'"});
    case 'q': return sketch.pick({"[k1, 1]'", "[k3, k3]'", "[1, 2]'", "exp([k1, k2]')"});
    case 'S':
      return sketch.pick({"[[1, r], [r, 1]]", "[[k1, 0], [0, 1]]", "[[1, r], [r, 2]]",
                          "[[k3, r], [r, k3]]", "diag_matrix([k1, k2]')"});
    case 'L':
      return sketch.pick({"[[1, 0], [r, 1]]", "[[k1, 0], [r, 1]]", "diag_matrix([k1, k3]')",
                          "cholesky_decompose([[1, r], [r, 1]])"});
    default: return expression(sketch, kind, 0);
  }
}

std::string with_risks(Sketch& sketch, std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '#') {
      result += "2";
    } else if (text[i] == '$') {
      result += "(" + risky(sketch, text[++i]) + ")";
    } else {
      result += text[i];
    }
  }
  return result;
}

std::string declared(std::string_view type, const std::string& name) {
  std::string text(type);
  if (const std::size_t at = text.find('#'); at != std::string::npos) text.replace(at, 1, "2");
  return text + " " + name;
}

const DistributionWords& leaf_words(Sketch& sketch, std::size_t first) {
  const auto all = distribution_words();
  std::size_t k = first % all.size();
  while (all[k].type.empty()) k = (k + 1) % all.size();
  if (sketch.chance(0.15)) k = sketch.below(2);  // normals are what other things are made of
  return all[k];
}

// z ~ D(risky arguments), and perhaps something that reads z.
void leaf(Sketch& sketch, std::uint64_t seed, const std::string& z) {
  const DistributionWords& words = leaf_words(sketch, seed);
  const bool is_bounded = words.name == "uniform";
  const std::string arguments = is_bounded
                                    ? sketch.pick({"k1, k2", "k1, k3", "0, k3", "k1, k1 + 1"})
                                    : with_risks(sketch, words.arguments);
  const std::string type = is_bounded && sketch.chance(0.6) ? "real" : std::string(words.type);
  sketch.parameter(declared(type, z));
  sketch.model(fmt::format("{} ~ {}({});", z, words.name, arguments));
  if (!type.starts_with("real") || sketch.chance(0.5)) return;
  sketch.parameter("real c" + z);
  sketch.model(fmt::format(
      fmt::runtime(sketch.pick({"c{0} ~ normal({0}, 1);", "c{0} ~ normal(log({0}), 1);",
                                "c{0} ~ normal(0, {0});", "c{0} ~ normal(m * {0}, k1);"})),
      z));
}

// Collapsed factors with conditions of their own.
void observed(Sketch& sketch) {
  sketch.model(sketch.pick({
      "y ~ normal(m, k1);",
      "y ~ normal(m + log(k1), 1);",
      "y ~ normal(m * sqrt(k2), exp(k1));",
      "y ~ multi_normal(rep_vector(m, 2), [[1, r], [r, 1]]);",
      "y ~ multi_normal_prec([m, k1]', [[1, r], [r, 1]]);",
      "y ~ multi_normal_cholesky([m, m]', [[k3, 0], [r, 1]]);",
      "m ~ normal(0, k1);",
      "n ~ poisson(k4 * k1);",
      "n ~ poisson(k4 / k3);",
      "n ~ binomial(9, p * k3);",
      "y ~ normal(m, k1 * sqrt(k4));",
      "y ~ normal(m, 1 / sqrt(k4 * k1));",
      "y ~ student_t(k1, m, 1);",
      "target += k1 * normal_lpdf(y | m, 1);",
      "target += log(k1) + normal_lpdf(y | m, k2);",
      "exp(y) ~ gamma(k1, k4);",
      "exp(y) ~ weibull(k1, k4);",
      "y ~ normal(m, 1) T[k1, ];",
      "m ~ normal(k1, 1) T[k2, ];",
      "m ~ normal(0, 1) T[-2, 2];",
      "k4 ~ gamma(k1, 1) T[, 5];",
      "y[1] ~ normal(m, 2) T[, k3];",
  }));
}

// A declared constraint is a condition, too.
void constraint(Sketch& sketch) {
  sketch.transformed(sketch.pick({
      "real<lower=0> c0 = m + k1;",
      "real<lower=0> c0 = k1 + 1;",
      "real<lower=k2> c0 = k1;",
      "real<lower=0, upper=1> c0 = p + k1;",
      "vector<lower=0>[2] c0 = [m, k1]';",
      "ordered[2] c0 = [m, k1]';",
      "ordered[2] c0 = [k1, k2]';",
      "positive_ordered[2] c0 = [k1, k4]';",
      "simplex[2] c0 = [p, 1 - p]';",
      "simplex[2] c0 = [k1, 1 - k1]';",
      "cov_matrix[2] c0 = [[1, r], [r, 1]];",
      "cov_matrix[2] c0 = [[k4, r], [r, 1]];",
      "corr_matrix[2] c0 = [[1, r], [r, 1]];",
      "cholesky_factor_cov[2] c0 = [[k1, 0], [m, 1]];",
      "unit_vector[2] c0 = [sin(m), cos(m)]';",
      "real<upper=0> c0 = log(k1);",
      "real<offset=k1, multiplier=k2> c0 = m;",
  }));
}

const std::vector<Wide>& kept_variables() {
  static const std::vector<Wide> variables{
      {"real k1", "k1 ~ normal(1, 1);"},
      {"real k2", "k2 ~ student_t(5, 1, 1);"},
      {"real<lower=-0.5, upper=3> k3", "k3 ~ normal(1, 2);"},
      {"real<lower=-1.5, upper=1.5> r", "r ~ normal(0, 1);"},
      {"real m", "m ~ normal(0, 1);"},
      {"real<lower=0> k4", "k4 ~ gamma(2, 1);"},
      {"real<lower=0, upper=1> p", "p ~ beta(2, 2);"},
  };
  return variables;
}

}  // namespace

Case leaves(std::uint64_t seed) {
  Sketch sketch(4, seed);
  sketch.size("K", 2);
  leaf(sketch, seed, "z1");
  if (sketch.chance(0.3)) leaf(sketch, sketch.below(1000), "z2");
  if (sketch.chance(0.6)) observed(sketch);
  if (sketch.chance(0.4)) constraint(sketch);
  const std::string text = sketch.transformed_text() + sketch.model_text();
  for (const Wide& variable : kept_variables()) {
    const std::string name = variable.declaration.substr(variable.declaration.rfind(' ') + 1);
    if (!mentions(text, name)) continue;
    sketch.parameter(variable.declaration);
    if (sketch.chance(0.9)) sketch.model(variable.statement);
  }
  declare_standard_data(sketch);
  return sketch.finish();
}

}  // namespace autumn::laws
