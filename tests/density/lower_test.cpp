// These tests compare lowering, the density over the unconstrained vector, with formulas and
// differences.
#include "density/lower.h"

#include <cmath>
#include <numbers>

#include "dist/list.h"
#include "expr/interpret.h"
#include "model/roll_models.h"
#include "model/transforms.h"
#include "model/validity.h"
#include "passes/support.h"

namespace autumn::density {
namespace {

using expr::Array;
using expr::Shape;
using expr::Term;
using model::Maker;
using model::Model;
using model::Support;
using enum model::SupportKind;
using Numbers = std::vector<double>;

const double kHalfLogTwoPi = 0.5 * std::log(2.0 * std::numbers::pi);

double normal(double x, double mu, double sigma) {
  const double z = (x - mu) / sigma;
  return -0.5 * z * z - std::log(sigma) - kHalfLogTwoPi;
}

std::vector<Array> at(const Numbers& point) {
  return {{Shape::vector(point.size()), point}};
}

double log_density(const Lowered& lowered, const Numbers& point) {
  return interpret(lowered.density, at(point))[0].numbers[0];
}

Support positive(Maker& m) {
  return {.kind = kLower, .lower = m.number(0.0).id()};
}

TEST(Lower, OneNormalVariable) {
  Maker m;
  m.factor(dist::normal(), m.variable("x"), {m.number(1.0), m.number(2.0)});
  const Lowered lowered = lower(m.finish());
  EXPECT_EQ(lowered.dimension, 1u);
  EXPECT_EQ(lowered.slices, (std::vector<Slice>{{0, 1}}));
  for (const double x : {-3.0, 0.0, 1.7}) {
    EXPECT_NEAR(log_density(lowered, {x}), normal(x, 1.0, 2.0), 1e-12);
  }
}

// The density of the logarithm of an exponential variable.
TEST(Lower, PositiveVariableGetsItsJacobian) {
  Maker m;
  m.factor(dist::exponential(), m.variable("tau", {}, positive(m)), {m.number(3.0)});
  const Lowered lowered = lower(m.finish());
  for (const double u : {-30.0, -1.0, 0.0, 2.0}) {
    const double tau = std::exp(u);
    EXPECT_NEAR(log_density(lowered, {u}), std::log(3.0) - 3.0 * tau + u, 1e-12 * (1 + 3 * tau));
  }
}

// The density of the variable itself, as a function of its logarithm.
TEST(Lower, LeavesJacobiansOutWhenAsked) {
  Maker m;
  m.factor(dist::exponential(), m.variable("tau", {}, positive(m)), {m.number(3.0)});
  const Lowered lowered = lower(m.finish(), Jacobian::kLeftOut);
  for (const double u : {-30.0, -1.0, 0.0, 2.0}) {
    const double tau = std::exp(u);
    EXPECT_NEAR(log_density(lowered, {u}), std::log(3.0) - 3.0 * tau, 1e-12 * (1 + 3 * tau));
  }
}

TEST(Lower, PlacesFollowTheDeclarations) {
  Maker m;
  (void)m.variable("a");
  (void)m.variable("theta", {4}, {.kind = kSimplex});
  (void)m.variable("e", {0});
  (void)m.variable("R", {2, 3, 3}, {.kind = kCorrMatrix});
  (void)m.variable("x", {2, 3});
  const Lowered lowered = lower(m.finish());
  EXPECT_EQ(lowered.slices, (std::vector<Slice>{{0, 1}, {1, 3}, {4, 0}, {4, 6}, {10, 6}}));
  EXPECT_EQ(lowered.dimension, 16u);
  for (const expr::Graph* graph : {&lowered.density, &lowered.values}) {
    EXPECT_TRUE(check(*graph).is_ok());
    ASSERT_EQ(graph->inputs().size(), 1u);
    EXPECT_EQ(graph->inputs()[0], (expr::Input{"unconstrained", Shape::vector(16)}));
  }
}

TEST(Lower, ValuesAreThoseDeclaredThenOutputs) {
  Maker m;
  const Term tau = m.variable("tau", {}, positive(m));
  const Term x = m.variable("x", {2});
  m.output("scaled", {2}, tau * x);
  m.output("seven", {}, m.number(7.0));
  const Lowered lowered = lower(m.finish());
  const std::vector<Array> values = interpret(lowered.values, at({std::log(2.0), 3.0, -1.0}));
  ASSERT_EQ(values.size(), 4u);
  EXPECT_DOUBLE_EQ(values[0].numbers[0], 2.0);
  EXPECT_EQ(values[1].numbers, (Numbers{3.0, -1.0}));
  EXPECT_DOUBLE_EQ(values[2].numbers[0], 6.0);
  EXPECT_DOUBLE_EQ(values[2].numbers[1], -2.0);
  EXPECT_EQ(values[3].numbers, Numbers{7.0});
}

TEST(Lower, NoVariablesLeaveAConstant) {
  Maker m;
  m.factor(dist::normal(), m.numbers({1.0, 2.0}), {m.number(0.0), m.number(1.0)});
  m.output("five", {}, m.number(5.0));
  const Lowered lowered = lower(m.finish());
  EXPECT_EQ(lowered.dimension, 0u);
  EXPECT_NEAR(log_density(lowered, {}), normal(1, 0, 1) + normal(2, 0, 1), 1e-12);
  EXPECT_EQ(interpret(lowered.values, at({}))[0].numbers, Numbers{5.0});
  const std::vector<Array> outputs = interpret(value_and_gradient(lowered), at({}));
  ASSERT_EQ(outputs.size(), 2u);
  EXPECT_NEAR(outputs[0].numbers[0], normal(1, 0, 1) + normal(2, 0, 1), 1e-12);
  EXPECT_TRUE(outputs[1].numbers.empty());
}

TEST(Lower, NoFactorsLeaveTheJacobians) {
  Maker m;
  (void)m.variable("tau", {3}, positive(m));
  EXPECT_EQ(log_density(lower(m.finish()), {0.5, -2.0, 0.25}), -1.25);
}

TEST(Lower, EmptyModelIsZero) {
  Maker m;
  const Lowered lowered = lower(m.finish());
  EXPECT_EQ(log_density(lowered, {}), 0.0);
  EXPECT_TRUE(lowered.values.outputs().empty());
}

TEST(Lower, WeightsAndOpaqueFactorsCount) {
  Maker m;
  const Term x = m.variable("x", {2});
  m.factor(dist::normal(), x, {m.number(0.0), m.number(1.0)}).weight = m.numbers({2.0, 0.5}).id();
  m.opaque(exp(x)).weight = m.number(-3.0).id();
  m.opaque(dot(x, x));
  const Lowered lowered = lower(m.finish());
  const double a = 0.3;
  const double b = -1.1;
  const double expected = 2.0 * normal(a, 0, 1) + 0.5 * normal(b, 0, 1) -
                          3.0 * (std::exp(a) + std::exp(b)) + a * a + b * b;
  EXPECT_NEAR(log_density(lowered, {a, b}), expected, 1e-12 * 20.0);
}

// x > m with m a variable: x = m + exp(u).
TEST(Lower, BoundsMayDependOnEarlierVariables) {
  Maker m;
  const Term a = m.variable("a");
  const Term width = m.variable("width", {}, positive(m));
  const Term b = a + width;
  const Term x = m.variable("x", {2}, {.kind = kInterval, .lower = a.id(), .upper = b.id()});
  m.factor(dist::normal(), x, {m.number(0.0), m.number(1.0)});
  m.output("top", {}, b);
  const Lowered lowered = lower(m.finish());
  const Numbers point{-0.5, 0.7, 1.2, -0.3};
  const double w = std::exp(0.7);
  double expected = 0.7;
  Numbers values;
  for (const double u : {1.2, -0.3}) {
    const double p = 1.0 / (1.0 + std::exp(-u));
    values.push_back(-0.5 + w * p);
    expected += normal(values.back(), 0, 1) + std::log(w * p * (1.0 - p));
  }
  EXPECT_NEAR(log_density(lowered, point), expected, 1e-12 * 10.0);
  const std::vector<Array> all = interpret(lowered.values, at(point));
  EXPECT_NEAR(all[2].numbers[0], values[0], 1e-15);
  EXPECT_NEAR(all[2].numbers[1], values[1], 1e-15);
  EXPECT_NEAR(all[3].numbers[0], -0.5 + w, 1e-15);
  passes::testing::expect_gradient(lowered.density, at(point), 1e-7, "dependent bounds");
}

TEST(Lower, OffsetAndMultiplierMayBeVariables) {
  Maker m;
  const Term mu = m.variable("mu");
  const Term tau = m.variable("tau", {}, positive(m));
  const Term x = m.variable("x", {2}, {.kind = kReal, .offset = mu.id(), .multiplier = tau.id()});
  m.factor(dist::normal(), x, {mu, tau});
  const Lowered lowered = lower(m.finish());
  // The non-centred form: standard normal in the free numbers, whatever mu and tau.
  for (const double log_tau : {-20.0, 0.0, 3.0}) {
    const double expected = log_tau + normal(0.4, 0, 1) + normal(-2.0, 0, 1);
    EXPECT_NEAR(log_density(lowered, {1.5, log_tau, 0.4, -2.0}), expected,
                1e-12 * (1.0 + 4.0 * std::fabs(log_tau)) + 1e-15 * std::exp(-log_tau));
  }
}

struct EightSchools {
  Numbers y{28, 8, -3, 7, -1, 1, 18, 12};
  Numbers sigma{15, 10, 16, 11, 9, 11, 10, 18};

