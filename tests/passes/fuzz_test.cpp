// These tests make random graphs: simplifying keeps values and gradients, and passes run twice as
// once.
#include "passes/list.h"
#include "support.h"

namespace autumn::passes {
namespace {

using namespace testing;  // NOLINT: test helpers

// Grows a random graph of operations that stay finite and of moderate size: after each step values
// go through something bounded now and then.
class RandomGraph {
 public:
  explicit RandomGraph(std::uint64_t seed) : random_(seed) {
    for (const Shape shape : {Shape::scalar(), Shape::vector(4), Shape::matrix(2, 2),
                              Shape::scalar(), Shape::vector(4), Shape::matrix(3, 2)}) {
      const std::string name = "x" + std::to_string(terms_.size());
      terms_.emplace_back(builder_, builder_.input(name, shape));
      inputs.push_back(random_array(random_, shape, -1.0, 1.0));
    }
    for (const double c : {0.0, 1.0, -1.0, 2.0, 0.5}) terms_.push_back(constant(builder_, c));
    const Array data = random_array(random_, Shape::vector(4), -1.0, 1.0);
    terms_.emplace_back(builder_, builder_.constant(data.shape, data.numbers));
  }

  [[nodiscard]] Graph make(std::size_t steps) {
    for (std::size_t i = 0; i < steps; ++i) {
      const Term next = step();
      const auto value = interpret(builder_.graph(), std::vector{next.id()}, inputs)[0];
      const bool is_moderate = std::all_of(value.numbers.begin(), value.numbers.end(),
                                           [](double v) { return std::fabs(v) < 20.0; });
      terms_.push_back(is_moderate ? next : tanh(next));
    }
    Term total = constant(builder_, 0.0);
    for (std::size_t k = 0; k < 3; ++k) total = total + sum(terms_[terms_.size() - 1 - k]);
    return std::move(builder_).finish({total.id(), terms_.back().id()});
  }

  std::vector<Array> inputs;

 private:
  std::size_t below(std::size_t n) { return random_() % n; }
  Term pick() { return terms_[below(terms_.size())]; }

  Term pick_like(Term x) {
    for (std::size_t i = 0; i < 8; ++i) {
      const Term y = pick();
      if (y.shape() == x.shape() || y.shape().is_scalar() || x.shape().is_scalar()) return y;
    }
    return constant(builder_, 1.5);
  }

  Term step() {
    const Term x = pick();
    switch (below(4)) {
      case 0: return unary(x);
      case 1:
      case 2: return binary(x, pick_like(x));
      default: return structural(x);
    }
  }

  Term unary(Term x) {
    switch (below(12)) {
      case 0: return -x;
      case 1: return tanh(x);
      case 2: return exp(tanh(x));
      case 3: return square(x);
      case 4: return sqrt(square(x));
      case 5: return log(exp(x));
      case 6: return log(1.0 + square(x));
      case 7: return inverse(1.0 + square(x));
      case 8: return inv_logit(x);
      case 9: return log(inv_logit(x));
      case 10: return pow(2.0 + tanh(x), 0.5);
      default: return abs(-x);
    }
  }

  Term binary(Term x, Term y) {
    switch (below(9)) {
      case 0: return x + y;
      case 1: return x - y;
      case 2: return x * y;
      case 3: return x / (2.0 + tanh(y));
      case 4: return x - (-y);
      case 5: return -x * y;
      case 6: return max(x, y);
      case 7: return select(x < y, x, y);
      default: return log_add_exp(x, y);
    }
  }

  Term structural(Term x) {
    const std::size_t n = x.size();
    const auto index = [&](std::size_t count) {
      std::vector<std::uint32_t> elements(count);
      for (auto& e : elements) e = static_cast<std::uint32_t>(below(n));
      return Index::list(elements);
    };
    switch (below(14)) {
      case 0: return gather(x, index(4), Shape::vector(4));
      case 1: return gather(x, index(4), Shape::matrix(2, 2));
      case 2: return element(x, below(n));
      case 3: return sum(x);
      case 4: return broadcast(sum(x), Shape::vector(4));
      case 5: return slice(expr::concat({x, pick(), pick()}), below(n), 1 + below(2));
      case 6: return reshape(gather(x, index(4), Shape::vector(4)), Shape::matrix(2, 2));
      case 7: return x.shape().is_matrix() ? transpose(x) : log_sum_exp(x);
      case 8: return x.shape().is_vector() ? cumulative_sum(x) : sum(-x);
      case 9: return x.shape().is_vector() ? row_sums(repeat_cols(x, 2)) : element(x, 0);
      case 10: return x.shape().is_square() ? matmul(transpose(x), x) : sum(x * 2.0);
      case 11: {
        const Term sorted = scatter_add(x, Index::list(spread(n)), Shape::vector(4));
        return sorted;
      }
      case 12: return x.shape().is_scalar() ? x : dot(x, x * 0.5);
      default: return sum(x + 1.5);
    }
  }

