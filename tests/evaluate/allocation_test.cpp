// These tests check that a run takes no memory: every way to the heap is counted.
#include <atomic>
#include <cstdlib>

#include "base/sanitizers.h"
#include "evaluate/function.h"
#include "evaluate/support.h"
#include "expr/term.h"

// Eigen goes to malloc directly, so counting `operator new` would not be enough. Sanitizers bring
// their own malloc, which must stay.
#if defined(__GLIBC__) && !AUTUMN_IS_SANITIZED
#define AUTUMN_COUNTS_ALLOCATIONS 1
namespace {
std::atomic<std::size_t> allocations = 0;
}
extern "C" {
void* __libc_malloc(std::size_t);
void* __libc_calloc(std::size_t, std::size_t);
void* __libc_realloc(void*, std::size_t);
void* __libc_memalign(std::size_t, std::size_t);
void* malloc(std::size_t n) {
  ++allocations;
  return __libc_malloc(n);
}
void* calloc(std::size_t count, std::size_t n) {
  ++allocations;
  return __libc_calloc(count, n);
}
void* realloc(void* p, std::size_t n) {
  ++allocations;
  return __libc_realloc(p, n);
}
void* aligned_alloc(std::size_t alignment, std::size_t n) {
  ++allocations;
  return __libc_memalign(alignment, n);
}
}
#endif

namespace autumn::evaluate {
namespace {

#ifdef AUTUMN_COUNTS_ALLOCATIONS

using expr::Builder;
using expr::Index;
using expr::Shape;
using expr::Term;

std::size_t allocations_of_a_run(const expr::Graph& graph) {
  Random random = test_random(1);
  const auto inputs = random_inputs(graph, random);
  std::vector<std::span<const double>> spans;
  for (const expr::Array& input : inputs) spans.emplace_back(input.numbers);
  Evaluator evaluator(prepare(graph));
  // Statics of functions are registered for the end of the process once, which may take memory.
  (void)Index::list({0}).elements();
  const std::size_t before = allocations;
  for (int i = 0; i < 3; ++i) evaluator.run(spans);
  return allocations - before;
}

TEST(Allocation, IsCounted) {
  const std::size_t before = allocations;
  const auto p = std::make_unique<double>(1.0);
  EXPECT_EQ(allocations - before, 1U);
  EXPECT_EQ(*p, 1.0);
}

TEST(Allocation, NoneInElementwiseLoopsGathersScattersAndReductions) {
  Builder b;
  const Term x(b, b.input("x", Shape::vector(5000)));
  const Term small(b, b.input("small", Shape::vector(30)));
  std::vector<std::uint32_t> unsorted(5000), sorted(5000);
  for (std::uint32_t i = 0; i < 5000; ++i) {
    unsorted[i] = i % 30;
    sorted[i] = i / 200;
  }
  const Term y = exp(x / 10.0) + expr::gather(small, Index::list(unsorted));
  const std::vector<Term> outputs{expr::sum(y),
                                  expr::dot(x, y),
                                  expr::scatter_add(y, Index::list(unsorted), Shape::vector(30)),
                                  expr::scatter_add(y, Index::list(sorted), Shape::vector(30)),
                                  expr::log_sum_exp(y),
                                  expr::cumulative_sum(y),
                                  expr::concat({y, small}),
                                  expr::row_sums(expr::repeat_rows(small, 5)),
                                  expr::col_sums(expr::repeat_cols(small, 5)),
                                  expr::transpose(expr::reshape(y, Shape::matrix(50, 100)))};
  std::vector<expr::NodeId> ids;
  for (const Term& output : outputs) ids.push_back(output.id());
  EXPECT_EQ(allocations_of_a_run(std::move(b).finish(ids)), 0U);
}

TEST(Allocation, NoneInLinearAlgebraOfAnySize) {
  for (const std::size_t n : {3, 50, 130, 300}) {
    Builder b;
    const Term a(b, b.input("a", Shape::matrix(n, n)));
    const Term x(b, b.input("x", Shape::vector(n)));
    const Term c = expr::matmul(a, a, expr::flag::kTransposeLeft);
    const Term l = expr::cholesky(c);
    const std::vector<Term> outputs{expr::matmul(a, x),
                                    expr::matmul(a, x, expr::flag::kTransposeLeft),
                                    expr::outer(x, x),
                                    expr::matmul(a, a),
                                    expr::matmul(a, a, expr::flag::kTransposeRight),
                                    expr::tri_solve(l, x),
                                    expr::tri_solve(l, a),
                                    expr::tri_solve_transposed(l, a),
                                    expr::tri_solve_transposed(l, x),
                                    expr::solve(c, x),
                                    expr::solve(c, a),
                                    expr::log_abs_det(c),
                                    expr::lower_triangle(a)};
    std::vector<expr::NodeId> ids;
    for (const Term& output : outputs) ids.push_back(output.id());
    EXPECT_EQ(allocations_of_a_run(std::move(b).finish(ids)), 0U) << n;
  }
}

#endif

}  // namespace
}  // namespace autumn::evaluate
