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
  if (!with_pass) options.disabled = {"covariances", "factors"};
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

// With K + Z S^2 Z' written out, which is exact enough while scales are small.
TEST(Covariances, TakeEffectsApart) {
  constexpr std::size_t kSize = 23, kEffects = 3;
  std::mt19937_64 random(5);
  const Array root = random_array(random, Shape::matrix(kSize, kSize), -0.5, 0.5);
  const Array loadings = random_array(random, Shape::matrix(kSize, kEffects), -1.0, 1.0);
  std::vector<Array> inputs{root,
                            random_array(random, Shape::vector(kSize), -2.0, 2.0),
                            {Shape::vector(kEffects), {0.02, 1.3, 20.0}}};
  const auto graph = [&](bool is_apart) {
    Builder b;
    const Term x(b, b.input("root", root.shape)), r(b, b.input("r", Shape::vector(kSize)));
    const Term scales(b, b.input("scales", Shape::vector(kEffects)));
    const Term k = matmul(x, x, expr::flag::kTransposeRight) +
                   diagonal_matrix(broadcast(constant(b, 0.5), Shape::vector(kSize)));
    NodeId output;
    if (is_apart) {
      const NodeId operands[] = {k.id(), r.id(), scales.id()};
      output = b.part(
          b.kernel(covariance_kernel({.effects = {loadings.numbers, std::vector<bool>(kEffects)}}),
                   operands),
          0);
    } else {
      const Term z =
          Term(b, b.constant(loadings.shape, loadings.numbers)) * repeat_rows(scales, kSize);
      const Term l = cholesky(k + matmul(z, z, expr::flag::kTransposeRight));
      output = (-0.5 * sum(square(tri_solve(l, r))) - sum(log(diagonal(l)))).id();
    }
    return differentiate(std::move(b).finish({output})).graph;
  };
  const std::vector<Array> apart = interpret(graph(true), inputs);
  const std::vector<Array> together = interpret(graph(false), inputs);
  ASSERT_EQ(apart.size(), together.size());
  for (std::size_t k = 0; k < apart.size(); ++k) {
    for (std::size_t i = 0; i < apart[k].numbers.size(); ++i) {
      const double y = together[k].numbers[i];
      EXPECT_NEAR(apart[k].numbers[i], y, 1e-9 * (1.0 + std::fabs(y))) << k << ' ' << i;
    }
  }
}

// Three vectors of one covariance and two of another, with effects that all of them share: beside
// the one covariance of all, written out.
TEST(Covariances, AreThoseOfSeveralVectors) {
  constexpr std::size_t kSizes[] = {5, 3}, kItems[] = {3, 2}, kAll = 21, kEffects = 2;
  std::mt19937_64 random(6);
  const Array loadings = random_array(random, Shape::matrix(kAll, kEffects), -1.0, 1.0);
  const std::vector<Array> inputs{random_array(random, Shape::matrix(5, 5), -0.5, 0.5),
                                  random_array(random, Shape::matrix(3, 3), -0.5, 0.5),
                                  random_array(random, Shape::vector(kAll), -2.0, 2.0),
                                  {Shape::vector(kEffects), {0.3, 1.7}}};
  const auto graph = [&](bool is_apart, bool has_effects) {
    Builder b;
    const Term x0(b, b.input("x0", inputs[0].shape)), x1(b, b.input("x1", inputs[1].shape));
    const Term r(b, b.input("r", inputs[2].shape)), scales(b, b.input("s", inputs[3].shape));
    std::vector<Term> k;
    for (const Term x : {x0, x1}) {
      k.push_back(matmul(x, x, expr::flag::kTransposeRight) +
                  diagonal_matrix(broadcast(constant(b, 0.5), Shape::vector(x.shape().rows))));
    }
    NodeId output;
    if (is_apart) {
      std::vector<NodeId> operands{k[0].id(), k[1].id(), r.id()};
      CovarianceShape shape{.items = {kItems[0], kItems[1]}};
      if (has_effects) {
        shape.effects = {loadings.numbers, std::vector<bool>(kEffects)};
        operands.push_back(scales.id());
      }
      output = b.part(b.kernel(covariance_kernel(shape), operands), 0);
    } else {
      Term whole(b, b.constant(Shape::matrix(kAll, kAll), std::vector<double>(kAll * kAll, 0.0)));
      std::size_t first = 0;
      for (std::size_t kind = 0; kind < 2; ++kind) {
        for (std::size_t item = 0; item < kItems[kind]; ++item, first += kSizes[kind]) {
          std::vector<std::uint32_t> at;
          for (std::size_t j = 0; j < kSizes[kind]; ++j) {
            for (std::size_t i = 0; i < kSizes[kind]; ++i) {
              at.push_back(static_cast<std::uint32_t>(first + i + kAll * (first + j)));
            }
          }
          whole = whole + scatter_add(k[kind], Index::list(at), whole.shape());
        }
      }
      const Term z =
          Term(b, b.constant(loadings.shape, loadings.numbers)) * repeat_rows(scales, kAll);
      if (has_effects) whole = whole + matmul(z, z, expr::flag::kTransposeRight);
      const Term l = cholesky(whole);
      output = (-0.5 * sum(square(tri_solve(l, r))) - sum(log(diagonal(l)))).id();
    }
    return differentiate(std::move(b).finish({output})).graph;
  };
  for (const bool has_effects : {false, true}) {
    const std::vector<Array> apart = interpret(graph(true, has_effects), inputs);
    const std::vector<Array> together = interpret(graph(false, has_effects), inputs);
    ASSERT_EQ(apart.size(), together.size());
    for (std::size_t k = 0; k < apart.size(); ++k) {
      for (std::size_t i = 0; i < apart[k].numbers.size(); ++i) {
        const double y = together[k].numbers[i];
        EXPECT_NEAR(apart[k].numbers[i], y, 1e-10 * (1.0 + std::fabs(y))) << k << ' ' << i;
      }
    }
  }
}

