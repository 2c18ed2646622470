// Recurrences that are written by their innovations become states: the same density as if they had
// been written by states, the same laws, and nothing where it would not be a change of variables.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "collapse/corpus.h"
#include "collapse/law_checks.h"
#include "collapse/point.h"
#include "collapse/states/with_states.h"
#include "expr/interpret.h"
#include "trace/program.h"

namespace autumn::collapse::testing {
namespace {

const std::string kData = R"({"T": 7, "y": [0.3, -0.2, 0.9, 1.4, 0.8, 1.9, 2.2]})";
const std::string kHead =
    "data { int T; vector[T] y; } parameters { real<lower=0> s; "
    "real<lower=0> r; real<lower=-1, upper=1> phi; ";
const std::string kPriors = "s ~ normal(0, 1); r ~ normal(0, 1); ";

std::string program(const std::string& parameters, const std::string& model) {
  return kHead + parameters + "} model { " + kPriors + model + " }";
}

struct Recurrence {
  std::string name;
  std::string text;
  std::string states = {};  // the same, written by states, if that has the same density
};

// Of every kind of recurrence one, and of every way to write it.
std::vector<Recurrence> recurrences() {
  const std::string walk_by_states = program(
      "vector[T] x;", "x[1] ~ normal(0, 2); x[2:T] ~ normal(x[1:(T - 1)], s); y ~ normal(x, r);");
  const std::string start = "real a; vector[T - 1] z;";
  const std::string steps = "a ~ normal(0, 2); z ~ std_normal(); ";
  return {
      {"WalkBySum",
       program(start, steps + "y ~ normal(a + append_row(0, s * cumulative_sum(z)), r);"),
       walk_by_states},
      {"WalkBySumOfSteps",
       program(start, steps + "y ~ normal(append_row(a, a + cumulative_sum(s * z)), r);"),
       walk_by_states},
      {"WalkByLoop",
       program(start, steps +
                          "vector[T] x; x[1] = a; for (t in 2:T) x[t] = x[t - 1] + s * z[t - 1];"
                          " y ~ normal(x, r);"),
       walk_by_states},
      {"WalkOfWiderSteps",
       program("real a; vector[T - 1] z;",
               "a ~ normal(0, 2); z ~ normal(0, s); y ~ normal(a + append_row(0, "
               "cumulative_sum(z)), r);"),
       walk_by_states},
      {"Autoregression",
       program("vector[T] z;",
               "z ~ std_normal(); vector[T] x; x[1] = s / sqrt(1 - phi ^ 2) * z[1]; "
               "for (t in 2:T) x[t] = phi * x[t - 1] + s * z[t]; y ~ normal(x, r);"),
       program("vector[T] x;",
               "x[1] ~ normal(0, s / sqrt(1 - phi ^ 2)); x[2:T] ~ normal(phi * x[1:(T - 1)], s); "
               "y ~ normal(x, r);")},
      {"AutoregressionAroundMean",
       program("real m; vector[T] z;",
               "m ~ normal(0, 3); z ~ std_normal(); vector[T] x; x[1] = m + s * z[1]; "
               "for (t in 2:T) x[t] = m + phi * (x[t - 1] - m) + s * z[t]; y ~ normal(x, r);"),
       program("real m; vector[T] x;",
               "m ~ normal(0, 3); x[1] ~ normal(m, s); "
               "x[2:T] ~ normal(m + phi * (x[1:(T - 1)] - m), s); y ~ normal(x, r);")},
      {"SecondOrder",
       program("vector[T] z;",
               "z ~ std_normal(); vector[T] x; x[1] = z[1]; x[2] = 0.5 * x[1] - z[2]; "
               "for (t in 3:T) x[t] = phi * x[t - 1] - 0.2 * x[t - 2] + s * z[t]; "
               "y ~ normal(x, r);")},
      {"Trend",
       program("vector[T] z; vector[T] w;",
               "z ~ std_normal(); w ~ std_normal(); vector[T] l; vector[T] b; "
               "l[1] = s * z[1]; b[1] = 0.1 * w[1]; for (t in 2:T) { b[t] = b[t - 1] + 0.1 * w[t]; "
               "l[t] = l[t - 1] + b[t - 1] + s * z[t]; } y ~ normal(l, r);"),
       program("vector[T] l; vector[T] b;",
               "l[1] ~ normal(0, s); b[1] ~ normal(0, 0.1); b[2:T] ~ normal(b[1:(T - 1)], 0.1); "
               "l[2:T] ~ normal(l[1:(T - 1)] + b[1:(T - 1)], s); y ~ normal(l, r);")},
      {"TrendBySums", program("vector[T] z; vector[T] w;",
                              "z ~ std_normal(); w ~ std_normal(); "
                              "y ~ normal(cumulative_sum(cumulative_sum(0.1 * w) + s * z), r);")},
      {"Season",
       program("vector[3] e; vector[T] z;",
               "e ~ std_normal(); z ~ std_normal(); vector[T] x; x[1:3] = e; "
               "for (t in 4:T) x[t] = -sum(x[(t - 3):(t - 1)]) + s * z[t]; y ~ normal(x, r);")},
      {"SeasonOfMinuses",
       program("vector[T] z; vector[2] e;",
               "e ~ std_normal(); z ~ std_normal(); vector[T] x; x[1:2] = e; "
               "for (t in 3:T) x[t] = -x[t - 1] - x[t - 2] + s * z[t]; y ~ normal(x, r);"),
       program("vector[T] x;",
               "x[1:2] ~ std_normal(); x[3:T] ~ normal(-x[2:(T - 1)] - x[1:(T - 2)], s); "
               "y ~ normal(x, r);")},
      {"SlopesOfAnySign",
       program("real c; vector[T] z;",
               "c ~ normal(0, 1); z ~ normal(0.5, 2); "
               "vector[T] x = rep_vector(0, T); x[1] = -z[1]; "
               "for (t in 2:T) x[t] = 0.9 * x[t - 1] - c * z[t]; y ~ normal(x, r);")},
      {"OnlyTheLastIsSeen",
       program("vector[T] z;",
               "z ~ std_normal(); real x = 0; for (t in 1:T) x = phi * x + s * z[t]; "
               "y ~ normal(x, r);")},
      {"Matrix",
       program("matrix[T, 2] z;",
               "to_vector(z) ~ std_normal(); for (j in 1:2) y ~ normal(cumulative_sum(s * z[, j]), "
               "r);")},
  };
}

engine::Prepared prepared(const std::string& text) {
  const Result<trace::Traced> traced = trace::testing::traced(text, kData);
  EXPECT_TRUE(traced.is_ok()) << (traced.is_ok() ? "" : to_text(traced.error()));
  return std::move(engine::prepare(traced.value(), {.is_forced = true})).value();
}

Planned planned(const std::string& text, const std::string& json = kData) {
  return std::move(plan_and_collapse(ready_model(text, json), {.is_forced = true})).value();
}

TEST(StatesOfRecurrences, HaveTheDensityOfTheModelWrittenByStates) {
  for (const Recurrence& one : recurrences()) {
    if (one.states.empty()) continue;
    SCOPED_TRACE(one.name);
    const engine::Prepared innovations = prepared(one.text), states = prepared(one.states);
    ASSERT_EQ(innovations.dimension, states.dimension);
    for (const double s : {-23.0, -7.0, -0.7, 0.4, 13.0}) {
      std::vector<double> u(innovations.dimension, 0.3);
      u[0] = s;
      const DensityAt a = evaluate_at(innovations, u), b = evaluate_at(states, u);
      const double size = 1.0 + std::abs(b.value);
      EXPECT_NEAR(a.value, b.value, 1e-9 * size) << "at s = exp(" << s << ")";
      for (std::size_t k = 0; k < u.size(); ++k) {
        EXPECT_NEAR(a.gradient[k], b.gradient[k], 1e-8 * size) << k << " at exp(" << s << ")";
      }
    }
  }
}

TEST(StatesOfRecurrences, KeepTheLaws) {
  for (const Recurrence& one : recurrences()) {
    SCOPED_TRACE(one.name);
    const Planned made = planned(one.text);
    EXPECT_TRUE(made.collapsed.recovery.states.has_value());
    expect_collapse_law(written_model(one.text, kData), made.collapsed);
    expect_gradient_law(prepared(one.text));
  }
}

TEST(StatesOfRecurrences, LeadBackToTheirInnovations) {
  for (const Recurrence& one : recurrences()) {
    SCOPED_TRACE(one.name);
    const model::Model model = ready_model(one.text, kData);
    const auto in_states = with_states(model, std::vector<bool>(model.variables.size(), false));
    ASSERT_TRUE(in_states.has_value());
    const StateChange& change = in_states->change;
    const std::vector<expr::Array> before = random_point(model, 3);
    std::vector<expr::Array> point = before;
    std::vector<expr::Array> numbers = expr::interpret(change.to_states, point);
    for (std::size_t k = 0; k < change.variables.size(); ++k)
      point[change.variables[k]] = numbers[k];
    EXPECT_NE(point, before);
    numbers = expr::interpret(change.to_innovations, point);
    for (std::size_t k = 0; k < change.variables.size(); ++k) {
      const std::vector<double>& was = before[change.variables[k]].numbers;
      for (std::size_t e = 0; e < was.size(); ++e)
        EXPECT_NEAR(numbers[k].numbers[e], was[e], 1e-10);
    }
  }
}

TEST(StatesOfRecurrences, AreNotTakenWithoutAWayBack) {
  const std::string walk = "y ~ normal(cumulative_sum(c * z), r);";
  const auto has_states = [](const std::string& parameters, const std::string& model) {
    const model::Model ready = ready_model(program(parameters, model), kData);
    return with_states(ready, std::vector<bool>(ready.variables.size(), false)).has_value();
  };
  EXPECT_TRUE(has_states("vector[T] z; real c;", "z ~ std_normal(); c ~ normal(0, 1); " + walk));
  // A slope that may be zero,
  EXPECT_FALSE(has_states("vector[T] z; real b;",
                          "z ~ std_normal(); b ~ normal(0, 1); real c = fmax(b, 0); " + walk));
  EXPECT_FALSE(has_states("vector[T] z;", "z ~ std_normal(); real c = 0; " + walk));
  // two priors, none, and one that is not normal,
  EXPECT_FALSE(
      has_states("vector[T] z;", "z ~ std_normal(); z ~ normal(1, 2); real c = 1; " + walk));
  EXPECT_FALSE(has_states("vector[T] z;", "real c = 1; " + walk));
  EXPECT_FALSE(has_states("vector[T] z;", "z ~ double_exponential(0, 1); real c = 1; " + walk));
  // innovations that are seen elsewhere, too.
  EXPECT_FALSE(
      has_states("vector[T] z;", "z ~ std_normal(); real c = 1; y ~ normal(2 * z, 3); " + walk));
}

// Groups around a mean are as well off as they are.
TEST(StatesOfRecurrences, AreNotTakenOfGroups) {
  const model::Model ready = ready_model(
      program("real m; vector[T] z;",
              "m ~ normal(0, 1); z ~ std_normal(); for (t in 1:T) y[t] ~ normal(m + s * z[t], r);"),
      kData);
  EXPECT_FALSE(with_states(ready, std::vector<bool>(ready.variables.size(), false)).has_value());
}

TEST(StatesOfRecurrences, AreInnovationsAgainWhereTheyCannotGo) {
  const std::string counts = R"({"T": 6, "y": [0, 1, 2, 0, 3, 1]})";
  const std::string text =
      "data { int T; array[T] int y; } parameters { real<lower=0> s; vector[T] z; } model { "
      "s ~ normal(0, 1); z ~ std_normal(); y ~ poisson_log(cumulative_sum(s * z)); }";
  const Planned made = planned(text, counts);
  EXPECT_FALSE(made.collapsed.recovery.states.has_value());
  EXPECT_EQ(made.plan.dimension_after, 7U);
}

// As long as not all of it can be followed as it is written.
TEST(StatesOfRecurrences, AreTheSameInAnyWords) {
  std::string json = R"({"T": 40, "y": [0)";
  for (std::size_t t = 1; t < 40; ++t) json += ", 1";
  json += "]}";
  for (const char* step :
       {"-x[t - 1] - x[t - 2] - x[t - 3] + s * z[t]",
        "-(x[t - 1] + x[t - 2] + x[t - 3]) + s * z[t]", "s * z[t] - x[t - 1] - x[t - 2] - x[t - 3]",
        "-x[t - 3] - x[t - 2] + s * z[t] - x[t - 1]", "-sum(x[(t - 3):(t - 1)]) + s * z[t]",
        "-(x[t - 1] - s * z[t]) - x[t - 2] - x[t - 3]",
        "-1 * x[t - 1] - x[t - 2] - x[t - 3] + s * z[t]"}) {
    SCOPED_TRACE(step);
    const Planned made = planned(
        program("vector[3] e; vector[T] z; real m;",
                std::string("e ~ std_normal(); z ~ std_normal(); m ~ normal(0, 3); vector[T] x; "
                            "x[1:3] = e; for (t in 4:T) x[t] = ") +
                    step + "; y ~ normal(m + x, r);"),
        json);
    EXPECT_LE(made.plan.dimension_after, 3U) << "two scales, and phi, which nothing needs";
    ASSERT_EQ(made.plan.blocks.size(), 1U);
    EXPECT_LE(made.plan.blocks[0].entries, 8U * 40U);
  }
}

// Innovations that are seen elsewhere, too, make no states; forty steps are followed as written.
TEST(StatesOfRecurrences, AreNotNeededByWhatIsShort) {
  std::string json = R"({"T": 40, "y": [0)";
  for (std::size_t t = 1; t < 40; ++t) json += ", 1";
  json += "]}";
  const Planned made =
      planned(program("vector[T] z; real m;",
                      "z ~ std_normal(); m ~ normal(0, 3); vector[T] x; x[1] = z[1]; "
                      "for (t in 2:T) x[t] = 0.9 * x[t - 1] + 0.5 * z[t]; y ~ normal(m + x, r); "
                      "y ~ normal(z, s);"),
              json);
  EXPECT_FALSE(made.collapsed.recovery.states.has_value());
  EXPECT_LE(made.plan.dimension_after, 3U);
}

TEST(StatesOfRecurrences, HaveShortRowsHoweverLongTheyAre) {
  const std::size_t length = 5000;
  std::string json = R"({"T": 5000, "y": [0)";
  for (std::size_t t = 1; t < length; ++t) json += ", 1";
  json += "]}";
  for (const Recurrence& one : recurrences()) {
    if (one.name != "WalkBySum" && one.name != "Autoregression" && one.name != "Trend") continue;
    SCOPED_TRACE(one.name);
    const Planned made = planned(one.text, json);
    ASSERT_EQ(made.plan.blocks.size(), 1U);
    EXPECT_LE(made.plan.dimension_after, 3U);
    EXPECT_LE(made.plan.blocks[0].entries, 8 * length);
  }
}

}  // namespace
}  // namespace autumn::collapse::testing
