// These tests look at what moves columns to where the data are, and at the least squares below it.
#include "gaussian/equations/translation.h"

#include <gtest/gtest.h>

#include <cmath>

#include "gaussian/equations/least_squares.h"
#include "gaussian/support.h"

namespace autumn::gaussian::testing {
namespace {

using equations::Innovated;
using equations::LeastSquares;

TEST(LeastSquares, FindAStraightLine) {
  LeastSquares squares(2);
  for (int i = 0; i < 10; ++i) {
    squares.add(0, 1.0);
    squares.add(1, i);
    squares.end_row(3.0 - 0.5 * i);
  }
  const std::vector<double> v = squares.minimum();
  EXPECT_NEAR(v[0], 3.0, 1e-12);
  EXPECT_NEAR(v[1], -0.5, 1e-12);
  EXPECT_EQ(squares.squared_norms(), (std::vector<double>{10.0, 285.0}));
  for (const double r : squares.residuals(v)) EXPECT_NEAR(r, 0.0, 1e-12);
}

TEST(LeastSquares, LeaveColumnsWithoutRowsAtZero) {
  LeastSquares squares(2);
  squares.add(0, 2.0);
  squares.end_row(4.0);
  EXPECT_EQ(squares.minimum(), (std::vector<double>{2.0, 0.0}));
}

// y_i ~ N(mean + effect of its half, sigma) with data around `level`.
Case two_halves(double level, int slot_of_mean) {
  Case c{.name = "two halves", .block = {}, .at = {}};
  c.block.columns = 3;
  const auto spread = c.add_scale(0.5), noise = c.add_scale(1.0);
  if (slot_of_mean >= 0) c.add_coefficient(1.5);
  for (std::size_t j = 1; j < 3; ++j) c.add_fixed_row({{.column = j}}, 0.0, spread);
  for (int i = 0; i < 8; ++i) {
    c.add_fixed_row({{.column = 0, .multiplier = 1.0, .slot = slot_of_mean},
                     {.column = i < 4 ? std::size_t{1} : std::size_t{2}}},
                    level + std::sin(i), noise);
  }
  set_constant_term(c.block);
  return c;
}

Innovated translated(const Case& c) {
  Innovated in = equations::innovations(c.block);
  equations::translate(c.block, in);
  return in;
}

TEST(Translation, MovesTheColumnThatAllDataShare) {
  const Innovated in = translated(two_halves(1e6, -1));
  EXPECT_NEAR(in.start[0], 1e6, 1.0);
  EXPECT_EQ(in.start[1], 0.0);
  ASSERT_EQ(in.shift.size(), in.rows.size());
  for (const double shift : in.shift) EXPECT_EQ(shift, in.start[0]);
}

TEST(Translation, LeavesColumnsWithACoefficientThatChanges) {
  const Innovated in = translated(two_halves(1e6, 0));
  for (const double start : in.start) EXPECT_EQ(start, 0.0);
  for (const double shift : in.shift) EXPECT_EQ(shift, 0.0);
}

}  // namespace
}  // namespace autumn::gaussian::testing
