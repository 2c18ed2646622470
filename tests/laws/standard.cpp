// This file declares the variables and data that phrases mention, where they are used.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "laws/phrases.h"

namespace autumn::laws {
namespace {

// The words of a text.
std::set<std::string> words_in(const std::string& text) {
  std::set<std::string> words;
  std::string word;
  for (const char c : text + " ") {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_') {
      word += c;
    } else {
      words.insert(word);
      word.clear();
    }
  }
  return words;
}

struct Standard {
  std::string name;
  std::string type;
  std::vector<std::string_view> priors;  // one of them
};

const std::vector<Standard>& standard_variables() {
  static const std::vector<Standard> variables{
      {"s",
       "real<lower=0>",
       {"gamma(2, 1)", "inv_gamma(3, 2)", "exponential(1)", "lognormal(0, 1)", "normal(0, 1)"}},
      {"t",
       "real<lower=0>",
       {"inv_gamma(2, 1)", "gamma(1.5, s0)", "scaled_inv_chi_square(3, 1)", "cauchy(0, 1)"}},
      {"p", "real<lower=0, upper=1>", {"beta(2, 3)", "uniform(0, 1)", "beta(s0, 1)"}},
      {"a", "real", {"normal(0, 1)", "normal(0.5, 2)", "normal(0, s0)", "student_t(4, 0, 1)"}},
      {"b", "real", {"normal(0, 1)", "normal(m0, 1)", "normal(m0, s0)"}},
      {"c", "real", {"normal(0, 1)", "normal(m0, 0.5)", "normal(-1, s0)"}},
      {"u",
       "vector[K]",
       {"normal(0, 1)", "normal(m0, s0)", "std_normal()", "multi_normal(rep_vector(m0, K), S1)"}},
      {"v",
       "vector[K]",
       {"normal(0, 1)", "normal(m0, 1)",
        "multi_normal_cholesky(rep_vector(0, K), cholesky_decompose(S1))"}},
      {"q",
       "vector<lower=0>[K]",
       {"gamma(2, 1)", "inv_gamma(3, s0)", "lognormal(0, 1)", "exponential(1)"}},
      {"w", "simplex[K]", {"dirichlet(rep_vector(1, K))", "dirichlet(rep_vector(s0, K))"}},
      {"o", "ordered[K]", {"normal(0, 1)"}},
      {"S0", "cov_matrix[K]", {"wishart(K + 2, S1)", "inv_wishart(K + 2, S1)"}},
      {"L0", "cholesky_factor_cov[K]", {"wishart_cholesky(K + 2, cholesky_decompose(S1))"}},
      {"R0", "corr_matrix[K]", {"lkj_corr(2)"}},
      {"C0", "cholesky_factor_corr[K]", {"lkj_corr_cholesky(2)"}},
      {"e", "array[K] real", {"normal(0, 1)", "normal(m0, s0)"}},
      {"A", "matrix[K, K]", {"normal(0, 1)"}},
      {"B", "matrix[K, K]", {"normal(0, 1)", "normal(m0, 1)"}},
  };
  return variables;
}

// Standard covariance, zero column, small indices and counts.
void declare_data(Sketch& sketch, const std::set<std::string>& words) {
  const auto has = [&](const char* name) {
    return words.contains(name) && !sketch.has_datum(name);
  };
  if (has("d")) sketch.real("d", sketch.number());
  if (has("x")) sketch.vector("x", "K");
  if (has("y")) sketch.vector("y", "K");
  if (has("X")) sketch.matrix("X", "K", "K");
  if (has("X0")) {
    sketch.matrix("X0", "K", "K");
    for (std::size_t i = 0; i < sketch.size_of("K"); ++i) {
      sketch.datum("X0").numbers[i * sketch.size_of("K")] = 0.0;
    }
  }
  if (has("S1")) {
    sketch.matrix("S1", "K", "K");
    sketch.datum("S1").numbers = {1.5, 0.3, 0.3, 0.8};
  }
  if (has("g")) sketch.indices("g", "K", "K");
  if (has("h")) sketch.indices("h", "K", "K");
  if (has("n")) sketch.counts("n", "K", 6);
  if (has("bn")) sketch.counts("bn", "K", 1);
  if (has("kn")) sketch.indices("kn", "K", "K");
}

}  // namespace

std::string filled_with_variable(Sketch& sketch, std::string_view text, std::size_t depth) {
  constexpr std::size_t kMostTrials = 10;
  std::string result;
  for (std::size_t k = 0; k < kMostTrials; ++k) {
    result = filled(sketch, text, depth);
    const std::set<std::string> words = words_in(result);
    const bool has_variable = std::ranges::any_of(
        standard_variables(), [&](const Standard& v) { return words.contains(v.name); });
    if (has_variable) break;
  }
  return result;
}

