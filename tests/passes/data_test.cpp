// The passes that work on sums over data: values, gradients, forms, and that twice is once.
#include <chrono>

#include "passes/compress/rising_sums.h"
#include "passes/list.h"
#include "support.h"

namespace autumn::passes {
namespace {

using namespace testing;  // NOLINT: test helpers

constexpr Pass kDataPasses[] = {{"statistics", statistics},
                                {"merge-rows", merge_rows},
                                {"hoist", hoist},
                                {"arrange", arrange},
                                {"collect", collect}};

Term data(Builder& b, std::vector<double> numbers) {
  return {b, b.constant(Shape::vector(numbers.size()), numbers)};
}

// Whole numbers below a bound, so that rows repeat.
std::vector<double> counts(std::mt19937_64& random, std::size_t n, std::size_t bound) {
  std::vector<double> result(n);
  for (double& x : result) x = static_cast<double>(random() % bound);
  return result;
}

Index groups(std::mt19937_64& random, std::size_t n, std::size_t bound) {
  std::vector<std::uint32_t> result(n);
  for (auto& g : result) g = static_cast<std::uint32_t>(random() % bound);
  return Index::list(std::move(result));
}

std::size_t count_of(const Graph& graph, Op op, std::size_t least_size) {
  std::size_t count = 0;
  for (const NodeId id : reachable(graph, graph.outputs())) {
    const bool is_large = graph.operands(id).empty()
                              ? graph.shape(id).size() >= least_size
                              : graph.shape(graph.operand(id, 0)).size() >= least_size ||
                                    graph.shape(id).size() >= least_size;
    if (graph.op(id) == op && is_large) ++count;
  }
  return count;
}

bool near(double a, double b, double scale) {
  return std::fabs(a - b) <= 1e-12 * (1.0 + scale);
}

// Values and gradients after each pass and after all of them agree with those before.
void expect_same(const Graph& graph, const std::vector<Array>& inputs, double scale) {
  const std::vector<Array> before = interpret(differentiate(graph).graph, inputs);
  Graph all = graph;
  for (const Pass& pass : kDataPasses) {
    const Rewritten once = pass.function(graph);
    ASSERT_TRUE(check(once.graph).is_ok()) << pass.name;
    ASSERT_EQ(once.map[graph.outputs()[0].value], once.graph.outputs()[0]) << pass.name;
    ASSERT_EQ(pass.function(once.graph).graph, once.graph) << pass.name << "\n" << to_text(graph);
    all = pass.function(all).graph;
    for (const Graph& g : {once.graph, all}) {
      const std::vector<Array> after = interpret(differentiate(g).graph, inputs);
      ASSERT_EQ(after.size(), before.size());
      for (std::size_t k = 0; k < after.size(); ++k) {
        for (std::size_t i = 0; i < after[k].numbers.size(); ++i) {
          ASSERT_TRUE(near(after[k].numbers[i], before[k].numbers[i], scale))
              << pass.name << ": " << after[k].numbers[i] << " for " << before[k].numbers[i] << "\n"
              << to_text(graph) << to_text(g);
        }
      }
    }
  }
  // Some passes are for gradients: each alone, on the gradient as it comes from `differentiate`.
  const Graph gradient = differentiate(graph).graph;
  for (const Pass& pass : kDataPasses) {
    const std::vector<Array> after = interpret(pass.function(gradient).graph, inputs);
    for (std::size_t k = 0; k < after.size(); ++k) {
      for (std::size_t i = 0; i < after[k].numbers.size(); ++i) {
        ASSERT_TRUE(near(after[k].numbers[i], before[k].numbers[i], scale))
            << pass.name << " of the gradient\n"
            << to_text(gradient);
      }
    }
  }
  // The list as it is run on densities.
  const Graph run = run_passes(graph, kDensityPasses).rewritten.graph;
  const std::vector<Array> after = interpret(run, inputs);
  for (std::size_t k = 0; k < 2; ++k) {
    for (std::size_t i = 0; i < after[k].numbers.size(); ++i) {
      ASSERT_TRUE(near(after[k].numbers[i], before[k].numbers[i], scale)) << to_text(run);
    }
  }
}

// y ~ poisson_log(a + effect[group] + slope * x), in random order of rows.
Graph poisson(std::size_t n, std::size_t group_count, std::mt19937_64& random) {
  Builder b;
  const Term u(b, b.input("u", Shape::vector(group_count + 2)));
  const Term effect = slice(u, 2, group_count);
  const Term x = data(b, random_array(random, Shape::vector(n), -1, 1).numbers);
  const Term y = data(b, counts(random, n, 5));
  const Term eta =
      element(u, 0) + gather(effect, groups(random, n, group_count)) + element(u, 1) * x;
  return std::move(b).finish({sum(y * eta - exp(eta)).id()});
}

TEST(Statistics, RemovesWhatIsLinearFromTheRows) {
  std::mt19937_64 random(1);
  const Graph graph = statistics(simplify(poisson(500, 20, random)).graph).graph;
  // Of the arrays of 500 only x is left, and what stands under exp.
  EXPECT_EQ(count_of(graph, Op::kConstant, 500), 1U);
  EXPECT_EQ(count_of(graph, Op::kSum, 500), 1U);
  EXPECT_EQ(count_of(graph, Op::kDot, 500), 0U);
}

TEST(Statistics, AddsDataWithCompensation) {
  // 1e16 + 1 - 1e16 for every row: 40 in all.
  std::vector<double> w;
  for (int i = 0; i < 40; ++i) {
    w.push_back(1e16);
    w.push_back(1.0);
    w.push_back(-1e16);
  }
  Builder b;
  const Term s(b, b.input("s", Shape::scalar()));
  const Term x =
      broadcast(s, Shape::vector(w.size())) + data(b, std::vector<double>(w.size(), 0.5));
  const Graph graph = std::move(b).finish({dot(data(b, w), x).id()});
  const Array at{Shape::scalar(), {2.0}};
  EXPECT_EQ(interpret(statistics(graph).graph, std::span(&at, 1))[0].numbers[0], 100.0);
}

TEST(Statistics, ElementsThatNoRowReadsDoNotCount) {
  Builder b;
  const Term u(b, b.input("u", Shape::vector(3)));
  std::vector<std::uint32_t> g(40, 0);
  for (std::size_t i = 20; i < 40; ++i) g[i] = 2;
  const Term x = gather(u, Index::list(g)) + sin(gather(u, Index::list(g)));
  const Graph graph = std::move(b).finish({sum(x).id()});
  const Array at{Shape::vector(3), {1.0, std::numeric_limits<double>::infinity(), 2.0}};
  const double expected = 20 * (1.0 + std::sin(1.0)) + 20 * (2.0 + std::sin(2.0));
  EXPECT_NEAR(interpret(statistics(graph).graph, std::span(&at, 1))[0].numbers[0], expected, 1e-12);
}

// a, a, a (a + 1), a (a + 1) (a + 2) with weights 1, 2, 1, 5: factors a, a + 1, a + 2.
TEST(Statistics, CountsTheFactorsOfRisingFactorials) {
  const std::vector<double> weights{1, 2, 1, 5};
  const auto weight = [&](std::size_t i) { return weights[i]; };
  EXPECT_EQ(factor_weights(std::vector<double>{1, 1, 2, 3}, weight),
            (std::vector<double>{9, 6, 5}));
  EXPECT_EQ(factor_weights(std::vector<double>{0, 0, 0, 0}, weight), std::vector<double>{});
  // Few and long, negative, not whole.
  EXPECT_FALSE(factor_weights(std::vector<double>{1, 1, 2, 10}, weight));
  EXPECT_FALSE(factor_weights(std::vector<double>{1, 1, -1, 3}, weight));
  EXPECT_FALSE(factor_weights(std::vector<double>{1, 1.5, 2, 3}, weight));
}

TEST(Statistics, TurnsRisingFactorialsOfOneNumberIntoLogarithms) {
  std::mt19937_64 random(8);
  for (const bool is_weighted : {false, true}) {
    Builder b;
    const Term u(b, b.input("u", Shape::vector(2)));
    const Term a = element(u, 0), n = data(b, counts(random, 100, 25));
    const Term rising =
        log_rising_factorial(a, n) - element(u, 1) * log_rising_factorial(a + 1.0, n);
    const Term w = data(b, random_array(random, Shape::vector(100), 0.5, 2).numbers);
    const Graph graph = std::move(b).finish({(is_weighted ? dot(w, rising) : sum(rising)).id()});
    EXPECT_EQ(count_of(statistics(graph).graph, Op::kLogRising, 1), 0U);
    EXPECT_EQ(count_of(statistics(graph).graph, Op::kLog, 20), 2U);
    expect_same(graph, {random_array(random, Shape::vector(2), 0.5, 3)}, 5000);
  }
}

// Each row has a number of its own, or lengths are not known.
TEST(Statistics, LeavesOtherRisingFactorialsAlone) {
  std::mt19937_64 random(9);
  Builder b;
  const Term u(b, b.input("u", Shape::vector(100)));
  const Term n = data(b, counts(random, 100, 25));
  const Graph graph = std::move(b).finish(
      {(sum(log_rising_factorial(u, n)) + sum(log_rising_factorial(element(u, 0), u))).id()});
  EXPECT_EQ(count_of(statistics(graph).graph, Op::kLogRising, 1), 2U);
}

TEST(MergeRows, RunsOverDistinctRowsWithCounts) {
  std::mt19937_64 random(2);
  Builder b;
  const Term beta(b, b.input("beta", Shape::vector(2)));
  std::vector<double> x = counts(random, 300, 3);
  const std::vector<double> second = counts(random, 300, 2);
  x.insert(x.end(), second.begin(), second.end());
  const Term eta = matmul(Term(b, b.constant(Shape::matrix(300, 2), x)), beta);
  const Graph graph = std::move(b).finish({sum(log1p_exp(eta)).id()});
  const Graph merged = merge_rows(graph).graph;
  for (const NodeId id : reachable(merged, merged.outputs())) {
    if (merged.op(id) != Op::kMatmul) continue;
    EXPECT_EQ(merged.shape(id).size(), 6U);  // 3 x 2 values
  }
  expect_same(graph, {random_array(random, Shape::vector(2), -1, 1)}, 300);
}

TEST(MergeRows, SumsPartsApartOnTheirOwnDistinctRows) {
  std::mt19937_64 random(3);
  Builder b;
  const Term u(b, b.input("u", Shape::vector(2)));
  const std::vector<double> y = counts(random, 200, 20);
  std::vector<double> rest = counts(random, 200, 30), n(200);
  for (std::size_t i = 0; i < n.size(); ++i) n[i] = y[i] + rest[i];
  const Term a = element(u, 0), c = element(u, 1);
  const Term density = log_rising_factorial(a, data(b, y)) +
                       log_rising_factorial(c, data(b, rest)) -
                       log_rising_factorial(a + c, data(b, n));
  const Graph graph = std::move(b).finish({sum(density).id()});
  const Graph merged = merge_rows(graph).graph;
  EXPECT_EQ(count_of(merged, Op::kLogRising, 50), 0U);
  EXPECT_EQ(count_of(merged, Op::kLogRising, 1), 3U);
  expect_same(graph, {random_array(random, Shape::vector(2), 0.5, 3)}, 2000);
}

TEST(MergeRows, SortsRowsByGroup) {
  std::mt19937_64 random(4);
  const Graph graph = statistics(simplify(poisson(500, 20, random)).graph).graph;
  const Graph sorted = merge_rows(graph).graph;
  for (const NodeId id : reachable(sorted, sorted.outputs())) {
    if (sorted.op(id) != Op::kGather || sorted.shape(id).size() < 500) continue;
    EXPECT_TRUE(sorted.index(id).is_nondecreasing());
  }
  EXPECT_FALSE(graph == sorted);
}

TEST(MergeRows, KeepsRowsWhoseOrderMatters) {
  std::mt19937_64 random(5);
  Builder b;
  const Term u(b, b.input("u", Shape::vector(4)));
  const Term x = exp(gather(u, groups(random, 100, 4)));
  const Graph graph = std::move(b).finish({sum(x).id(), cumulative_sum(x).id()});
  EXPECT_EQ(merge_rows(graph).graph, graph);
}

TEST(MergeRows, KeepsRowsThatDependOnParametersOfTheirOwn) {
  std::mt19937_64 random(6);
  Builder b;
  const Term u(b, b.input("u", Shape::vector(100)));
  const Term y = data(b, counts(random, 100, 2));
  const Graph graph = std::move(b).finish({sum(log1p_exp(u * y)).id()});
  EXPECT_EQ(merge_rows(graph).graph, graph);
}

TEST(Hoist, DoesArithmeticWithScalarsBeforeElementsAreRepeated) {
  std::mt19937_64 random(7);
  Builder b;
  const Term u(b, b.input("u", Shape::vector(5)));
  const Term s(b, b.input("s", Shape::scalar()));
  const Term x = -(s * gather(u, groups(random, 60, 5)) + s);
  const Graph graph = std::move(b).finish({sum(exp(x)).id()});
  const Graph hoisted = hoist(graph).graph;
  EXPECT_EQ(count_of(hoisted, Op::kMul, 60), 0U);
  EXPECT_EQ(count_of(hoisted, Op::kAdd, 60), 0U);
  EXPECT_EQ(count_of(hoisted, Op::kNegate, 60), 0U);
}

TEST(Collect, DoublesWhatIsAddedToItself) {
  Builder b;
  const Term x(b, b.input("x", Shape::vector(4)));
  const Term half = -0.5 * x, twice = x + x;
  const Graph graph = std::move(b).finish({(half + half).id(), (twice + twice).id()});
  EXPECT_EQ(to_text(collect(graph).graph),
            "%0 = input x : vector[4]\n"
            "%1 = negate %0 : vector[4]\n"
            "%2 = mul 4 %0 : vector[4]\n"
            "return %1 %2\n");
}

TEST(Arrange, AGradientIsPutTogetherWithoutAScatter) {
  std::mt19937_64 random(8);
  const Graph graph = run_passes(poisson(500, 20, random), kDensityPasses).rewritten.graph;
  EXPECT_EQ(count_of(graph, Op::kScatterAdd, 1), 1U);  // the sums by group
  EXPECT_EQ(count_of(graph, Op::kNegate, 500), 0U);    // the sign comes after them
  EXPECT_EQ(count_of(graph, Op::kSum, 500),
            0U);  // and the sum over all rows is theirs
  EXPECT_EQ(count_of(graph, Op::kConcat, 500), 0U);
}

// Random sums over data of all the kinds that the passes know.
class RandomSums {
 public:
  explicit RandomSums(std::uint64_t seed)
      : random_(seed), u_(builder_, builder_.input("u", Shape::vector(12))) {}

