// These tests compare graphs at random with the reference.
#include "evaluate/support.h"
#include "expr/term.h"

namespace autumn::evaluate {
namespace {

using expr::Builder;
using expr::Index;
using expr::Op;
using expr::Shape;
using expr::Term;

constexpr std::size_t kLengths[] = {1, 3, 8, 40, 256, 257, 600};

// Grows a graph by one random operation on random earlier nodes at a time.
class Fuzzer {
 public:
  // Without reductions and vector functions of our own every operation rounds as the reference
  // does, so results are equal bits.
  Fuzzer(std::uint64_t seed, bool with_reductions)
      : random_(test_random(seed)), with_reductions_(with_reductions) {}

  expr::Graph graph() {
    for (int i = 0; i < 3; ++i) terms_.push_back(leaf());
    const std::size_t size = 5 + random_.below(60);
    while (terms_.size() < size) terms_.push_back(step());
    std::vector<expr::NodeId> outputs;
    for (std::size_t k = 1 + random_.below(6); k > 0; --k) outputs.push_back(any().id());
    outputs.push_back(terms_.back().id());
    outputs.push_back(outputs[random_.below(outputs.size())]);
    return std::move(builder_).finish(outputs);
  }

 private:
  Term any() { return terms_[random_.below(terms_.size())]; }
  std::size_t length() { return kLengths[random_.below(std::size(kLengths))]; }

  Term leaf() {
    const Shape shape = random_.below(4) == 0 ? Shape::scalar() : Shape::vector(length());
    if (random_.below(3) > 0) return {builder_, builder_.input("x", shape)};
    return {builder_, builder_.constant(shape, random_array(shape, random_).numbers)};
  }

  // A node that goes together with this shape: of the same shape, or made to.
  Term fitting(Shape shape) {
    for (int attempt = 0; attempt < 5; ++attempt) {
      const Term x = any();
      if (x.shape() == shape || x.shape().is_scalar()) return x;
    }
    return gather(any(), shape);
  }

  Term gather(Term x, Shape shape) {
    const auto bound = static_cast<std::uint32_t>(x.size());
    const auto count = static_cast<std::uint32_t>(shape.size());
    if (count <= bound && random_.below(2) == 0) {
      const auto start = static_cast<std::uint32_t>(random_.below(bound - count + 1));
      return expr::gather(x, Index::range(start, count), shape);
    }
    return expr::gather(x, index(count, bound), shape);
  }

  Index index(std::size_t count, std::uint32_t bound) {
    std::vector<std::uint32_t> elements(count);
    for (auto& e : elements) e = static_cast<std::uint32_t>(random_.below(bound));
    // Sorted scatters are sums of segments, in another order than the reference.
    if (with_reductions_ && random_.below(2) == 0) std::sort(elements.begin(), elements.end());
    if (!with_reductions_ && count > 1) {
      elements.front() = bound - 1;
      elements.back() = 0;
    }
    return Index::list(std::move(elements));
  }

  static Term bounded(Term x) { return x / (1.0 + abs(x)); }

  Term exact() {
    const Term x = any();
    switch (random_.below(9)) {
      case 0: return sin(x);
      case 1: return bounded(x);
      case 2: return sqrt(abs(x));
      case 3: return -x;
      case 4: return sin(x + fitting(x.shape()));
      case 5: return bounded(x) * sin(fitting(x.shape())) + fitting(x.shape());
      case 6: return fitting(x.shape()) - bounded(x) * sin(fitting(x.shape()));
      case 7: return expr::inverse(1.0 + square(sin(x))) * 3.0 - fitting(x.shape());
      default: return bounded(x) / (1.0 + square(bounded(fitting(x.shape()))));
    }
  }

  // Operations that keep numbers bounded and smooth, so that rounding does not grow.
  Term elementwise() {
    if (!with_reductions_) return exact();
    const Term x = any();
    switch (random_.below(14)) {
      case 10: return expr::log1p_exp(x) - expr::inv_logit(x);
      case 11: return expr::log_inv_logit(x) * expr::inv_logit(-x);
      case 12: return expr::lgamma(2.0 + abs(sin(x))) + expr::digamma(2.0 + abs(sin(x)));
      case 13: return tanh(x) * sin(fitting(x.shape())) + fitting(x.shape());
      case 0: return sin(x);
      case 1: return tanh(x);
      case 2: return expr::inv_logit(x);
      case 3: return -x;
      case 4: return sin(x + fitting(x.shape()));
      case 5: return tanh(x) * sin(fitting(x.shape()));
      case 6: return tanh(x) - sin(fitting(x.shape()));
      case 7: return exp(-square(sin(x)));
      case 8: return tanh(x) / (1.0 + square(tanh(fitting(x.shape()))));
      default: return exp(tanh(x));
    }
  }

