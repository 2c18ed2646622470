// These tests look at which residuals of vectors contain vectors, and with which coefficients.
#include "collapse/forms/vector_columns.h"

#include <gtest/gtest.h>

#include "collapse/corpus.h"
#include "collapse/forms/matrix_item.h"

namespace autumn::collapse::testing {
namespace {

// Of all multivariate normal factors of a model with vectors of two, over all real variables.
std::optional<VectorColumns> columns_of(const std::string& model) {
  const model::Model m = ready_model(
      "transformed data { array[2] vector[2] y = {[1.2, 0.3]', [0.1, -0.4]'}; }"
      "parameters { vector[2] a; vector[2] b; matrix[2, 2] B; real z; real<lower=0> c; }"
      "model { c ~ exponential(1); " +
      model + "}");
  ElementSet real(m);
  for (std::size_t v = 0; v < m.variables.size(); ++v) {
    if (m.variables[v].support.kind == model::SupportKind::kReal) real.insert_all(v);
  }
  Builder builder(m.graph);
  Forms forms(m, builder, real);
  std::vector<Form> residuals;
  for (const model::Factor& factor : m.factors) {
    if (factor.arguments.size() == 2)
      residuals.push_back(forms.of(plain_residual(builder, factor)));
  }
  return vector_columns(builder, 2, residuals, [](std::size_t, std::size_t) { return true; });
}

std::size_t vectors_of(const std::string& model) {
  const std::optional<VectorColumns> columns = columns_of(model);
  return columns ? columns->vectors.size() : 0;
}

// With the covariance c * [[2, 0], [0, 1]].
std::string normal(const std::string& value, const std::string& mean) {
  return value + " ~ multi_normal(" + mean + ", c * [[2, 0], [0, 1]]);";
}

TEST(VectorColumns, AreThereWhereComponentsAreAlike) {
  EXPECT_EQ(vectors_of(normal("y", "a")), 1U);
  EXPECT_EQ(vectors_of(normal("y", "a + 2 * b")), 2U);
  EXPECT_EQ(vectors_of(normal("y[1]", "c * a - b")), 2U);
  EXPECT_EQ(vectors_of(normal("y[1]", "B * [1, 2]'")), 2U);
  EXPECT_EQ(vectors_of(normal("y[1]", "B' * [c, 2]'")), 2U);
  EXPECT_EQ(vectors_of(normal("a", "[1, c]'") + normal("y", "a") + normal("b", "a")), 2U);
  // Elements of different variables are a vector, too, and so are a turned one and its prior.
  EXPECT_EQ(vectors_of(normal("y[1]", "[a[1], b[2]]'")), 1U);
  EXPECT_EQ(vectors_of(normal("y[1]", "[a[2], a[1]]'")), 1U);
}

TEST(VectorColumns, AreNotThereWhereComponentsDiffer) {
  EXPECT_EQ(vectors_of(normal("y[1]", "[a[1], 0]'")), 0U);
  EXPECT_EQ(vectors_of(normal("y[1]", "[a[1], a[1]]'")), 0U);
  EXPECT_EQ(vectors_of(normal("y[1]", "[a[1], 2 * a[2]]'")), 0U);
  EXPECT_EQ(vectors_of(normal("y[1]", "[a[1], c * a[2]]'")), 0U);
  EXPECT_EQ(vectors_of(normal("y[1]", "[[1, 1], [0, 1]] * a")), 0U);
  EXPECT_EQ(vectors_of(normal("y[1]", "a") + normal("y[2]", "[a[2], a[1]]'")), 0U);
  EXPECT_EQ(vectors_of(normal("y[1]", "a + z")), 0U);
  EXPECT_EQ(vectors_of(normal("y[1]", "exp(a)")), 0U);
  EXPECT_EQ(vectors_of(normal("y[1]", "[1, 2]'")), 0U);
}

TEST(VectorColumns, HaveTheCoefficientsOfTheirRows) {
  const std::optional<VectorColumns> columns =
      columns_of(normal("y", "3 * a") + normal("y[2]", "c * a - a"));
  ASSERT_TRUE(columns);
  ASSERT_EQ(columns->entries.size(), 2U);
  ASSERT_EQ(columns->entries[0].size(), 2U);
  EXPECT_EQ(columns->entries[0][0].multiplier, -3.0);
  EXPECT_EQ(columns->entries[0][1].row, 1U);
  ASSERT_EQ(columns->entries[1].size(), 2U);
  EXPECT_NE(columns->entries[1][0].coefficient.has_value(),
            columns->entries[1][1].coefficient.has_value());
}

}  // namespace
}  // namespace autumn::collapse::testing
