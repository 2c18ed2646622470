// These tests compare the slopes of symmetric eigendecompositions with the whole matrix of their
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

// The term may use A, which is symmetric, and the weights W and w.
std::string program_with(Eigen::Index n, const std::string& term) {
  return "transformed data { int n = " + std::to_string(n) + R"(;
  matrix[n, n] W;
  vector[n] w;
  for (j in 1:n) {
    w[j] = cos(2 * j);
    for (i in 1:n) W[i, j] = sin(3 * i + 7 * j);
  }
}
parameters { vector[n * n] x; }
model {
  matrix[n, n] A = 0.5 * (to_matrix(x, n, n) + to_matrix(x, n, n)');
  target += )" +
         term + ";\n}\n";
}

Matrix weights(Eigen::Index n) {
  return Matrix::NullaryExpr(n, n, [](Eigen::Index i, Eigen::Index j) {
    return std::sin(3.0 * static_cast<double>(i + 1) + 7.0 * static_cast<double>(j + 1));
  });
}

Numbers random_square(Eigen::Index n, unsigned seed) {
  std::mt19937_64 random(seed);
  std::normal_distribution<double> normal;
  Numbers x(static_cast<std::size_t>(n * n));
  for (double& number : x) number = normal(random);
  return x;
}

Eigen::SelfAdjointEigenSolver<Matrix> decomposed(const Numbers& x, Eigen::Index n) {
  const Eigen::Map<const Matrix> square(x.data(), n, n);
  return Eigen::SelfAdjointEigenSolver<Matrix>(0.5 * (square + square.transpose()));
}

// Element by element: d v_i = sum over j != i of v_j (v_j' dA v_i) / (l_i - l_j), and
// d l_i = v_i' dA v_i.
Numbers slopes_by_partials(const Numbers& x, Eigen::Index n) {
  const auto solver = decomposed(x, n);
  const Matrix& v = solver.eigenvectors();
  const Matrix given = weights(n);
  Matrix slopes = Matrix::Zero(n, n);
  for (Eigen::Index i = 0; i < n; ++i) {
    slopes += std::cos(2.0 * static_cast<double>(i + 1)) * v.col(i) * v.col(i).transpose();
    for (Eigen::Index j = 0; j < n; ++j) {
      if (j == i) continue;
      const double gap = solver.eigenvalues()[i] - solver.eigenvalues()[j];
      const Matrix turn = v.col(j) * v.col(i).transpose() / gap;
      slopes += 0.5 * given.col(i).dot(v.col(j)) * (turn + turn.transpose());
    }
  }
  return {slopes.data(), slopes.data() + slopes.size()};
}

class SymmetricEigen : public ::testing::TestWithParam<int> {};

constexpr const char* kBoth = "sum(W .* eigenvectors_sym(A)) + dot_product(w, eigenvalues_sym(A))";

TEST_P(SymmetricEigen, HasTheSlopesOfAllItsPartials) {
  const Eigen::Index n = GetParam();
  for (unsigned seed = 1; seed <= 3; ++seed) {
    const Numbers x = random_square(n, seed);
    const Numbers expected = slopes_by_partials(x, n);
    const Numbers found = testing::slopes_of(program_with(n, kBoth), x);
    ASSERT_EQ(found.size(), expected.size() + 1);
    double size = 0.0;
    for (const double slope : expected) size = std::max(size, std::abs(slope));
    for (std::size_t i = 0; i < expected.size(); ++i) {
      EXPECT_NEAR(found[i + 1], expected[i], 1e-9 * size) << "seed " << seed << ", " << i;
    }
  }
}

TEST_P(SymmetricEigen, HasTheSlopesOfItsValues) {
  const Eigen::Index n = GetParam();
  const Numbers x = random_square(n, 4);
  const std::string program = program_with(n, kBoth);
  const Numbers found = testing::slopes_of(program, x);
  double size = 1.0;
  for (const double slope : found) size = std::max(size, std::abs(slope));
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
    EXPECT_NEAR(found[i + 1], slope, 1e-7 * size) << i;
  }
}

INSTANTIATE_TEST_SUITE_P(Sizes, SymmetricEigen, ::testing::Values(1, 2, 5, 30));

TEST(SymmetricEigenvectors, OfOneMatrixIsDecomposedOnce) {
  const auto traced =
      testing::traced(program_with(4, std::string(kBoth) + " + eigendecompose_sym(A).1[2, 1] + "
                                                           "eigendecompose_sym(A).2[3]"));
  ASSERT_TRUE(traced.is_ok());
  const model::Model& model = traced.value().model;
  expr::Builder builder(model.graph);
  const expr::Term total(builder, model::log_density(builder, model.factors.at(0)));
  const auto graph = passes::differentiate(std::move(builder).finish({sum(total).id()})).graph;
  std::vector<std::string_view> kernels;
  for (const expr::NodeId id : expr::reachable(graph, graph.outputs())) {
    if (graph.op(id) != expr::Op::kKernel) continue;
    kernels.push_back(graph.kernel(id).name());
    EXPECT_LE(graph.shape(id).size(), 20U) << "partials of " << kernels.back() << " take space";
  }
  const std::vector<std::string_view> expected{"eigendecompose_sym", "eigendecompose_sym_adjoint"};
  EXPECT_EQ(kernels, expected);
}

// The sum of all eigenvalues is the trace. Which vectors belong to equal values is anyone's choice.
TEST(SymmetricEigenvectors, OfEqualValuesHasSlopesOfValuesAndNoneOfVectors) {
  const Numbers equal{2, 0, 0, 0, 2, 0, 0, 0, 3};
  const Numbers values = testing::slopes_of(program_with(3, "sum(eigenvalues_sym(A))"), equal);
  const Numbers expected{7, 1, 0, 0, 0, 1, 0, 0, 0, 1};
  ASSERT_EQ(values.size(), expected.size());
  for (std::size_t i = 0; i < values.size(); ++i) EXPECT_NEAR(values[i], expected[i], 1e-14) << i;
  const Numbers vectors =
      testing::slopes_of(program_with(3, "sum(W .* eigenvectors_sym(A))"), equal);
  ASSERT_EQ(vectors.size(), expected.size());
  EXPECT_TRUE(std::isfinite(vectors[0]));
  for (std::size_t i = 1; i < vectors.size(); ++i) EXPECT_FALSE(std::isfinite(vectors[i])) << i;
}

}  // namespace
}  // namespace autumn::trace
