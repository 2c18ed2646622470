// These tests hold densities in centred coordinates against the density as it is written.
#include "density/centred.h"

#include <algorithm>
#include <cmath>

#include "dist/list.h"
#include "expr/interpret.h"
#include "model/roll_models.h"
#include "passes/support.h"

namespace autumn::density {
namespace {

using expr::Array;
using expr::Shape;
using expr::Term;
using model::Located;
using model::LocatedForm;
using model::Maker;
using model::Model;
using model::Support;
using Numbers = std::vector<double>;

Support positive_scale(Maker& m) {
  return {.kind = model::SupportKind::kLower, .lower = m.number(0.0).id()};
}

std::vector<Array> point_of(const Numbers& x) {
  return {{Shape::vector(x.size()), x}};
}

// Counts whose logarithms are these.
void observe(Maker& m, Term log_rate) {
  Numbers counts;
  for (std::size_t i = 0; i < log_rate.size(); ++i) counts.push_back(static_cast<double>(i % 4));
  m.factor(dist::poisson_log(), m.numbers(counts), {log_rate});
}

// theta before its scale, as nobody writes it but anybody may.
Model scalar_places() {
  Maker m;
  const Term theta = m.variable("theta", {5});
  const Term mu = m.variable("mu"), tau = m.variable("tau", {}, positive_scale(m));
  m.factor(dist::normal(), mu, {m.number(1.0), m.number(2.0)});
  m.factor(dist::exponential(), tau, {m.number(1.0)});
  m.factor(dist::normal(), theta, {mu, tau});
  observe(m, theta);
  return m.finish();
}

Model vector_places() {
  Maker m;
  const Term tau = m.variable("tau", {4}, positive_scale(m)), mu = m.variable("mu", {4});
  const Term theta = m.variable("theta", {4});
  m.factor(dist::exponential(), tau, {m.number(1.0)});
  m.factor(dist::normal(), mu, {m.number(0.0), m.number(1.0)});
  m.factor(dist::normal(), theta, {2.0 * mu, sqrt(tau)});
  observe(m, theta);
  return m.finish();
}

Model nested_places() {
  Maker m;
  const Term mu = m.variable("mu"), s = m.variable("s", {}, positive_scale(m));
  const Term b = m.variable("b", {6}), t = m.variable("t", {}, positive_scale(m));
  const Term a = m.variable("a", {3});
  m.factor(dist::normal(), a, {mu, s});
  m.factor(dist::normal(), b, {gather(a, expr::Index::list({0, 0, 1, 1, 2, 2})), t});
  m.factor(dist::normal(), mu, {m.number(0.0), m.number(1.0)});
  m.factor(dist::exponential(), s, {m.number(1.0)});
  m.factor(dist::exponential(), t, {m.number(2.0)});
  observe(m, b);
  return m.finish();
}

Model offset_places() {
  Maker m;
  const Term mu = m.variable("mu"), tau = m.variable("tau", {}, positive_scale(m));
  const Term theta = m.variable("theta", {3}, {.offset = mu.id(), .multiplier = tau.id()});
  m.factor(dist::normal(), mu, {m.number(1.0), m.number(2.0)});
  m.factor(dist::exponential(), tau, {m.number(1.0)});
  m.factor(dist::normal(), theta, {mu, tau});
  observe(m, theta);
  return m.finish();
}

Model standard_places() {
  Maker m;
  const Term mu = m.variable("mu"), tau = m.variable("tau", {}, positive_scale(m));
  const Term z = m.variable("z", {4});
  m.factor(dist::normal(), mu, {m.number(1.0), m.number(2.0)});
  m.factor(dist::exponential(), tau, {m.number(1.0)});
  m.factor(dist::std_normal(), z, {});
  observe(m, mu + tau * z);
  return m.finish();
}

Model gathered_places() {
  Maker m;
  const Term tau = m.variable("tau", {}, positive_scale(m)), z = m.variable("z", {3});
  m.factor(dist::exponential(), tau, {m.number(1.0)});
  m.factor(dist::normal(), z, {m.number(0.0), m.number(1.0)});
  const Term rows = m.numbers({0.1, 0.2, 0.3, 0.4, 0.5});
  observe(m, tau * gather(z, expr::Index::list({0, 1, 2, 2, 1})) + rows);
  return m.finish();
}

Model matrix_places() {
  Maker m;
  const Term tau = m.variable("tau", {}, positive_scale(m)), x = m.variable("x", {2, 3});
  m.factor(dist::exponential(), tau, {m.number(1.0)});
  m.factor(dist::normal(), reshape(x, Shape::vector(6)), {m.number(0.5), tau});
  observe(m, reshape(x, Shape::vector(6)));
  return m.finish();
}

struct Case {
  const char* name;
  Model model;
  std::vector<LocatedForm> forms;
};

std::vector<Case> cases() {
  using enum LocatedForm;
  return {{"scalars", scalar_places(), {kCentred}},
          {"vectors", vector_places(), {kCentred}},
          {"nested", nested_places(), {kCentred, kCentred}},
          {"offset", offset_places(), {kOffset}},
          {"standard", standard_places(), {kStandard}},
          {"gathered", gathered_places(), {kStandard}},
          {"matrix", matrix_places(), {kCentred}}};
}

Numbers random_numbers(std::mt19937_64& random, std::size_t n, double low, double high) {
  return passes::testing::random_array(random, Shape::vector(n), low, high).numbers;
}

// Weights of all kinds: 0, 1, the same, and one each.
Centring random_centring(const Model& model, std::mt19937_64& random, int kind) {
  Centring centring = written_centring(model, model::find_located(model));
  for (Numbers& weights : centring.weights) {
    if (kind < 3) {
      std::ranges::fill(weights, 0.5 * kind);
    } else {
      weights = random_numbers(random, weights.size(), 0.0, 1.0);
    }
  }
  return centring;
}

double number_of(const expr::Graph& graph, const Numbers& x, std::size_t output = 0) {
  return interpret(graph, point_of(x))[output].numbers[0];
}

template <typename Check>
void for_all_cases(const Check& check) {
  std::mt19937_64 random(7);
  for (const Case& one : cases()) {
    for (int kind = 0; kind < 5; ++kind) {
      SCOPED_TRACE(std::string(one.name) + ", weights " + std::to_string(kind));
      const Centring centring = random_centring(one.model, random, kind);
      const Lowered written = lower(one.model);
      check(written, lower_centred(one.model, centring),
            random_numbers(random, written.dimension, -1.5, 1.5));
    }
  }
}

TEST(Centred, FormsAreFound) {
  for (const Case& one : cases()) {
    std::vector<LocatedForm> forms;
    for (const Located& located : model::find_located(one.model)) forms.push_back(located.form);
    EXPECT_EQ(forms, one.forms) << one.name;
  }
}

TEST(Centred, DensityIsTheWrittenOneWithItsJacobian) {
  for_all_cases([](const Lowered& written, const CentredLowered& centred, const Numbers& eta) {
    const auto there = interpret(centred.to_written, point_of(eta));
    const double expected = number_of(written.density, there[0].numbers) + there[1].numbers[0];
    EXPECT_NEAR(number_of(centred.density, eta), expected, 1e-11 * (1.0 + std::fabs(expected)));
  });
}

TEST(Centred, ThereAndBackIsWhereItWas) {
  for_all_cases([](const Lowered&, const CentredLowered& centred, const Numbers& eta) {
    const Numbers x = interpret(centred.to_written, point_of(eta))[0].numbers;
    const Numbers back = interpret(centred.from_written, point_of(x))[0].numbers;
    for (std::size_t i = 0; i < eta.size(); ++i) EXPECT_NEAR(back[i], eta[i], 1e-12);
  });
}

// The logarithm of the absolute determinant of a matrix given by its rows.
double log_determinant(std::vector<Numbers> rows) {
  double result = 0.0;
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const auto from = rows.begin() + static_cast<std::ptrdiff_t>(k);
    std::swap(*from, *std::ranges::max_element(from, rows.end(), {},
                                               [&](const Numbers& r) { return std::fabs(r[k]); }));
    result += std::log(std::fabs(rows[k][k]));
    for (std::size_t i = k + 1; i < rows.size(); ++i) {
      const double factor = rows[i][k] / rows[k][k];
      for (std::size_t j = k; j < rows.size(); ++j) rows[i][j] -= factor * rows[k][j];
    }
  }
  return result;
}

TEST(Centred, JacobianIsThatOfDifferences) {
  for_all_cases([](const Lowered&, const CentredLowered& centred, const Numbers& eta) {
    std::vector<Numbers> jacobian(eta.size(), Numbers(eta.size()));
    for (std::size_t j = 0; j < eta.size(); ++j) {
      for (std::size_t i = 0; i < eta.size(); ++i) {
        const auto moved = [&](double h) {
          Numbers x = eta;
          x[j] += h;
          return interpret(centred.to_written, point_of(x))[0].numbers[i];
        };
        jacobian[i][j] = passes::testing::derivative(moved, 0.1);
      }
    }
    EXPECT_NEAR(log_determinant(jacobian), number_of(centred.to_written, eta, 1), 1e-7);
  });
}

TEST(Centred, GradientIsThatOfDifferences) {
  for_all_cases([](const Lowered&, const CentredLowered& centred, const Numbers& eta) {
    Lowered lowered;
    lowered.density = centred.density;
    const auto both = interpret(value_and_gradient(lowered), point_of(eta));
    for (std::size_t i = 0; i < eta.size(); ++i) {
      const auto moved = [&](double h) {
        Numbers x = eta;
        x[i] += h;
        return number_of(centred.density, x);
      };
      const double slope = passes::testing::derivative(moved, 0.1);
      EXPECT_NEAR(both[1].numbers[i], slope, 1e-7 * (1.0 + std::fabs(slope)));
    }
  });
}

TEST(Centred, WrittenWeightsChangeNothing) {
  std::mt19937_64 random(8);
  for (const Case& one : cases()) {
    const Centring centring = written_centring(one.model, model::find_located(one.model));
    const CentredLowered centred = lower_centred(one.model, centring);
    const Numbers eta = random_numbers(random, lower(one.model).dimension, -1.5, 1.5);
    const auto there = interpret(centred.to_written, point_of(eta));
    for (std::size_t i = 0; i < eta.size(); ++i) EXPECT_NEAR(there[0].numbers[i], eta[i], 1e-14);
    EXPECT_EQ(there[1].numbers[0], 0.0) << one.name;
  }
}

TEST(Centred, PlacesAreLocationsAndScales) {
  const Model model = scalar_places();
  const CentredLowered centred =
      lower_centred(model, written_centring(model, model::find_located(model)));
  const auto places = interpret(centred.places, point_of({0, 0, 0, 0, 0, 0.7, std::log(3.0)}));
  EXPECT_EQ(places[0].numbers, Numbers(5, 0.7));
  for (const double scale : places[1].numbers) EXPECT_NEAR(scale, 3.0, 1e-14);
}

// What must keep its coordinates.
TEST(Centred, VariablesWithBoundsAreLeftAlone) {
  Maker m;
  const Term tau = m.variable("tau", {}, positive_scale(m));
  const Term theta = m.variable("theta", {3}, positive_scale(m));
  m.factor(dist::normal(), theta, {m.number(0.0), tau});
  EXPECT_TRUE(model::find_located(m.finish()).empty());
}

TEST(Centred, ScalesThatDependOnTheirVariableAreLeftAlone) {
  Maker m;
  const Term theta = m.variable("theta", {3});
  m.factor(dist::normal(), theta, {m.number(0.0), exp(element(theta, 0))});
  EXPECT_TRUE(model::find_located(m.finish()).empty());
}

TEST(Centred, ConstantPlacesAreLeftAlone) {
  Maker m;
  const Term theta = m.variable("theta", {3});
  m.factor(dist::normal(), theta, {m.number(1.0), m.number(2.0)});
  EXPECT_TRUE(model::find_located(m.finish()).empty());
}

TEST(Centred, WalksAreLeftAlone) {
  Maker m;
  const Term tau = m.variable("tau", {}, positive_scale(m)), x = m.variable("x", {5});
  m.factor(dist::normal(), slice(x, 1, 4), {slice(x, 0, 4), tau});
  EXPECT_TRUE(model::find_located(m.finish()).empty());
}

TEST(Centred, WeightedPriorsAreLeftAlone) {
  Maker m;
  const Term tau = m.variable("tau", {}, positive_scale(m)), theta = m.variable("theta", {3});
  m.factor(dist::normal(), theta, {m.number(0.0), tau}).weight = m.number(0.5).id();
  EXPECT_TRUE(model::find_located(m.finish()).empty());
}

TEST(Centred, OfACircleTheFirstIsTaken) {
  Maker m;
  const Term a = m.variable("a", {3}), b = m.variable("b", {3});
  m.factor(dist::normal(), a, {b, m.number(1.0)});
  m.factor(dist::normal(), b, {a, m.number(1.0)});
  const std::vector<Located> located = model::find_located(m.finish());
  ASSERT_EQ(located.size(), 1u);
  EXPECT_EQ(located[0].variable, 0u);
}

// A standard normal variable that is seen otherwise than in its product stays what it is.
TEST(Centred, StandardNumbersThatAreSeenThemselvesAreLeftAlone) {
  Maker m;
  const Term tau = m.variable("tau", {}, positive_scale(m)), z = m.variable("z", {3});
  m.factor(dist::std_normal(), z, {});
  observe(m, tau * z);
  observe(m, z);
  EXPECT_TRUE(model::find_located(m.finish()).empty());
}

TEST(Centred, ProductsWithTwoScalesAreLeftAlone) {
  Maker m;
  const Term tau = m.variable("tau", {}, positive_scale(m)), z = m.variable("z", {3});
  m.factor(dist::std_normal(), z, {});
  observe(m, tau * z);
  observe(m, square(tau) * z);
  EXPECT_TRUE(model::find_located(m.finish()).empty());
}

}  // namespace
}  // namespace autumn::density
