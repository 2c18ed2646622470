// These tests look at densities by covariances as one operation: beside the operations it is made
// of, beside finite differences, and where it does not apply.
#include "passes/covariances.h"

#include "passes/covariance_kernel.h"
#include "passes/list.h"
#include "support.h"

namespace autumn::passes {
namespace {

using namespace testing;  // NOLINT: test helpers

constexpr double kConstant = 3.25;

// A process at n places: K = exp(-length * squares) + noise on the diagonal, and its density.
Term density(Builder& b, Term parameters, std::size_t n) {
  std::vector<double> squares(n * n), y(n);
  for (std::size_t j = 0; j < n; ++j) {
    y[j] = std::sin(0.7 * static_cast<double>(j * j));
    for (std::size_t i = 0; i < n; ++i) {
      const double distance = 0.1 * (static_cast<double>(i) - static_cast<double>(j));
      squares[i + n * j] = distance * distance;
    }
  }
  const Term distances(b, b.constant(Shape::matrix(n, n), squares));
  const Term noise = broadcast(element(parameters, 1), Shape::vector(n));
  const Term k = exp(-element(parameters, 0) * distances) + diagonal_matrix(noise);
  const Term l = cholesky(k);
  const Term residual = Term(b, b.constant(Shape::vector(n), y)) - element(parameters, 2);
  const Term z = tri_solve(l, residual);
  return -0.5 * sum(square(z)) - (sum(log(diagonal(l))) + kConstant);
}

Graph process(std::size_t n) {
  Builder b;
  const Term parameters(b, b.input("parameters", Shape::vector(3)));
  const NodeId output = density(b, parameters, n).id();
  return std::move(b).finish({output});
}

std::size_t kernels_in(const Graph& graph) {
  std::size_t count = 0;
  for (const NodeId id : reachable(graph, graph.outputs())) count += graph.op(id) == Op::kKernel;
  return count;
}

Array at(std::vector<double> parameters) {
  return {Shape::vector(3), std::move(parameters)};
}

std::vector<Array> gradient_of(const Graph& graph, const Array& point, bool with_pass) {
  PassOptions options;
  if (!with_pass) options.disabled = {"covariances"};
  const Graph passed = run_passes(graph, kDensityPasses, options).rewritten.graph;
  EXPECT_EQ(kernels_in(passed), with_pass ? 1U : 0U);
  return interpret(passed, std::span(&point, 1));
}

TEST(Covariances, AgreeWithTheOperationsTheyAreMadeOf) {
  for (const std::size_t n : {16U, 31U, 33U, 64U, 97U, 130U}) {
    for (const double noise : {1e-3, 0.1, 10.0}) {
      const Array point = at({0.3, noise, 0.25});
      const std::vector<Array> one = gradient_of(process(n), point, true);
      const std::vector<Array> composed = gradient_of(process(n), point, false);
      for (std::size_t k = 0; k < 2; ++k) {
        for (std::size_t i = 0; i < one[k].numbers.size(); ++i) {
          const double x = one[k].numbers[i], y = composed[k].numbers[i];
          EXPECT_LE(std::fabs(x - y), 1e-9 * (1.0 + std::fabs(y))) << n << ' ' << noise << ' ' << i;
        }
      }
    }
  }
}

TEST(Covariances, HaveTheDerivativesOfFiniteDifferences) {
  const Graph graph = process(40);
  const std::vector<double> center{0.6, 0.2, -0.1};
  const std::vector<double> gradient = gradient_of(graph, at(center), true)[1].numbers;
  for (std::size_t k = 0; k < 3; ++k) {
    constexpr double kStep = 1e-5;
    std::vector<double> up = center, down = center;
    up[k] += kStep;
    down[k] -= kStep;
    const Array points[] = {at(up), at(down)};
    const double difference = interpret(graph, std::span(&points[0], 1))[0].numbers[0] -
                              interpret(graph, std::span(&points[1], 1))[0].numbers[0];
    EXPECT_NEAR(gradient[k], difference / (2.0 * kStep), 1e-5 * (1.0 + std::fabs(gradient[k])));
  }
}

TEST(Covariances, AreNoNumberWithoutACholeskyFactor) {
  for (const double noise : {-0.5, -1.0, std::nan(""), HUGE_VAL}) {
    const Array point = at({0.3, noise, 0.25});
    const std::vector<Array> one = gradient_of(process(20), point, true);
    EXPECT_TRUE(std::isnan(one[0].numbers[0])) << noise;
    // Where the diagonal is infinite the operations give minus infinity, which is rejected, too.
    EXPECT_FALSE(std::isfinite(interpret(process(20), std::span(&point, 1))[0].numbers[0]));
    for (const double x : one[1].numbers) EXPECT_TRUE(std::isnan(x)) << noise;
  }
}

TEST(Covariances, ReadTheLowerTriangleAlone) {
  constexpr std::size_t kSize = 3;
  const std::vector<double> k{4.0, 1.0, 0.5, 99.0, 3.0, -1.0, 99.0, 99.0, 2.0}, r{1.0, -2.0, 0.5};
  const expr::Numbers operands[] = {k, r};
  std::vector<double> value(1), by_k(kSize * kSize), by_r(kSize), scratch(kSize * kSize + kSize);
  const std::span<double> outputs[] = {value, by_k, by_r};
  covariance_kernel()->evaluate(operands, outputs, scratch);
  // K = [4 1 .5; 1 3 -1; .5 -1 2] has the determinant 16.25.
  const double a[] = {(5.0 * 1.0 - 2.5 * -2.0 - 2.5 * 0.5) / 16.25,
                      (-2.5 * 1.0 + 7.75 * -2.0 + 4.5 * 0.5) / 16.25,
                      (-2.5 * 1.0 + 4.5 * -2.0 + 11.0 * 0.5) / 16.25};
  EXPECT_NEAR(value[0], -0.5 * (a[0] - 2.0 * a[1] + 0.5 * a[2]) - 0.5 * std::log(16.25), 1e-14);
  for (std::size_t i = 0; i < kSize; ++i) EXPECT_NEAR(by_r[i], -a[i], 1e-14);
  EXPECT_NEAR(by_k[0], 0.5 * (a[0] * a[0] - 5.0 / 16.25), 1e-14);
  EXPECT_NEAR(by_k[1], a[0] * a[1] + 2.5 / 16.25, 1e-14);
  EXPECT_NEAR(by_k[5], a[1] * a[2] - 4.5 / 16.25, 1e-14);
  for (const std::size_t above : {3U, 6U, 7U}) EXPECT_EQ(by_k[above], 0.0);
}

TEST(Covariances, LeaveSmallMatricesAlone) {
  EXPECT_EQ(covariances(process(15)), unchanged(process(15)));
}

// Half a determinant, another factor or a transposed system is another density.
TEST(Covariances, LeaveOtherFormulasAlone) {
  constexpr std::size_t kSize = 20;
  const auto is_left = [](auto formula) {
    Builder b;
    const Term k(b, b.input("k", Shape::matrix(kSize, kSize)));
    const Term r(b, b.input("r", Shape::vector(kSize)));
    const NodeId output = formula(cholesky(k), cholesky(2.0 * k), r).id();
    const Graph graph = std::move(b).finish({output});
    return kernels_in(covariances(graph).graph) == 0;
  };
  const auto det = [](Term l) { return sum(log(diagonal(l))) + kConstant; };
  const auto squares = [](Term z) { return sum(square(z)); };
  EXPECT_FALSE(
      is_left([&](Term l, Term, Term r) { return -0.5 * squares(tri_solve(l, r)) - det(l); }));
  EXPECT_TRUE(
      is_left([&](Term l, Term m, Term r) { return -0.5 * squares(tri_solve(l, r)) - det(m); }));
  EXPECT_TRUE(
      is_left([&](Term l, Term, Term r) { return -1.5 * squares(tri_solve(l, r)) - det(l); }));
  EXPECT_TRUE(is_left(
      [&](Term l, Term, Term r) { return -0.5 * squares(tri_solve_transposed(l, r)) - det(l); }));
  EXPECT_TRUE(is_left([&](Term l, Term, Term r) {
    return -0.5 * squares(tri_solve(l, r)) - (sum(log(row(l, 0))) + kConstant);
  }));
}

}  // namespace
}  // namespace autumn::passes
