// These tests go through densities and their arguments: what Stan refuses of known numbers is
// refused inside of mixtures, too, whether it is written there, comes from data, or is what
// parameters make of it; and what it accepts counts as a component with its density.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "expr/builder.h"
#include "expr/interpret.h"
#include "expr/term.h"
#include "model/validity.h"
#include "trace/slopes.h"

namespace autumn::trace {
namespace {

// A density at numbers it accepts.
struct DensityCase {
  std::string name;
  std::string y;
  std::vector<std::string> arguments;
  bool is_discrete = false;
};

void PrintTo(const DensityCase& c, std::ostream* out) {
  *out << c.name;
}

// The call with these words in place of the value (place 0) and of the arguments.
std::string call_of(const DensityCase& c, const std::vector<std::string>& words) {
  std::string text = c.name + (c.is_discrete ? "_lpmf(" : "_lpdf(") + words[0];
  for (std::size_t k = 1; k < words.size(); ++k) text += (k == 1 ? " | " : ", ") + words[k];
  return text + ")";
}

std::vector<std::string> words_of(const DensityCase& c) {
  std::vector<std::string> words{c.y};
  words.insert(words.end(), c.arguments.begin(), c.arguments.end());
  return words;
}

// What Stan says of known numbers: their density, or NaN where it throws.
double density_of_numbers(const std::string& call) {
  const auto traced = testing::traced("generated quantities {\n  real u = " + call + ";\n}");
  if (!traced.is_ok()) return NAN;
  std::vector<double> out(1);
  Random random({.seed = 1});
  return generate(traced.value().generated, {}, random, out).is_ok() ? out[0] : NAN;
}

// Of the model at p = 0; NaN where the program is refused before there is a point.
double density_at_zero(const std::string& statement, const std::string& datum) {
  const auto traced =
      testing::traced("data { real d; } parameters { real p; }\nmodel {\n  " + statement + "\n}\n",
                      "{\"d\": " + datum + "}");
  if (!traced.is_ok()) return NAN;
  const model::Model model = model::with_validity_factors(traced.value().model);
  expr::Builder builder(model.graph);
  expr::Term total = expr::constant(builder, 0.0);
  for (const model::Factor& factor : model.factors) {
    total = total + sum(expr::Term(builder, model::log_density(builder, factor)));
  }
  const auto graph = std::move(builder).finish({total.id()});
  return interpret(graph, std::vector<expr::Array>{{expr::Shape::scalar(), {0.0}}})[0].numbers[0];
}

// A number as it is written, as data, and as what parameters make of it.
struct Number {
  std::string literal;
  std::string datum;
  std::vector<std::string> of_parameters;  // at p = 0
};

const std::vector<Number>& numbers() {
  static const std::vector<Number> kNumbers{
      {"0.0", "0", {"(0.0 + p)", "exp(p - 800)", "square(exp(p - 400))", "inv_logit(p - 800)"}},
      {"1.0", "1", {"(1.0 + p)", "inv_logit(p + 100)"}},
      {"-1.0", "-1", {"(p - 1.0)"}},
      {"not_a_number()", "\"NaN\"", {"sqrt(p - 1)"}},
      {"positive_infinity()", "\"Infinity\"", {"(1 / p)", "exp(p + 800)"}},
      {"negative_infinity()", "\"-Infinity\"", {"(-1 / p)"}}};
  return kNumbers;
}

double mixed(double density) {
  if (density == -INFINITY) return std::log(0.7) + 0.1;
  return std::log(0.3 * std::exp(density) + 0.7 * std::exp(0.1));
}

bool is_refused(double density) {
  return std::isnan(density) || density == -INFINITY;
}

class RefusedArguments : public ::testing::TestWithParam<DensityCase> {};

void expect_as_known(const std::string& call, const std::string& datum, double known) {
  const std::string mixture = "target += log_mix(0.3, " + call + ", 0.1);";
  const double inside = density_at_zero(mixture, datum);
  const double taken = density_at_zero("if (p < 1) { " + mixture + " }", datum);
  const double left = density_at_zero("if (p > 1) { " + mixture + " }", datum);
  EXPECT_FALSE(is_refused(left)) << call << " where it does not count, data " << datum;
  if (std::isnan(known)) {
    EXPECT_TRUE(is_refused(inside)) << call << " is " << inside << ", data " << datum;
    EXPECT_TRUE(is_refused(taken)) << call << " where it counts, data " << datum;
    return;
  }
  if (known == INFINITY) return;
  EXPECT_NEAR(inside, mixed(known), 1e-9) << call << ", data " << datum;
  EXPECT_NEAR(taken, mixed(known), 1e-9) << call << " where it counts, data " << datum;
}

TEST_P(RefusedArguments, AreRefusedInsideOfMixturesAsOutside) {
  const DensityCase& c = GetParam();
  const std::vector<std::string> right = words_of(c);
  for (std::size_t place = c.is_discrete ? 1 : 0; place < right.size(); ++place) {
    const bool is_integer = right[place].find('.') == std::string::npos;
    if (is_integer) continue;
    for (const Number& number : numbers()) {
      std::vector<std::string> words = right;
      words[place] = number.literal;
      const double known = density_of_numbers(call_of(c, words));
      for (const std::string& x : number.of_parameters) {
        words[place] = x;
        expect_as_known(call_of(c, words), "0", known);
      }
      // Something else depends on parameters.
      const std::size_t other = place + 1 < right.size() ? place + 1 : place - 1;
      const bool has_other = right.size() > 1 && (other > 0 || !c.is_discrete);
      if (!has_other || right[other].find('.') == std::string::npos) continue;
      words[other] = "(" + right[other] + " + p)";
      words[place] = number.literal;
      expect_as_known(call_of(c, words), "0", known);
      words[place] = "d";
      expect_as_known(call_of(c, words), number.datum, known);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    Continuous, RefusedArguments,
    ::testing::Values(
        DensityCase{"normal", "0.5", {"0.2", "1.5"}}, DensityCase{"std_normal", "0.5", {}},
        DensityCase{"cauchy", "0.5", {"0.2", "1.5"}},
        DensityCase{"student_t", "0.5", {"3.0", "0.2", "1.5"}},
        DensityCase{"double_exponential", "0.5", {"0.2", "1.5"}},
        DensityCase{"logistic", "0.5", {"0.2", "1.5"}},
        DensityCase{"gumbel", "0.5", {"0.2", "1.5"}},
        DensityCase{"skew_normal", "0.5", {"0.2", "1.5", "0.7"}},
        DensityCase{"skew_double_exponential", "0.5", {"0.2", "1.5", "0.3"}},
        DensityCase{"exp_mod_normal", "0.5", {"0.2", "1.5", "0.7"}},
        DensityCase{"von_mises", "0.5", {"0.2", "1.5"}},
        DensityCase{"uniform", "0.5", {"-0.2", "1.5"}},
        DensityCase{"lognormal", "0.5", {"0.2", "1.5"}}, DensityCase{"exponential", "0.5", {"1.5"}},
        DensityCase{"gamma", "0.5", {"2.0", "1.5"}},
        DensityCase{"inv_gamma", "0.5", {"2.0", "1.5"}}, DensityCase{"chi_square", "0.5", {"3.0"}},
        DensityCase{"inv_chi_square", "0.5", {"3.0"}},
        DensityCase{"scaled_inv_chi_square", "0.5", {"3.0", "1.5"}},
        DensityCase{"weibull", "0.5", {"2.0", "1.5"}},
        DensityCase{"frechet", "0.5", {"2.0", "1.5"}}, DensityCase{"rayleigh", "0.5", {"1.5"}},
        DensityCase{"loglogistic", "0.5", {"1.5", "2.0"}},
        DensityCase{"pareto", "0.5", {"0.2", "1.5"}},
        DensityCase{"pareto_type_2", "0.5", {"0.2", "1.5", "2.0"}},
        DensityCase{"beta", "0.5", {"2.0", "1.5"}},
        DensityCase{"beta_proportion", "0.5", {"0.3", "1.5"}}));

INSTANTIATE_TEST_SUITE_P(
    Discrete, RefusedArguments,
    ::testing::Values(DensityCase{"poisson", "2", {"1.5"}, true},
                      DensityCase{"poisson_log", "2", {"1.5"}, true},
                      DensityCase{"bernoulli", "1", {"0.3"}, true},
                      DensityCase{"bernoulli_logit", "1", {"0.3"}, true},
                      DensityCase{"binomial", "2", {"5", "0.3"}, true},
                      DensityCase{"neg_binomial", "2", {"1.5", "0.7"}, true},
                      DensityCase{"neg_binomial_2", "2", {"1.5", "0.7"}, true},
                      DensityCase{"neg_binomial_2_log", "2", {"1.5", "0.7"}, true},
                      DensityCase{"beta_neg_binomial", "2", {"1.5", "0.7", "2.0"}, true}));

TEST(InnerArguments, AreRefusedInVectorsToo) {
  for (const std::string zero : {"exp(p - 800)", "square(exp(p - 400))", "(0.0 + p)"}) {
    for (const std::string& call : {"dirichlet_lpdf([0.4, 0.6]' | [1.5, " + zero + "]')",
                                    "normal_lpdf([0.4, 0.6]' | 0, [1.5, " + zero + "]')",
                                    "beta_binomial_lpmf(2 | 5, " + zero + ", 1.5)",
                                    "beta_binomial_lpmf({2, 1} | 5, 1.5, [" + zero + ", 1]')",
                                    "dirichlet_multinomial_lpmf({2, 1} | [1.5, " + zero + "]')"}) {
      const std::string mixture = "target += log_mix(0.3, " + call + ", 0.1);";
      EXPECT_TRUE(is_refused(density_at_zero(mixture, "0"))) << mixture;
    }
  }
  const std::string known = "beta_binomial_lpmf(2 | 5, 0.0, 1.5 + p)";
  EXPECT_TRUE(is_refused(density_at_zero("target += log_mix(0.3, " + known + ", 0.1);", "0")));
}

// Positive by more than the smallest number of a computer, so that nothing is asked.
TEST(InnerArguments, NeedNoConditionWhereAFloorIsKnown) {
  for (const std::string scale : {"s", "sqrt(s)", "0.1 + exp(x)", "fmax(s, exp(x))", "2 * s",
                                  "v[1]", "1 / s", "s + exp(x)"}) {
    const auto traced = testing::must_trace(
        "parameters { real<lower=0> s; vector<lower=0>[2] v; real x; }\nmodel {\n"
        "  target += log_mix(0.3, normal_lpdf(x | 0, " +
        scale + "), normal_lpdf(x | 0, 1));\n}");
    EXPECT_EQ(traced.model.factors.size(), 1U) << scale << to_text(traced.model);
  }
}

TEST(InfiniteRates, AreComponentsWithoutWeight) {
  const std::string head = "parameters { vector[2] x; }\nmodel {\n  target += log_sum_exp(-x[2], ";
  for (const std::string call :
       {"poisson_log_lpmf(3 | exp(x[1])));", "poisson_log_lpmf(3 | x[1]));",
        "poisson_log_lpmf(0 | exp(x[1])));", "poisson_lpmf(3 | exp(x[1])));",
        "poisson_lpmf({3, 0} | exp(x[1])));", "poisson_log_lpmf({3, 0} | [x[1], 1]'));"}) {
    const std::vector<double> all = testing::slopes_of(head + call + "\n}", {800.0, 1.0});
    EXPECT_EQ(all[0], -1.0) << call;
    EXPECT_EQ(all[2], -1.0) << call;
  }
}

}  // namespace
}  // namespace autumn::trace
