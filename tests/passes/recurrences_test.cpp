// These tests look at linear recurrences as one operation: beside the scalars they are made of,
// beside finite differences, and where there is none.
#include "passes/recurrences.h"

#include <functional>

#include "passes/list.h"
#include "support.h"

namespace autumn::passes {
namespace {

using namespace testing;  // NOLINT: test helpers

constexpr std::size_t kSteps = 20;

// One step: the next state from the one before, the parameters and the time.
using Step = std::function<Term(Term before, Term parameters, std::size_t t)>;

Term y(const Term& parameters, std::size_t t) {
  return expr::constant(parameters.builder(), std::sin(1.0 + 0.7 * static_cast<double>(t)));
}

// What is read of the states; of two chains side by side, the second starts elsewhere.
Graph series(const Step& step, const std::function<Term(Term)>& seen, std::size_t steps = kSteps) {
  Builder b;
  const Term parameters(b, b.input("parameters", Shape::vector(4)));
  std::vector<Term> total;
  for (const double first : {0.5, 2.0}) {
    std::vector<Term> states{element(parameters, 0) * first};
    for (std::size_t t = 0; t < steps; ++t) states.push_back(step(states.back(), parameters, t));
    std::vector<Term> read;
    for (const Term& state : states) read.push_back(seen(state));
    total.push_back(sum(square(concat(read) - 0.3)));
  }
  return std::move(b).finish({(total[0] + sin(total[1])).id()});
}

std::size_t recurrences_in(const Graph& graph) {
  std::size_t count = 0;
  for (const NodeId id : reachable(graph, graph.outputs())) {
    if (graph.op(id) == Op::kKernel && graph.kernel(id).adjoint() != nullptr) ++count;
  }
  return count;
}

Array parameters(std::uint64_t seed) {
  std::mt19937_64 random(seed);
  return random_array(random, Shape::vector(4), 0.1, 0.6);
}

void expect_same(const Graph& graph, std::size_t count, const std::string& what) {
  const Rewritten rewritten = recurrences(graph);
  ASSERT_TRUE(check(rewritten.graph).is_ok()) << what;
  EXPECT_EQ(recurrences_in(rewritten.graph), count) << what;
  for (std::uint64_t seed = 1; seed < 4; ++seed) {
    const std::vector<Array> at{parameters(seed)};
    const auto before = interpret(differentiate(graph).graph, at);
    const auto after = interpret(differentiate(rewritten.graph).graph, at);
    for (std::size_t k = 0; k < before.size(); ++k) {
      for (std::size_t i = 0; i < before[k].numbers.size(); ++i) {
        const double expected = before[k].numbers[i];
        if (std::isnan(expected)) continue;  // KeepWhatIsNoNumber looks at these
        EXPECT_NEAR(after[k].numbers[i], expected, 1e-12 * (1.0 + std::fabs(expected))) << what;
      }
    }
  }
  if (count > 0) expect_gradient(rewritten.graph, {parameters(7)}, 1e-7, what);
}

Term itself(Term x) {
  return x;
}

TEST(Recurrences, AreOneOperation) {
  const auto two = [](const std::string& what, const Step& step,
                      const std::function<Term(Term)>& seen = itself) {
    expect_same(series(step, seen), 2, what);
  };
  two("autoregression",
      [](Term x, Term p, std::size_t) { return element(p, 1) * x + element(p, 2); });
  two("moving average", [](Term x, Term p, std::size_t t) {
    return y(p, t) - (element(p, 1) + element(p, 2) * y(p, t + 1) + x * element(p, 3));
  });
  two("a mean it returns to", [](Term x, Term p, std::size_t t) {
    return element(p, 1) + (x - element(p, 1)) * element(p, 2) - sin(element(p, 3) * y(p, t));
  });
  two("a factor that changes", [](Term x, Term p, std::size_t t) {
    return -(x * exp(element(p, 1) * y(p, t))) / (element(p, 2) + 1.5);
  });
  two("a variance by its root", [](Term x, Term p, std::size_t t) {
    return sqrt(element(p, 1) + element(p, 2) * square(y(p, t)) + element(p, 3) * square(x));
  });
  two(
      "read in the middle of a step",
      [](Term x, Term p, std::size_t) { return element(p, 1) * x + element(p, 2); },
      [](Term x) { return 2.0 * x; });
  two("a running sum", [](Term x, Term p, std::size_t t) { return x + element(p, 1) * y(p, t); });
}

TEST(Recurrences, OfOthersAreLeftAlone) {
  const auto none = [](const std::string& what, const Step& step) {
    expect_same(series(step, itself), 0, what);
  };
  none("exponential", [](Term x, Term p, std::size_t) { return exp(-x) * element(p, 1) + 0.5; });
  none("square", [](Term x, Term p, std::size_t) { return square(x) * element(p, 1) + 0.5; });
  none("root", [](Term x, Term p, std::size_t) { return sqrt(x * element(p, 1) + 0.5); });
  none("logistic",
       [](Term x, Term p, std::size_t) { return element(p, 1) * x * (1.0 - x) + element(p, 2); });
  expect_same(
      series([](Term x, Term p, std::size_t) { return element(p, 1) * x + 0.1; }, itself, 6), 0,
      "short");
}

// A chain whose terms depend on its own states.
TEST(Recurrences, TermsMayNotDependOnStates) {
  Builder b;
  const Term p(b, b.input("parameters", Shape::vector(4)));
  Term x = element(p, 0), z = element(p, 1);
  for (int t = 0; t < 30; ++t) {
    const Term fed = sin(x);
    x = element(p, 2) * x + z;
    z = fed;
  }
  expect_same(std::move(b).finish({x.id()}), 0, "fed");
}

// Many summands are a sum.
TEST(Recurrences, SumsAreLeftAlone) {
  Builder b;
  const Term p(b, b.input("parameters", Shape::vector(4)));
  Term total = element(p, 0);
  for (int t = 0; t < 50; ++t) total = total + sin(element(p, 1) * double(t));
  expect_same(std::move(b).finish({total.id()}), 0, "sum");
}

// One whose steps read another.
TEST(Recurrences, MayReadEachOther) {
  Builder b;
  const Term p(b, b.input("parameters", Shape::vector(4)));
  Term x = element(p, 0), z = element(p, 1);
  std::vector<Term> all;
  for (int t = 0; t < 30; ++t) {
    x = element(p, 2) * x + 0.25;
    z = element(p, 3) * z - x;
    all.push_back(sin(z));
  }
  expect_same(std::move(b).finish({sum(concat(all)).id()}), 2, "two");
}

TEST(Recurrences, LeaveGraphsShort) {
  const Step step = [](Term x, Term p, std::size_t t) { return element(p, 1) * x + y(p, t); };
  const auto size = [&](std::size_t steps) {
    return run_passes(series(step, itself, steps), kDensityPasses).rewritten.graph.size();
  };
  EXPECT_EQ(size(500), size(50));
}

// Infinities and NaN come out where they came out of the scalars.
TEST(Recurrences, KeepWhatIsNoNumber) {
  const Graph graph = series(
      [](Term x, Term p, std::size_t t) {
        return sqrt(element(p, 1) + element(p, 2) * square(y(p, t)) + element(p, 3) * square(x));
      },
      itself);
  for (const double odd :
       {-5.0, std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()}) {
    for (std::size_t i = 0; i < 4; ++i) {
      Array at = parameters(3);
      at.numbers[i] = odd;
      const double before = value_of(graph, std::span(&at, 1));
      const double after = value_of(recurrences(graph).graph, std::span(&at, 1));
      EXPECT_TRUE(before == after || (std::isnan(before) && std::isnan(after)) ||
                  std::fabs(before - after) < 1e-10)
          << odd << " at " << i << ": " << before << ", " << after;
    }
  }
}

}  // namespace
}  // namespace autumn::passes
