// Factors and conditions have the label of the statement that made them, from the tracer itself.
#include "trace/label.h"

#include "trace/program.h"

namespace autumn::trace {
namespace {

std::vector<std::string> labels_of(const std::string& text) {
  const auto traced = testing::traced(text);
  EXPECT_TRUE(traced.is_ok());
  std::vector<std::string> labels;
  for (const model::Factor& factor : traced.value().model.factors) labels.push_back(factor.label);
  return labels;
}

using Names = std::vector<std::string>;

TEST(Label, TravelsWithTheStatement) {
  EXPECT_EQ(labels_of("parameters { real a; vector[2] b; }\n"
                      "model { for (i in 1:2) { a ~ normal(0, 1); b[i] ~ normal(a, 1); }\n"
                      "  target += normal_lpdf(exp(b) | 0, 1); target += -a ^ 2; }"),
            (Names{"a", "b", "a", "b", "exp(b)", ""}));
}

// The minimum swallows the NaN of acosh, so that its argument is asked for by a condition.
TEST(Label, IsThatOfTheStatementForConditionsOfItsFunctions) {
  EXPECT_EQ(labels_of("parameters { real a; }\n"
                      "model { 1.5 ~ normal(fmax(fmin(acosh(a), 1), 0), 1); a ~ normal(0, 1); }"),
            (Names{"1.5", "a", "1.5"}));
}

}  // namespace
}  // namespace autumn::trace
