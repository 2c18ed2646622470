// These tests check that no transition allocates: global operator new and malloc count in this
// executable.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <new>

#include "base/sanitizers.h"
#include "sample/densities.h"
#include "sample/jumps/learn.h"
#include "sample/nuts.h"
#include "sample/static_hmc.h"

// Eigen, which the dense metric uses, takes its memory from malloc; where malloc can be replaced it
// counts instead.
#if defined(__GLIBC__) && !AUTUMN_IS_SANITIZED
#define AUTUMN_COUNTS_MALLOC 1
#else
#define AUTUMN_COUNTS_MALLOC 0
#endif

namespace {
std::atomic<long> allocations{0};

void* counted_allocation(std::size_t size) {
  if (AUTUMN_COUNTS_MALLOC == 0) ++allocations;
  void* memory = std::malloc(size == 0 ? 1 : size);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}
}  // namespace

#if AUTUMN_COUNTS_MALLOC
extern "C" void* __libc_malloc(std::size_t size);  // NOLINT glibc's name
extern "C" void* malloc(std::size_t size) noexcept {
  ++allocations;
  return __libc_malloc(size);
}
#endif

void* operator new(std::size_t size) {
  return counted_allocation(size);
}
void* operator new[](std::size_t size) {
  return counted_allocation(size);
}
void operator delete(void* memory) noexcept {
  std::free(memory);
}
void operator delete[](void* memory) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}
void operator delete[](void* memory, std::size_t) noexcept {
  std::free(memory);
}

namespace autumn::sampler {
namespace {

using testing::FunctionDensity;

struct Work {
  long allocations = 0;
  std::int64_t steps = 0;
};

template <typename Transition>
Work count(Hamiltonian& hamiltonian, Transition transition) {
  Point point{std::vector<double>(hamiltonian.dimension(), 0.1),
              std::vector<double>(hamiltonian.dimension()), 0.0};
  point.log_density = hamiltonian.evaluate(point.position, point.gradient);
  Work work;
  for (std::uint64_t i = 0; i < 100; ++i) {
    Random random({.seed = 1, .iteration = i});
    const long before = allocations;
    const Statistics statistics = transition(point, random);
    if (i < 3) continue;
    work.allocations += allocations - before;
    work.steps += statistics.n_leapfrog;
  }
  return work;
}

std::vector<Metric> metrics(std::size_t dimension) {
  std::vector<double> identity(dimension * dimension);
  for (std::size_t i = 0; i < dimension; ++i) identity[i * (dimension + 1)] = 1.0;
  return {Metric::unit(dimension), Metric::diagonal(std::vector<double>(dimension, 1.0)),
          Metric::dense(dimension, identity).value()};
}

TEST(Allocation, TheCounterCounts) {
  const long before = allocations;
  const std::vector<double> numbers(10);
  EXPECT_EQ(allocations - before, 1);
  EXPECT_EQ(numbers.size(), 10U);
}

TEST(Allocation, NutsTransitionsDoNotAllocate) {
  for (const Metric& metric : metrics(10)) {
    FunctionDensity density = testing::funnel(10);
    Hamiltonian hamiltonian(density, metric);
    Nuts nuts(hamiltonian, 10);
    const Work work = count(hamiltonian, [&](Point& point, Random& random) {
      return nuts.transition(point, 0.1, random);
    });
    EXPECT_EQ(work.allocations, 0);
    EXPECT_GT(work.steps, 1000);
  }
}

TEST(Allocation, StaticTransitionsDoNotAllocate) {
  for (const Metric& metric : metrics(10)) {
    FunctionDensity density = testing::standard_normal(10);
    Hamiltonian hamiltonian(density, metric);
    StaticHmc hmc(hamiltonian);
    const Work work = count(hamiltonian, [&](Point& point, Random& random) {
      return hmc.transition(point, 0.1, 20, random);
    });
    EXPECT_EQ(work.allocations, 0);
    EXPECT_EQ(work.steps, 97 * 20);
  }
}

TEST(Allocation, JumpsDoNotAllocate) {
  FunctionDensity density = testing::standard_normal(2);
  Hamiltonian hamiltonian(density, Metric::unit(2));
  std::vector<double> points;
  Random random({.seed = 2});
  for (int k = 0; k < 400; ++k) points.push_back(random.normal());
  Jumper jumper(Mixture::fit(2, points).value(), 0.9, 10);
  const Work work = count(hamiltonian, [&](Point& point, Random& stream) {
    return Statistics{.n_leapfrog = jumper.jump(point, hamiltonian, stream).is_accepted ? 1 : 0};
  });
  EXPECT_EQ(work.allocations, 0);
  EXPECT_GT(work.steps, 50);
}

TEST(Allocation, JumpsThatFollowTheDensityDoNotAllocate) {
  for (const std::size_t dimension : {1U, 2U}) {
    FunctionDensity density = testing::standard_normal(dimension);
    Hamiltonian hamiltonian(density, Metric::unit(dimension));
    Random random({.seed = 2});
    std::vector<double> points, logs;
    for (std::size_t k = 0; k < 100; ++k) {
      double square = 0.0;
      for (std::size_t d = 0; d < dimension; ++d) {
        points.push_back(random.normal());
        square += points.back() * points.back();
      }
      logs.push_back(-0.5 * square);
    }
    auto jumper = follow_density({dimension, points, logs}, hamiltonian, random);
    ASSERT_TRUE(jumper.has_value());
    const Work work = count(hamiltonian, [&](Point& point, Random& stream) {
      return Statistics{.n_leapfrog = jumper->jump(point, hamiltonian, stream).is_accepted ? 1 : 0};
    });
    EXPECT_EQ(work.allocations, 0);
    EXPECT_GT(work.steps, 85);
  }
}

}  // namespace
}  // namespace autumn::sampler
