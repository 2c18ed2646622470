// Blocks of vectors with a collapsed matrix: their columns, what is known of them, and draws.
#include "collapse/blocks/vector_block.h"

#include <gtest/gtest.h>

#include <cmath>

#include "collapse/blocks/drawn.h"
#include "collapse/corpus.h"
#include "collapse/law_checks.h"
#include "collapse/point.h"
#include "recover/recover.h"

namespace autumn::collapse::testing {
namespace {

constexpr const char* kVectorPrograms[] = {
    "normal_inverse_wishart",        "normal_inverse_wishart_kept",
    "normal_inverse_wishart_groups", "normal_inverse_wishart_flat",
    "normal_inverse_wishart_small",  "normal_wishart",
    "matrix_normal_regression",      "matrix_normal_regression_columns"};

Collapsed collapsed_vectors(const std::string& text) {
  const Result<Planned> planned = plan_and_collapse(ready_model(text), {});
  EXPECT_TRUE(planned) << text;
  return planned ? planned.value().collapsed : Collapsed{};
}

TEST(VectorBlock, IsThatOfMeansWithACollapsedMatrix) {
  for (const char* name : kVectorPrograms) {
    const Collapsed result = collapsed_vectors(program_named(name).text);
    ASSERT_EQ(result.blocks.size(), 1U) << name;
    EXPECT_TRUE(result.blocks[0].vectors) << name;
  }
}

// What is drawn cheaply has the distribution of the rows given the matrix.
TEST(VectorBlock, DrawsFromTheDistributionOfTheRows) {
  for (const char* name : kVectorPrograms) {
    const model::Model model = ready_model(program_named(name).text);
    const Collapsed result = collapsed_vectors(program_named(name).text);
    Recovery recovery = result.recovery;
    ASSERT_EQ(recovery.steps.size(), 2U) << name;
    recovery.steps.erase(recovery.steps.begin());  // the matrix
    const auto& draw = std::get<DrawBlock>(recovery.steps.front().draw);
    ASSERT_TRUE(draw.by_covariance) << name;
    for (std::uint64_t trial = 0; trial < 5; ++trial) {
      std::vector<expr::Array> point =
          random_point_beside(model, result.recovery, random_point(result.model, trial), trial);
      const Drawn moments = drawn(*draw.by_covariance, point, draw.columns.size());
      std::vector<double> u = moments.mean.numbers;
      for (std::size_t c = 0; c < u.size(); ++c) {
        u[c] += 0.1 * std::sin(static_cast<double>(c));
        point[draw.columns[c].variable].numbers[draw.columns[c].element] = u[c];
      }
      const double expected = recover::log_density(recovery, point);
      EXPECT_NEAR(density_of(moments, u), expected, 1e-8 * (1.0 + std::fabs(expected))) << name;
    }
  }
}

// Wishart matrices may be drawn so that they are singular to rounding.
TEST(VectorBlock, DrawsNumbersGivenAMatrixThatIsSingularToRounding) {
  for (const char* name : {"normal_inverse_wishart", "normal_wishart"}) {
    const model::Model model = ready_model(program_named(name).text);
    const Collapsed result = collapsed_vectors(program_named(name).text);
    const RecoveryStep& step = result.recovery.steps.back();
    const auto& draw = std::get<DrawBlock>(step.draw);
    std::vector<expr::Array> point =
        random_point_beside(model, result.recovery, random_point(result.model, 1), 1);
    for (std::size_t v = 0; v < model.variables.size(); ++v) {
      if (model.variables[v].support.kind != model::SupportKind::kCovMatrix) continue;
      point[v].numbers = {1e20, 3e20, 3e20, 9e20};
    }
    const Drawn moments = drawn(*draw.by_covariance, point, draw.columns.size());
    for (const double x : moments.mean.numbers) EXPECT_TRUE(std::isfinite(x)) << name;
    for (const double x : moments.covariance.numbers) EXPECT_TRUE(std::isfinite(x)) << name;
  }
}

// Known rows become few columns, which leave nothing of the border.
TEST(VectorBlock, KnownRowsAreFreeOfTheirBorder) {
  std::string data = "array[200] vector[2] y; for (n in 1:200) y[n] = [1e3 + sin(n), cos(n * n)]';";
  const auto text = [&](const std::string& prior) {
    return "transformed data { " + data + " } parameters { vector[2] mu; cov_matrix[2] V;" +
           " real<lower=0> s; } model { s ~ exponential(1);" +
           " V ~ inv_wishart(4, s * [[2, 0.3], [0.3, 1]]);" + " mu ~ multi_normal([0, 1]', " +
           prior + "); y ~ multi_normal(mu, V); }";
  };
  const auto columns_of = [](const Collapsed& result) {
    std::vector<std::size_t> columns;
    for (std::uint32_t i = 0; i < result.model.graph.size(); ++i) {
      if (result.model.graph.op(expr::NodeId{i}) != expr::Op::kKernel) continue;
      const auto operands = result.model.graph.operands(expr::NodeId{i});
      columns.push_back(result.model.graph.shape(operands[1]).cols);
    }
    return columns;
  };
  const Collapsed known = collapsed_vectors(text("V / 2")),
                  changing = collapsed_vectors(text("V / s"));
  expect_collapse_law(written_model(text("V / 2")), known);
  expect_collapse_law(written_model(text("V / s")), changing);
  EXPECT_EQ(columns_of(known).size(), 1U);     // of what is left
  EXPECT_EQ(columns_of(changing).size(), 2U);  // of the whole and of the border
  for (const std::size_t columns : columns_of(known))
    EXPECT_LE(columns, 3U);  // one of zeros, and two of the rest
  for (const std::size_t columns : columns_of(changing))
    EXPECT_LE(columns, 5U);  // one of zeros, the prior and three of the data
}

}  // namespace
}  // namespace autumn::collapse::testing
