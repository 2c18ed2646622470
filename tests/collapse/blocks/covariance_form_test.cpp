// The covariance form of blocks: which blocks have one, and that their marginal is that of the
// rows.
#include "collapse/blocks/covariance_form.h"

#include <gtest/gtest.h>

#include <cmath>

#include "collapse/blocks/drawn.h"
#include "collapse/corpus.h"
#include "collapse/law_checks.h"
#include "collapse/point.h"
#include "expr/interpret.h"
#include "expr/term.h"
#include "recover/recover.h"

namespace autumn::collapse::testing {
namespace {

Collapsed collapsed(const std::string& text) {
  const Result<Planned> planned = plan_and_collapse(ready_model(text), {});
  EXPECT_TRUE(planned) << text;
  return planned ? planned.value().collapsed : Collapsed{};
}

const CovarianceForm* form_of(const Collapsed& collapsed) {
  if (collapsed.blocks.size() != 1 || !collapsed.blocks[0].covariance) return nullptr;
  return &*collapsed.blocks[0].covariance;
}

bool has_form(const std::string& model, const std::string& parameters = "vector[4] f;") {
  const std::string text =
      "transformed data { array[4] real x = {0, 0.5, 1, 2}; vector[4] y = [0.4, 1.2, 0.9, 3]'; }"
      "parameters { " +
      parameters +
      " real<lower=0> r; real<lower=0> s; } model { r ~ gamma(2, 1); s ~ gamma(2, 1); "
      "matrix[4, 4] K = add_diag(gp_exp_quad_cov(x, 1.0, r), 0.01);" +
      model + " }";
  const Collapsed result = collapsed(text);
  expect_collapse_law(written_model(text), result);
  EXPECT_EQ(result.blocks.size(), 1U) << text;
  return form_of(result) != nullptr;
}

TEST(CovarianceForm, IsThatOfProcesses) {
  for (const char* name :
       {"process_mean", "process_effects", "process_noncentred_mean", "process_sum",
        "process_lognormal", "process_as_likelihood", "process_singular", "process_flat_intercept",
        "process_repeated", "process_many", "process_many_unlike", "process_many_mean",
        "process_sum_mean", "gaussian_process_latent", "gaussian_process_noncentred"}) {
    EXPECT_NE(form_of(collapsed(program_named(name).text)), nullptr) << name;
  }
}

// The covariance is as large as there are rows.
TEST(CovarianceForm, IsNotThatOfManyRowsPerElement) {
  const std::string f = "f ~ multi_normal(rep_vector(0, 4), K);";
  EXPECT_TRUE(has_form(f + "for (k in 1:4) y ~ normal(f, s * k);"));
  EXPECT_FALSE(has_form(f + "for (k in 1:5) y ~ normal(f, s * k);"));
}

TEST(CovarianceForm, SaysWhatRowsHaveOfTheVectors) {
  const Collapsed result = collapsed(program_named("process_noncentred_mean").text);
  const CovarianceForm* form = form_of(result);
  ASSERT_NE(form, nullptr);
  ASSERT_EQ(form->vectors.size(), 1U);
  std::vector<std::uint32_t> places;
  for (const VectorLoad& load : form->vectors[0].loads) {
    EXPECT_EQ(load.row, places.size());
    EXPECT_EQ(load.loading, -2.0);
    places.push_back(load.place);
  }
  EXPECT_EQ(places, (std::vector<std::uint32_t>{6, 2, 17, 0, 11, 3}));
  EXPECT_TRUE(form->effects.empty());
}

TEST(CovarianceForm, KeepsEffectsApart) {
  const Collapsed result = collapsed(program_named("process_effects").text);
  const CovarianceForm* form = form_of(result);
  ASSERT_NE(form, nullptr);
  ASSERT_EQ(form->effects.size(), 3U);
  EXPECT_EQ(form->effects[0].loading, std::vector<double>(18, 1.0));
  EXPECT_DOUBLE_EQ(form->effects[2].loading[17], -32.0);
}

std::vector<std::size_t> items_of(const CovarianceForm& form) {
  std::vector<std::size_t> items;
  for (const AlikeGroups& groups : form.groups) items.push_back(groups.size());
  return items;
}

TEST(CovarianceForm, FindsVectorsOfOneCovariance) {
  const Collapsed many = collapsed(program_named("process_many").text);
  ASSERT_NE(form_of(many), nullptr);
  EXPECT_EQ(items_of(*form_of(many)), std::vector<std::size_t>{5});
  const Collapsed unlike = collapsed(program_named("process_many_unlike").text);
  ASSERT_NE(form_of(unlike), nullptr);
  EXPECT_EQ(items_of(*form_of(unlike)), (std::vector<std::size_t>{2, 1, 1}));
}

TEST(CovarianceForm, IsNotThatOfOtherBlocks) {
  const std::string f = "f ~ multi_normal(rep_vector(0, 4), K);";
  EXPECT_TRUE(has_form(f + "y ~ normal(f, s);"));
  EXPECT_TRUE(has_form(f + "y ~ normal(f, s); f[2] ~ std_normal();"));  // five rows
  EXPECT_TRUE(has_form(f + "y[1:3] ~ normal(f[1:3], s); f[2] ~ std_normal();"));
  EXPECT_TRUE(has_form(f + "y ~ normal(a + f, s); a ~ normal(1, s);", "vector[4] f; real a;"));
  // Two elements of a vector, changing coefficients, a precision, a known covariance.
  EXPECT_FALSE(has_form(f + "y[1] ~ normal(f[1] + f[2], s);"));
  EXPECT_FALSE(has_form(f + "y ~ normal(r * f, s);"));
  EXPECT_FALSE(has_form("f ~ multi_normal_prec(rep_vector(0, 4), K); y ~ normal(f, s);"));
  EXPECT_FALSE(
      has_form("f ~ multi_normal(rep_vector(0, 4), add_diag(gp_exp_quad_cov(x, 1, 1), "
               "0.1)); y ~ normal(f, s);"));
  EXPECT_TRUE(has_form(f + "y ~ normal(a + f, s);", "vector[4] f; real a;"));
  // Elements beside it with a collapsed mean, or with coefficients that change.
  EXPECT_FALSE(has_form(f + "y ~ normal(a + f, s); a ~ normal(b, 1); b ~ normal(0, 1);",
                        "vector[4] f; real a; real b;"));
  EXPECT_TRUE(
      has_form("a ~ normal(0, 1); f ~ multi_normal(rep_vector(a, 4), K);"
               "y ~ normal(f, s);",
               "vector[4] f; real a;"));
  EXPECT_FALSE(
      has_form("a ~ normal(0, 1); f ~ multi_normal(rep_vector(r * a, 4), K);"
               "y ~ normal(f, s);",
               "vector[4] f; real a;"));
  EXPECT_FALSE(has_form(f + "y ~ normal(r * a + f, s); a ~ normal(1, s);", "vector[4] f; real a;"));
}

TEST(CovarianceForm, IsThatOfStandardNormalsUnderAFactorOnly) {
  const std::string l = "matrix[4, 4] L = cholesky_decompose(K);", y = "y ~ normal(L * f, s);";
  EXPECT_TRUE(has_form(l + "f ~ std_normal();" + y));
  EXPECT_TRUE(has_form(l + "f ~ normal(0, 1);" + y));
  EXPECT_FALSE(has_form(l + "f ~ normal(0, 2);" + y));
  EXPECT_FALSE(has_form(l + "f ~ normal(0.5, 1);" + y));
  EXPECT_FALSE(has_form(l + "f ~ normal(0, r);" + y));
  EXPECT_FALSE(has_form(l + "f ~ std_normal(); y ~ normal(L' * f, s);"));
  EXPECT_FALSE(has_form(l + "f ~ std_normal(); y[1:3] ~ normal(L[1:3] * f + f[2:4], s);"));
  EXPECT_FALSE(has_form(l + "f ~ std_normal(); y ~ normal(L * f[{2, 2, 3, 4}], s);"));
  // A mean within is a mean: L (f + r) is L f and something kept.
  EXPECT_TRUE(has_form(l + "f ~ std_normal(); y ~ normal(L * (f + r), s);"));
}

// One covariance does for all that are alike; many small ones are cheaper by rows.
TEST(CovarianceForm, IsThatOfManySmallVectorsWhereTheyAreAlike) {
  for (const bool is_alike : {true, false}) {
    std::string model, parameters;
    for (int j = 0; j < 40; ++j) {
      const std::string u = "u" + std::to_string(j), k = std::to_string(is_alike ? 1 : j + 1);
      parameters += "vector[2] " + u + ";";
      model += u + " ~ multi_normal([0, " + std::to_string(j) + "]', [[" + k +
               " + r, r], [r, 1 + r]]);" + "[0.3, 1.2]' ~ normal(" + u + ", s);";
    }
    EXPECT_EQ(has_form(model, parameters), is_alike);
  }
}

TEST(CovarianceForm, DrawsFromTheDistributionOfTheRows) {
  for (const char* name :
       {"process_mean", "process_noncentred_mean", "process_lognormal", "process_as_likelihood",
        "gaussian_process_latent", "gaussian_process_noncentred", "process_effects", "process_sum",
        "process_sum_mean", "process_many", "process_many_unlike", "process_many_mean",
        "process_flat_intercept"}) {
    const model::Model model = ready_model(program_named(name).text);
    const Collapsed result = collapsed(program_named(name).text);
    // What nothing depends on is drawn after the block, which is the first step.
    Recovery recovery = result.recovery;
    recovery.steps.resize(1);
    const auto& draw = std::get<DrawBlock>(recovery.steps.front().draw);
    ASSERT_TRUE(draw.by_covariance) << name;
    std::vector<expr::Array> point = whole_point(model, recovery, random_point(result.model, 3));
    const Drawn moments = drawn(*draw.by_covariance, point, draw.columns.size());
    std::vector<double> u = moments.mean.numbers;
    for (std::size_t c = 0; c < u.size(); ++c) {
      u[c] += 0.1 * std::sin(static_cast<double>(c));
      point[draw.columns[c].variable].numbers[draw.columns[c].element] = u[c];
    }
    const double expected = recover::log_density(recovery, point);
    EXPECT_NEAR(density_of(moments, u), expected, 1e-6 * (1.0 + std::fabs(expected))) << name;
  }
}

// The density is rejected where the covariance of what was collapsed has no Cholesky factor, as
// that of the whole is, although the covariance of what is observed has one.
TEST(CovarianceForm, NeedsAPositiveDefiniteCovariance) {
  const std::string text = R"(transformed data { vector[2] y = [0.4, 1.2]'; }
      parameters { real<lower=0, upper=2> r; vector[2] f; }
      model { f ~ multi_normal([0, 0]', [[1, r], [r, 1]]); y ~ normal(f, 2); })";
  const Collapsed result = collapsed(text);
  ASSERT_NE(form_of(result), nullptr);
  Builder builder(result.model.graph);
  expr::Term total = expr::constant(builder, 0.0);
  for (const model::Factor& factor : result.model.factors) {
    total = total + expr::sum(expr::Term(builder, model::log_density(builder, factor)));
  }
  const NodeId nodes[] = {total.id()};
  const auto density = [&](double r) {
    const expr::Array point{builder.shape(result.model.variables[0].node), {r}};
    return expr::interpret(builder.graph(), nodes, std::span(&point, 1))[0].numbers[0];
  };
  const double determinant = 25.0 - 0.25;
  const double form = (5.0 * (0.16 + 1.44) - 2.0 * 0.5 * 0.4 * 1.2) / determinant;
  EXPECT_NEAR(density(0.5), -std::log(2.0 * M_PI) - 0.5 * std::log(determinant) - 0.5 * form,
              1e-14);
  EXPECT_FALSE(std::isfinite(density(1.5)));
}

}  // namespace
}  // namespace autumn::collapse::testing
