// These tests look at declared constraints, on numbers and as conditions on symbols.
#include "trace/constraint.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>

#include "base/numbers.h"
#include "base/random.h"
#include "expr/interpret.h"
#include "trace/numbers.h"

namespace autumn::trace {
namespace {

using stan::Base;
using stan::DeclaredKind;

// The type does not matter for constraints: an array of reals of these dimensions.
Value value_of(Dims dims, Numbers numbers) {
  const auto rank = static_cast<std::uint32_t>(dims.size());
  return Value::numbers({Base::kReal, rank}, std::move(dims), std::move(numbers));
}

std::string violation(const Value& value, const Constraint& constraint) {
  return find_violation("x", value, constraint).value_or("none");
}

std::string violation(DeclaredKind kind, Dims dims, Numbers numbers) {
  return violation(value_of(std::move(dims), std::move(numbers)), {.kind = kind});
}

// Whether the condition on a symbol holds where the symbol has these numbers.
bool holds(const Value& value, const Constraint& constraint) {
  expr::Builder builder;
  Machine machine(builder);
  const expr::Shape shape = node_shape(value.dims());
  const NodeId input = builder.input("x", shape);
  const Value symbol = Value::symbol(value.type(), value.dims(), input);
  const auto term = condition(machine, symbol, constraint);
  if (!term) return true;
  const std::vector<expr::Array> inputs{{shape, {value.numbers().begin(), value.numbers().end()}}};
  const auto out = interpret(builder.graph(), std::vector<NodeId>{term->id()}, inputs);
  return std::all_of(out[0].numbers.begin(), out[0].numbers.end(),
                     [](double x) { return x == 1.0; });
}

TEST(Constraint, OfBoundsNamesElementAndBound) {
  const Constraint positive{.kind = DeclaredKind::kReal, .lower = Value::integer(0)};
  EXPECT_EQ(violation(Value::real(-0.5), positive), "`x` is -0.5, but must be at least 0");
  EXPECT_EQ(violation(value_of({3}, {1, -1, -2}), positive),
            "`x[2]` is -1, but must be at least 0");
  EXPECT_EQ(violation(value_of({2, 3}, {1, 2, 3, 4, 5, -6}), positive),
            "`x[2,3]` is -6, but must be at least 0");
  EXPECT_EQ(violation(value_of({2}, {0, kInfinity}), positive), "none");
  EXPECT_EQ(violation(value_of({2}, {0, kNaN}), positive), "`x[2]` is nan, but must be at least 0");
  const Constraint unit{.lower = Value::real(0), .upper = Value::real(0.5)};
  EXPECT_EQ(violation(value_of({2}, {0.5, 0.75}), unit), "`x[2]` is 0.75, but must be at most 0.5");
  EXPECT_EQ(violation(Value::integer(7), {.kind = DeclaredKind::kInt, .upper = Value::integer(6)}),
            "`x` is 7, but must be at most 6");
}

TEST(Constraint, OfBoundsTakesContainers) {
  const Constraint constraint{.kind = DeclaredKind::kMatrix,
                              .lower = value_of({2, 2}, {0, 1, 2, 3}),
                              .upper = value_of({2, 2}, {1, 2, 3, 4})};
  EXPECT_EQ(violation(value_of({2, 2}, {0, 2, 2, 4}), constraint), "none");
  EXPECT_EQ(violation(value_of({2, 2}, {0, 2, 1.5, 4}), constraint),
            "`x[1,2]` is 1.5, but must be at least 2");
  EXPECT_EQ(violation(value_of({2, 2}, {0, 2, 2, 4.5}), constraint),
            "`x[2,2]` is 4.5, but must be at most 4");
}

// A vector of bounds for an array of vectors: element (k,i) is number k + 2 i.
TEST(Constraint, OfBoundsTakesOneItemForAnArray) {
  const Constraint constraint{.kind = DeclaredKind::kVector, .lower = value_of({3}, {0, 1, 2})};
  const Value good = value_of({2, 3}, {0, 0, 1, 1, 2, 2});
  EXPECT_EQ(violation(good, constraint), "none");
  EXPECT_TRUE(holds(good, constraint));
  const Value bad = value_of({2, 3}, {0, 0, 1, 0.5, 2, 2});
  EXPECT_EQ(violation(bad, constraint), "`x[2,2]` is 0.5, but must be at least 1");
  EXPECT_FALSE(holds(bad, constraint));
}

TEST(Constraint, OfBoundsMustFitTheVariable) {
  const Value x = value_of({2, 3}, {0, 0, 1, 1, 2, 2});
  const Constraint constraint{.kind = DeclaredKind::kVector, .upper = value_of({2}, {5, 5})};
  EXPECT_EQ(violation(x, constraint), "`x` has dimensions (2,3), but its upper bound has (2)");
  EXPECT_THROW(static_cast<void>(holds(x, constraint)), RuntimeError);
}

TEST(Constraint, OfNothingHoldsForAnything) {
  EXPECT_EQ(violation(value_of({2}, {kNaN, -kInfinity}), {.kind = DeclaredKind::kVector}), "none");
  EXPECT_EQ(violation(DeclaredKind::kSimplex, {0, 3}, {}), "none");
  EXPECT_FALSE(is_constrained({.kind = DeclaredKind::kMatrix}));
  EXPECT_TRUE(is_constrained({.kind = DeclaredKind::kSimplex}));
}

TEST(Constraint, OfVectorsNamesTheItem) {
  EXPECT_EQ(violation(DeclaredKind::kSimplex, {3}, {0.2, 0.3, 0.5}), "none");
  EXPECT_EQ(violation(DeclaredKind::kSimplex, {3}, {0.2, 0.3, 0.5 + 2e-8}),
            "`x` sums to 1.00000002, but must sum to 1");
  EXPECT_EQ(violation(DeclaredKind::kSimplex, {3}, {0.2, 0.3, 0.5 + 5e-9}), "none");
  EXPECT_EQ(violation(DeclaredKind::kSimplex, {2}, {-0.5, 1.5}),
            "`x[1]` is -0.5, but must be at least 0");
  EXPECT_EQ(violation(DeclaredKind::kSimplex, {2, 2}, {0.25, 0.5, 0.75, 0.25}),
            "`x[2]` sums to 0.75, but must sum to 1");
  EXPECT_EQ(violation(DeclaredKind::kUnitVector, {2}, {3, 4}),
            "`x` has length 5, but must have length 1");
  EXPECT_EQ(violation(DeclaredKind::kUnitVector, {2}, {0.6, -0.8}), "none");
  EXPECT_EQ(violation(DeclaredKind::kOrdered, {3}, {-1, 2, 2}),
            "`x[3]` is 2, but must be greater than 2, the element before it");
  EXPECT_EQ(violation(DeclaredKind::kOrdered, {3}, {-1, kNaN, 2}),
            "`x[2]` is nan, but must be greater than -1, the element before it");
  EXPECT_EQ(violation(DeclaredKind::kOrdered, {2, 2}, {1, 5, 2, 4}),
            "`x[2,2]` is 4, but must be greater than 5, the element before it");
  EXPECT_EQ(violation(DeclaredKind::kPositiveOrdered, {2}, {-1, 2}),
            "`x[1]` is -1, but must be at least 0");
  EXPECT_EQ(violation(DeclaredKind::kPositiveOrdered, {2}, {0, 2}), "none");
  EXPECT_EQ(violation(DeclaredKind::kSumToZeroVector, {2}, {1, -0.5}),
            "`x` sums to 0.5, but must sum to 0");
}

TEST(Constraint, OfMatricesNamesElementRowOrColumn) {
  EXPECT_EQ(violation(DeclaredKind::kCholeskyFactorCov, {3, 2}, {1, 2, 3, 0, 4, 5}), "none");
  EXPECT_EQ(violation(DeclaredKind::kCholeskyFactorCov, {2, 2}, {1, 2, 0.5, 1}),
            "`x[1,2]` is 0.5, but a Cholesky factor must be 0 above its diagonal");
  EXPECT_EQ(violation(DeclaredKind::kCholeskyFactorCov, {2, 2}, {1, 2, 0, -1}),
            "`x[2,2]` is -1, but the diagonal of a Cholesky factor must be positive");
  EXPECT_EQ(violation(DeclaredKind::kCholeskyFactorCorr, {2, 2}, {1, 3, 0, 4}),
            "`x[2]` has length 5, but must have length 1");
  EXPECT_EQ(violation(DeclaredKind::kCorrMatrix, {2, 2}, {1, 0.5, 0.5, 2}),
            "`x[2,2]` is 2, but the diagonal of a correlation matrix must be 1");
  EXPECT_EQ(violation(DeclaredKind::kCorrMatrix, {2, 2}, {1, 0.5, 0.25, 1}),
            "`x[1,2]` is 0.25, but must be equal to `x[2,1]`, which is 0.5");
  EXPECT_EQ(violation(DeclaredKind::kCovMatrix, {2, 2}, {1, 2, 2, 1}),
            "`x` is not positive definite");
  // Two of them, the second wrong: element (k,i,j) is number k + 2 (i + 2 j).
  EXPECT_EQ(violation(DeclaredKind::kCovMatrix, {2, 2, 2}, {1, 1, 0, 2, 0, 2, 1, 1}),
            "`x[2]` is not positive definite");
  EXPECT_EQ(violation(DeclaredKind::kColumnStochasticMatrix, {2, 2}, {0.5, 0.5, 0.25, 0.5}),
            "`x[:,2]` sums to 0.75, but must sum to 1");
  EXPECT_EQ(violation(DeclaredKind::kColumnStochasticMatrix, {1, 2, 2}, {0.5, 0.5, 0.25, 0.5}),
            "`x[1,:,2]` sums to 0.75, but must sum to 1");
  EXPECT_EQ(violation(DeclaredKind::kRowStochasticMatrix, {2, 2}, {0.5, 0.5, 0.5, 0.25}),
            "`x[2]` sums to 0.75, but must sum to 1");
  EXPECT_EQ(violation(DeclaredKind::kSumToZeroMatrix, {2, 2}, {1, -1, -1, 1}), "none");
  EXPECT_EQ(violation(DeclaredKind::kSumToZeroMatrix, {2, 2}, {1, 1, -1, -1}),
            "`x[:,1]` sums to 2, but must sum to 0");
}

TEST(Constraint, OfBoundsHoldsElementwiseForSymbols) {
  expr::Builder builder;
  Machine machine(builder);
  const Value x =
      Value::symbol({Base::kVector, 0}, {3}, builder.input("x", expr::Shape::vector(3)));
  const Value upper =
      Value::symbol({Base::kReal, 0}, {}, builder.input("b", expr::Shape::scalar()));
  const auto term = condition(machine, x, {.lower = value_of({3}, {0, 1, 2}), .upper = upper});
  ASSERT_TRUE(term.has_value());
  const std::vector<expr::Array> inputs{{expr::Shape::vector(3), {0, 0.5, 9}},
                                        {expr::Shape::scalar(), {5}}};
  const auto out = interpret(builder.graph(), std::vector<NodeId>{term->id()}, inputs);
  EXPECT_EQ(out[0].numbers, (Numbers{1, 0, 0}));
}

// A matrix of an item (vectors have one column) that has the constraint.
using Make = std::function<Numbers(Random&, std::size_t rows, std::size_t cols)>;

Numbers normals(Random& random, std::size_t count) {
  Numbers numbers(count);
  for (double& x : numbers) x = random.normal();
  return numbers;
}

// Divides so that the sums over each group of `count` numbers `step` apart are 1.
void scale_sums(Numbers& x, std::size_t start, std::size_t step, std::size_t count, bool squares) {
  double sum = 0.0;
  for (std::size_t i = 0; i < count; ++i) {
    const double y = x[start + step * i];
    sum += squares ? y * y : y;
  }
  for (std::size_t i = 0; i < count; ++i) x[start + step * i] /= squares ? std::sqrt(sum) : sum;
}

Numbers simplexes(Random& random, std::size_t rows, std::size_t cols, bool by_row) {
  Numbers x = normals(random, rows * cols);
  for (double& y : x) y = std::exp(y);
  for (std::size_t k = 0; k < (by_row ? rows : cols); ++k) {
    scale_sums(x, by_row ? k : rows * k, by_row ? rows : 1, by_row ? cols : rows, false);
  }
  return x;
}

Numbers ordered(Random& random, std::size_t rows) {
  Numbers x = normals(random, rows);
  for (double& y : x) y = std::exp(y);
  std::partial_sum(x.begin(), x.end(), x.begin());
  return x;
}

Numbers factor(Random& random, std::size_t rows, std::size_t cols, bool is_corr) {
  Numbers x = normals(random, rows * cols);
  for (std::size_t c = 0; c < cols; ++c) {
    for (std::size_t r = 0; r < c; ++r) x[r + rows * c] = 0.0;
    x[c + rows * c] = std::exp(x[c + rows * c]);
  }
  for (std::size_t r = 0; r < rows && is_corr; ++r) scale_sums(x, r, rows, cols, true);
  return x;
}

Numbers product(Random& random, std::size_t n, bool is_corr) {
  const Numbers l = factor(random, n, n, is_corr);
  Numbers x(n * n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      for (std::size_t k = 0; k < n; ++k) x[i + n * j] += l[i + n * k] * l[j + n * k];
    }
  }
  return x;
}

Numbers centred(Random& random, std::size_t rows, std::size_t cols) {
  const Numbers z = normals(random, rows * cols);
  Numbers x = z;
  // Minus row mean, minus column mean, plus the mean of all; a vector has only the mean of all.
  for (std::size_t r = 0; r < rows; ++r) {
    for (std::size_t c = 0; c < cols; ++c) {
      double& y = x[r + rows * c];
      for (std::size_t k = 0; k < rows; ++k) y -= z[k + rows * c] / static_cast<double>(rows);
      if (cols == 1) continue;
      for (std::size_t k = 0; k < cols; ++k) y -= z[r + rows * k] / static_cast<double>(cols);
      for (const double w : z) y += w / static_cast<double>(rows * cols);
    }
  }
  return x;
}

struct ConstraintCase {
  DeclaredKind kind;
  Dims item;
  Make make;
};

std::vector<ConstraintCase> all_cases() {
  const auto square = [](bool is_corr, auto f) {
    return [=](Random& random, std::size_t n, std::size_t) { return f(random, n, is_corr); };
  };
  const auto stochastic = [](bool by_row) {
    return [=](Random& g, std::size_t r, std::size_t c) { return simplexes(g, r, c, by_row); };
  };
  const auto lower = [](bool is_corr) {
    return [=](Random& g, std::size_t r, std::size_t c) { return factor(g, r, c, is_corr); };
  };
  const auto increasing = [](Random& g, std::size_t r, std::size_t) { return ordered(g, r); };
  const auto unit = [](Random& g, std::size_t r, std::size_t) {
    Numbers x = normals(g, r);
    scale_sums(x, 0, 1, r, true);
    return x;
  };
  return {{DeclaredKind::kSimplex, {4}, stochastic(false)},
          {DeclaredKind::kUnitVector, {3}, unit},
          {DeclaredKind::kOrdered, {4}, increasing},
          {DeclaredKind::kPositiveOrdered, {4}, increasing},
          {DeclaredKind::kSumToZeroVector, {4}, centred},
          {DeclaredKind::kCholeskyFactorCorr, {3, 3}, lower(true)},
          {DeclaredKind::kCholeskyFactorCov, {4, 3}, lower(false)},
          {DeclaredKind::kCorrMatrix, {3, 3}, square(true, product)},
          {DeclaredKind::kCovMatrix, {3, 3}, square(false, product)},
          {DeclaredKind::kColumnStochasticMatrix, {3, 2}, stochastic(false)},
          {DeclaredKind::kRowStochasticMatrix, {3, 2}, stochastic(true)},
          {DeclaredKind::kSumToZeroMatrix, {3, 2}, centred},
          {DeclaredKind::kOrdered, {1}, increasing},
          {DeclaredKind::kSimplex, {1}, stochastic(false)},
          {DeclaredKind::kCholeskyFactorCorr, {1, 1}, lower(true)}};
}

Value array_of(const ConstraintCase& c, const Dims& leading, Random& random) {
  const std::size_t count = size_of(leading);
  const std::size_t size = size_of(c.item);
  Numbers numbers(count * size);
  for (std::size_t k = 0; k < count; ++k) {
    const Numbers item = c.make(random, c.item[0], c.item.size() > 1 ? c.item[1] : 1);
    for (std::size_t e = 0; e < size; ++e) numbers[k + count * e] = item[e];
  }
  Dims dims = leading;
  dims.insert(dims.end(), c.item.begin(), c.item.end());
  return value_of(dims, numbers);
}

// For every kind, alone and in arrays: values that have it pass both ways, and whatever one number
// is changed by, both ways agree.
TEST(Constraint, IsTheSameForNumbersAndSymbols) {
  Random random({.seed = 4});
  for (const ConstraintCase& c : all_cases()) {
    std::size_t violations = 0;
    for (const Dims& leading : {Dims{}, Dims{1}, Dims{3}, Dims{2, 2}}) {
      for (int repeat = 0; repeat < 20; ++repeat) {
        Value value = array_of(c, leading, random);
        const Constraint constraint{.kind = c.kind};
        ASSERT_EQ(violation(value, constraint), "none") << static_cast<int>(c.kind);
        ASSERT_TRUE(holds(value, constraint)) << static_cast<int>(c.kind);
        const double changes[] = {1e-3, -1.0, 1e-10, kNaN, 5.0};
        value.writable_numbers()[random.below(value.size())] += changes[repeat % 5];
        const bool is_violated = violation(value, constraint) != "none";
        EXPECT_EQ(holds(value, constraint), !is_violated)
            << static_cast<int>(c.kind) << " " << violation(value, constraint);
        violations += is_violated ? 1 : 0;
      }
    }
    // A vector of one element is ordered whatever it is.
    const bool is_free = c.kind == DeclaredKind::kOrdered && c.item == Dims{1};
    EXPECT_EQ(violations > 0, !is_free) << static_cast<int>(c.kind);
  }
}

}  // namespace
}  // namespace autumn::trace
