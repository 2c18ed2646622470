// Combinations of columns that no row contains are found, and no others.
#include "gaussian/null_space.h"

#include <gtest/gtest.h>

#include <cmath>

namespace autumn::gaussian {
namespace {

constexpr double kCertain = 0.05;
constexpr double kDoubtful = 1e-6;

SparseRows dense_rows(const std::vector<std::vector<double>>& numbers) {
  SparseRows rows{.columns = numbers[0].size()};
  for (const std::vector<double>& row : numbers) {
    for (std::uint32_t c = 0; c < row.size(); ++c) {
      rows.column.push_back(c);
      rows.value.push_back(row[c]);
    }
    rows.row_starts.push_back(static_cast<std::uint32_t>(rows.column.size()));
  }
  return rows;
}

NullSpace null_space(const SparseRows& rows) {
  return NullSpace(rows, std::vector<bool>(rows.columns, true), 4);
}

TEST(NullSpace, HasTheInterceptAgainstItsDummies) {
  const auto basis = null_space(dense_rows({{1, 1, 0}, {1, 0, 1}})).basis(kCertain);
  ASSERT_EQ(basis.size(), 1U);
  EXPECT_NEAR(basis[0][1] / basis[0][0], -1.0, 1e-10);
  EXPECT_NEAR(basis[0][2] / basis[0][0], -1.0, 1e-10);
}

// Groups around a mean, and a covariate far from zero: what its rows say of the groups is not small
// because the covariate is large.
TEST(NullSpace, IsEmptyWhereACovariateIsFarFromZero) {
  for (const double far : {1e3, 1e5, 1e7}) {
    std::vector<std::vector<double>> rows;
    for (int i = 0; i < 20; ++i) {
      std::vector<double> row{0, 0, 0, far + 0.3 * (i * 7 % 11)};
      row[static_cast<std::size_t>(i % 2)] = 1;
      rows.push_back(row);
    }
    rows.push_back({1, 0, -1, 0});
    rows.push_back({0, 1, -1, 0});
    EXPECT_TRUE(null_space(dense_rows(rows)).basis(kCertain).empty()) << far;
    for (std::vector<double>& row : rows) {
      for (double& x : row) x *= 1e9;  // the units of a row say nothing
    }
    EXPECT_TRUE(null_space(dense_rows(rows)).basis(kCertain).empty()) << far;
  }
}

TEST(NullSpace, IsEmptyWhereRowsDetermineEverything) {
  EXPECT_TRUE(null_space(dense_rows({{1, 1}, {1, -1}})).basis(kDoubtful).empty());
}

// A column in units of 1e-9 is a column like any other.
TEST(NullSpace, DoesNotDependOnTheUnitsOfColumnsAndRows) {
  EXPECT_TRUE(null_space(dense_rows({{1, 1e-9}, {1e12, -1e3}})).basis(kDoubtful).empty());
  const auto basis = null_space(dense_rows({{1, 1e-9}, {1e12, 1e3}})).basis(kCertain);
  ASSERT_EQ(basis.size(), 1U);
  EXPECT_NEAR(basis[0][1] / basis[0][0], -1e9, 1.0);
}

TEST(NullSpace, TellsWhatIsHardlyContainedFromWhatIsNot) {
  const NullSpace space = null_space(dense_rows({{1, 1}, {1, 1 + 1e-10}}));
  EXPECT_TRUE(space.basis(kCertain).empty());
  EXPECT_EQ(space.basis(kDoubtful).size(), 1U);
}

TEST(NullSpace, LooksAtOpenColumnsOnly) {
  const NullSpace space(dense_rows({{1, 1, 0}, {1, 0, 1}}), {true, true, false}, 4);
  EXPECT_EQ(space.columns(), (std::vector<std::uint32_t>{0, 1}));
  EXPECT_TRUE(space.basis(kDoubtful).empty());
}

}  // namespace
}  // namespace autumn::gaussian
