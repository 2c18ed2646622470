// These tests check that numeric calls take no memory: every way to the heap is counted.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>

#include "gaussian/support.h"

// Sanitizers bring their own malloc, which must stay.
#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
namespace {
std::atomic<std::size_t> allocations = 0;
}
extern "C" {
void* __libc_malloc(std::size_t);
void* __libc_memalign(std::size_t, std::size_t);
void* malloc(std::size_t n) {
  ++allocations;
  return __libc_malloc(n);
}
void* aligned_alloc(std::size_t alignment, std::size_t n) {
  ++allocations;
  return __libc_memalign(alignment, n);
}
}

namespace autumn::gaussian::testing {
namespace {

TEST(Allocation, NumericCallsTakeNoMemory) {
  std::size_t in_analysis = 0;
  std::vector<Case> all = cases();
  all.push_back(schools(2.0, true));
  all.push_back(schools(2.0, false));
  for (const Case& c : all) {
    const std::size_t start = allocations;
    const Symbolic symbolic = ways(c.block).back();
    in_analysis += allocations - start;
    std::vector<double> scratch(scratch_size(symbolic)), u(c.block.columns);
    Numbers out = c.at, more = c.at;
    const Partials partials{out.coefficients, out.constants, out.scales};
    const Partials others{more.coefficients, more.constants, more.scales};
    const std::size_t before = allocations;
    value_and_partials(c.block, symbolic, c.at.inputs(), partials, scratch);
    parts_and_partials(c.block, symbolic, c.at.inputs(), {partials, others}, scratch);
    eliminate(c.block, symbolic, c.at.inputs(), scratch);
    draw(symbolic, scratch, u, u);
    draw(c.block, symbolic, c.at.inputs(), u, u, scratch);
    eliminate(c.block, symbolic, c.at.inputs(), scratch);
    EXPECT_TRUE(std::isfinite(log_conditional(symbolic, scratch, u)));
    EXPECT_EQ(allocations - before, 0U) << c.name;
  }
  EXPECT_GT(in_analysis, 0U);  // the counter works
}

}  // namespace
}  // namespace autumn::gaussian::testing
#endif