  // Any rounding before a comparison could turn it around.
  Term discontinuous() {
    const Term x = any(), y = fitting(x.shape());
    switch (random_.below(5)) {
      case 0: return select(x < y, x, y);
      case 1: return floor(x) + (x <= y);
      case 2: return max(x, y);
      case 3: return select(is_nan(x), 0.0, x);
      default: return sqrt(x);
    }
  }

  Term product(Term x) {
    const Shape shape = Shape::matrix(3, x.size());
    const Term a(builder_, builder_.constant(shape, random_array(shape, random_).numbers));
    return expr::matmul(a, x);
  }

  Term reduction() {
    const Term x = any();
    const auto n = static_cast<double>(std::max<std::size_t>(1, x.size()));
    switch (random_.below(8)) {
      case 5: return expr::sum(expr::log_inv_logit(x)) / n;
      case 6: return expr::sum(expr::log1p_exp(x)) / n;
      case 7: return expr::sum(log(1.0 + square(x))) / n;
      case 0: return expr::sum(x) / n;
      case 3: return x.shape().is_vector() ? product(x) / n : x;
      case 1: return x.shape().is_scalar() ? x : expr::dot(tanh(x), sin(x)) / n;
      case 2: return expr::log_sum_exp(tanh(x));
      default: return x.shape().is_vector() ? expr::cumulative_sum(x) / n : x;
    }
  }

  Term step() {
    switch (random_.below(10)) {
      case 0: return leaf();
      case 1: return gather(any(), Shape::vector(length()));
      case 2: {
        const Term x = any();
        const std::size_t n = length();
        const auto bound = static_cast<std::uint32_t>(n);
        const Term sums = expr::scatter_add(x, index(x.size(), bound), Shape::vector(n));
        return with_reductions_ ? tanh(sums) : bounded(sums);
      }
      case 3: return with_reductions_ ? reduction() : discontinuous();
      case 4: return expr::broadcast(expr::element(any(), 0), Shape::vector(length()));
      case 5: {
        const Term x = any(), y = any();
        return x.size() + y.size() > 1000 ? elementwise() : expr::concat({x, y});
      }
      default: return elementwise();
    }
  }

  Builder builder_;
  Random random_;
  bool with_reductions_;
  std::vector<Term> terms_;
};

TEST(Fuzz, GraphsWithoutReductionsEqualTheReferenceToTheBit) {
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    SCOPED_TRACE(seed);
    const expr::Graph graph = Fuzzer(seed, false).graph();
    Random random = test_random(seed + 10'000);
    expect_reference(graph, random_inputs(graph, random), 0.0);
    if (HasFatalFailure()) return;
  }
}

TEST(Fuzz, GraphsWithReductionsAgreeWithTheReference) {
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    SCOPED_TRACE(seed);
    const expr::Graph graph = Fuzzer(seed, true).graph();
    Random random = test_random(seed + 10'000);
    expect_reference(graph, random_inputs(graph, random), 1e-11);
    if (HasFatalFailure()) return;
  }
}

TEST(Fuzz, EvaluatorsOfOneProgramGiveTheSameBytes) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const expr::Graph graph = Fuzzer(seed, true).graph();
    Random random = test_random(seed);
    const auto inputs = random_inputs(graph, random);
    const PreparedProgram program = prepare(graph);
    Evaluator first(program), second(program);
    run(first, inputs);
    run(second, random_inputs(graph, random));  // leaves other numbers behind
    run(second, inputs);
    for (std::size_t k = 0; k < graph.outputs().size(); ++k) {
      const auto a = first.output(k), b = second.output(k);
      ASSERT_TRUE(std::equal(a.begin(), a.end(), b.begin(), b.end(), same_number)) << seed;
    }
  }
}

}  // namespace
}  // namespace autumn::evaluate
