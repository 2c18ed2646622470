// These tests look at the C++ interface of explain.
#include <autumn/autumn.hpp>

#include <gtest/gtest.h>

namespace autumn {
namespace {

Model eight_schools() {
  const std::vector<double> y{28, 8, -3, 7, -1, 1, 18, 12};
  const std::vector<double> sigma{15, 10, 16, 11, 9, 11, 10, 18};
  Model m;
  auto mu = m.parameter("mu", normal(0, 5));
  auto tau = m.parameter("tau", half_cauchy(5));
  auto x = m.parameter("x", normal(mu, tau), plate(8));
  m.observe("y", normal(x, sigma), y);
  return m;
}

TEST(ExplainApi, TellsWhatSampleWouldDo) {
  const Explanation explanation = explain(eight_schools());
  EXPECT_EQ(explanation.dimension_before(), 10U);
  EXPECT_EQ(explanation.dimension_after(), 1U);
  EXPECT_GT(explanation.cost_before(), 0.0);
  EXPECT_GT(explanation.cost_after(), 0.0);
  const auto parameters = explanation.parameters();
  ASSERT_EQ(parameters.size(), 3U);
  EXPECT_EQ(parameters[0].name, "mu");
  EXPECT_TRUE(parameters[0].is_collapsed);
  EXPECT_EQ(parameters[0].rule, "Gaussian");
  EXPECT_EQ(parameters[1].name, "tau");
  EXPECT_FALSE(parameters[1].is_collapsed);
  EXPECT_FALSE(parameters[1].reason.empty());
  EXPECT_EQ(parameters[2].elements, 8U);
  EXPECT_TRUE(parameters[2].indices.empty());
}

TEST(ExplainApi, FollowsTheOptions) {
  const auto parameters = explain(eight_schools(), {.keep = {"x[3]"}}).parameters();
  ASSERT_EQ(parameters.size(), 4U);
  EXPECT_EQ(parameters[2].elements, 7U);
  EXPECT_EQ(parameters[2].of, 8U);
  EXPECT_EQ(parameters[3].indices, (std::vector<std::vector<std::size_t>>{{3}}));
  EXPECT_EQ(explain(eight_schools(), {.marginalize = Marginalize::none}).dimension_after(), 10U);
  EXPECT_THROW((void)explain(eight_schools(), {.keep = {"nobody"}}), ModelError);
}

TEST(ExplainApi, PrintsInFourFormats) {
  const Explanation explanation = explain(eight_schools());
  EXPECT_NE(explanation.to_text().find("y ~ normal"), std::string::npos);
  EXPECT_EQ(explanation.to_json().find("{\"dimension_before\":10,\"dimension_after\":1,"), 0U);
  EXPECT_EQ(explanation.to_dot().find("digraph"), 0U);
  EXPECT_EQ(explanation.to_svg().find("<svg"), 0U);
}

}  // namespace
}  // namespace autumn
