// These tests look at Cholesky factors as one operation: beside the operation with its adjoint of
// operations, where there is no factor, and where the pass has nothing to do.
#include "passes/factors.h"

#include "passes/list.h"
#include "support.h"

namespace autumn::passes {
namespace {

using namespace testing;  // NOLINT: test helpers

// The squares of L z - y for L L' = exp(-length * squares of distances) + noise.
Graph latent_process(std::size_t n) {
  Builder b;
  const Term x(b, b.input("parameters", Shape::vector(n + 2)));
  std::vector<double> squares(n * n), y(n);
  for (std::size_t j = 0; j < n; ++j) {
    y[j] = std::sin(0.7 * static_cast<double>(j * j));
    for (std::size_t i = 0; i < n; ++i) {
      const double distance = 0.1 * (static_cast<double>(i) - static_cast<double>(j));
      squares[i + n * j] = distance * distance;
    }
  }
  const Term distances(b, b.constant(Shape::matrix(n, n), squares));
  const Term noise = broadcast(element(x, 1), Shape::vector(n));
  const Term l = cholesky(exp(-element(x, 0) * distances) + diagonal_matrix(noise));
  const Term z = gather(x, Index::range(2, static_cast<std::uint32_t>(n)), Shape::vector(n));
  const Term f = matmul(l, z) - Term(b, b.constant(Shape::vector(n), y));
  return std::move(b).finish({(-0.5 * sum(square(f))).id()});
}

Array point_of(std::size_t n, double length, double noise) {
  std::mt19937_64 random(4);
  Array point = random_array(random, Shape::vector(n + 2), -1.0, 1.0);
  point.numbers[0] = length;
  point.numbers[1] = noise;
  return point;
}

std::vector<Array> gradient_at(const Graph& graph, const Array& point, bool with_pass) {
  PassOptions options;
  if (!with_pass) options.disabled = {"factors"};
  const Graph passed = run_passes(graph, kDensityPasses, options).rewritten.graph;
  std::size_t kernels = 0;
  for (const NodeId id : reachable(passed, passed.outputs())) {
    kernels += passed.op(id) == Op::kKernel;
  }
  EXPECT_EQ(kernels, with_pass ? 2U : 0U) << "the factor and its adjoint";
  return interpret(passed, std::span(&point, 1));
}

TEST(Factors, HaveTheGradientOfTheOperations) {
  for (const std::size_t n : std::initializer_list<std::size_t>{16, 17, 19, 40, 97, 200}) {
    const Graph graph = latent_process(n);
    const Array point = point_of(n, 0.8, 0.3);
    const std::vector<Array> fast = gradient_at(graph, point, true);
    const std::vector<Array> slow = gradient_at(graph, point, false);
    EXPECT_NEAR(fast[0].numbers[0], slow[0].numbers[0], 1e-11 * std::fabs(slow[0].numbers[0]));
    for (std::size_t k = 0; k < n + 2; ++k) {
      const double want = slow[1].numbers[k];
      EXPECT_NEAR(fast[1].numbers[k], want, 1e-10 * (1.0 + std::fabs(want))) << n << ", " << k;
    }
  }
}

TEST(Factors, HaveTheGradientOfDifferences) {
  constexpr std::size_t kSize = 24;
  const Graph graph = latent_process(kSize);
  const Array point = point_of(kSize, 0.8, 0.3);
  const std::vector<Array> gradient = gradient_at(graph, point, true);
  for (const std::size_t k : std::initializer_list<std::size_t>{0, 1, 2, 25}) {
    const double slope = derivative(
        [&](double step) {
          Array moved = point;
          moved.numbers[k] += step;
          return interpret(graph, std::span(&moved, 1))[0].numbers[0];
        },
        0.05);
    EXPECT_NEAR(gradient[1].numbers[k], slope, 1e-7 * (1.0 + std::fabs(slope))) << k;
  }
}

TEST(Factors, AreNoNumbersWhereThereAreNone) {
  for (const double noise : {-0.5, -1.0, std::nan("")}) {
    const Array point = point_of(20, 0.3, noise);
    const std::vector<Array> fast = gradient_at(latent_process(20), point, true);
    const std::vector<Array> slow = gradient_at(latent_process(20), point, false);
    EXPECT_TRUE(std::isnan(fast[0].numbers[0]) && std::isnan(slow[0].numbers[0])) << noise;
    for (std::size_t k = 0; k < 22; ++k) {
      EXPECT_EQ(std::isnan(fast[1].numbers[k]), std::isnan(slow[1].numbers[k])) << noise << k;
    }
  }
}

TEST(Factors, LeaveSmallMatricesAlone) {
  EXPECT_EQ(factors(latent_process(15)), unchanged(latent_process(15)));
}

}  // namespace
}  // namespace autumn::passes
