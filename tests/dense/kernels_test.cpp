// These tests compare the dense kernels with plain loops, on every instruction set and for sizes on
// both sides of every boundary between tiles.
#include "dense/kernels.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "base/random.h"
#include "dense/factor_adjoint.h"

namespace autumn::dense {
namespace {

constexpr std::size_t kSizes[] = {1, 2, 3, 7, 8, 12, 23, 24, 25, 31, 32, 33, 64, 65, 97, 130};

struct Numbers {
  std::vector<double> numbers;
  std::size_t rows = 0, cols = 0;

  Numbers(std::size_t r, std::size_t c, std::uint64_t seed = 0)
      : numbers(r * c, 0.0), rows(r), cols(c) {
    if (seed == 0) return;
    Random random(
        {.seed = seed, .chain = 0, .purpose = Purpose::kTest, .iteration = 0, .element = 0});
    for (double& x : numbers) x = random.normal();
  }
  [[nodiscard]] View view() { return {numbers.data(), rows, cols, rows}; }
  [[nodiscard]] double at(std::size_t i, std::size_t j) const { return numbers[j * rows + i]; }
};

Numbers product(const Operand& a, const Operand& b) {
  Numbers c(a.rows(), b.cols());
  for (std::size_t j = 0; j < b.cols(); ++j) {
    for (std::size_t i = 0; i < a.rows(); ++i) {
      for (std::size_t k = 0; k < a.cols(); ++k) c.view().at(i, j) += a.at(i, k) * b.at(k, j);
    }
  }
  return c;
}

// Well conditioned and symmetric.
Numbers positive(std::size_t n) {
  Numbers a(n, n, 5);
  Numbers q = product(plain(a.view()), transposed(a.view()));
  for (std::size_t i = 0; i < n; ++i) q.view().at(i, i) += static_cast<double>(n);
  return q;
}

void expect_near(const Numbers& got, const Numbers& want, double tolerance) {
  for (std::size_t k = 0; k < want.numbers.size(); ++k) {
    ASSERT_NEAR(got.numbers[k], want.numbers[k], tolerance) << k;
  }
}

class DenseKernels : public testing::TestWithParam<InstructionSet> {
 protected:
  const Kernels& kernels_ = kernels(GetParam());
};

TEST_P(DenseKernels, MultiplyAsLoopsDo) {
  for (const std::size_t m : kSizes) {
    for (const std::size_t n : {std::size_t{1}, std::size_t{9}, std::size_t{40}}) {
      for (const std::size_t k : {std::size_t{1}, std::size_t{13}, std::size_t{150}}) {
        for (const bool ta : {false, true}) {
          for (const bool tb : {false, true}) {
            Numbers a(ta ? k : m, ta ? m : k, 1), b(tb ? n : k, tb ? k : n, 2), c(m, n, 3);
            Numbers want = product({a.view(), ta}, {b.view(), tb});
            for (std::size_t i = 0; i < want.numbers.size(); ++i) {
              want.numbers[i] = c.numbers[i] - 2.0 * want.numbers[i];
            }
            kernels_.multiply_add(-2.0, {a.view(), ta}, {b.view(), tb}, c.view(), Part::kWhole);
            expect_near(c, want, 1e-11);
          }
        }
      }
    }
  }
}

TEST_P(DenseKernels, LeaveWhatIsAboveTheDiagonal) {
  for (const std::size_t n : kSizes) {
    Numbers a(n, 20, 1), c(n, n, 3);
    const Numbers before = c;
    const Numbers square = product(plain(a.view()), transposed(a.view()));
    kernels_.multiply_add(1.0, plain(a.view()), transposed(a.view()), c.view(), Part::kLower);
    for (std::size_t j = 0; j < n; ++j) {
      for (std::size_t i = 0; i < n; ++i) {
        const double want = i < j ? before.at(i, j) : before.at(i, j) + square.at(i, j);
        ASSERT_NEAR(c.at(i, j), want, 1e-12) << n << ": " << i << ", " << j;
      }
    }
  }
}

TEST_P(DenseKernels, FactorAndInvert) {
  for (const std::size_t n : kSizes) {
    Numbers q = positive(n), l = q;
    ASSERT_TRUE(kernels_.cholesky(l.view(), 0.0));
    for (std::size_t j = 0; j < n; ++j) {
      for (std::size_t i = 0; i < j; ++i) l.view().at(i, j) = 0.0;
    }
    expect_near(product(plain(l.view()), transposed(l.view())), q, 1e-10);
    Numbers x = l, s(n, n);
    kernels_.invert_lower(x.view());
    kernels_.square_of_inverse(x.view(), s.view());
    Numbers identity(n, n);
    for (std::size_t i = 0; i < n; ++i) identity.view().at(i, i) = 1.0;
    expect_near(product(plain(q.view()), plain(s.view())), identity, 1e-12);
  }
}

TEST_P(DenseKernels, SolveFromBothSides) {
  for (const std::size_t n : kSizes) {
    Numbers l = positive(n);
    ASSERT_TRUE(kernels_.cholesky(l.view(), 0.0));
    for (std::size_t j = 0; j < n; ++j) {
      for (std::size_t i = 0; i < j; ++i) l.view().at(i, j) = 0.0;
    }
    for (const std::size_t m : {std::size_t{1}, std::size_t{5}, std::size_t{37}}) {
      const Numbers left(n, m, 7), right(m, n, 8);
      Numbers b = left;
      kernels_.solve_left(l.view(), b.view());
      expect_near(product(plain(l.view()), plain(b.view())), left, 1e-11);
      b = left;
      kernels_.solve_left_transposed(l.view(), b.view());
      expect_near(product(transposed(l.view()), plain(b.view())), left, 1e-11);
      b = right;
      kernels_.solve_right(l.view(), b.view());
      expect_near(product(plain(b.view()), plain(l.view())), right, 1e-11);
      b = right;
      kernels_.solve_right_transposed(l.view(), b.view());
      expect_near(product(plain(b.view()), transposed(l.view())), right, 1e-11);
    }
  }
}

TEST_P(DenseKernels, RefuseWhatIsNotPositiveDefinite) {
  for (const std::size_t n : {std::size_t{1}, std::size_t{20}, std::size_t{70}}) {
    for (const double wrong : {-1.0, 0.0, std::numeric_limits<double>::quiet_NaN(),
                               std::numeric_limits<double>::infinity()}) {
      Numbers q = positive(n);
      q.view().at(n - 1, n - 1) = wrong;
      EXPECT_FALSE(kernels_.cholesky(q.view(), 0.0)) << n << " " << wrong;
    }
    Numbers q = positive(n);
    EXPECT_FALSE(kernels_.cholesky(q.view(), 1.0)) << "pivots are below the diagonal";
  }
}

// Another formula: the lower triangle of S + S' for S = L^-T P L^-1, with P the lower triangle of
// L' G, diagonals halved.
Numbers slow_factor_adjoint(const Kernels& kernels, Numbers l, Numbers g) {
  const std::size_t n = l.rows;
  Numbers s = product(transposed(l.view()), plain(g.view()));
  for (std::size_t j = 0; j < n; ++j) {
    for (std::size_t i = 0; i < j; ++i) s.view().at(i, j) = 0.0;
    s.view().at(j, j) *= 0.5;
  }
  kernels.solve_left_transposed(l.view(), s.view());
  kernels.solve_right(l.view(), s.view());
  Numbers lower(n, n);
  for (std::size_t j = 0; j < n; ++j) {
    for (std::size_t i = j; i < n; ++i) {
      lower.view().at(i, j) = i == j ? s.at(i, i) : s.at(i, j) + s.at(j, i);
    }
  }
  return lower;
}

TEST_P(DenseKernels, TakeSlopesInAFactorToSlopesInItsMatrix) {
  for (const std::size_t n : std::initializer_list<std::size_t>{1, 2, 3, 7, 8, 15, 16, 17, 19, 24,
                                                                31, 32, 33, 48, 65, 97, 200, 300}) {
    Numbers l = positive(n), g(n, n, 9);
    ASSERT_TRUE(kernels_.cholesky(l.view(), 0.0));
    Numbers whole = l;  // what is above the diagonal of the factor is not read
    for (std::size_t j = 0; j < n; ++j) {
      for (std::size_t i = 0; i < j; ++i) l.view().at(i, j) = g.view().at(i, j) = 0.0;
    }
    const Numbers want = slow_factor_adjoint(kernels_, l, g);
    for (std::size_t j = 0; j < n; ++j) {
      for (std::size_t i = 0; i < j; ++i) {
        whole.view().at(i, j) = g.view().at(i, j) = std::numeric_limits<double>::quiet_NaN();
      }
    }
    factor_adjoint(kernels_, whole.view(), g.view());
    double largest = 0.0;
    for (const double x : want.numbers) largest = std::max(largest, std::fabs(x));
    SCOPED_TRACE(n);
    expect_near(g, want, 1e-12 * largest);
  }
}

TEST_P(DenseKernels, TakeNoNumbersToNoNumbers) {
  for (const std::size_t n : {std::size_t{5}, std::size_t{40}}) {
    Numbers l(n, n), g(n, n, 9);
    std::ranges::fill(l.numbers, std::numeric_limits<double>::quiet_NaN());
    factor_adjoint(kernels_, l.view(), g.view());
    for (std::size_t j = 0; j < n; ++j) {
      for (std::size_t i = 0; i < n; ++i) EXPECT_EQ(std::isnan(g.at(i, j)), i >= j) << i << j;
    }
  }
}

/// The name as GoogleTest takes one: without the hyphen of "AVX-512".
std::string test_name_of(InstructionSet set) {
  std::string name(name_of(set));
  std::erase(name, '-');
  return name;
}

INSTANTIATE_TEST_SUITE_P(InstructionSets, DenseKernels,
                         testing::ValuesIn(available_instruction_sets()),
                         [](const auto& set) { return test_name_of(set.param); });

}  // namespace
}  // namespace autumn::dense
