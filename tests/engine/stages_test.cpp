// The list of stages: what is made after each, and what passes can be left out.
#include "engine/stages.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "engine/assure/self_test.h"
#include "engine/explain.h"
#include "engine/prepare.h"
#include "evaluate/function.h"
#include "passes/list.h"
#include "trace/program.h"

namespace autumn::engine {
namespace {

// Rows that are equal, sums that are linear in data, a block, a leaf and something that is sampled.
const char* const kProgram = R"(
data { int N; array[N] int k; vector[N] x; }
parameters { real mu; real<lower=0> tau; vector[2] theta; real a; real b; real unseen; }
model {
  mu ~ normal(0, 1);
  tau ~ cauchy(0, 1);
  theta ~ normal(mu, tau);
  [1.5, -0.5]' ~ normal(theta, 0.7);
  a ~ normal(0, 2);
  b ~ student_t(4, 0, 1);
  k ~ poisson_log(a + b * x);
  unseen ~ normal(a, 1);
})";
const char* const kData = R"({"N": 6, "k": [1, 0, 2, 1, 3, 0], "x": [0.5, 0.5, -1, -1, 0.5, 2]})";

model::Model example() {
  auto traced = trace::testing::traced(kProgram, kData);
  EXPECT_TRUE(traced.is_ok());
  return std::move(traced).value().model;
}

double log_density_without(const std::vector<std::string>& passes) {
  const Result<Prepared> prepared = prepare(example(), collapse::PlanOptions{}, passes);
  EXPECT_TRUE(prepared.is_ok());
  evaluate::EvaluatedFunction function(prepared.value().density);
  const std::vector<double> point{0.3, -0.2, 0.7};
  EXPECT_EQ(function.dimension(), point.size());
  std::vector<double> gradient(point.size());
  const double value = function.evaluate(point, gradient);
  return value + 0.1 * gradient[0] + 0.2 * gradient[1] + 0.3 * gradient[2];
}

TEST(Stages, HaveNamesThatDiffer) {
  const std::vector<std::string> names = stage_names();
  EXPECT_EQ(std::set<std::string>(names.begin(), names.end()).size(), names.size());
}

TEST(Stages, StopAfterTheOneThatIsNamed) {
  const Result<Work> work = run_stages(example(), {}, {}, "plan");
  ASSERT_TRUE(work.is_ok());
  EXPECT_EQ(work.value().times.back().stage, "plan");
  EXPECT_FALSE(work.value().planned.plan.is_empty());
  EXPECT_EQ(work.value().lowered.dimension, 0U);
  EXPECT_FALSE(work.value().density.has_value());
}

TEST(Stages, AllPrintTheirValue) {
  for (const std::string& name : stage_names()) {
    if (name == "parse") continue;  // it has no model yet
    const Result<std::string> text = text_after(example(), {}, {}, name);
    ASSERT_TRUE(text.is_ok()) << name;
    EXPECT_FALSE(text.value().empty()) << name;
  }
}

TEST(Stages, PrintWhatTheyMade) {
  const auto text = [](const std::string& name) {
    return text_after(example(), {}, {}, name).value();
  };
  EXPECT_NE(text("plan").find("collapse unseen: leaf"), std::string::npos) << text("plan");
  EXPECT_NE(text("plan").find("collapse theta: Gaussian"), std::string::npos) << text("plan");
  EXPECT_NE(text("lower").find("dimension: 3\n"), std::string::npos) << text("lower");
  EXPECT_NE(text("recovery").find("draw unseen from normal"), std::string::npos)
      << text("recovery");
  EXPECT_EQ(text("arrange"), text("gradient"));
}

// Also those that change nothing.
TEST(Stages, PrintTheGraphAfterEveryPass) {
  for (const passes::Pass& pass : passes::kDensityPasses) {
    const std::string text = text_after(example(), {}, {}, std::string(pass.name)).value();
    EXPECT_EQ(text.find("%0 = input unconstrained"), 0U) << pass.name;
    EXPECT_EQ(text.back(), '\n') << pass.name;
  }
}

TEST(Stages, HaveNamesThatNoPassOverModelsHas) {
  const std::vector<std::string> names = stage_names();
  for (const std::string& pass : model_pass_names()) {
    EXPECT_EQ(std::ranges::count(names, pass), 0) << pass;
  }
}

TEST(Stages, SuggestTheNameThatIsNear) {
  const Result<std::string> text = text_after(example(), {}, {}, "plann");
  ASSERT_FALSE(text.is_ok());
  EXPECT_EQ(text.error().suggestion, "did you mean 'plan'?");
}

TEST(Stages, RefuseOptionsThatTheyDoNotUse) {
  EXPECT_FALSE(text_after(example(), {.keep = {"nobody"}}, {}, "trace").is_ok());
  EXPECT_FALSE(text_after(example(), {}, {"nothing"}, "trace").is_ok());
}

TEST(Stages, RefuseNamesThatAreNotThereWithTheList) {
  const Result<std::string> text = text_after(example(), {}, {}, "frobnicate");
  ASSERT_FALSE(text.is_ok());
  EXPECT_EQ(text.error().message, "there is no stage named 'frobnicate'");
  for (const std::string& name : stage_names()) {
    EXPECT_NE(text.error().suggestion.find(name), std::string::npos) << name;
  }
}

// Preparing, explaining and testing see the plan of the one list.
TEST(Stages, AreTheSameForAllWhoReadThem) {
  const collapse::PlanOptions keep_mu{.keep = {"mu"}};
  const Result<Work> work = run_stages(example(), keep_mu);
  const Result<Prepared> prepared = prepare(example(), keep_mu);
  const auto explanation = explain(example(), keep_mu);
  const Result<SelfTest> test = self_test(example(), keep_mu);
  ASSERT_TRUE(work.is_ok() && prepared.is_ok() && explanation.is_ok() && test.is_ok());
  EXPECT_EQ(prepared.value().plan, work.value().planned.plan);
  EXPECT_EQ(explanation.value().dimension_after, work.value().planned.plan.dimension_after);
  EXPECT_EQ(test.value().summary,
            explainer::one_line(work.value().model, work.value().planned.plan));
  EXPECT_TRUE(test.value().has_passed());
}

TEST(Passes, CanBeLeftOutWithoutChangingTheDensity) {
  const double with_all = log_density_without({});
  std::vector<std::string> names = model_pass_names();
  for (const passes::Pass& pass : passes::kDensityPasses) names.emplace_back(pass.name);
  std::erase(names, "differentiate");
  for (const std::string& name : names) {
    EXPECT_NEAR(log_density_without({name}), with_all, 1e-12 * std::abs(with_all)) << name;
  }
  EXPECT_NEAR(log_density_without(names), with_all, 1e-12 * std::abs(with_all));
}

TEST(Passes, ThatAreLeftOutDoNothing) {
  const std::string with = text_after(example(), {}, {}, "gradient").value();
  EXPECT_NE(text_after(example(), {}, {"simplify-gradient"}, "gradient").value(), with);
  const Result<std::string> none = text_after(example(), {}, {"statistics"}, "statistics");
  ASSERT_FALSE(none.is_ok());
  EXPECT_EQ(none.error().message,
            "--stage asks for the value after the pass 'statistics', which --without-pass leaves "
            "out");
  EXPECT_EQ(none.error().suggestion, "--stage simplify prints what it would have been given");
}

TEST(Passes, AreRefusedIfNotThereOrNeeded) {
  const auto unknown = prepare(example(), collapse::PlanOptions{}, {"statistic"});
  ASSERT_FALSE(unknown.is_ok());
  EXPECT_EQ(unknown.error().suggestion, "did you mean 'statistics'?");
  const auto needed = prepare(example(), collapse::PlanOptions{}, {"differentiate"});
  ASSERT_FALSE(needed.is_ok());
  EXPECT_EQ(needed.error().message, "the pass 'differentiate' can not be left out");
  const auto far = prepare(example(), collapse::PlanOptions{}, {"qqqqqqqqqqqq"});
  ASSERT_FALSE(far.is_ok());
  EXPECT_NE(far.error().suggestion.find("simplify-gradient"), std::string::npos);
  EXPECT_EQ(far.error().suggestion.find("differentiate"), std::string::npos)
      << "what is refused is not offered";
}

}  // namespace
}  // namespace autumn::engine