  std::vector<std::uint32_t> spread(std::size_t n) {
    std::vector<std::uint32_t> elements(n);
    for (auto& e : elements) e = static_cast<std::uint32_t>(below(4));
    return elements;
  }

  std::mt19937_64 random_;
  Builder builder_;
  std::vector<Term> terms_;
};

void expect_same(const std::vector<Array>& actual, const std::vector<Array>& expected,
                 double tolerance, std::uint64_t seed) {
  ASSERT_EQ(actual.size(), expected.size());
  for (std::size_t k = 0; k < expected.size(); ++k) {
    ASSERT_EQ(actual[k].shape, expected[k].shape) << "seed " << seed;
    double scale = 1.0;
    for (const double v : expected[k].numbers) scale = std::max(scale, std::fabs(v));
    for (std::size_t i = 0; i < expected[k].numbers.size(); ++i) {
      EXPECT_NEAR(actual[k].numbers[i], expected[k].numbers[i], tolerance * scale)
          << "seed " << seed << ", output " << k;
    }
  }
}

TEST(RandomGraphs, AreSimplifiedWithoutChangeOfValue) {
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    RandomGraph random(seed);
    const Graph graph = random.make(25);
    const Graph simple = simplify(graph).graph;
    ASSERT_TRUE(check(simple).is_ok()) << check(simple).error().message;
    expect_same(interpret(simple, random.inputs), interpret(graph, random.inputs), 1e-12, seed);
  }
}

TEST(RandomGraphs, HaveTheSameGradientSimplifiedOrNot) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    RandomGraph random(seed);
    const Graph graph = random.make(25);
    const auto expected = interpret(differentiate(graph).graph, random.inputs);
    const auto passed = run_passes(graph, kDensityPasses).rewritten.graph;
    expect_same(interpret(passed, random.inputs), expected, 1e-11, seed);
  }
}

TEST(RandomGraphs, KeepTheirValuesAndGradientsInEveryPassAlone) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    RandomGraph random(seed);
    const Graph graph = random.make(25), gradient = differentiate(graph).graph;
    const auto value = interpret(graph, random.inputs), slope = interpret(gradient, random.inputs);
    for (const Pass& pass : kDensityPasses) {
      if (pass.name == "differentiate") continue;
      SCOPED_TRACE(pass.name);
      expect_same(interpret(pass.function(graph).graph, random.inputs), value, 1e-12, seed);
      expect_same(interpret(pass.function(gradient).graph, random.inputs), slope, 1e-11, seed);
    }
  }
}

// Kinks (max, abs, select) are met with probability 0. Composed functions curve more than single
// ones, so steps are smaller and the tolerance wider than for single operations.
TEST(RandomGraphs, FollowTheGradientLaw) {
  for (std::uint64_t seed = 1000; seed < 1100; ++seed) {
    RandomGraph random(seed);
    const Graph graph = random.make(12);
    expect_gradient(graph, random.inputs, 1e-6, "seed " + std::to_string(seed), 1e-3);
  }
}

TEST(RandomGraphs, AreTheSameAfterAPassRunTwice) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    RandomGraph random(seed);
    const Graph graph = random.make(25);
    for (const Pass& pass : kDensityPasses) {
      if (pass.name == "differentiate") continue;  // the gradient of a gradient is something else
      const Graph once = pass.function(graph).graph;
      EXPECT_EQ(pass.function(once).graph, once) << pass.name << ", seed " << seed;
    }
    const Graph gradient = simplify(differentiate(graph).graph).graph;
    EXPECT_EQ(simplify(gradient).graph, gradient) << "gradient, seed " << seed;
  }
}

}  // namespace
}  // namespace autumn::passes
