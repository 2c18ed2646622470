// These tests look at why elements stay in a plan that collapses less than another could.
#include <gtest/gtest.h>

#include <algorithm>

#include "collapse/corpus.h"
#include "collapse/plan.h"

namespace autumn::collapse::testing {
namespace {

constexpr const char* kProgram =
    "transformed data { vector[4] y = [1, 3, 2, 5]'; }"
    "parameters { real m; vector[4] b; real<lower=0> t; }"
    "model { m ~ normal(0, 1); t ~ cauchy(0, 1); b[1:3] ~ normal(m, t); b[4] ~ student_t(3, 0, 1);"
    "        y ~ normal(b, 1); }";

const Kept& kept_with(const std::vector<Kept>& all, std::size_t variable, std::uint32_t element) {
  for (const Kept& kept : all) {
    if (kept.variable != variable) continue;
    if (std::ranges::find(kept.elements, element) != kept.elements.end()) return kept;
  }
  ADD_FAILURE() << variable << " " << element;
  return all.front();
}

TEST(KeptBeside, SaysOfWhatWasSparedThatItCouldBeCollapsedAndOfTheRestItsOwnReason) {
  const model::Model model = ready_model(kProgram);
  const Plan everything = plan(model, {}).value();
  const Plan taken = plan(model, {.dear = {"m", "b", "t"}}).value();
  ASSERT_EQ(everything.dimension_after, 2U);
  ASSERT_EQ(taken.dimension_after, 6U);
  const std::vector<Spared> spared{{{"m"}, "one."}, {{"b", "m", "t"}, "other."}};
  const std::vector<Kept> kept = kept_beside(model, everything, taken, spared);
  std::size_t elements = 0;
  for (const Kept& one : kept) elements += one.elements.size();
  EXPECT_EQ(elements, 6U);
  EXPECT_EQ(kept_with(kept, 0, 0).reason, "could be collapsed (Gaussian), but one.");
  EXPECT_EQ(kept_with(kept, 1, 0).reason, "could be collapsed (Gaussian), but other.");
  EXPECT_EQ(kept_with(kept, 1, 0).elements, (std::vector<std::uint32_t>{0, 1, 2}));
  EXPECT_TRUE(kept_with(kept, 1, 0).could_be);
  const Kept& own = kept_with(everything.kept, 1, 3);
  EXPECT_EQ(kept_with(kept, 1, 3), own) << "no rule has its prior";
  EXPECT_FALSE(own.could_be);
  EXPECT_EQ(kept_with(kept, 2, 0).reason, kept_with(everything.kept, 2, 0).reason);
}

// Slopes with a covariance of an inverse Wishart distribution: either can go.
TEST(KeptBeside, DoesNotSayThatWhatStaysWasCollapsedInstead) {
  const model::Model model = ready_model(
      "transformed data { array[6] vector[2] y; for (i in 1:6) y[i] = [i, 2 - i]'; }"
      "parameters { array[6] vector[2] b; cov_matrix[2] S; }"
      "model { S ~ inv_wishart(4, identity_matrix(2)); b ~ multi_normal([0, 0]', S);"
      "        for (i in 1:6) y[i] ~ normal(b[i], 0.5); }");
  const Plan everything = plan(model, {}).value();
  const Kept& in_everything = kept_with(everything.kept, 1, 0);
  EXPECT_NE(in_everything.reason.find("; b was collapsed instead"), std::string::npos);
  EXPECT_EQ(in_everything.rival, 0U);
  ASSERT_TRUE(in_everything.beside_rival);
  EXPECT_EQ(name_of(*in_everything.beside_rival), "inverse Wishart");
  const Plan taken = plan(model, {.dear = {"b", "S"}}).value();
  const std::vector<Spared> spared{{{"b", "S"}, "other."}};
  const std::vector<Kept> kept = kept_beside(model, everything, taken, spared);
  EXPECT_NE(kept_with(kept, 1, 0).reason.find("; b would be collapsed instead, if that paid"),
            std::string::npos)
      << kept_with(kept, 1, 0).reason;
}

// What was not spared has the reason of the plan that is taken.
TEST(KeptBeside, LeavesOtherReasons) {
  const model::Model model = ready_model(kProgram);
  const Plan everything = plan(model, {}).value();
  const Plan taken = plan(model, {.keep = {"m"}}).value();
  EXPECT_EQ(kept_beside(model, everything, taken, {}), taken.kept);
}

TEST(Kept, OfFewDearMeansHasTheRuleByWhichTheyCouldGo) {
  const model::Model model = ready_model(
      "transformed data { matrix[100, 20] x; vector[100] y = linspaced_vector(100, -1, 1);"
      "                   for (i in 1:100) for (j in 1:20) x[i, j] = sin(i * j); }"
      "parameters { vector[20] m; vector[100] a; }"
      "model { m ~ normal(0, 1); a ~ logistic(0, 1); y ~ normal(x * m, exp(a)); }");
  const Plan found = plan(model, {}).value();
  const Kept& m = kept_with(found.kept, 0, 0);
  EXPECT_NE(m.reason.find("times as dear"), std::string::npos) << m.reason;
  ASSERT_TRUE(m.could_be);
  EXPECT_EQ(name_of(*m.could_be), "Gaussian");
  EXPECT_FALSE(kept_with(found.kept, 1, 0).could_be);
}

}  // namespace
}  // namespace autumn::collapse::testing
