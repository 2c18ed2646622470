// These tests check that the test of a domain on numbers and its indicator expression say the
// same, and what they should.
#include "dist/domain.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include "base/numbers.h"
#include "base/random.h"
#include "expr/interpret.h"

namespace autumn::dist {
namespace {

using expr::Array;
using expr::Shape;

constexpr Domain kElementDomains[] = {Domain::kReal,  Domain::kPositive,      Domain::kNonNegative,
                                      Domain::kUnit,  Domain::kOpenUnit,      Domain::kInteger,
                                      Domain::kCount, Domain::kPositiveCount, Domain::kBinary};

Array indicator(Domain domain, const Array& x) {
  expr::Builder builder;
  const expr::Term input(builder, builder.input("x", x.shape));
  const expr::NodeId result = is_in(domain, input).id();
  return expr::interpret(builder.graph(), {&result, 1}, {&x, 1})[0];
}

bool is_valid(Domain domain, const Array& x) {
  return !find_violation(domain, {x.shape, x.numbers});
}

TEST(Domain, OfNumbersIsTheSameAsTestAndAsExpression) {
  std::vector<double> values{0.0,       -0.0,       1.0,          -1.0,       0.5,  2.0,
                             2.5,       1e-300,     -1e-300,      5e-324,     1e17, -1e17,
                             kInfinity, -kInfinity, std::nan(""), 1.0 + 1e-15};
  Random random(StreamKey{.seed = 11});
  for (int i = 0; i < 200; ++i) values.push_back(std::round(4.0 * random.normal()) / 2.0);
  for (const Domain domain : kElementDomains) {
    ASSERT_TRUE(is_elementwise(domain));
    for (const double x : values) {
      const Array single{Shape::scalar(), {x}};
      EXPECT_EQ(is_valid(domain, single), indicator(domain, single).numbers[0] == 1.0)
          << description(domain) << " " << x;
    }
  }
}

struct Membership {
  Domain domain;
  std::vector<double> inside;
  std::vector<double> outside;
};

TEST(Domain, OfNumbersHoldsWhatItsDescriptionSays) {
  const double nan = std::nan("");
  const Membership memberships[] = {
      {Domain::kReal, {0, -3.5, kInfinity, -kInfinity}, {nan}},
      {Domain::kPositive, {5e-324, 3, kInfinity}, {0, -1, nan}},
      {Domain::kNonNegative, {0, 3}, {-5e-324, nan}},
      {Domain::kUnit, {0, 0.5, 1}, {-1e-300, 1 + 1e-15, nan}},
      {Domain::kOpenUnit, {1e-300, 1 - 1e-16}, {0, 1, nan}},
      {Domain::kInteger, {0, -7, 1e17}, {0.5, kInfinity, -kInfinity, nan}},
      {Domain::kCount, {0, 7}, {-1, 0.5, kInfinity, nan}},
      {Domain::kPositiveCount, {1, 7}, {0, 1.5, kInfinity, nan}},
      {Domain::kBinary, {0, 1}, {0.5, 2, -1, nan}},
  };
  for (const Membership& each : memberships) {
    for (const double x : each.inside) {
      EXPECT_TRUE(is_valid(each.domain, {Shape::scalar(), {x}})) << description(each.domain) << x;
    }
    for (const double x : each.outside) {
      EXPECT_FALSE(is_valid(each.domain, {Shape::scalar(), {x}})) << description(each.domain) << x;
    }
  }
}

TEST(Domain, NamesTheFirstElementAtFault) {
  const std::vector<double> x{1.0, 2.0, -3.0, -4.0};
  const auto violation = find_violation(Domain::kPositive, {Shape::vector(4), x});
  ASSERT_TRUE(violation);
  EXPECT_TRUE(violation->is_of_element);
  EXPECT_EQ(violation->element, 2U);
  EXPECT_EQ(violation->value, -3.0);
  const auto whole = find_violation(Domain::kSimplex, {Shape::vector(4), x});
  ASSERT_TRUE(whole);
  EXPECT_FALSE(whole->is_of_element);
}

TEST(Domain, IsDiscreteForIntegersOnly) {
  EXPECT_TRUE(is_discrete(Domain::kInteger));
  EXPECT_TRUE(is_discrete(Domain::kBinary));
  EXPECT_FALSE(is_discrete(Domain::kReal));
  EXPECT_FALSE(is_discrete(Domain::kSimplex));
}

struct ArrayMembership {
  Domain domain;
  Array x;
  bool is_inside;
};

Array vec(std::vector<double> x) {
  const Shape shape = Shape::vector(x.size());
  return {shape, std::move(x)};
}

Array mat(std::size_t rows, std::vector<double> x) {
  const Shape shape = Shape::matrix(rows, x.size() / rows);
  return {shape, std::move(x)};
}

std::vector<ArrayMembership> array_memberships() {
  const double nan = std::nan("");
  return {
      {Domain::kSimplex, vec({0.2, 0.5, 0.3}), true},
      {Domain::kSimplex, vec({0.0, 1.0}), true},
      {Domain::kSimplex, vec({1.0}), true},
      {Domain::kSimplex, vec({0.2, 0.5, 0.3 + 1e-9}), true},
      {Domain::kSimplex, vec({0.2, 0.5, 0.3 + 1e-7}), false},
      {Domain::kSimplex, vec({-0.2, 0.9, 0.3}), false},
      {Domain::kSimplex, vec({nan, 0.5, 0.5}), false},
      {Domain::kSimplex, mat(2, {0.2, 0.5, 0.8, 0.5}), true},
      {Domain::kSimplex, mat(2, {0.2, 0.8, 0.5, 0.5}), false},
      {Domain::kOrdered, vec({-1, 0, 5}), true},
      {Domain::kOrdered, vec({3}), true},
      {Domain::kOrdered, vec({}), true},
      {Domain::kOrdered, vec({-1, -1, 5}), false},
      {Domain::kOrdered, vec({-1, nan, 5}), false},
      {Domain::kOrdered, vec({-kInfinity, 0}), false},
      {Domain::kOrdered, vec({nan}), false},
      {Domain::kOrdered, vec({kInfinity}), false},
      {Domain::kOrdered, mat(2, {1, 5, 2, 6}), true},
      {Domain::kOrdered, mat(2, {1, 5, 2, 4}), false},
      {Domain::kCholeskyFactor, mat(2, {2, -1, 0, 3}), true},
      {Domain::kCholeskyFactor, mat(2, {2, -1, 0, -3}), false},
      {Domain::kCholeskyFactor, mat(2, {2, -1, 0.5, 3}), false},
      {Domain::kCholeskyFactor, mat(2, {2, nan, 0, 3}), false},
      {Domain::kCholeskyFactor, mat(2, {2, kInfinity, 0, 3}), false},
      {Domain::kCholeskyCorr, mat(2, {1, 0.6, 0, 0.8}), true},
      {Domain::kCholeskyCorr, mat(2, {1, 0.6, 0, 0.7}), false},
      {Domain::kCholeskyCorr, mat(2, {1, 0.6, 0, -0.8}), false},
      {Domain::kCholeskyCorr, mat(2, {0.8, 0.6, 0.6, 0.8}), false},
      {Domain::kPositiveDefinite, mat(2, {2, 1, 1, 3}), true},
      {Domain::kPositiveDefinite, mat(2, {2, 1, 1 + 1e-9, 3}), true},
      {Domain::kPositiveDefinite, mat(2, {2, 1, 1.1, 3}), false},
      {Domain::kPositiveDefinite, mat(2, {2, 3, 3, 3}), false},
      {Domain::kPositiveDefinite, mat(2, {2, nan, nan, 3}), false},
      {Domain::kPositiveDefinite, mat(2, {2, 1, 1, kInfinity}), false},
      {Domain::kPositiveDefinite, mat(1, {0}), false},
      {Domain::kCorrelation, mat(2, {1, -0.4, -0.4, 1}), true},
      {Domain::kCorrelation, mat(2, {1, -0.4, -0.4, 1.01}), false},
      {Domain::kCorrelation, mat(2, {1, 1.2, 1.2, 1}), false},
  };
}

TEST(Domain, OfArraysHoldsWhatItsDescriptionSays) {
  for (const ArrayMembership& each : array_memberships()) {
    EXPECT_EQ(is_valid(each.domain, each.x), each.is_inside)
        << description(each.domain) << " " << ::testing::PrintToString(each.x.numbers);
  }
}

TEST(Domain, OfArraysIsTheSameAsTestAndAsExpression) {
  for (const ArrayMembership& each : array_memberships()) {
    const Array found = indicator(each.domain, each.x);
    ASSERT_TRUE(found.shape.is_scalar()) << description(each.domain);
    EXPECT_EQ(found.numbers[0], each.is_inside ? 1.0 : 0.0)
        << description(each.domain) << " " << ::testing::PrintToString(each.x.numbers);
  }
}

// Random matrices, about half of them inside.
TEST(Domain, OfRandomMatricesIsTheSameAsTestAndAsExpression) {
  Random random(StreamKey{.seed = 12});
  int inside = 0;
  for (int i = 0; i < 300; ++i) {
    Eigen::MatrixXd a(3, 3);
    for (double& x : a.reshaped()) x = random.normal();
    const Eigen::MatrixXd symmetric = a + a.transpose() + 3.0 * Eigen::MatrixXd::Identity(3, 3);
    const Array x = mat(3, {symmetric.reshaped().begin(), symmetric.reshaped().end()});
    const bool is_inside = is_valid(Domain::kPositiveDefinite, x);
    EXPECT_EQ(indicator(Domain::kPositiveDefinite, x).numbers[0] == 1.0, is_inside);
    inside += is_inside ? 1 : 0;
  }
  EXPECT_GT(inside, 50);
  EXPECT_LT(inside, 250);
}

}  // namespace
}  // namespace autumn::dist