  Graph make() {
    Term total = constant(builder_, 0.0);
    for (std::size_t k = 1 + below(3); k > 0; --k) {
      constexpr std::size_t kSizes[] = {20, 40, 100, 300};
      const std::size_t n = kSizes[below(4)];
      total = total + reduction(n);
    }
    return std::move(builder_).finish({total.id()});
  }

  Array point() { return random_array(random_, Shape::vector(12), 0.2, 1.5); }

 private:
  std::size_t below(std::size_t n) { return random_() % n; }
  Term scalar() { return element(u_, below(12)); }

  Term reduction(std::size_t n) {
    switch (below(4)) {
      case 0: return dot(data(builder_, counts(random_, n, 4)), array(n, 3));
      case 1: return dot(array(n, 2), array(n, 2));
      default: return sum(array(n, 4));
    }
  }

  Term leaf(std::size_t n) {
    switch (below(6)) {
      case 0: return data(builder_, counts(random_, n, 1 + below(6)));
      case 1: return data(builder_, random_array(random_, Shape::vector(n), -1, 1).numbers);
      case 2: return gather(u_, groups(random_, n, 12));
      case 3: return gather(slice(u_, 4, 3), groups(random_, n, 3));
      case 4: {
        std::vector<double> x = counts(random_, 3 * n, 3);
        return matmul(Term(builder_, builder_.constant(Shape::matrix(n, 3), x)), slice(u_, 0, 3));
      }
      default: return broadcast(scalar(), Shape::vector(n));
    }
  }

