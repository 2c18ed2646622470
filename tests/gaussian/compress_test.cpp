// Compressed rows have the same sum of squares everywhere, and are no more than they were.
#include "gaussian/compress.h"

#include <gtest/gtest.h>

#include <ctime>

#include "gaussian/support.h"

namespace autumn::gaussian::testing {
namespace {

void add_row(SparseRows& rows, const std::vector<std::pair<std::uint32_t, double>>& entries) {
  for (const auto& [column, value] : entries) {
    rows.column.push_back(column);
    rows.value.push_back(value);
  }
  rows.row_starts.push_back(static_cast<std::uint32_t>(rows.column.size()));
}

long double sum_of_squares(const SparseRows& rows, const std::vector<double>& x) {
  long double sum = 0;
  for (std::size_t i = 0; i < rows.rows(); ++i) {
    long double product = 0;
    for (std::uint32_t e = rows.row_starts[i]; e < rows.row_starts[i + 1]; ++e) {
      product += static_cast<long double>(rows.value[e]) * x[rows.column[e]];
    }
    sum += product * product;
  }
  return sum;
}

void expect_same_squares(const SparseRows& rows, LastColumn last) {
  const Compressed compressed = compress(rows, last);
  EXPECT_LE(compressed.rows.column.size(), rows.column.size());
  EXPECT_EQ(compressed.rows.columns, rows.columns);
  Random random = test_random(7);
  for (int repeat = 0; repeat < 5; ++repeat) {
    std::vector<double> x(rows.columns);
    for (double& number : x) number = random.normal();
    if (last == LastColumn::kConstant) x.back() = 1.0;
    const auto expected = static_cast<double>(sum_of_squares(rows, x));
    EXPECT_NEAR(static_cast<double>(sum_of_squares(compressed.rows, x)) + compressed.rest, expected,
                1e-12 * (1 + expected));
  }
}

// Rows with `size` columns of `columns`, anywhere, the same twice now and then.
SparseRows random_rows(std::uint64_t seed, std::size_t count, std::size_t columns,
                       std::size_t size) {
  Random random = test_random(seed);
  SparseRows rows{.columns = columns};
  for (std::size_t i = 0; i < count; ++i) {
    std::vector<std::pair<std::uint32_t, double>> entries;
    for (std::size_t k = 0; k < size; ++k) {
      entries.emplace_back(random.below(columns), random.below(5) == 0 ? 0.0 : random.normal());
    }
    add_row(rows, entries);
  }
  return rows;
}

// Observations of groups, with one covariate: y - a_group - b x.
SparseRows grouped_rows(std::size_t count, std::size_t groups) {
  Random random = test_random(8);
  SparseRows rows{.columns = groups + 2};
  const auto b = static_cast<std::uint32_t>(groups);
  for (std::size_t i = 0; i < count; ++i) {
    add_row(rows, {{static_cast<std::uint32_t>(random.below(groups)), 1.0},
                   {b, random.normal()},
                   {b + 1, random.normal()}});
  }
  return rows;
}

TEST(Compress, KeepsTheSumOfSquares) {
  for (const LastColumn last : {LastColumn::kConstant, LastColumn::kVariable}) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      expect_same_squares(random_rows(seed, 5 + 20 * seed, 3 + seed, 1 + seed % 5), last);
      expect_same_squares(random_rows(seed, 500, 1 + seed, 20), last);
    }
    expect_same_squares(grouped_rows(5000, 40), last);
    expect_same_squares(random_rows(1, 0, 3, 1), last);
    expect_same_squares(random_rows(1, 1, 1, 1), last);
  }
}

TEST(Compress, LeavesAsManyRowsAsColumns) {
  const Compressed dense_rows = compress(random_rows(3, 5000, 6, 60), LastColumn::kConstant);
  EXPECT_EQ(dense_rows.rows.rows(), 5U);
  EXPECT_GT(dense_rows.rest, 0.0);
  EXPECT_EQ(compress(random_rows(3, 5000, 6, 60), LastColumn::kVariable).rows.rows(), 6U);
  // Each group has its own column, the slope and the right-hand side; then the slope alone.
  const Compressed grouped = compress(grouped_rows(5000, 40), LastColumn::kConstant);
  EXPECT_EQ(grouped.rows.rows(), 41U);
  EXPECT_EQ(grouped.rows.column.size(), 40U * 3 + 2);
}

TEST(Compress, ReturnsRowsThatWouldFillIn) {
  SparseRows rows{.columns = 41};
  for (std::uint32_t j = 0; j < 40; ++j)
    add_row(rows, {{j, 1.0}, {(7 * j + 3) % 40, 0.5}, {(11 * j + 5) % 40, 0.2}, {40, 1.0}});
  const Compressed compressed = compress(rows, LastColumn::kConstant);
  EXPECT_EQ(compressed.rows, rows);
  EXPECT_EQ(compressed.rest, 0.0);
}

// A Gram matrix returns 0 here: 1e16 has no room for 9.
TEST(Compress, KeepsTheResidualsOfDataWithAnOffset) {
  SparseRows rows{.columns = 3};
  for (std::size_t i = 0; i < 12; ++i) {
    // The residuals are orthogonal to the covariate and to the constant; their squares sum to 9.
    const double x = i % 4 == 0 || i % 4 == 3 ? 1.0 : -1.0;
    const double residual = i >= 4 ? 0.0 : (i % 2 == 0 ? 1.5 : -1.5);
    add_row(rows, {{0, 1.0}, {1, 1e8 + x}, {2, 1e8 + 2 * x + residual}});
  }
  EXPECT_NEAR(compress(rows, LastColumn::kConstant).rest, 9.0, 1e-6);
}

TEST(Compress, AMillionRowsTakeSeconds) {
  constexpr std::size_t kRows = 1000000;
  constexpr std::uint32_t kColumns = 20;
  Random random = test_random(9);
  SparseRows rows{.columns = kColumns};
  rows.column.reserve(kRows * kColumns);
  rows.value.reserve(kRows * kColumns);
  for (std::size_t i = 0; i < kRows; ++i) {
    for (std::uint32_t j = 0; j < kColumns; ++j) {
      rows.column.push_back(j);
      rows.value.push_back(random.uniform() - 0.5);
    }
    rows.row_starts.push_back(static_cast<std::uint32_t>(rows.column.size()));
  }
  const std::clock_t start = std::clock();  // of the processor: others may be busy
  const Compressed compressed = compress(rows, LastColumn::kConstant);
  const double spent = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  EXPECT_LT(spent, 20);  // 1 s in a Release build
  std::vector<double> x(kColumns, 1.0);
  const auto expected = static_cast<double>(sum_of_squares(rows, x));
  EXPECT_NEAR(static_cast<double>(sum_of_squares(compressed.rows, x)) + compressed.rest, expected,
              1e-11 * expected);
}

}  // namespace
}  // namespace autumn::gaussian::testing
