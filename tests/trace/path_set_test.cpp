// These tests are of paths: they are found again, bounded in number, and it does not matter who met
// them first.
#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "expr/builder.h"
#include "expr/term.h"
#include "trace/paths/path_set.h"

namespace autumn::trace {
namespace {

using expr::NodeId;
using expr::Shape;
using expr::Term;

// x -> sum over i of (x[i] > 0 ? i x[i] : x[i]^2), decided element by element.
std::shared_ptr<const Path> trace_signs(std::span<const expr::Numbers> point) {
  expr::Builder builder;
  const auto n = static_cast<std::uint32_t>(point[0].size());
  const Term x(builder, builder.input("x", Shape::vector(n)));
  std::vector<NodeId> outputs;
  std::vector<double> decisions;
  Term total = expr::constant(builder, 0.0);
  for (std::uint32_t i = 0; i < n; ++i) {
    const Term element = gather(x, expr::Index::range(i, 1), Shape::scalar());
    outputs.push_back((0.0 < element).id());
    decisions.push_back(point[0][i] > 0.0 ? 1.0 : 0.0);
    total = total + (decisions.back() != 0.0 ? static_cast<double>(i) * element : square(element));
  }
  outputs.push_back(builder.reshape(total.id(), Shape::vector(1)));
  return std::make_shared<const Path>(decisions, std::move(builder).finish(std::move(outputs)));
}

struct Counted {
  std::shared_ptr<std::atomic<int>> traces = std::make_shared<std::atomic<int>>(0);
  PathSet set{[count = traces](std::span<const expr::Numbers> point) {
    ++*count;
    return trace_signs(point);
  }};

  [[nodiscard]] double value(const std::vector<double>& x) const {
    const expr::Numbers point[] = {x};
    double result = 0.0;
    set.evaluate(point,
                 [&](const FlatRun& run, std::size_t first) { result = run.output(first)[0]; });
    return result;
  }
  [[nodiscard]] std::vector<double> slopes(const std::vector<double>& x) const {
    const expr::Numbers point[] = {x};
    const std::vector<double> one{1.0};
    std::vector<double> result;
    set.evaluate_adjoint(point, one, [&](const FlatRun& run, std::size_t first) {
      const auto numbers = run.output(first);
      result.assign(numbers.begin(), numbers.end());
    });
    return result;
  }
};

double expected(const std::vector<double>& x) {
  double total = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    total += x[i] > 0.0 ? static_cast<double>(i) * x[i] : x[i] * x[i];
  }
  return total;
}

// Bit j of `number` is the sign of element j.
std::vector<double> point_of(std::size_t number, std::size_t size) {
  std::vector<double> x;
  for (std::size_t j = 0; j < size; ++j) {
    const double sign = ((number >> j) & 1U) != 0U ? 1.0 : -1.0;
    x.push_back(sign * (0.3 + 0.01 * static_cast<double>(j + number)));
  }
  return x;
}

TEST(PathSet, TracesEveryWayOnce) {
  const Counted counted;
  for (int round = 0; round < 3; ++round) {
    for (std::size_t k = 0; k < 16; ++k) {
      const std::vector<double> x = point_of(k, 4);
      EXPECT_DOUBLE_EQ(counted.value(x), expected(x));
    }
  }
  EXPECT_EQ(*counted.traces, 16);
  EXPECT_EQ(counted.set.size(), 16U);
}

TEST(PathSet, HasTheSlopesOfTheWayThatIsTaken) {
  const Counted counted;
  for (std::size_t k = 0; k < 8; ++k) {
    const std::vector<double> x = point_of(k, 3);
    const std::vector<double> slopes = counted.slopes(x);
    ASSERT_EQ(slopes.size(), 3U);
    for (std::size_t i = 0; i < 3; ++i) {
      EXPECT_DOUBLE_EQ(slopes[i], x[i] > 0.0 ? static_cast<double>(i) : 2.0 * x[i]);
    }
  }
}

TEST(PathSet, KeepsABoundedNumberOfPaths) {
  const Counted counted;
  for (std::size_t k = 0; k < 2000; ++k) {
    const std::vector<double> x = point_of(k * 37, 12);
    EXPECT_DOUBLE_EQ(counted.value(x), expected(x));
  }
  EXPECT_LE(counted.set.size(), 256U);
}

TEST(PathSet, GivesTheSameBitsWhateverWasMetBefore) {
  const Counted fresh, used;
  for (std::size_t k = 0; k < 900; ++k) static_cast<void>(used.value(point_of(k * 11, 10)));
  for (std::size_t k = 0; k < 50; ++k) {
    const std::vector<double> x = point_of(k * 17, 10);
    EXPECT_EQ(fresh.value(x), used.value(x));
    EXPECT_EQ(fresh.slopes(x), used.slopes(x));
  }
}

TEST(PathSet, ServesSeveralThreads) {
  const Counted counted;
  std::atomic<int> wrong = 0;
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      for (std::size_t k = 0; k < 300; ++k) {
        const std::vector<double> x = point_of(k * (t + 3), 6);
        if (std::abs(counted.value(x) - expected(x)) > 1e-12) ++wrong;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
}

}  // namespace
}  // namespace autumn::trace