  [[nodiscard]] Model model() const {
    Maker m;
    const Term mu = m.variable("mu");
    const Term tau = m.variable("tau", {}, positive(m));
    const Term theta = m.variable("theta", {8});
    m.factor(dist::normal(), mu, {m.number(0.0), m.number(5.0)});
    m.factor(dist::cauchy(), tau, {m.number(0.0), m.number(5.0)});
    m.factor(dist::normal(), theta, {mu, tau});
    m.factor(dist::normal(), m.numbers(y), {theta, m.numbers(sigma)});
    return m.finish();
  }

  // mu, log tau, theta.
  [[nodiscard]] double log_density(const Numbers& u) const {
    const double tau = std::exp(u[1]);
    double total = normal(u[0], 0.0, 5.0) + u[1];
    total -= std::log(std::numbers::pi * 5.0 * (1.0 + tau * tau / 25.0));
    for (std::size_t j = 0; j < 8; ++j) {
      total += normal(u[2 + j], u[0], tau) + normal(y[j], u[2 + j], sigma[j]);
    }
    return total;
  }
};

TEST(Lower, EightSchoolsIsItsFormula) {
  const EightSchools schools;
  const Lowered lowered = lower(model::with_validity_factors(schools.model()));
  EXPECT_EQ(lowered.dimension, 10u);
  const expr::Graph gradient = value_and_gradient(lowered);
  Random random({.seed = 6});
  for (int k = 0; k < 20; ++k) {
    const Numbers u = model::testing::uniform_numbers(random, 10, -2.0, 2.0);
    const double expected = schools.log_density(u);
    EXPECT_NEAR(log_density(lowered, u), expected, 1e-12 * (1.0 + std::fabs(expected)));
    const std::vector<Array> outputs = interpret(gradient, at(u));
    EXPECT_NEAR(outputs[0].numbers[0], expected, 1e-12 * (1.0 + std::fabs(expected)));
    double d_mu = -u[0] / 25.0;
    const double precision = std::exp(-2.0 * u[1]);
    for (std::size_t j = 0; j < 8; ++j) {
      const double pull = (u[2 + j] - u[0]) * precision;
      d_mu += pull;
      const double d_theta =
          -pull + (schools.y[j] - u[2 + j]) / (schools.sigma[j] * schools.sigma[j]);
      EXPECT_NEAR(outputs[1].numbers[2 + j], d_theta, 1e-12 * (1.0 + std::fabs(pull)));
    }
    EXPECT_NEAR(outputs[1].numbers[0], d_mu, 1e-11 * (1.0 + precision));
  }
}

// ---- value and gradient for every support ----

// A smooth target that is different in every element, over a variable of the support.
Model model_over(const model::testing::Declared& declared) {
  Maker m;
  const Shape shape = model::node_shape(declared.dims);
  const auto bound = [&](const Numbers& numbers) -> std::optional<expr::NodeId> {
    if (numbers.empty()) return std::nullopt;
    if (numbers.size() == 1) return m.number(numbers[0]).id();
    return reshape(m.numbers(numbers), shape).id();
  };
  const Term x = m.variable("x", declared.dims,
                            {.kind = declared.kind,
                             .lower = bound(declared.bounds.lower),
                             .upper = bound(declared.bounds.upper),
                             .offset = bound(declared.bounds.offset),
                             .multiplier = bound(declared.bounds.multiplier)});
  Numbers centres(x.size());
  for (std::size_t i = 0; i < centres.size(); ++i) centres[i] = std::cos(static_cast<double>(i));
  m.factor(dist::student_t(), x,
           {m.number(3.0), reshape(m.numbers(centres), shape), m.number(1.5)});
  return m.finish();
}

// Differences of the density as it was lowered against the gradient after all passes.
void expect_gradient(const Lowered& lowered, Numbers point, const std::string& what) {
  const std::vector<Array> outputs = interpret(value_and_gradient(lowered), at(point));
  ASSERT_EQ(outputs.size(), 2u) << what;
  const double value = log_density(lowered, point);
  EXPECT_NEAR(outputs[0].numbers[0], value, 1e-12 * (1.0 + std::fabs(value)) * 10.0) << what;
  ASSERT_EQ(outputs[1].shape, Shape::vector(point.size())) << what;
  for (std::size_t i = 0; i < point.size(); ++i) {
    const double here = point[i];
    const double slope = passes::testing::derivative(
        [&](double step) {
          point[i] = here + step;
          return log_density(lowered, point);
        },
        0.01);
    point[i] = here;
    EXPECT_NEAR(outputs[1].numbers[i], slope, 1e-7 * (1.0 + std::fabs(slope))) << what << " " << i;
  }
}

TEST(ValueAndGradient, AgreeWithDifferencesForEverySupport) {
  Random random({.seed = 7});
  for (const model::testing::Declared& declared : model::testing::all_supports()) {
    const Lowered lowered = lower(model_over(declared));
    ASSERT_EQ(lowered.dimension, declared.free_size()) << declared.name();
    expect_gradient(lowered,
                    model::testing::uniform_numbers(random, declared.free_size(), -1.5, 1.5),
                    declared.name());
  }
}

// Outside of what is valid the density is -infinity, not a number that the sampler could accept.
TEST(ValueAndGradient, InvalidPointsAreNotFinite) {
  Maker m;
  const Term s = m.variable("s");
  m.factor(dist::normal(), m.number(1.0), {m.number(0.0), s});
  const expr::Graph graph = value_and_gradient(lower(model::with_validity_factors(m.finish())));
  EXPECT_NEAR(interpret(graph, at({2.0}))[0].numbers[0], normal(1.0, 0.0, 2.0), 1e-14);
  for (const double scale : {0.0, -1.0, -1e300}) {
    EXPECT_FALSE(std::isfinite(interpret(graph, at({scale}))[0].numbers[0])) << scale;
  }
}

Lowered two_variables() {
  Maker m;
  const Term tau = m.variable("tau", {}, positive(m));
  m.factor(dist::exponential(), tau, {m.number(3.0)});
  m.factor(dist::normal(), m.variable("x", {2}), {m.number(0.0), tau});
  return lower(m.finish());
}

TEST(Lower, PrintsPlacesAndBothGraphs) {
  const Lowered lowered = two_variables();
  const std::string text = to_text(lowered);
  EXPECT_TRUE(text.starts_with("dimension: 3\nvariable 1: 1 from 1\nvariable 2: 2 from 2\n"))
      << text;
  EXPECT_NE(text.find("density:\n" + to_text(lowered.density)), std::string::npos) << text;
  EXPECT_NE(text.find("values:\n" + to_text(lowered.values)), std::string::npos) << text;
}

TEST(Lower, IsCheckedForItsPlacesInputsAndOutputs) {
  EXPECT_TRUE(check(two_variables()).is_ok());
  Lowered gap = two_variables();
  gap.slices[1].start = 2;
  EXPECT_FALSE(check(gap).is_ok());
  Lowered more = two_variables();
  more.slices.push_back({3, 1});
  EXPECT_FALSE(check(more).is_ok());
  Lowered longer = two_variables();
  longer.dimension = 4;
  longer.slices[1].size = 3;
  EXPECT_FALSE(check(longer).is_ok());
  Lowered swapped = two_variables();
  std::swap(swapped.density, swapped.values);
  EXPECT_FALSE(check(swapped).is_ok());
}

TEST(ValueAndGradient, IsTheSameWithoutAPassToRounding) {
  const Lowered lowered = two_variables();
  const Numbers point{0.3, -1.2, 0.8};
  const double with = interpret(value_and_gradient(lowered), at(point))[0].numbers[0];
  const expr::Graph without = value_and_gradient(lowered, {"simplify", "simplify-gradient"});
  EXPECT_NE(without, value_and_gradient(lowered));
  EXPECT_NEAR(interpret(without, at(point))[0].numbers[0], with, 1e-13 * std::fabs(with));
}

}  // namespace
}  // namespace autumn::density
