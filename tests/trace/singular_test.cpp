// These tests compare the slopes of singular value decompositions with the whole matrix of their
// partial derivatives and with differences of values.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <random>

#include "trace/numbers.h"
#include "trace/slopes.h"

namespace autumn::trace {
namespace {

using Matrix = Eigen::MatrixXd;

struct Size {
  Eigen::Index rows, cols;
};

std::ostream& operator<<(std::ostream& out, const Size& size) {
  return out << size.rows << " x " << size.cols;
}

// The term may use A and the weights P, w and Q of its parts.
std::string program_with(const Size& size, const std::string& term) {
  return "transformed data { int m = " + std::to_string(size.rows) +
         "; int n = " + std::to_string(size.cols) + R"(;
  int k = min(m, n);
  matrix[m, k] P;
  vector[k] w;
  matrix[n, k] Q;
  for (j in 1:k) {
    w[j] = cos(2 * j);
    for (i in 1:m) P[i, j] = sin(3 * i + 7 * j);
    for (i in 1:n) Q[i, j] = sin(5 * i + 4 * j);
  }
}
parameters { vector[m * n] x; }
model {
  matrix[m, n] A = to_matrix(x, m, n);
  target += )" +
         term + ";\n}\n";
}

Matrix weights(Eigen::Index rows, Eigen::Index cols, double down, double across) {
  return Matrix::NullaryExpr(rows, cols, [=](Eigen::Index i, Eigen::Index j) {
    return std::sin(down * static_cast<double>(i + 1) + across * static_cast<double>(j + 1));
  });
}

Numbers random_matrix(const Size& size, unsigned seed) {
  std::mt19937_64 random(seed);
  std::normal_distribution<double> normal;
  Numbers x(static_cast<std::size_t>(size.rows * size.cols));
  for (double& number : x) number = normal(random);
  return x;
}

// The slope of U in direction E: with p = U'E V it is U (F o (p S + S p')) + (I - U U') E V / S.
Matrix slope_of_vectors(const Matrix& u, const Matrix& s, const Matrix& v, const Matrix& e) {
  const Matrix p = u.transpose() * e * v;
  Matrix mix = p * s.col(0).asDiagonal();
  mix += s.col(0).asDiagonal() * p.transpose();
  for (Eigen::Index j = 0; j < s.size(); ++j) {
    for (Eigen::Index i = 0; i < s.size(); ++i) mix(i, j) /= s(j) * s(j) - s(i) * s(i);
    mix(j, j) = 0.0;
  }
  return u * mix + (e * v - u * p) * s.col(0).cwiseInverse().asDiagonal();
}

// One direction after the other.
Numbers slopes_by_partials(const Numbers& x, const Size& size) {
  const Eigen::Map<const Matrix> a(x.data(), size.rows, size.cols);
  const Eigen::JacobiSVD<Matrix> svd(a, Eigen::ComputeThinU | Eigen::ComputeThinV);
  const Matrix u = svd.matrixU(), s = svd.singularValues(), v = svd.matrixV();
  const Matrix of_u = weights(size.rows, s.size(), 3, 7), of_v = weights(size.cols, s.size(), 5, 4);
  Numbers slopes;
  for (Eigen::Index i = 0; i < a.size(); ++i) {
    Matrix e = Matrix::Zero(size.rows, size.cols);
    e(i) = 1.0;
    const Matrix p = u.transpose() * e * v;
    double slope = of_u.cwiseProduct(slope_of_vectors(u, s, v, e)).sum();
    slope += of_v.cwiseProduct(slope_of_vectors(v, s, u, e.transpose())).sum();
    for (Eigen::Index k = 0; k < s.size(); ++k) {
      slope += std::cos(2.0 * static_cast<double>(k + 1)) * p(k, k);
    }
    slopes.push_back(slope);
  }
  return slopes;
}

double largest(const Numbers& numbers) {
  double most = 0.0;
  for (const double number : numbers) most = std::max(most, std::abs(number));
  return most;
}

class Singular : public ::testing::TestWithParam<Size> {};

constexpr const char* kAll =
    "sum(P .* svd_U(A)) + dot_product(w, singular_values(A)) + sum(Q .* svd_V(A))";

TEST_P(Singular, ValuesAndVectorsHaveTheSlopesOfAllTheirPartials) {
  for (unsigned seed = 1; seed <= 3; ++seed) {
    const Numbers x = random_matrix(GetParam(), seed);
    const Numbers expected = slopes_by_partials(x, GetParam());
    const Numbers found = testing::slopes_of(program_with(GetParam(), kAll), x);
    ASSERT_EQ(found.size(), expected.size() + 1);
    for (std::size_t i = 0; i < expected.size(); ++i) {
      EXPECT_NEAR(found[i + 1], expected[i], 1e-9 * (1 + largest(expected))) << seed << ", " << i;
    }
  }
}

TEST_P(Singular, ValuesAndVectorsHaveTheSlopesOfTheirValues) {
  const Numbers x = random_matrix(GetParam(), 4);
  const std::string program = program_with(GetParam(), kAll);
  const Numbers found = testing::slopes_of(program, x);
  const std::size_t stride = x.size() / 7 + 1;
  for (std::size_t i = 0; i < x.size(); i += stride) {
    constexpr double kStep = 1e-5;
    const auto at = [&](double step) {
      Numbers moved = x;
      moved[i] += step;
      return testing::slopes_of(program, moved)[0];
    };
    const double slope =
        (8 * (at(kStep) - at(-kStep)) - (at(2 * kStep) - at(-2 * kStep))) / (12 * kStep);
    EXPECT_NEAR(found[i + 1], slope, 1e-7 * (1 + largest(found))) << i;
  }
}

INSTANTIATE_TEST_SUITE_P(Sizes, Singular,
                         ::testing::Values(Size{1, 1}, Size{1, 3}, Size{2, 2}, Size{5, 3},
                                           Size{4, 7}, Size{30, 30}));

// Of a multiple of the identity the sum of all singular values still grows with its diagonal.
TEST(SingularValues, HaveSlopesWhereTheyAreEqualAndVectorsHaveNone) {
  const Numbers equal{2, 0, 0, 2};
  const Numbers values = testing::slopes_of(program_with({2, 2}, "sum(singular_values(A))"), equal);
  const Numbers expected{4, 1, 0, 0, 1};
  ASSERT_EQ(values.size(), expected.size());
  for (std::size_t i = 0; i < values.size(); ++i) EXPECT_NEAR(values[i], expected[i], 1e-14) << i;
  for (const char* term : {"sum(P .* svd_U(A))", "sum(Q .* svd_V(A))"}) {
    const Numbers vectors = testing::slopes_of(program_with({2, 2}, term), equal);
    for (std::size_t i = 1; i < vectors.size(); ++i) EXPECT_FALSE(std::isfinite(vectors[i])) << i;
  }
}

}  // namespace
}  // namespace autumn::trace
