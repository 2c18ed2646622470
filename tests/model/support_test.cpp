// These tests look at the names and sizes of supports.
#include "model/support.h"

#include <gtest/gtest.h>

#include <vector>

#include "dist/domain.h"

namespace autumn::model {
namespace {

using enum SupportKind;
using Dims = std::vector<std::size_t>;

TEST(Support, NamesAreThoseOfStan) {
  EXPECT_EQ(name_of(kReal), "real");
  EXPECT_EQ(name_of(kLower), "lower");
  EXPECT_EQ(name_of(kUpper), "upper");
  EXPECT_EQ(name_of(kInterval), "interval");
  EXPECT_EQ(name_of(kSimplex), "simplex");
  EXPECT_EQ(name_of(kOrdered), "ordered");
  EXPECT_EQ(name_of(kPositiveOrdered), "positive_ordered");
  EXPECT_EQ(name_of(kUnitVector), "unit_vector");
  EXPECT_EQ(name_of(kCholeskyCorr), "cholesky_factor_corr");
  EXPECT_EQ(name_of(kCholeskyCov), "cholesky_factor_cov");
  EXPECT_EQ(name_of(kCorrMatrix), "corr_matrix");
  EXPECT_EQ(name_of(kCovMatrix), "cov_matrix");
  EXPECT_EQ(name_of(kColumnStochastic), "column_stochastic_matrix");
  EXPECT_EQ(name_of(kSumToZeroMatrix), "sum_to_zero_matrix");
}

TEST(Support, ItemsAreNumbersVectorsOrMatrices) {
  for (const auto kind : {kReal, kLower, kUpper, kInterval}) EXPECT_EQ(item_rank(kind), 0u);
  for (const auto kind : {kSimplex, kOrdered, kPositiveOrdered, kUnitVector}) {
    EXPECT_EQ(item_rank(kind), 1u);
  }
  for (const auto kind : {kCholeskyCorr, kCholeskyCov, kCorrMatrix, kCovMatrix, kColumnStochastic,
                          kSumToZeroMatrix}) {
    EXPECT_EQ(item_rank(kind), 2u);
  }
}

TEST(Support, SingleNumbersHaveOneFreeNumberEach) {
  for (const auto kind : {kReal, kLower, kUpper, kInterval}) {
    EXPECT_EQ(unconstrained_size(kind, Dims{}), 1u);
    EXPECT_EQ(unconstrained_size(kind, Dims{7}), 7u);
    EXPECT_EQ(unconstrained_size(kind, Dims{2, 3, 4}), 24u);
    EXPECT_EQ(unconstrained_size(kind, Dims{0}), 0u);
  }
}

TEST(Support, ItemsHaveAsManyFreeNumbersAsDegreesOfFreedom) {
  EXPECT_EQ(unconstrained_size(kSimplex, Dims{5}), 4u);
  EXPECT_EQ(unconstrained_size(kSimplex, Dims{1}), 0u);
  EXPECT_EQ(unconstrained_size(kOrdered, Dims{5}), 5u);
  EXPECT_EQ(unconstrained_size(kPositiveOrdered, Dims{5}), 5u);
  EXPECT_EQ(unconstrained_size(kUnitVector, Dims{5}), 5u);
  EXPECT_EQ(unconstrained_size(kCholeskyCorr, Dims{5, 5}), 10u);
  EXPECT_EQ(unconstrained_size(kCorrMatrix, Dims{5, 5}), 10u);
  EXPECT_EQ(unconstrained_size(kCovMatrix, Dims{5, 5}), 15u);
  EXPECT_EQ(unconstrained_size(kCholeskyCov, Dims{5, 5}), 15u);
  EXPECT_EQ(unconstrained_size(kCholeskyCov, Dims{4, 2}), 7u);
  EXPECT_EQ(unconstrained_size(kCholeskyCov, Dims{3, 1}), 3u);
  EXPECT_EQ(unconstrained_size(kColumnStochastic, Dims{4, 3}), 9u);
  EXPECT_EQ(unconstrained_size(kColumnStochastic, Dims{1, 3}), 0u);
  EXPECT_EQ(unconstrained_size(kSumToZeroMatrix, Dims{4, 3}), 6u);
  EXPECT_EQ(unconstrained_size(kSumToZeroMatrix, Dims{1, 3}), 0u);
}

TEST(Support, ArraysHaveTheFreeNumbersOfTheirItems) {
  EXPECT_EQ(unconstrained_size(kSimplex, Dims{2, 3, 5}), 24u);
  EXPECT_EQ(unconstrained_size(kCovMatrix, Dims{4, 3, 3}), 24u);
  EXPECT_EQ(unconstrained_size(kCholeskyCorr, Dims{0, 3, 3}), 0u);
}

TEST(Support, HasTheBoundsThatAreDeclaredWithIt) {
  EXPECT_FALSE(properties_of(kReal).has_lower || properties_of(kReal).has_upper);
  EXPECT_TRUE(properties_of(kLower).has_lower && !properties_of(kLower).has_upper);
  EXPECT_TRUE(!properties_of(kUpper).has_lower && properties_of(kUpper).has_upper);
  EXPECT_TRUE(properties_of(kInterval).has_lower && properties_of(kInterval).has_upper);
  for (const auto kind : {kSimplex, kPositiveOrdered, kUnitVector, kCovMatrix}) {
    EXPECT_FALSE(properties_of(kind).has_lower || properties_of(kind).has_upper);
  }
}

TEST(Support, SaysWhereElementsOfItemsLie) {
  EXPECT_EQ(properties_of(kSimplex).low, 0.0);
  EXPECT_EQ(properties_of(kSimplex).high, 1.0);
  EXPECT_TRUE(properties_of(kSimplex).is_open);
  EXPECT_EQ(properties_of(kPositiveOrdered).low, 0.0);
  EXPECT_EQ(properties_of(kPositiveOrdered).high, kInfinity);
  EXPECT_EQ(properties_of(kCorrMatrix).low, -1.0);
  EXPECT_FALSE(properties_of(kCorrMatrix).is_open);
  EXPECT_EQ(properties_of(kOrdered).low, -kInfinity);
}

TEST(Support, IsDrawnByElementsOrByItems) {
  EXPECT_TRUE(properties_of(kOrdered).has_free_elements);
  EXPECT_FALSE(properties_of(kSimplex).has_free_elements);
  EXPECT_EQ(properties_of(kSimplex).item_domain, dist::Domain::kSimplex);
  EXPECT_EQ(properties_of(kCovMatrix).item_domain, dist::Domain::kPositiveDefinite);
  EXPECT_FALSE(properties_of(kUnitVector).item_domain.has_value());
}

}  // namespace
}  // namespace autumn::model
