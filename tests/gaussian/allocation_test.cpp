// These tests check that numeric calls take no memory: every way to the heap is counted.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>

#include "base/sanitizers.h"
#include "gaussian/support.h"

// Sanitizers bring their own malloc, which must stay.
#if defined(__GLIBC__) && !AUTUMN_IS_SANITIZED
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

// A ridge beside an intercept.
Case bordered_ridge() {
  Random random = test_random(71);
  Case c{.name = "bordered ridge", .block = {}, .at = {}};
  c.block.columns = 7;
  const auto noise = c.add_scale(1.5), spread = c.add_scale(0.5);
  c.add_row({{.column = 0}}, 1.0, c.add_scale(5.0));
  for (std::size_t j = 1; j < 7; ++j) c.add_row({{.column = j}}, 0.1, spread);
  for (std::size_t i = 0; i < 12; ++i) {
    std::vector<Entry> entries{{.column = 0}};
    for (std::size_t j = 1; j < 7; ++j) {
      entries.push_back({.column = j, .multiplier = random.normal()});
    }
    c.add_fixed_row(entries, random.normal(), noise);
  }
  set_constant_term(c.block);
  return c;
}

TEST(Allocation, PencilsTakeNoMemory) {
  const Case c = bordered_ridge();
  Symbolic symbolic = analyze(c.block);
  symbolic.pencil = pencil::find_pencil(c.block, c.block.scales, 1e9);
  ASSERT_TRUE(symbolic.pencil);
  std::vector<double> scratch(scratch_size(symbolic)), u(c.block.columns);
  Numbers out = c.at;
  const std::size_t before = allocations;
  const double with_partials = value_and_partials(
      c.block, symbolic, c.at.inputs(), {out.coefficients, out.constants, out.scales}, scratch);
  const double alone = value(c.block, symbolic, c.at.inputs(), scratch);
  draw(c.block, symbolic, c.at.inputs(), u, u, scratch);
  EXPECT_EQ(allocations - before, 0U);
  EXPECT_NEAR(alone, with_partials, 1e-12);
}

}  // namespace
}  // namespace autumn::gaussian::testing
#endif
