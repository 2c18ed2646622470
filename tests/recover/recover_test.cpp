// These tests look at recovery: reproducible draws, each element from a stream of its own, given
// what is known.
#include "recover/recover.h"

#include <gtest/gtest.h>

#include <cmath>

#include "collapse/collapse.h"
#include "engine/prepare.h"
#include "trace/program.h"

namespace autumn::recover {
namespace {

struct Recovered {
  model::Model model;
  collapse::Collapsed collapsed;
  PreparedRecovery program;

  explicit Recovered(const std::string& text, const collapse::PlanOptions& options = {}) {
    const Result<trace::Traced> traced = trace::testing::traced(text);
    EXPECT_TRUE(traced.is_ok()) << (traced.is_ok() ? "" : to_text(traced.error()));
    model = engine::ready_for_plan(traced.value().model);
    const Result<collapse::Plan> plan = collapse::plan(model, options);
    EXPECT_TRUE(plan.is_ok());
    collapsed = collapse::collapse(model, plan.value());
    std::vector<expr::Shape> shapes;
    for (const model::Variable& v : model.variables) shapes.push_back(model.graph.shape(v.node));
    program = prepare(collapsed.recovery, shapes);
  }

  [[nodiscard]] std::size_t variable(std::string_view name) const {
    for (std::size_t v = 0; v < model.variables.size(); ++v) {
      if (model.variables[v].name == name) return v;
    }
    ADD_FAILURE() << name;
    return 0;
  }
};

constexpr const char* kMixed = R"(
  transformed data { vector[3] y = [1, 2, 0.3]'; array[2] int n = {3, 5}; array[4] int s = {1, 2, 2, 3}; }
  parameters {
    real<lower=0> tau; real mu; vector[3] theta; vector<lower=0>[2] rate;
    array[2] simplex[3] p; real<lower=0> unseen;
  }
  model {
    tau ~ exponential(1); mu ~ normal(0, 2); theta ~ normal(mu, tau); y ~ normal(theta, 1);
    rate ~ gamma(2, tau); n ~ poisson(rate);
    p ~ dirichlet([1, 2, 3]'); s ~ categorical(p[1]);
    unseen ~ weibull(2, tau);
  })";

std::vector<double> draw_all(const Recovered& r, double tau, std::uint64_t seed,
                             std::uint64_t iteration) {
  Recoverer recoverer(r.program);
  recoverer.set_kept(0, std::span(&tau, 1));
  recoverer.draw(seed, 1, iteration);
  std::vector<double> all;
  for (std::size_t v = 0; v < r.model.variables.size(); ++v) {
    const auto values = recoverer.variable(v);
    all.insert(all.end(), values.begin(), values.end());
  }
  return all;
}

TEST(Recover, IsTheSameForTheSameSeedChainAndIteration) {
  const Recovered r(kMixed);
  ASSERT_EQ(r.collapsed.recovery.kept.size(), 1U);
  EXPECT_EQ(draw_all(r, 0.7, 5, 9), draw_all(r, 0.7, 5, 9));
  EXPECT_NE(draw_all(r, 0.7, 5, 9), draw_all(r, 0.7, 5, 10));
  EXPECT_NE(draw_all(r, 0.7, 5, 9), draw_all(r, 0.7, 6, 9));
}

TEST(Recover, LeavesKeptValuesAloneAndFillsAllOthers) {
  const Recovered r(kMixed);
  const std::vector<double> all = draw_all(r, 0.7, 5, 9);
  EXPECT_EQ(all[0], 0.7);
  for (const double x : all) EXPECT_TRUE(std::isfinite(x));
  const std::size_t p =
      1 + 1 + 3 + 2;  // tau, mu, theta, rate; an array of simplexes lies item by item apart
  EXPECT_NEAR(all[p] + all[p + 2] + all[p + 4], 1.0, 1e-15);
  EXPECT_NEAR(all[p + 1] + all[p + 3] + all[p + 5], 1.0, 1e-15);
}

// A draw does not depend on how often the recoverer was used before.
TEST(Recover, HasNoMemory) {
  const Recovered r(kMixed);
  const double first = 0.2;
  const double second = 0.7;
  Recoverer recoverer(r.program);
  recoverer.set_kept(0, std::span(&first, 1));
  for (std::uint64_t i = 0; i < 5; ++i) recoverer.draw(5, 1, i);
  recoverer.set_kept(0, std::span(&second, 1));
  recoverer.draw(5, 1, 9);
  std::vector<double> all;
  for (std::size_t v = 0; v < r.model.variables.size(); ++v) {
    const auto values = recoverer.variable(v);
    all.insert(all.end(), values.begin(), values.end());
  }
  EXPECT_EQ(all, draw_all(r, second, 5, 9));
}

// Every element of a family has a stream of its own: collapsing fewer changes no other draw.
TEST(Recover, KeepingOneVariableChangesNoOtherDraw) {
  const Recovered all(kMixed);
  const Recovered fewer(kMixed, {.keep = {"unseen"}});
  Recoverer one(all.program);
  Recoverer other(fewer.program);
  const double tau = 0.7;
  one.set_kept(0, std::span(&tau, 1));
  other.set_kept(0, std::span(&tau, 1));
  one.draw(5, 1, 3);
  other.draw(5, 1, 3);
  for (const char* name : {"mu", "theta", "rate", "p"}) {
    const auto a = one.variable(all.variable(name));
    const auto b = other.variable(fewer.variable(name));
    EXPECT_TRUE(std::equal(a.begin(), a.end(), b.begin(), b.end())) << name;
  }
}

// More rows and columns than are drawn together, each number by hand from the stream of its
// element.
TEST(Recover, ManyElementsAreDrawnEachFromItsOwnStream) {
  constexpr std::size_t kCount = 150;
  static_assert(kCount > 2 * Streams::kMost);
  const Recovered r(R"(
    transformed data { array[150] int n; vector[150] y; for (i in 1:150) { n[i] = i; y[i] = i; } }
    parameters { real<lower=0> tau; vector<lower=0>[150] rate; vector[150] theta; vector<lower=0>[150] leaf; }
    model {
      tau ~ exponential(1); rate ~ gamma(2, tau); n ~ poisson(rate);
      theta ~ normal(0, tau); y ~ normal(theta, tau); leaf ~ exponential(rate);
    })");
  const double tau = 0.5;
  Recoverer recoverer(r.program);
  recoverer.set_kept(0, std::span(&tau, 1));
  recoverer.draw(5, 1, 3);
  const auto rate = recoverer.variable(r.variable("rate"));
  const auto theta = recoverer.variable(r.variable("theta"));
  const auto leaf = recoverer.variable(r.variable("leaf"));
  for (std::size_t k = 0; k < kCount; ++k) {
    StreamKey key{.seed = 5, .chain = 1, .purpose = Purpose::kRecovery, .iteration = 3};
    const double number = static_cast<double>(k + 1);
    key.element = 1 + k;
    EXPECT_EQ(rate[k], Random(key).gamma(2.0 + number) / (tau + 1.0));
    key.element += kCount;
    EXPECT_NEAR(theta[k], 0.5 * number + std::sqrt(0.5) * tau * Random(key).normal(), 1e-12);
    key.element += kCount;
    EXPECT_NEAR(leaf[k], Random(key).exponential() / rate[k], 1e-12);
  }
}

// Means and variances of 40,000 draws within 5 standard errors of the exact ones: by chance one of
// the 8 numbers is outside in 200,000 seeds. The seed is fixed.
TEST(Recover, DrawsHaveTheMomentsOfTheConditional) {
  const Recovered r(R"(
    transformed data { vector[3] y = [1, 2, 0.3]'; array[2] int n = {3, 5}; }
    parameters { real<lower=0> tau; real mu; real<lower=0> rate; real<lower=0, upper=1> p; real leaf; }
    model {
      tau ~ exponential(1); mu ~ normal(0, 2); y ~ normal(mu, tau);
      rate ~ gamma(2, tau); n ~ poisson(3 * rate);
      p ~ beta(tau, 2); n ~ binomial(8, p);
      leaf ~ normal(mu, 1);
    })");
  constexpr int kDraws = 40000;
  const double tau = 0.7;
  Recoverer recoverer(r.program);
  recoverer.set_kept(0, std::span(&tau, 1));
  std::vector<double> sum(5, 0.0), squares(5, 0.0), fourth(5, 0.0);
  const double precision = 1.0 / 4 + 3 / (tau * tau);
  const double a = tau + 8, b = 2 + 8;
  const double mean[] = {tau, 3.3 / (tau * tau) / precision, (2 + 8) / (tau + 6), a / (a + b),
                         3.3 / (tau * tau) / precision};
  const double variance[] = {0, 1 / precision, (2 + 8) / (tau + 6) / (tau + 6),
                             a * b / ((a + b) * (a + b) * (a + b + 1)), 1 / precision + 1};
  for (std::uint64_t i = 0; i < kDraws; ++i) {
    recoverer.draw(11, 1, i);
    for (std::size_t v = 1; v < 5; ++v) {
      const double e = recoverer.variable(v)[0] - mean[v];
      sum[v] += e / kDraws;
      squares[v] += e * e / kDraws;
      fourth[v] += e * e * e * e / kDraws;
    }
  }
  for (std::size_t v = 1; v < 5; ++v) {
    EXPECT_NEAR(sum[v], 0.0, 5 * std::sqrt(variance[v] / kDraws)) << v;
    EXPECT_NEAR(squares[v], variance[v],
                5 * std::sqrt((fourth[v] - squares[v] * squares[v]) / kDraws))
        << v;
  }
}

// log_density of the recovery is a density: over one collapsed dimension it integrates to one.
TEST(Recover, LogDensityIntegratesToOne) {
  const Recovered r(R"(
    parameters { real<lower=0> tau; real mu; }
    model { tau ~ exponential(1); mu ~ normal(0, 2); 1.3 ~ normal(mu, tau); })");
  const double h = 0.01;
  double integral = 0.0;
  for (int k = -2000; k <= 2000; ++k) {
    const std::vector<expr::Array> at = {{expr::Shape::scalar(), {0.7}},
                                         {expr::Shape::scalar(), {k * h}}};
    integral += h * std::exp(log_density(r.collapsed.recovery, at));
  }
  EXPECT_NEAR(integral, 1.0, 1e-12);
}

}  // namespace
}  // namespace autumn::recover
