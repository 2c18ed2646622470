// These tests look at the inverse transforms: round trips, and values that are refused.
#include "model/unconstrain.h"

#include <cmath>

#include "model/transforms.h"

namespace autumn::model::testing {
namespace {

using enum SupportKind;

TEST(Unconstrain, RoundTripsBothWays) {
  Random random({.seed = 5});
  for (const Declared& declared : all_supports()) {
    for (int repeat = 0; repeat < 3; ++repeat) {
      const Numbers free = uniform_numbers(random, declared.free_size(), -1.5, 1.5);
      const Values values = transform(declared, free);
      const auto back = unconstrain(declared.variable(), declared.bounds, values.value);
      ASSERT_TRUE(back.is_ok()) << declared.name() << ": " << back.error().message;
      ASSERT_EQ(back.value().size(), free.size()) << declared.name();
      // Of a unit vector only the direction is known.
      for (std::size_t i = 0; i < free.size() && declared.kind != kUnitVector; ++i) {
        EXPECT_NEAR(back.value()[i], free[i], 1e-10) << declared.name();
      }
      const Values again = transform(declared, back.value());
      for (std::size_t i = 0; i < again.value.size(); ++i) {
        EXPECT_NEAR(again.value[i], values.value[i], 1e-10) << declared.name();
      }
    }
  }
}

TEST(Unconstrain, GivesTheFormulasOfScalars) {
  const auto above = unconstrain(Declared{kLower, {}}.variable(), {.lower = {1.0}}, Numbers{3.0});
  EXPECT_EQ(above.value(), Numbers{std::log(2.0)});
  const auto below = unconstrain(Declared{kUpper, {}}.variable(), {.upper = {1.0}}, Numbers{-3.0});
  EXPECT_EQ(below.value(), Numbers{std::log(4.0)});
  const auto scaled = unconstrain(Declared{kReal, {}}.variable(),
                                  {.offset = {1.0}, .multiplier = {4.0}}, Numbers{-3.0});
  EXPECT_EQ(scaled.value(), Numbers{-1.0});
}

// A message without the place, which these variables do not have.
std::string refusal(const Declared& declared, const Numbers& values) {
  const auto free = unconstrain(declared.variable(), declared.bounds, values);
  return free.is_ok() ? "accepted" : free.error().message + " | " + free.error().suggestion;
}

TEST(Unconstrain, NamesTheElementOutsideItsBounds) {
  EXPECT_EQ(refusal({kLower, {3}, {.lower = {0.0}}}, {1.0, -2.5, 3.0}),
            "the value of `x` is outside its support: element 2 is -2.5 | it must be finite, and "
            "above 0");
  EXPECT_EQ(
      refusal({kUpper, {}, {.upper = {1.0}}}, {1.0}),
      "the value of `x` is outside its support: element 1 is 1 | it must be finite, and below "
      "1");
  EXPECT_EQ(refusal({kInterval, {2}, {.lower = {0.0, 0.0}, .upper = {1.0, 2.0}}}, {0.5, 2.5}),
            "the value of `x` is outside its support: element 2 is 2.5 | it must be above 0 and "
            "below 2");
  EXPECT_EQ(
      refusal({kReal, {2}}, {NAN, 1.0}),
      "the value of `x` is outside its support: element 1 is nan | it must be a finite number");
}

TEST(Unconstrain, NamesTheItemOutsideItsSupport) {
  EXPECT_EQ(refusal({kSimplex, {2}}, {0.5, 0.6}),
            "the value of `x` is outside its support | it must be a simplex");
  // Items are rows: (0.5, 0.5) and (0.9, 0.2).
  EXPECT_EQ(refusal({kSimplex, {2, 2}}, {0.5, 0.9, 0.5, 0.2}),
            "the value of `x` is outside its support in item 2 | it must be a simplex");
}

TEST(Unconstrain, CountsTheNumbers) {
  EXPECT_EQ(refusal({kReal, {2, 3}}, {1.0, 2.0}),
            "the value of `x` has 2 numbers | it must be 6 numbers");
  EXPECT_EQ(refusal({kSimplex, {3}}, {0.5, 0.5}),
            "the value of `x` has 2 numbers | it must be 3 numbers");
}

// Values of every support of whole vectors and matrices that are almost in it.
TEST(Unconstrain, RefusesItemsThatAreNotInTheSupport) {
  const std::vector<std::pair<Declared, Numbers>> refused{
      {{kSimplex, {3}}, {0.5, 0.5, 0.0}},
      {{kSimplex, {3}}, {1.5, -0.25, -0.25}},
      {{kSimplex, {1}}, {0.5}},
      {{kOrdered, {3}}, {1.0, 3.0, 2.0}},
      {{kOrdered, {3}}, {1.0, 1.0, 2.0}},
      {{kPositiveOrdered, {2}}, {-1.0, 1.0}},
      {{kUnitVector, {2}}, {0.5, 0.5}},
      {{kCholeskyCorr, {1, 1}}, {2.0}},
      {{kCholeskyCorr, {2, 2}}, {1.0, 0.6, 0.0, 0.9}},
      {{kCholeskyCorr, {2, 2}}, {1.0, 0.6, 0.0, -0.8}},
      {{kCholeskyCorr, {2, 2}}, {1.0, 0.6, 0.1, 0.8}},
      {{kCholeskyCov, {2, 2}}, {1.0, 0.6, 0.0, -0.8}},
      {{kCholeskyCov, {2, 2}}, {1.0, 0.6, 0.1, 0.8}},
      {{kCorrMatrix, {1, 1}}, {2.0}},
      {{kCorrMatrix, {2, 2}}, {1.0, 0.6, 0.6, 1.5}},
      {{kCorrMatrix, {2, 2}}, {1.0, 1.6, 1.6, 1.0}},
      {{kCorrMatrix, {2, 2}}, {1.0, 0.6, 0.2, 1.0}},
      {{kCovMatrix, {2, 2}}, {1.0, 2.0, 2.0, 1.0}},
      {{kCovMatrix, {2, 2}}, {4.0, 1.0, -1.0, 4.0}},
      {{kCovMatrix, {1, 1}}, {-1.0}},
      {{kCovMatrix, {1, 1}}, {NAN}},
      {{kColumnStochastic, {2, 2}}, {0.5, 0.5, 0.4, 0.5}},
      {{kColumnStochastic, {1, 2}}, {1.0, 0.5}},
      {{kSumToZeroMatrix, {2, 2}}, {1.0, -1.0, 1.0, -1.0}},
      {{kSumToZeroMatrix, {2, 2}}, {1.0, 1.0, -1.0, -1.0}},
      {{kSumToZeroMatrix, {1, 2}}, {1.0, -1.0}},
      {{kSumToZeroMatrix, {2, 1}}, {1.0, -1.0}},
  };
  for (const auto& [declared, values] : refused) {
    EXPECT_NE(refusal(declared, values), "accepted")
        << declared.name() << " " << fmt::format("{}", fmt::join(values, " "));
  }
}

// What a file with nine digits keeps of a simplex or a correlation.
TEST(Unconstrain, ForgivesRounding) {
  EXPECT_TRUE(unconstrain(Declared{kSimplex, {3}}.variable(), {},
                          Numbers{0.333333333, 0.333333333, 0.333333333})
                  .is_ok());
  EXPECT_TRUE(unconstrain(Declared{kCorrMatrix, {2, 2}}.variable(), {},
                          Numbers{1.0, 0.333333333, 0.333333334, 1.0})
                  .is_ok());
}

}  // namespace
}  // namespace autumn::model::testing
