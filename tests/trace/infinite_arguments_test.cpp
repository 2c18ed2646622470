// These tests ask of every argument of every density, and of every value, whether it may be
// infinite or NaN: alone, as a component of a mixture, and where nothing feels the result.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "expr/builder.h"
#include "expr/interpret.h"
#include "expr/term.h"
#include "model/validity.h"
#include "trace/program.h"

namespace autumn::trace {
namespace {

// A call with X for the argument, and whether Stan refuses it where X is infinite.
struct InfiniteCase {
  std::string call;
  bool is_refused = true;
};

void PrintTo(const InfiniteCase& c, std::ostream* out) {
  *out << c.call;
}

std::string with_argument(std::string call, const std::string& x) {
  const std::size_t place = call.find('X');
  return call.replace(place, 1, x);
}

const std::string kUnknownInfinity = "(1 / p)";
const std::string kUnknownNan = "sqrt(p - 1)";

// At p = 0; NaN where the program is refused before there is a point.
double density_at_zero(const std::string& statement) {
  const auto traced =
      testing::traced("parameters { real p; }\nmodel {\n  target += p;\n" + statement + "\n}\n");
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

std::vector<std::string> forms(const std::string& call) {
  return {"target += log_mix(0.3, " + call + ", 0.1);", "target += log_sum_exp(" + call + ", 0.1);",
          "target += fmax(fmin(" + call + ", 1), 1);", "real unused = " + call + ";"};
}

bool is_impossible(double density) {
  return std::isnan(density) || density == -INFINITY;
}

class InfiniteArguments : public ::testing::TestWithParam<InfiniteCase> {};

TEST_P(InfiniteArguments, AreRefusedWhereStanRefusesThem) {
  const InfiniteCase& c = GetParam();
  for (const std::string& statement : forms(with_argument(c.call, kUnknownInfinity))) {
    EXPECT_EQ(is_impossible(density_at_zero(statement)), c.is_refused) << statement;
  }
  if (!c.is_refused) return;
  const std::string alone = "target += " + with_argument(c.call, kUnknownInfinity) + ";";
  EXPECT_TRUE(is_impossible(density_at_zero(alone))) << alone;
}

TEST_P(InfiniteArguments, AreRefusedWhereTheyAreNan) {
  for (const std::string& statement : forms(with_argument(GetParam().call, kUnknownNan))) {
    EXPECT_TRUE(is_impossible(density_at_zero(statement))) << statement;
  }
}

TEST_P(InfiniteArguments, AreRefusedWhereTheyAreKnown) {
  const InfiniteCase& c = GetParam();
  for (const bool is_infinite : {true, false}) {
    const std::string x = is_infinite ? "positive_infinity()" : "not_a_number()";
    const auto traced =
        testing::traced("generated quantities {\n  real u = " + with_argument(c.call, x) + ";\n}");
    ASSERT_TRUE(traced.is_ok()) << c.call;
    std::vector<double> out(1);
    Random random({.seed = 1});
    const bool is_refused = !generate(traced.value().generated, {}, random, out).is_ok();
    EXPECT_EQ(is_refused, is_infinite ? c.is_refused : true) << c.call << " with " << x;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Scalar, InfiniteArguments,
    ::testing::Values(
        InfiniteCase{"normal_lpdf(X | 0, 1)", false}, InfiniteCase{"normal_lpdf(0.5 | X, 1)"},
        InfiniteCase{"normal_lpdf(0.5 | 0, X)", false}, InfiniteCase{"std_normal_lpdf(X)", false},
        InfiniteCase{"skew_normal_lpdf(X | 0, 1, 1)", false},
        InfiniteCase{"skew_normal_lpdf(0.5 | X, 1, 1)"},
        InfiniteCase{"skew_normal_lpdf(0.5 | 0, X, 1)", false},
        InfiniteCase{"skew_normal_lpdf(0.5 | 0, 1, X)"},
        InfiniteCase{"student_t_lpdf(X | 3, 0, 1)", false},
        InfiniteCase{"student_t_lpdf(0.5 | X, 0, 1)"},
        InfiniteCase{"student_t_lpdf(0.5 | 3, X, 1)"},
        InfiniteCase{"student_t_lpdf(0.5 | 3, 0, X)"}, InfiniteCase{"cauchy_lpdf(X | 0, 1)", false},
        InfiniteCase{"cauchy_lpdf(0.5 | X, 1)"}, InfiniteCase{"cauchy_lpdf(0.5 | 0, X)"},
        InfiniteCase{"double_exponential_lpdf(X | 0, 1)"},
        InfiniteCase{"double_exponential_lpdf(0.5 | X, 1)"},
        InfiniteCase{"double_exponential_lpdf(0.5 | 0, X)"},
        InfiniteCase{"logistic_lpdf(X | 0, 1)"}, InfiniteCase{"logistic_lpdf(0.5 | X, 1)"},
        InfiniteCase{"logistic_lpdf(0.5 | 0, X)"}, InfiniteCase{"gumbel_lpdf(0.5 | X, 1)"},
        InfiniteCase{"gumbel_lpdf(0.5 | 0, X)", false}, InfiniteCase{"lognormal_lpdf(0.5 | X, 1)"},
        InfiniteCase{"lognormal_lpdf(0.5 | 0, X)"},
        InfiniteCase{"exp_mod_normal_lpdf(0.5 | X, 1, 1)"},
        InfiniteCase{"exp_mod_normal_lpdf(0.5 | 0, X, 1)"},
        InfiniteCase{"exp_mod_normal_lpdf(0.5 | 0, 1, X)"},
        InfiniteCase{"skew_double_exponential_lpdf(0.5 | X, 1, 0.3)"},
        InfiniteCase{"skew_double_exponential_lpdf(0.5 | 0, X, 0.3)"},
        InfiniteCase{"von_mises_lpdf(X | 0, 1)"}, InfiniteCase{"von_mises_lpdf(0.5 | X, 1)"},
        InfiniteCase{"von_mises_lpdf(0.5 | 0, X)"}, InfiniteCase{"uniform_lpdf(0.5 | -X, 1)"},
        InfiniteCase{"uniform_lpdf(0.5 | 0, X)"}));

INSTANTIATE_TEST_SUITE_P(
    Positive, InfiniteArguments,
    ::testing::Values(
        InfiniteCase{"exponential_lpdf(X | 1)", false}, InfiniteCase{"exponential_lpdf(0.5 | X)"},
        InfiniteCase{"gamma_lpdf(X | 2, 1)"}, InfiniteCase{"gamma_lpdf(0.5 | X, 1)"},
        InfiniteCase{"gamma_lpdf(0.5 | 2, X)"}, InfiniteCase{"inv_gamma_lpdf(0.5 | X, 1)"},
        InfiniteCase{"inv_gamma_lpdf(0.5 | 2, X)"}, InfiniteCase{"chi_square_lpdf(0.5 | X)"},
        InfiniteCase{"inv_chi_square_lpdf(0.5 | X)"},
        InfiniteCase{"scaled_inv_chi_square_lpdf(0.5 | X, 1)"},
        InfiniteCase{"scaled_inv_chi_square_lpdf(0.5 | 2, X)"},
        InfiniteCase{"weibull_lpdf(X | 2, 1)"}, InfiniteCase{"weibull_lpdf(0.5 | X, 1)"},
        InfiniteCase{"weibull_lpdf(0.5 | 2, X)"}, InfiniteCase{"frechet_lpdf(0.5 | X, 1)"},
        InfiniteCase{"frechet_lpdf(0.5 | 2, X)"}, InfiniteCase{"rayleigh_lpdf(0.5 | X)", false},
        InfiniteCase{"loglogistic_lpdf(X | 1, 2)"}, InfiniteCase{"loglogistic_lpdf(0.5 | X, 2)"},
        InfiniteCase{"loglogistic_lpdf(0.5 | 1, X)"}, InfiniteCase{"pareto_lpdf(0.5 | X, 2)"},
        InfiniteCase{"pareto_lpdf(0.5 | 0.1, X)"},
        InfiniteCase{"pareto_type_2_lpdf(0.5 | 0, X, 2)"},
        InfiniteCase{"pareto_type_2_lpdf(0.5 | 0, 1, X)"}, InfiniteCase{"beta_lpdf(0.5 | X, 2)"},
        InfiniteCase{"beta_lpdf(0.5 | 2, X)"}, InfiniteCase{"beta_proportion_lpdf(0.5 | 0.3, X)"},
        InfiniteCase{"wiener_lpdf(0.5 | X, 0.1, 0.5, 0.2)"},
        InfiniteCase{"wiener_lpdf(0.5 | 1, 0.1, 0.5, X)"}));

INSTANTIATE_TEST_SUITE_P(Count, InfiniteArguments,
                         ::testing::Values(InfiniteCase{"poisson_lpmf(2 | X)", false},
                                           InfiniteCase{"poisson_log_lpmf(2 | X)", false},
                                           InfiniteCase{"bernoulli_logit_lpmf(0 | X)", false},
                                           InfiniteCase{"binomial_logit_lpmf(2 | 5, X)"},
                                           InfiniteCase{"neg_binomial_lpmf(2 | X, 1)"},
                                           InfiniteCase{"neg_binomial_lpmf(2 | 1, X)"},
                                           InfiniteCase{"neg_binomial_2_lpmf(2 | X, 1)"},
                                           InfiniteCase{"neg_binomial_2_lpmf(2 | 1, X)"},
                                           InfiniteCase{"neg_binomial_2_log_lpmf(2 | X, 1)"},
                                           InfiniteCase{"neg_binomial_2_log_lpmf(2 | 1, X)"},
                                           InfiniteCase{"beta_binomial_lpmf(2 | 5, X, 1)"},
                                           InfiniteCase{"beta_binomial_lpmf(2 | 5, 1, X)"},
                                           InfiniteCase{"beta_neg_binomial_lpmf(2 | X, 2, 1)"},
                                           InfiniteCase{"beta_neg_binomial_lpmf(2 | 3, X, 1)"},
                                           InfiniteCase{"beta_neg_binomial_lpmf(2 | 3, 2, X)"},
                                           InfiniteCase{"ordered_logistic_lpmf(2 | X, [0, 1]')"},
                                           InfiniteCase{"ordered_probit_lpmf(2 | X, [0, 1]')"},
                                           InfiniteCase{"ordered_logistic_lpmf(2 | 0, [0, X]')"},
                                           InfiniteCase{"categorical_logit_lpmf(2 | [0, X]')"},
                                           InfiniteCase{"multinomial_logit_lpmf({2, 1} | [0, X]')"},
                                           InfiniteCase{
                                               "dirichlet_multinomial_lpmf({2, 1} | [1, X]')"}));

const std::string kUnitMatrix = "identity_matrix(2)";

INSTANTIATE_TEST_SUITE_P(
    Vector, InfiniteArguments,
    ::testing::Values(
        InfiniteCase{"multi_normal_lpdf([0, X]' | [0, 0]', " + kUnitMatrix + ")", false},
        InfiniteCase{"multi_normal_lpdf([0, 1]' | [0, X]', " + kUnitMatrix + ")"},
        InfiniteCase{"multi_normal_prec_lpdf([0, 1]' | [0, X]', " + kUnitMatrix + ")"},
        InfiniteCase{"multi_normal_cholesky_lpdf([0, 1]' | [0, X]', " + kUnitMatrix + ")"},
        InfiniteCase{"multi_normal_cholesky_lpdf([0, 1]' | [0, 0]', X * " + kUnitMatrix + ")"},
        InfiniteCase{"multi_student_t_lpdf([0, 1]' | X, [0, 0]', " + kUnitMatrix + ")"},
        InfiniteCase{"multi_student_t_lpdf([0, 1]' | 3, [0, X]', " + kUnitMatrix + ")"},
        InfiniteCase{"multi_student_t_cholesky_lpdf([0, 1]' | X, [0, 0]', " + kUnitMatrix + ")"},
        InfiniteCase{"multi_student_t_cholesky_lpdf([0, 1]' | 3, [0, X]', " + kUnitMatrix + ")"},
        InfiniteCase{"multi_gp_lpdf([[0, X]] | " + kUnitMatrix + ", [1]')"},
        InfiniteCase{"multi_gp_lpdf([[0, 1]] | " + kUnitMatrix + ", [X]')"},
        InfiniteCase{"multi_gp_cholesky_lpdf([[0, X]] | " + kUnitMatrix + ", [1]')"},
        InfiniteCase{"lkj_cov_lpdf(" + kUnitMatrix + " | [0, X]', [1, 1]', 2)"},
        InfiniteCase{"lkj_cov_lpdf(" + kUnitMatrix + " | [0, 0]', [1, X]', 2)"},
        InfiniteCase{"gaussian_dlm_obs_lpdf([[X]] | [[1]], [[1]], [[1]], [[1]], [0]', [[1]])"},
        InfiniteCase{"gaussian_dlm_obs_lpdf([[1]] | [[X]], [[1]], [[1]], [[1]], [0]', [[1]])"},
        InfiniteCase{"gaussian_dlm_obs_lpdf([[1]] | [[1]], [[X]], [[1]], [[1]], [0]', [[1]])"},
        InfiniteCase{"gaussian_dlm_obs_lpdf([[1]] | [[1]], [[1]], [[1]], [[1]], [X]', [[1]])"},
        InfiniteCase{"normal_id_glm_lpdf([0.5]' | [[1]], X, [1]', 1)"},
        InfiniteCase{"normal_id_glm_lpdf([0.5]' | [[1]], 0, [X]', 1)"},
        InfiniteCase{"normal_id_glm_lpdf([0.5]' | [[1]], 0, [1]', X)"},
        InfiniteCase{"poisson_log_glm_lpmf({2} | [[1]], X, [1]')"},
        InfiniteCase{"bernoulli_logit_glm_lpmf({0} | [[1]], X, [1]')"}));

}  // namespace
}  // namespace autumn::trace
