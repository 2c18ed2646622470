// These tests look at the choice between plans: what is taken without a question, what is tried,
// and that it does not depend on the chain.
#include "engine/worth.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>

#include "base/random.h"
#include "engine/assure/assured.h"
#include "engine/explain.h"
#include "engine/load.h"
#include "engine/run_plan.h"
#include "engine/short_run.h"

namespace autumn::engine {
namespace {

trace::Traced worth_program(const std::string& program, const std::string& data) {
  namespace fs = std::filesystem;
  const fs::path stem = fs::temp_directory_path() / ("autumn_worth_" + std::to_string(::getpid()));
  const std::string stan = stem.string() + ".stan", json = stem.string() + ".json";
  std::ofstream(stan) << program;
  std::ofstream(json) << data;
  const auto loaded = std::get<LoadedProgram>(load_program(stan, {}));
  auto traced = std::get<trace::Traced>(load_model(loaded, json, {}));
  fs::remove(stan);
  fs::remove(json);
  return traced;
}

// 200 effects around a mean under a Poisson likelihood: only the mean can be collapsed.
trace::Traced one_of_many() {
  Random random({.seed = 5});
  std::string y;
  for (int i = 0; i < 200; ++i) y += (i == 0 ? "" : ",") + std::to_string(random.below(6));
  return worth_program(
      "data { int N; array[N] int y; } parameters { real mu; real<lower=0> s; vector[N] a; }"
      "model { mu ~ normal(0, 2); s ~ normal(0, 1); a ~ normal(mu, s); y ~ poisson_log(a); }",
      R"({"N": 200, "y": [)" + y + "]}");
}

// Counts of 100 groups, two each.
std::string counts_of_pairs() {
  Random random({.seed = 5});
  std::string y, g;
  for (int i = 0; i < 200; ++i) {
    y += (i == 0 ? "" : ",") + std::to_string(random.below(6));
    g += (i == 0 ? "" : ",") + std::to_string(1 + i / 2);
  }
  return R"({"N": 200, "y": [)" + y + R"(], "g": [)" + g + "]}";
}

// The same around 100 means, two effects each.
trace::Traced third_of_many() {
  return worth_program(
      "data { int N; array[N] int y; array[N] int g; }"
      "parameters { vector[100] mu; real<lower=0> s; vector[N] a; }"
      "model { mu ~ normal(0, 2); s ~ normal(0, 1); a ~ normal(mu[g], s); y ~ poisson_log(a); }",
      counts_of_pairs());
}

// 60 effects around a mean, seen with noise.
trace::Traced whole_hierarchy() {
  Random random({.seed = 6});
  std::string y;
  for (int i = 0; i < 60; ++i) y += (i == 0 ? "" : ",") + std::to_string(random.normal());
  return worth_program(
      "data { int N; vector[N] y; } parameters { real mu; real<lower=0> s; vector[N] a; }"
      "model { mu ~ normal(0, 2); s ~ normal(0, 1); a ~ normal(mu, s); y ~ normal(a, 1); }",
      R"({"N": 60, "y": [)" + y + "]}");
}

std::string random_numbers(std::size_t n, std::uint64_t seed) {
  Random random({.seed = seed});
  std::string numbers;
  for (std::size_t i = 0; i < n; ++i) {
    numbers += (i == 0 ? "" : ",") + std::to_string(random.normal());
  }
  return "[" + numbers + "]";
}

// Correlated intercepts and slopes of 8 groups, seen three times each, with these data.
trace::Traced correlated_slopes(std::uint64_t seed) {
  std::string groups;
  for (int i = 0; i < 24; ++i) groups += (i == 0 ? "" : ",") + std::to_string(1 + i % 8);
  return worth_program(
      "data { int N; int J; array[N] int g; vector[N] x; vector[N] y; }"
      "parameters { vector[2] m; array[J] vector[2] b; vector<lower=0>[2] t;"
      "             cholesky_factor_corr[2] L; real<lower=0> s; }"
      "model { m ~ normal(0, 5); L ~ lkj_corr_cholesky(2); t ~ normal(0, 2); s ~ normal(0, 2);"
      "        b ~ multi_normal_cholesky(m, diag_pre_multiply(t, L));"
      "        for (i in 1:N) y[i] ~ normal(b[g[i], 1] + b[g[i], 2] * x[i], s); }",
      R"({"N": 24, "J": 8, "g": [)" + groups + R"(], "x": )" + random_numbers(24, seed) +
          R"(, "y": )" + random_numbers(24, seed + 1) + "}");
}

// A process of ten points, each seen with noise.
trace::Traced small_process() {
  return worth_program(
      "data { int N; array[N] real x; vector[N] y; }"
      "parameters { vector[N] f; real m; real<lower=0> al; real<lower=0> rho; real<lower=0> s; }"
      "model { m ~ normal(0, 5); al ~ normal(0, 2); rho ~ inv_gamma(5, 5); s ~ normal(0, 1);"
      "        f ~ multi_normal(rep_vector(m, N), add_diag(gp_exp_quad_cov(x, al, rho), 1e-6));"
      "        y ~ normal(f, s); }",
      R"({"N": 10, "x": [0.2,1.3,2.6,3.6,5.5,5.6,5.7,6.5,7.3,8.2], "y": )" + random_numbers(10, 9) +
          "}");
}

Chosen chosen_for(const trace::Traced& traced, bool may_try, std::uint32_t chains = 4,
                  std::uint64_t seed = 3) {
  RunOptions options;
  options.seed = seed;
  options.chains = chains;
  options.settings.metric_learning = sampler::MetricLearning::scores;
  options.settings.centring = sampler::Centring::automatic;
  const WorthRequest request{
      .make_ready = [&](const collapse::PlanOptions& plan) -> Result<Ready> {
        return Ready{prepare(traced, plan).value(), options};
      },
      .make_again = [&](const Prepared& like, const collapse::PlanOptions& plan) -> Result<Ready> {
        return Ready{prepare_again(like, plan).value(), options};
      },
      .plan = {},
      .may_try = may_try};
  return choose_plan(request).value();
}

// How the metric of a program without data is learnt, where `--metric auto` asks for scores.
sampler::MetricLearning learning_of(const std::string& program) {
  RunOptions options;
  options.settings.metric_learning = sampler::MetricLearning::scores;
  const trace::Traced traced = worth_program(program, "{}");
  return make_ready(prepare(traced, {.is_off = true}).value(), options)
      .options.settings.metric_learning;
}

TEST(Ready, LearnsFromPositionsWhereTheModelDecidesByItsVariables) {
  EXPECT_EQ(learning_of("parameters { real x; } model { x ~ normal(x > 0 ? 1 : -1, 1); }"),
            sampler::MetricLearning::positions);
  EXPECT_EQ(learning_of("parameters { real x; } model { x ~ normal(0, 1); }"),
            sampler::MetricLearning::scores);
}

TEST(Worth, OfAWholeHierarchyNeedsNoQuestion) {
  const Chosen chosen = chosen_for(whole_hierarchy(), true);
  ASSERT_TRUE(chosen.worth);
  EXPECT_EQ(chosen.worth->chosen, 0U);
  EXPECT_EQ(chosen.ready.prepared.dimension, 1U);
  EXPECT_FALSE(chosen.worth->alternatives[0].tried);
  EXPECT_EQ(to_text(*chosen.worth), "");
}

// To prepare anything else would take longer than a run could save.
// An autoregression of the second order, seen with noise.
trace::Traced latent_autoregression(int steps) {
  Random random({.seed = 21});
  std::string y;
  double now = 0.0, before = 0.0;
  for (int t = 0; t < steps; ++t) {
    const double next = 0.5 * now + 0.3 * before + 0.5 * random.normal();
    before = now;
    now = next;
    y += (t == 0 ? "" : ",") + std::to_string(now + 0.5 * random.normal());
  }
  return worth_program(
      "data { int T; vector[T] y; } parameters { vector[T] x; real p; real q; real<lower=0> s;"
      " real<lower=0> r; }"
      "model { p ~ normal(0.5, 0.3); q ~ normal(0, 0.3); x[1:2] ~ normal(0, 1);"
      "        x[3:T] ~ normal(p * x[2:(T - 1)] + q * x[1:(T - 2)], s); y ~ normal(x, r);"
      "        s ~ exponential(1); r ~ exponential(1); }",
      R"({"T": )" + std::to_string(steps) + R"(, "y": [)" + y + "]}");
}

// Its scales drift along a funnel for so long that a short run does not see it.
TEST(Worth, OfAChainIsThatOfAHardHierarchy) {
  for (const int steps : {15, 40}) {
    const Chosen chosen = chosen_for(latent_autoregression(steps), true);
    ASSERT_TRUE(chosen.worth);
    EXPECT_EQ(chosen.worth->chosen, 0U) << steps;
    EXPECT_EQ(chosen.ready.prepared.dimension, 4U);
    ASSERT_EQ(chosen.ready.prepared.plan.blocks.size(), 1U);
    EXPECT_TRUE(chosen.ready.prepared.plan.blocks[0].is_chain);
  }
  const Chosen groups = chosen_for(whole_hierarchy(), true);
  EXPECT_FALSE(groups.ready.prepared.plan.blocks[0].is_chain);
}

TEST(Worth, OfATinyProgramIsNotWorthAsking) {
  const trace::Traced tiny = worth_program(
      "data { int N; vector[N] y; vector[N] s; } parameters { real mu; real<lower=0> tau; }"
      "model { y ~ normal(mu, sqrt(square(s) + square(tau))); tau ~ normal(0, 5); }",
      R"({"N": 8, "y": [28,8,-3,7,-1,1,18,12], "s": [15,10,16,11,9,11,10,18]})");
  const Chosen chosen = chosen_for(tiny, true);
  ASSERT_TRUE(chosen.worth);
  EXPECT_EQ(chosen.worth->alternatives.size(), 1U);
  EXPECT_EQ(chosen.ready.prepared.dimension, 1U);
}

// Sums of the effects are all that the mean needs.
TEST(Worth, OfOneMeanAboveManyEffectsIsLessThanAGradientThatIsDearer) {
  const Chosen chosen = chosen_for(one_of_many(), true);
  ASSERT_TRUE(chosen.worth);
  EXPECT_EQ(chosen.worth->choice().name, "nothing collapsed");
  EXPECT_EQ(chosen.ready.prepared.dimension, 202U);
}

TEST(Worth, OfSomeDimensionsOutOfManyIsNotTheirPrice) {
  const Chosen chosen = chosen_for(third_of_many(), false);
  ASSERT_TRUE(chosen.worth);
  const Alternative& planned = chosen.worth->alternatives[0];
  ASSERT_GT(planned.gradient, 1.5 * chosen.worth->alternatives[1].gradient);
  EXPECT_EQ(chosen.worth->choice().name, "nothing collapsed");
  EXPECT_EQ(chosen.ready.prepared.dimension, 301U);
  EXPECT_NE(to_text(*chosen.worth).find("nothing collapsed"), std::string::npos);
  ASSERT_FALSE(chosen.ready.prepared.plan.kept.empty());
  EXPECT_EQ(chosen.ready.prepared.plan.kept[0].reason,
            "it was left out of a collapse that would cost more than it gives");
}

// 15 levels that decay at a common rate, each seen forty times: the rate makes every row a new one,
// and nothing is easier than to sample everything.
trace::Traced decaying_levels() {
  Random random({.seed = 12});
  std::string g, z, y;
  for (int i = 0; i < 600; ++i) {
    const std::string comma = i == 0 ? "" : ",";
    const double time = 3.0 * random.uniform();
    const double level = 2.0 + 0.5 * (i % 15);
    g += comma + std::to_string(1 + i % 15);
    z += comma + std::to_string(time);
    y += comma + std::to_string(level * std::exp(-0.5 * time) + 0.3 * random.normal());
  }
  return worth_program(
      "data { int N; array[N] int g; vector[N] z; vector[N] y; }"
      "parameters { real a; real b; vector[15] u; real<lower=0> k; real<lower=0> s; real<lower=0> "
      "t; }"
      "model { a ~ normal(0, 5); b ~ normal(0, 5); u ~ normal(a, t); k ~ exponential(1);"
      "        s ~ exponential(1); t ~ exponential(1); y ~ normal(u[g] .* exp(-k * z) + b, s); }",
      R"({"N": 600, "g": [)" + g + R"(], "z": [)" + z + R"(], "y": [)" + y + "]}");
}

TEST(Worth, IsSeenEarlyWhereSamplingEverythingIsEasy) {
  const Chosen chosen = chosen_for(decaying_levels(), true);
  ASSERT_TRUE(chosen.worth);
  EXPECT_EQ(chosen.worth->choice().name, "nothing collapsed") << to_text(*chosen.worth);
  EXPECT_EQ(chosen.worth->alternatives.size(), 2U) << "nothing between can promise much";
  EXPECT_LT(chosen.worth->alternatives[1].cost(), chosen.worth->alternatives[0].predicted);
}

Ready ready_without_collapse(const trace::Traced& traced) {
  RunOptions options;
  options.settings.metric_learning = sampler::MetricLearning::scores;
  options.settings.centring = sampler::Centring::automatic;
  return make_ready(prepare(traced, {.is_off = true}).value(), options);
}

TEST(ShortRun, EndsWhereADrawIsDearForSomeTime) {
  const ShortRun run = short_run(ready_without_collapse(decaying_levels()), 1.0, {.dear = 1.0});
  EXPECT_FALSE(run.is_usual);
  EXPECT_GE(run.iterations, 200);
  EXPECT_LT(run.iterations, 500);
  EXPECT_GT(run.per_draw, 1.0);
  EXPECT_TRUE(std::isfinite(run.per_draw));
}

TEST(ShortRun, EndsEarlyWhereAllIsAsUsual) {
  const ShortRun run =
      short_run(ready_without_collapse(decaying_levels()), 1.0, {.usual = kInfinity});
  EXPECT_TRUE(run.is_usual);
  EXPECT_EQ(run.iterations, 80);
  const ShortRun whole = short_run(ready_without_collapse(decaying_levels()), 1.0, {});
  EXPECT_FALSE(whole.is_usual);
  EXPECT_GT(whole.iterations, 400);
}

// A walk by narrow steps, seen at its end: trajectories have to be as long as the walk.
TEST(ShortRun, SaysNothingEarlyWhereTrajectoriesAreCut) {
  const trace::Traced walk = worth_program(
      "parameters { vector[300] x; }"
      "model { x[1] ~ normal(0, 1); x[2:300] ~ normal(x[1:299], 0.01); 0.3 ~ normal(x[300], 1); }",
      "{}");
  const ShortRun run = short_run(ready_without_collapse(walk), 1.0, {.usual = kInfinity});
  EXPECT_FALSE(run.is_usual && run.iterations <= 100);
}

// 30 and 25 crossed effects, each with a scale of the noise of its own: whatever is kept, every
// gradient has all rows in it.
TEST(Worth, DoesNotPrepareWhatCouldNotPay) {
  Random random({.seed = 17});
  std::string g, h, y;
  for (int i = 0; i < 300; ++i) {
    const std::string comma = i == 0 ? "" : ",";
    const int first = 1 + i % 30, second = 1 + (7 * i + i / 25) % 25;
    const double noise = std::exp(0.6 * (first % 3 - 1)) * random.normal();
    g += comma + std::to_string(first);
    h += comma + std::to_string(second);
    y += comma + std::to_string(0.8 * (first % 5) + 0.5 * (second % 4) + noise);
  }
  const Chosen chosen = chosen_for(
      worth_program("data { int N; array[N] int g; array[N] int h; vector[N] y; }"
                    "parameters { real a; vector[30] u; vector[25] v; vector[30] l; real<lower=0> "
                    "s; real<lower=0> t; real<lower=0> q; }"
                    "model { a ~ normal(0, 5); u ~ normal(0, s); v ~ normal(0, t); l ~ normal(0, "
                    "q); s ~ exponential(1); t ~ exponential(1); q ~ exponential(1);"
                    "        y ~ normal(a + u[g] + v[h], exp(l[g])); }",
                    R"({"N": 300, "g": [)" + g + R"(], "h": [)" + h + R"(], "y": [)" + y + "]}"),
      true);
  ASSERT_TRUE(chosen.worth);
  EXPECT_EQ(chosen.worth->choice().name, "nothing collapsed") << to_text(*chosen.worth);
  EXPECT_EQ(chosen.worth->alternatives.size(), 2U);
}

TEST(Worth, SaysInOneSentenceWhatWasNotTaken) {
  Worth worth;
  worth.alternatives = {{.name = "as planned", .plan = {}, .dimension = 3, .gradient = 7500.0},
                        {.name = "mu kept", .plan = {}, .dimension = 4, .gradient = 2000.0}};
  EXPECT_EQ(to_text(worth), "");
  worth.chosen = 1;
  EXPECT_EQ(
      to_text(worth),
      "Collapsing everything that can be (3 dimensions, about 7.5 us per gradient) would cost "
      "more than it gives: mu kept (4 dimensions, 2 us).");
  worth.alternatives[1].tried = 1.0;
  EXPECT_EQ(
      to_text(worth),
      "Collapsing everything that can be (3 dimensions, about 7.5 us per gradient) would cost "
      "more than it gives: mu kept (4 dimensions, 2 us), as short runs of both showed.");
}

TEST(Worth, IsJudgedByPredictionAndShortRunAlike) {
  const Alternative predicted{.name = "a", .plan = {}, .predicted = 4.0};
  const Alternative tried{.name = "a", .plan = {}, .predicted = 4.0, .tried = 9.0};
  EXPECT_EQ(predicted.cost(), 4.0);
  EXPECT_EQ(tried.cost(), 6.0);
}

TEST(Worth, DoesNotDependOnTheNumberOfChains) {
  const trace::Traced traced = third_of_many();
  const Chosen one = chosen_for(traced, true, 1), four = chosen_for(traced, true, 4);
  ASSERT_TRUE(one.worth && four.worth);
  EXPECT_EQ(one.worth->chosen, four.worth->chosen);
  for (std::size_t k = 0; k < one.worth->alternatives.size(); ++k) {
    EXPECT_EQ(one.worth->alternatives[k].predicted, four.worth->alternatives[k].predicted);
    EXPECT_EQ(one.worth->alternatives[k].tried, four.worth->alternatives[k].tried);
  }
}

TEST(Prepare, AgainIsTheSameAsAnew) {
  const trace::Traced traced = one_of_many();
  const Prepared planned = prepare(traced, {}).value();
  const collapse::PlanOptions less{.keep = {"mu"}};
  const Prepared anew = prepare(traced, less).value(), again = prepare_again(planned, less).value();
  EXPECT_EQ(again.plan, anew.plan);
  EXPECT_EQ(again.columns, anew.columns);
  EXPECT_EQ(again.density.graph(), anew.density.graph());
  EXPECT_FALSE(prepare_again(planned, {.keep = {"nobody"}}).is_ok());
}

TEST(Worth, DoesNotDependOnTheSeed) {
  const trace::Traced traced = third_of_many();
  const Chosen one = chosen_for(traced, true, 1, 3), other = chosen_for(traced, true, 1, 4);
  ASSERT_TRUE(one.worth && other.worth);
  EXPECT_EQ(one.worth->chosen, other.worth->chosen);
  for (std::size_t k = 0; k < one.worth->alternatives.size(); ++k) {
    EXPECT_EQ(one.worth->alternatives[k].tried, other.worth->alternatives[k].tried);
  }
}

// Short runs of these begin outside of the funnels, where some look easy for a while.
TEST(Worth, OfCorrelatedSlopesIsSeenWithMostData) {
  int sampled = 0;
  for (std::uint64_t seed = 7; seed < 47; seed += 2) {
    const std::size_t dimension =
        chosen_for(correlated_slopes(seed), true).ready.prepared.dimension;
    EXPECT_TRUE(dimension == 4 || dimension == 22) << dimension;
    sampled += dimension == 22 ? 1 : 0;
  }
  EXPECT_LE(sampled, 1) << "all but two scales, a correlation and the noise go";
}

// A lasso as a mixture: a variance of its own for each coefficient, all of which stay.
TEST(Worth, OfCoefficientsWhoseScalesStayIsNothing) {
  std::string x, comma;
  for (int i = 0; i < 60; ++i) {
    x += comma + random_numbers(12, 100 + static_cast<std::uint64_t>(i));
    comma = ",";
  }
  const Chosen chosen = chosen_for(
      worth_program(
          "data { int n; int p; matrix[n, p] X; vector[n] y; }"
          "parameters { real a; vector[p] b; vector<lower=0>[p] t; real<lower=0> lam, s; }"
          "model { a ~ normal(0, 2); s ~ inv_gamma(2, 1); lam ~ gamma(2, 1);"
          "        t ~ exponential(square(lam) / 2); b ~ normal(0, sqrt(s * t));"
          "        y ~ normal(a + X * b, sqrt(s)); }",
          R"({"n": 60, "p": 12, "X": [)" + x + R"(], "y": )" + random_numbers(60, 5) + "}"),
      true);
  ASSERT_TRUE(chosen.worth);
  EXPECT_GE(chosen.ready.prepared.dimension, 26U) << "the intercept may go";
}

TEST(Worth, OfASmallProcessNeedsNoQuestion) {
  const Chosen process = chosen_for(small_process(), true);
  EXPECT_LE(process.ready.prepared.dimension, 4U) << "mean, height, length and noise";
}

// Intercepts and slopes of six groups with a covariance of an inverse Wishart distribution: where
// these do not pay, their covariance and the variance of the noise can go.
TEST(Worth, OfACovarianceIsAskedWhereItsEffectsStay) {
  std::string groups;
  for (int i = 0; i < 24; ++i) groups += (i == 0 ? "" : ",") + std::to_string(1 + i % 6);
  const Chosen chosen = chosen_for(
      worth_program(
          "data { int N; int J; array[N] int g; vector[N] x; vector[N] y; }"
          "parameters { array[J] vector[2] b; vector[2] m; cov_matrix[2] S; real<lower=0> v; }"
          "model { for (n in 1:N) y[n] ~ normal(dot_product([1, x[n]]', b[g[n]]), sqrt(v));"
          "        b ~ multi_normal(m, S); S ~ inv_wishart(3, identity_matrix(2));"
          "        m ~ normal(0, 3); v ~ inv_gamma(1, 1); }",
          R"({"N": 24, "J": 6, "g": [)" + groups + R"(], "x": )" + random_numbers(24, 7) +
              R"(, "y": )" + random_numbers(24, 8) + "}"),
      true);
  ASSERT_TRUE(chosen.worth);
  EXPECT_NE(chosen.worth->choice().name, "nothing collapsed");
  EXPECT_LE(chosen.ready.prepared.dimension, 14U);
}

TEST(Worth, OfNothingHasNothingToChoose) {
  const Chosen chosen = chosen_for(
      worth_program("parameters { real<lower=0> s; } model { s ~ cauchy(0, 1); }", "{}"), true);
  EXPECT_FALSE(chosen.worth);
}

TEST(Worth, MoreDimensionsTakeMoreGradients) {
  EXPECT_LT(gradients_per_draw(2), gradients_per_draw(3));
  EXPECT_LT(gradients_per_draw(100), gradients_per_draw(1000));
}

// What a run with default settings samples.
std::size_t sampled_by_run(const trace::Traced& traced) {
  AssuredRequest request;
  request.prepare = [&](const collapse::PlanOptions& plan) { return prepare(traced, plan); };
  request.run.settings.metric_learning = sampler::MetricLearning::scores;
  request.run.settings.centring = sampler::Centring::automatic;
  request.run.settings.draws = 1;
  request.run.chains = 1;
  return run_assured(std::move(request)).value().prepared.dimension;
}

const explainer::Part& part_of(const explainer::Explanation& explanation, const std::string& name) {
  return *std::ranges::find(explanation.parts, name, &explainer::Part::name);
}

TEST(ExplainRun, TellsThePlanThatTheRunTakes) {
  for (const trace::Traced& traced : {third_of_many(), one_of_many(), whole_hierarchy()}) {
    const explainer::Explanation told = explain(traced.model, {}).value();
    EXPECT_EQ(told.dimension_after, sampled_by_run(traced));
    std::size_t kept = 0;
    for (const explainer::Part& part : told.parts) {
      kept += part.is_collapsed() ? 0 : part.elements.size();
    }
    EXPECT_EQ(kept, told.dimension_after);
  }
}

TEST(ExplainRun, SaysOfWhatDoesNotPayThatItCouldBeCollapsedAndOfTheRestWhyNot) {
  const trace::Traced traced = decaying_levels();
  const explainer::Explanation told = explain(traced.model, {}).value();
  EXPECT_EQ(told.dimension_after, told.dimension_before);
  EXPECT_TRUE(told.recovery.empty());
  const explainer::Explanation all = explain_plan(traced.model, {}).value();
  std::size_t spared = 0;
  for (const explainer::Part& part : told.parts) {
    const explainer::Part& at_most = part_of(all, part.name);
    if (!at_most.is_collapsed()) {
      EXPECT_FALSE(part.could_be);
      EXPECT_EQ(part.reason, at_most.reason);
      continue;
    }
    ++spared;
    EXPECT_EQ(part.could_be, at_most.rule);
    EXPECT_TRUE(part.reason.starts_with(
        "could be collapsed (Gaussian), but an effective draw would cost about "))
        << part.reason;
  }
  EXPECT_GT(spared, 0U);
}

TEST(ExplainRun, TellsTheAlternativesAndWhyOneWasTaken) {
  const explainer::Explanation told = explain(decaying_levels().model, {}).value();
  ASSERT_EQ(told.alternatives.size(), 2U);
  EXPECT_EQ(told.alternatives[0].name, "all collapsed that can be");
  EXPECT_LT(told.alternatives[0].dimension, told.dimension_after);
  EXPECT_FALSE(told.alternatives[0].is_taken);
  EXPECT_TRUE(told.alternatives[1].is_taken);
  EXPECT_TRUE(told.choice.starts_with("Taken: nothing collapsed, ")) << told.choice;
}

// The same as third_of_many beside many rows of a regression, which make gradients dear: that of
// the collapse is hardly dearer then.
trace::Traced third_beside_a_regression() {
  return worth_program(
      "data { int N; array[N] int y; array[N] int g; }"
      "transformed data { vector[800] x = linspaced_vector(800, -1, 1); vector[800] z = exp(x); }"
      "parameters { vector[100] mu; real<lower=0> s; vector[N] a; real c; }"
      "model { mu ~ normal(0, 2); s ~ normal(0, 1); c ~ normal(0, 1); a ~ normal(mu[g], s);"
      "        y ~ poisson_log(a); z ~ gamma(exp(c + x), 1); }",
      counts_of_pairs());
}

// What is taken in the end is what the table and the columns are of.
TEST(ExplainRun, TellsCoordinatesThatNeedLessCollapsedAsWhatIsTaken) {
  const explainer::Explanation told = explain(third_beside_a_regression().model, {}).value();
  EXPECT_EQ(told.dimension_after, 302U);
  ASSERT_EQ(told.alternatives.size(), 3U);
  const explainer::AlternativeNote& taken = told.alternatives[2];
  EXPECT_EQ(taken.name, "in other coordinates");
  EXPECT_EQ(taken.dimension, told.dimension_after);
  EXPECT_TRUE(taken.is_taken);
  EXPECT_FALSE(told.alternatives[0].is_taken || told.alternatives[1].is_taken);
  EXPECT_TRUE(told.choice.starts_with("Taken: in other coordinates, where ")) << told.choice;
  const explainer::Part& mu = part_of(told, "mu");
  ASSERT_TRUE(mu.could_be);
  EXPECT_EQ(mu.reason,
            "could be collapsed (Gaussian), but the coordinates in which others cost less need its "
            "value");
}

TEST(ExplainRun, CollapsesEverythingWhereItIsTold) {
  const explainer::Explanation told = explain(third_of_many().model, {.is_forced = true}).value();
  EXPECT_EQ(told.dimension_after, 201U);
  EXPECT_TRUE(told.alternatives.empty());
  EXPECT_TRUE(part_of(told, "mu").is_collapsed());
}

TEST(ExplainRun, HasStagesOfThePlanThatTheRunTakes) {
  const model::Model model = third_of_many().model;
  EXPECT_NE(text_of_run_after(model, {}, {}, "plan").value().find("dimension: 301 -> 301"),
            std::string::npos);
  EXPECT_NE(text_of_run_after(model, {.is_forced = true}, {}, "plan")
                .value()
                .find("dimension: 301 -> 201"),
            std::string::npos);
  EXPECT_EQ(text_of_run_after(model, {}, {}, "compress").value(),
            text_after(model, {}, {}, "compress").value());
}

TEST(WhyTaken, IsTheLeastCostOrTheMostCollapsedOfThoseThatAreNearIt) {
  Worth worth;
  worth.alternatives = {{.name = "as planned", .plan = {}, .predicted = 4.0, .tried = 9.0},
                        {.name = "nothing collapsed", .plan = {}, .predicted = 5.0, .tried = 5.0}};
  EXPECT_EQ(why_taken(worth),
            "Taken: all collapsed that can be, which collapses most of what is not plainly dearer "
            "than the cheapest.");
  worth.alternatives[1].tried = std::nullopt;
  EXPECT_EQ(why_taken(worth),
            "Taken: all collapsed that can be, which collapses most of what is not plainly dearer "
            "than the cheapest. What was not tried is predicted as it would be at best.");
  worth.chosen = 1;
  EXPECT_EQ(why_taken(worth),
            "Taken: nothing collapsed, with which an effective draw costs least, as predicted.");
}

}  // namespace
}  // namespace autumn::engine