// The wider an effect, the less its scale matters: the density falls as 1 / s, and the rest stays.
TEST(Covariances, LoseNothingBesideWideEffects) {
  const std::vector<double> k{2.0, 0.5, 0.1, 0.5, 1.0, 0.2, 0.1, 0.2, 3.0},
      r{1e3, 1e3 + 1, 1e3 - 2};
  const auto at = [&](double scale, std::span<double> by_k) {
    const std::vector<double> scales{scale};
    const expr::Numbers operands[] = {k, r, scales};
    const auto kernel = covariance_kernel({.effects = {std::vector<double>(3, 1.0), {false}}});
    const Shape shapes[] = {Shape::matrix(3, 3), Shape::vector(3), Shape::vector(1)};
    std::vector<double> value(1), by_r(3), by_scale(1), scratch(kernel->scratch_size(shapes));
    const std::span<double> outputs[] = {value, by_k, by_r, by_scale};
    kernel->evaluate(operands, outputs, scratch);
    EXPECT_NEAR(by_scale[0] * scale, -1.0, 1e-5);
    return value[0] + std::log(scale);
  };
  std::vector<double> wide(9), wider(9), flat(9);
  EXPECT_NEAR(at(1e8, wide), at(1e12, wider), 1e-9);
  for (std::size_t i = 0; i < 9; ++i) EXPECT_NEAR(wide[i], wider[i], 1e-9);
  // In the limit it is flat, and what stands for a scale is not looked at.
  const std::vector<double> unread{7.0};
  const expr::Numbers operands[] = {k, r, unread};
  std::vector<double> value(1), by_r(3), by_scale(1, 9.0), scratch(100);
  const std::span<double> outputs[] = {value, flat, by_r, by_scale};
  covariance_kernel({.effects = {std::vector<double>(3, 1.0), {true}}})
      ->evaluate(operands, outputs, scratch);
  EXPECT_NEAR(value[0], at(1e12, wider), 1e-9);
  for (std::size_t i = 0; i < 9; ++i) EXPECT_NEAR(flat[i], wider[i], 1e-9);
  EXPECT_NEAR(by_r[0] + by_r[1] + by_r[2], 0.0, 1e-9);
  EXPECT_EQ(by_scale[0], 0.0);
}

// Two effects with nearly the same column are one effect of the sum of their variances, but for a
// contrast that hardly shows: 1e-6 times a scale of one, beside a noise of one.
TEST(Covariances, TakeEffectsThatAreAlike) {
  constexpr std::size_t kSize = 8;
  std::vector<double> k(kSize * kSize, 0.0), r(kSize), one(kSize, 1.0), two(2 * kSize, 1.0);
  for (std::size_t i = 0; i < kSize; ++i) {
    k[i + kSize * i] = 1.0;
    r[i] = std::cos(static_cast<double>(i));
    two[kSize + i] += 1e-6 * std::sin(static_cast<double>(3 * i));
  }
  const auto value = [&](const std::vector<double>& loadings, std::vector<double> scales) {
    const auto kernel =
        covariance_kernel({.effects = {loadings, std::vector<bool>(scales.size())}});
    const expr::Numbers operands[] = {k, r, scales};
    const Shape shapes[] = {Shape::matrix(kSize, kSize), Shape::vector(kSize),
                            Shape::vector(scales.size())};
    std::vector<double> result(1), scratch(kernel->scratch_size(shapes));
    std::vector<std::span<double>> outputs(4);
    outputs[0] = result;
    kernel->evaluate(operands, outputs, scratch);
    return result[0];
  };
  EXPECT_NEAR(value(two, {1.0, 1.0}), value(one, {std::sqrt(2.0)}), 2e-6);
  // With wide scales the contrast is determined, too: scales of the sum and of it fall out.
  const double wide = value(two, {1e9, 1e9}) + 2.0 * std::log(1e9);
  const double wider = value(two, {1e10, 1e10}) + 2.0 * std::log(1e10);
  EXPECT_NEAR(wide, wider, 1e-4);
}

TEST(Covariances, LeaveSmallMatricesAlone) {
  EXPECT_EQ(covariances(process(3)), unchanged(process(3)));
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