bool mentions(const std::string& text, const std::string& name) {
  return words_in(text).contains(name);
}

void declare_standard_data(Sketch& sketch) {
  declare_data(sketch, words_in(sketch.transformed_text() + sketch.model_text()));
}

void declare_standard(Sketch& sketch) {
  const std::set<std::string> words = words_in(sketch.transformed_text() + sketch.model_text());
  std::string priors;
  std::vector<std::string> declarations;
  for (const Standard& variable : standard_variables()) {
    if (!words.contains(variable.name)) continue;
    declarations.push_back(variable.type + " " + variable.name);
    const bool is_matrix = variable.type.starts_with("matrix");
    priors +=
        fmt::format("  {} ~ {};\n", is_matrix ? "to_vector(" + variable.name + ")" : variable.name,
                    variable.priors[sketch.below(variable.priors.size())]);
  }
  const std::set<std::string> more = words_in(priors);
  if (more.contains("m0")) {
    sketch.parameter("real m0");
    priors += "  m0 ~ normal(0, 1);\n";
  }
  if (more.contains("s0")) {
    sketch.parameter("real<lower=0> s0");
    priors +=
        fmt::format("  s0 ~ {};\n", sketch.pick({"gamma(2, 2)", "exponential(1)", "cauchy(0, 1)"}));
  }
  for (const std::string& declaration : declarations) sketch.parameter(declaration);
  std::set<std::string> all = words;
  all.insert(more.begin(), more.end());
  declare_data(sketch, all);
  if (words.contains("part")) {
    sketch.function(
        "  real part(array[] real slice, int first, int last, real shift) {\n"
        "    return sum(slice) + shift * size(slice);\n  }");
  }
  if (!priors.empty()) sketch.model(priors.substr(2, priors.size() - 3));
}

std::string observation(Sketch& sketch, char kind, const std::string& text) {
  const std::string scale = sketch.chance(0.7)
                                ? sketch.pick({"s", "t", "0.8", "sqrt(t)", "1 / sqrt(s)"})
                                : expression(sketch, 'p', 1);
  switch (kind) {
    case 'r':
      return fmt::format(
          fmt::runtime(sketch.pick({"d ~ normal({0}, {1});", "y ~ normal({0}, {1});",
                                    "d ~ student_t(4, {0}, {1});", "exp(d) ~ lognormal({0}, {1});",
                                    "n ~ poisson_log({0});", "bn ~ bernoulli_logit({0});",
                                    "target += 0.5 * normal_lpdf(y | {0}, {1});",
                                    "y ~ normal({0} + x * b, {1});"})),
          text, scale);
    case 'p':
      return fmt::format(
          fmt::runtime(sketch.pick({"d ~ normal(a, {0});", "n ~ poisson({0});",
                                    "exp(y) ~ exponential({0});", "exp(d) ~ gamma(2, {0});",
                                    "y ~ normal(u, {0});", "exp(d) ~ inv_gamma(2, {0});"})),
          text);
    case 'u':
      return fmt::format(
          fmt::runtime(sketch.pick({"bn ~ bernoulli({0});", "n ~ binomial(9, {0});"})), text);
    case 'v':
      return fmt::format(
          fmt::runtime(sketch.pick(
              {"y ~ normal({0}, {1});", "y ~ multi_normal({0}, S1);", "n ~ poisson_log({0});",
               "y ~ multi_normal_cholesky({0}, cholesky_decompose(S1));",
               "y ~ multi_normal_prec({0}, S1);", "y ~ normal_id_glm(X, a, {0}, {1});",
               "v ~ normal({0}, {1});", "target += 2 * normal_lpdf(y | {0}, {1});"})),
          text, scale);
    case 'w': return fmt::format("y ~ normal(to_vector({}), {});", text, scale);
    case 'q': return fmt::format("y ~ normal(u, {});", text);
    case 'f': return fmt::format("kn ~ categorical({});", text);
    case 'o': return fmt::format("kn ~ ordered_logistic(a, {});", text);
    case 'S': return fmt::format("y ~ multi_normal(u, {});", text);
    case 'L': return fmt::format("y ~ multi_normal_cholesky(u, {});", text);
    case 'V': return fmt::format("for (i in 1:2) y ~ normal({}[i], {});", text, scale);
    case 'e': return fmt::format("d ~ normal({}, {});", text, scale);
    default: return fmt::format("d ~ normal(to_vector({}), {});", text, scale);
  }
}

}  // namespace autumn::laws
