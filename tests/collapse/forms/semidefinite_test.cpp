// These tests hold rows of quadratic forms to their matrices.
#include "collapse/forms/semidefinite.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/random.h"

namespace autumn::collapse {
namespace {

using gaussian::SparseRows;

SymmetricMatrix matrix_of(std::size_t n, std::vector<double> numbers) {
  return symmetric_part(n, std::move(numbers));
}

// The largest element of R'R - Q.
double difference_of(const SymmetricMatrix& q, const SparseRows& rows) {
  std::vector<double> left = q.numbers;
  for (std::size_t r = 0; r < rows.rows(); ++r) {
    for (std::size_t a = rows.row_starts[r]; a < rows.row_starts[r + 1]; ++a) {
      for (std::size_t b = rows.row_starts[r]; b < rows.row_starts[r + 1]; ++b) {
        left[rows.column[a] + q.size * rows.column[b]] -= rows.value[a] * rows.value[b];
      }
    }
  }
  double largest = 0.0;
  for (const double x : left) largest = std::max(largest, std::abs(x));
  return largest;
}

SparseRows expect_rows(const SymmetricMatrix& q, double digits = 1e-12) {
  const auto found = rows_of_form(q);
  EXPECT_TRUE(std::holds_alternative<SparseRows>(found));
  if (!std::holds_alternative<SparseRows>(found)) return {};
  const SparseRows& rows = std::get<SparseRows>(found);
  EXPECT_EQ(rows.columns, q.size);
  EXPECT_LE(difference_of(q, rows), digits);
  return rows;
}

NoRows expect_none(const SymmetricMatrix& q) {
  const auto found = rows_of_form(q);
  EXPECT_TRUE(std::holds_alternative<NoRows>(found));
  return std::holds_alternative<NoRows>(found) ? std::get<NoRows>(found) : NoRows::kUnclear;
}

// The sum over i of (x[i] - 2 x[i + 1] + x[i + 2])^2.
SymmetricMatrix second_differences(std::size_t n) {
  std::vector<double> q(n * n, 0.0);
  for (std::size_t i = 0; i + 2 < n; ++i) {
    const double row[] = {1.0, -2.0, 1.0};
    for (std::size_t a = 0; a < 3; ++a) {
      for (std::size_t b = 0; b < 3; ++b) q[i + a + n * (i + b)] += row[a] * row[b];
    }
  }
  return matrix_of(n, q);
}

TEST(Semidefinite, GraphHasARowPerEdge) {
  const SparseRows rows = expect_rows(matrix_of(3, {2, -1, -1, -1, 1, 0, -1, 0, 1}), 0.0);
  EXPECT_EQ(rows.rows(), 2U);
  EXPECT_EQ(rows.column.size(), 4U);
}

TEST(Semidefinite, ExcessOfTheDiagonalIsARow) {
  const SparseRows rows = expect_rows(matrix_of(2, {4, 1, 1, 1}), 1e-15);
  EXPECT_EQ(rows.rows(), 2U);
}

TEST(Semidefinite, ZeroHasNoRows) {
  EXPECT_EQ(expect_rows(matrix_of(2, {0, 0, 0, 0}), 0.0).rows(), 0U);
}

TEST(Semidefinite, SecondDifferencesLackTwoRows) {
  EXPECT_EQ(expect_rows(second_differences(12)).rows(), 10U);
}

TEST(Semidefinite, SparseMatrixHasSparseRows) {
  EXPECT_LE(expect_rows(second_differences(200)).column.size(), 1200U);
}

TEST(Semidefinite, OnlyTheSymmetricPartCounts) {
  EXPECT_EQ(matrix_of(2, {1, 4, 0, 5}), matrix_of(2, {1, 2, 2, 5}));
}

TEST(Semidefinite, RandomSquaresAreFound) {
  Random random(StreamKey{.seed = 7});
  for (std::size_t n = 4; n <= 9; ++n) {
    for (std::size_t rank = 1; rank <= n; ++rank) {  // none is dominated by its diagonal
      std::vector<double> q(n * n, 0.0);
      for (std::size_t r = 0; r < rank; ++r) {
        std::vector<double> row(n);
        for (double& x : row) x = random.normal();
        for (std::size_t i = 0; i < n * n; ++i) q[i] += row[i % n] * row[i / n];
      }
      EXPECT_EQ(expect_rows(matrix_of(n, q)).rows(), rank) << n;
    }
  }
}

TEST(Semidefinite, IndefiniteMatricesHaveNone) {
  EXPECT_EQ(expect_none(matrix_of(2, {1, 2, 2, 1})), NoRows::kIndefinite);
  EXPECT_EQ(expect_none(matrix_of(2, {0, 1, 1, 0})), NoRows::kIndefinite);
  EXPECT_EQ(expect_none(matrix_of(2, {0, 1, 1, 5})), NoRows::kIndefinite);
  EXPECT_EQ(expect_none(matrix_of(1, {-1e-300})), NoRows::kIndefinite);
  EXPECT_EQ(expect_none(matrix_of(3, {1, 1, 0, 1, 1, 1e-3, 0, 1e-3, 1})), NoRows::kIndefinite);
}

TEST(Semidefinite, InfiniteMatricesHaveNone) {
  EXPECT_EQ(expect_none(matrix_of(1, {INFINITY})), NoRows::kNotNumbers);
  EXPECT_EQ(expect_none(matrix_of(1, {NAN})), NoRows::kNotNumbers);
}

// Beside large elements small ones keep their digits.
TEST(Semidefinite, ScalesMayDiffer) {
  const SymmetricMatrix q = matrix_of(3, {1e12, 1e6, 0, 1e6, 4, -1, 0, -1, 1e-3 + 0.5});
  const SparseRows rows = expect_rows(q, 1e-4);
  std::vector<double> small(1, q(2, 2));
  for (std::size_t r = 0; r < rows.rows(); ++r) {
    for (std::size_t a = rows.row_starts[r]; a < rows.row_starts[r + 1]; ++a) {
      if (rows.column[a] == 2) small[0] -= rows.value[a] * rows.value[a];
    }
  }
  EXPECT_NEAR(small[0], 0.0, 1e-14);
}

}  // namespace
}  // namespace autumn::collapse
