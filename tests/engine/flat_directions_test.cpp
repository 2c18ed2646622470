// These tests find directions that only values show, and let pass densities that are flat where
// chains begin but proper.
#include "engine/assure/flat_directions.h"

#include <gtest/gtest.h>

#include <string>

#include "collapse/corpus.h"

namespace autumn::engine {
namespace {

std::vector<std::string> flat(const std::string& program, const std::string& json = "{}") {
  const model::Model model = collapse::testing::written_model(program, json);
  const Prepared prepared = prepare_joint(model);
  std::vector<std::string> names;
  for (const collapse::Direction& direction : flat_directions(prepared)) {
    EXPECT_FALSE(direction.is_certain);
    names.push_back(collapse::to_text(model, direction));
  }
  return names;
}

using Names = std::vector<std::string>;

TEST(FlatDirections, AreSeenInALikelihoodOfRanks) {
  EXPECT_EQ(flat("parameters { vector[3] b; } model { target += b[1] - log_sum_exp(b)"
                 " + b[2] - log_sum_exp(b[2:3]); }"),
            (Names{"b[1] + b[2] + b[3]"}));
}

TEST(FlatDirections, AreNoneWhereAPriorSaysLittle) {
  EXPECT_EQ(flat("parameters { real a; real b; } model { a ~ normal(0, 1e8); b ~ normal(a, 1); }"),
            Names{});
}

// Where the exponentials are zero the density is linear in a and b.
TEST(FlatDirections, AreNoneInARegressionOnYears) {
  EXPECT_EQ(flat("data { array[3] int y; vector[3] x; } parameters { real a; real b; }"
                 " model { y ~ poisson_log(a + b * x); }",
                 R"({"y": [1, 2, 1], "x": [1990, 1991, 1992]})"),
            Names{});
}

TEST(FlatDirections, AreNoneWhereTheDensityFallsFurtherOut) {
  EXPECT_EQ(flat("parameters { real x; } model { target += -square(fmax(0, abs(x) - 30)); }"),
            Names{});
}

// Beside a scale of 1e-9 a gradient of order one is lost.
TEST(FlatDirections, AreNoneBecauseOneScaleIsTiny) {
  EXPECT_EQ(flat("data { vector[2] se; } parameters { vector[2] th; } model { th ~ normal(0, se);"
                 " [0, 1]' ~ normal(th, se); }",
                 R"({"se": [1e-9, 1]})"),
            Names{});
}

}  // namespace
}  // namespace autumn::engine