  Term array(std::size_t n, std::size_t depth) {
    if (depth == 0) return leaf(n);
    const Term x = array(n, depth - 1);
    switch (below(9)) {
      case 0: return x + array(n, depth - 1);
      case 1: return x - array(n, depth - 1);
      case 2: return scalar() * x;
      case 3: return x / (1.0 + scalar());
      case 4: return data(builder_, counts(random_, n, 3)) * x;
      case 5: return tanh(x);
      case 6: return exp(-square(x));
      case 7: return x - tanh(x + scalar());
      default: return log1p_exp(x) * 0.5;
    }
  }

  std::mt19937_64 random_;
  Builder builder_;
  Term u_;
};

TEST(DataPasses, KeepValuesAndGradientsOfRandomSums) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE(seed);
    RandomSums sums(seed);
    const Graph graph = sums.make();
    expect_same(graph, {sums.point()}, 2000);
    if (HasFatalFailure()) return;
  }
}

TEST(DataPasses, TakeTimeLinearInTheRows) {
  std::mt19937_64 random(9);
  const Graph graph = poisson(200'000, 1000, random);
  const auto start = std::chrono::steady_clock::now();
  for (const Pass& pass : kDataPasses) (void)pass.function(graph);
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
  EXPECT_LT(elapsed.count(), 2.0);  // 0.1 s on an idle machine
}

}  // namespace
}  // namespace autumn::passes
