// These tests compare every operation that is not elementwise with the reference.
#include <functional>
#include <memory>
#include <numeric>
#include <set>

#include "evaluate/support.h"
#include "expr/term.h"

namespace autumn::evaluate {
namespace {

using expr::Builder;
using expr::Index;
using expr::Op;
using expr::Shape;
using expr::Term;

constexpr std::size_t kSizes[] = {0, 1, 2, 7, 8, 255, 256, 257, 1000};

Term vector(Builder& b, std::size_t n) {
  return {b, b.input("v", Shape::vector(n))};
}

Term matrix(Builder& b, std::size_t rows, std::size_t cols) {
  return {b, b.input("m", Shape::matrix(rows, cols))};
}

// A well-conditioned symmetric positive definite matrix of random numbers.
Term positive_definite(Builder& b, std::size_t n) {
  const Term x = matrix(b, n, n);
  const Term ones =
      expr::broadcast(expr::constant(b, 1.0 + static_cast<double>(n)), Shape::vector(n));
  return expr::matmul(x, x, expr::flag::kTransposeRight) + expr::diagonal_matrix(ones);
}

// Triangular with a diagonal far from zero, so that solutions do not grow.
Term triangular(Builder& b, std::size_t n) {
  const Term ones = expr::broadcast(expr::constant(b, 2.0), Shape::vector(n));
  return matrix(b, n, n) / (1.0 + static_cast<double>(n)) + expr::diagonal_matrix(ones);
}

std::vector<std::uint32_t> random_elements(std::size_t count, std::size_t bound,
                                           std::uint64_t seed) {
  Random random = test_random(seed);
  std::vector<std::uint32_t> elements(count);
  for (auto& e : elements) e = static_cast<std::uint32_t>(random.below(bound));
  return elements;
}

Index random_index(std::size_t count, std::size_t bound, bool sorted) {
  std::vector<std::uint32_t> elements = random_elements(count, bound, count + bound);
  if (sorted) std::sort(elements.begin(), elements.end());
  return Index::list(std::move(elements));
}

// A graph to compare, and how far its output may be from the reference (0: equal bits).
struct StructuralCase {
  std::function<Term(Builder&)> make;
  double tolerance;
};

expr::Graph graph_of(const StructuralCase& c) {
  Builder builder;
  const Term result = c.make(builder);
  return std::move(builder).finish({result.id()});
}

void compare(const std::vector<StructuralCase>& cases) {
  for (const StructuralCase& c : cases) {
    const expr::Graph graph = graph_of(c);
    Random random = test_random(graph.size());
    expect_reference(graph, random_inputs(graph, random), c.tolerance);
  }
}

constexpr double kRounding = 1e-13;

std::vector<StructuralCase> move_cases() {
  std::vector<StructuralCase> cases;
  for (const std::size_t n : kSizes) {
    cases.push_back({[n](Builder& b) {
                       return expr::broadcast(Term(b, b.input("s", Shape::scalar())),
                                              Shape::vector(n));
                     },
                     0});
    cases.push_back({[n](Builder& b) {
                       return expr::concat(
                           {vector(b, n), vector(b, 3), vector(b, 0), vector(b, n)});
                     },
                     0});
    cases.push_back(
        {[n](Builder& b) { return expr::reshape(sin(vector(b, n)), Shape::matrix(1, n)); }, 0});
    cases.push_back({[n](Builder& b) { return expr::transpose(matrix(b, n, 3)); }, 0});
    cases.push_back({[n](Builder& b) { return expr::repeat_rows(vector(b, n), 3); }, 0});
    cases.push_back({[n](Builder& b) { return expr::repeat_cols(vector(b, n), 3); }, 0});
    cases.push_back(
        {[n](Builder& b) { return expr::lower_triangle(matrix(b, n / 10, n / 10)); }, 0});
    cases.push_back({[n](Builder& b) {
                       return expr::lower_triangle(matrix(b, n / 10, n / 10),
                                                   expr::flag::kHalfDiagonal);
                     },
                     0});
  }
  return cases;
}

TEST(Structural, MovesEqualTheReference) {
  compare(move_cases());
}

std::vector<StructuralCase> gather_cases() {
  std::vector<StructuralCase> cases;
  for (const std::size_t n : kSizes) {
    const auto count = static_cast<std::uint32_t>(n);
    cases.push_back(
        {[n](Builder& b) { return expr::gather(vector(b, 50), random_index(n, 50, false)); }, 0});
    cases.push_back(
        {[n](Builder& b) { return expr::gather(sin(vector(b, 500)), random_index(n, 500, true)); },
         0});
    cases.push_back(
        {[count](Builder& b) { return expr::gather(vector(b, count + 5), Index::range(2, count)); },
         0});
    cases.push_back({[count](Builder& b) {
                       return expr::gather(vector(b, 3 * count + 1), Index::range(1, count, 3));
                     },
                     0});
    if (n == 0) continue;
    cases.push_back({[count](Builder& b) {
                       return expr::gather(sin(vector(b, count)),
                                           Index::range(count - 1, count, -1));
                     },
                     0});
    cases.push_back(
        {[count](Builder& b) { return expr::gather(vector(b, 5), Index::range(3, count, 0)); }, 0});
    cases.push_back({[count](Builder& b) {
                       return expr::element(sin(vector(b, count)), count - 1) * vector(b, 400);
                     },
                     0});
  }
  return cases;
}

TEST(Structural, GathersEqualTheReference) {
  compare(gather_cases());
}

std::vector<StructuralCase> scatter_cases() {
  std::vector<StructuralCase> cases;
  for (const std::size_t n : kSizes) {
    const auto count = static_cast<std::uint32_t>(n);
    // An unsorted index adds in the order of the reference.
    cases.push_back({[n](Builder& b) {
                       return expr::scatter_add(vector(b, n), random_index(n, 40, false),
                                                Shape::vector(45));
                     },
                     0});
    cases.push_back({[n](Builder& b) {
                       return expr::scatter_add(sin(vector(b, n)), random_index(n, 3, true),
                                                Shape::vector(5));
                     },
                     kRounding});
    cases.push_back({[n](Builder& b) {
                       return expr::scatter_add(sin(vector(b, n)), random_index(n, n + 1, true),
                                                Shape::vector(n + 1));
                     },
                     kRounding});
    cases.push_back({[n, count](Builder& b) {
                       return expr::scatter_add(vector(b, n), Index::range(2, count),
                                                Shape::vector(n + 4));
                     },
                     0});
    cases.push_back({[n, count](Builder& b) {
                       return expr::scatter_add(vector(b, n), Index::range(0, count, 2),
                                                Shape::vector(2 * n + 1));
                     },
                     0});
    cases.push_back({[n, count](Builder& b) {
                       return expr::scatter_add(vector(b, n), Index::range(1, count, 0),
                                                Shape::vector(3));
                     },
                     0});
  }
  return cases;
}

TEST(Structural, ScattersEqualTheReference) {
  compare(scatter_cases());
}

std::vector<StructuralCase> reduction_cases() {
  std::vector<StructuralCase> cases;
  for (const std::size_t n : kSizes) {
    // The size of the terms added is at most a few times n.
    const double tolerance = kRounding * static_cast<double>(n + 1);
    cases.push_back({[n](Builder& b) { return expr::sum(vector(b, n)); }, tolerance});
    cases.push_back({[n](Builder& b) { return expr::sum(sin(vector(b, n))); }, kRounding});
    cases.push_back({[n](Builder& b) { return expr::dot(vector(b, n), vector(b, n)); }, tolerance});
    cases.push_back({[n](Builder& b) {
                       const Term x = vector(b, n);
                       return expr::dot(exp(x), square(x));
                     },
                     kRounding});
    cases.push_back({[n](Builder& b) { return expr::row_sums(matrix(b, n, 5)); }, kRounding});
    cases.push_back({[n](Builder& b) { return expr::row_sums(matrix(b, 5, n)); }, tolerance});
    cases.push_back({[n](Builder& b) { return expr::col_sums(matrix(b, n, 5)); }, tolerance});
    cases.push_back({[n](Builder& b) { return expr::max_element(vector(b, n)); }, 0});
    cases.push_back({[n](Builder& b) { return expr::min_element(vector(b, n)); }, 0});
    cases.push_back({[n](Builder& b) { return expr::log_sum_exp(vector(b, n)); }, kRounding});
    cases.push_back(
        {[n](Builder& b) { return expr::row_log_sum_exp(matrix(b, n, 5)); }, kRounding});
    cases.push_back(
        {[n](Builder& b) { return expr::row_log_sum_exp(matrix(b, 5, n)); }, kRounding});
    cases.push_back({[n](Builder& b) { return expr::cumulative_sum(matrix(b, n, 5)); }, kRounding});
    cases.push_back(
        {[n](Builder& b) { return expr::reverse_cumulative_sum(matrix(b, 5, n)); }, kRounding});
    cases.push_back({[n](Builder& b) { return expr::cumulative_sum(vector(b, n)); }, kRounding});
    cases.push_back(
        {[n](Builder& b) { return expr::reverse_cumulative_sum(vector(b, n)); }, kRounding});
  }
  return cases;
}

TEST(Structural, ReductionsAgreeWithTheReference) {
  compare(reduction_cases());
}

void add_products(std::vector<StructuralCase>& cases, std::size_t m, std::size_t k, std::size_t n) {
  using expr::flag::kTransposeLeft;
  using expr::flag::kTransposeRight;
  for (std::uint32_t flags = 0; flags < 4; ++flags) {
    const bool ta = (flags & kTransposeLeft) != 0, tb = (flags & kTransposeRight) != 0;
    cases.push_back({[=](Builder& b) {
                       return expr::matmul(ta ? matrix(b, k, m) : matrix(b, m, k),
                                           tb ? matrix(b, n, k) : matrix(b, k, n), flags);
                     },
                     1e-12});
  }
  cases.push_back({[=](Builder& b) { return expr::matmul(matrix(b, m, k), vector(b, k)); }, 1e-12});
  cases.push_back(
      {[=](Builder& b) { return expr::matmul(matrix(b, k, m), vector(b, k), kTransposeLeft); },
       1e-12});
  cases.push_back(
      {[=](Builder& b) { return expr::matmul(vector(b, k), matrix(b, k, n), kTransposeLeft); },
       1e-12});
  cases.push_back({[=](Builder& b) { return expr::outer(vector(b, m), vector(b, n)); }, 0});
}

std::vector<StructuralCase> product_cases() {
  std::vector<StructuralCase> cases;
  struct Sizes {
    std::size_t rows, inner, cols;
  };
  constexpr Sizes kProducts[] = {{1, 1, 1},      {3, 4, 5},    {7, 1, 9},  {20, 30, 1}, {1, 30, 20},
                                 {97, 200, 100}, {200, 20, 3}, {3, 0, 4},  {0, 3, 4},   {3, 4, 0},
                                 {300, 3, 1},    {60, 90, 5},  {5, 90, 60}};
  for (const auto& [m, k, n] : kProducts) add_products(cases, m, k, n);
  return cases;
}

TEST(Structural, ProductsAgreeWithTheReference) {
  compare(product_cases());
}

std::vector<StructuralCase> solve_cases() {
  std::vector<StructuralCase> cases;
  for (const std::size_t n : {0, 1, 2, 5, 31, 40, 96, 97, 200}) {
    cases.push_back({[n](Builder& b) { return expr::cholesky(positive_definite(b, n)); }, 1e-12});
    cases.push_back(
        {[n](Builder& b) { return expr::log_abs_det(positive_definite(b, n)); }, 1e-11});
    for (const std::size_t cols : {1, 3, 100}) {
      cases.push_back(
          {[=](Builder& b) { return expr::tri_solve(triangular(b, n), matrix(b, n, cols)); },
           1e-12});
      cases.push_back({[=](Builder& b) {
                         return expr::tri_solve_transposed(triangular(b, n), matrix(b, n, cols));
                       },
                       1e-12});
      cases.push_back(
          {[=](Builder& b) { return expr::solve(positive_definite(b, n), matrix(b, n, cols)); },
           1e-11});
    }
    cases.push_back(
        {[=](Builder& b) { return expr::tri_solve(triangular(b, n), vector(b, n)); }, 1e-12});
    cases.push_back(
        {[=](Builder& b) { return expr::tri_solve_transposed(triangular(b, n), vector(b, n)); },
         1e-12});
    cases.push_back(
        {[=](Builder& b) { return expr::spd_solve(positive_definite(b, n), vector(b, n)); },
         1e-11});
    cases.push_back({[=](Builder& b) {
                       const Term a = triangular(b, n) +
                                      3.0 * matrix(b, n, n) / (1.0 + static_cast<double>(n));
                       return Term(b, b.apply(Op::kSolve, {a.id(), vector(b, n).id()},
                                              expr::flag::kTransposeLeft));
                     },
                     1e-9});
  }
  return cases;
}

TEST(Structural, FactorisationsAndSolvesAgreeWithTheReference) {
  compare(solve_cases());
}

TEST(Structural, SolvingExchangesRowsWhereAPivotIsZero) {
  Builder b;
  const Term a = matrix(b, 3, 3), x = vector(b, 3);
  const expr::Graph graph =
      std::move(b).finish({expr::solve(a, x).id(), expr::log_abs_det(a).id()});
  // Columns (0 2 0) (1 0 0) (0 0 4): x = (8/2, 6, 4/4).
  Evaluator evaluator(prepare(graph));
  run(evaluator,
      {{Shape::matrix(3, 3), {0, 2, 0, 1, 0, 0, 0, 0, 4}}, {Shape::vector(3), {6, 8, 4}}});
  EXPECT_TRUE(agrees(evaluator.output(0), {Shape::vector(3), {4, 6, 1}}, 0));
  EXPECT_DOUBLE_EQ(evaluator.output(1)[0], std::log(8.0));
}

TEST(Structural, AMatrixThatIsNotPositiveDefiniteHasAFactorOfNaN) {
  for (const std::size_t n : {2, 150}) {
    Builder b;
    const Term a = matrix(b, n, n);
    const expr::Graph graph = std::move(b).finish({expr::cholesky(a).id()});
    expr::Array identity{Shape::matrix(n, n), std::vector<double>(n * n, 0.0)};
    for (std::size_t i = 0; i < n; ++i) identity.numbers[i * (n + 1)] = i + 1 < n ? 1.0 : -1.0;
    Evaluator evaluator(prepare(graph));
    run(evaluator, {identity});
    for (const double x : evaluator.output(0)) ASSERT_TRUE(std::isnan(x));
  }
}

// The sum of x * y, with its partials. Products are kept in scratch memory first.
class ProductKernel final : public expr::Kernel {
 public:
  [[nodiscard]] std::string_view name() const override { return "product"; }
  [[nodiscard]] Shape value_shape(std::span<const Shape> /*operands*/) const override {
    return Shape::scalar();
  }
  [[nodiscard]] std::size_t scratch_size(std::span<const Shape> operands) const override {
    return operands[0].size();
  }
  void evaluate(std::span<const expr::Numbers> in, std::span<const std::span<double>> out,
                std::span<double> scratch) const override {
    ASSERT_EQ(scratch.size(), in[0].size());
    for (std::size_t i = 0; i < in[0].size(); ++i) scratch[i] = in[0][i] * in[1][i];
    if (!out[0].empty()) out[0][0] = std::accumulate(scratch.begin(), scratch.end(), 0.0);
    for (std::size_t i = 0; i < out[1].size(); ++i) out[1][i] = in[1][i];
    for (std::size_t i = 0; i < out[2].size(); ++i) out[2][i] = in[0][i];
  }
};

std::vector<StructuralCase> kernel_cases() {
  std::vector<StructuralCase> cases;
  const auto product = std::make_shared<ProductKernel>();
  for (const std::size_t n : kSizes) {
    for (std::uint32_t part = 0; part < 3; ++part) {
      cases.push_back({[=](Builder& b) {
                         const expr::NodeId operands[] = {sin(vector(b, n)).id(),
                                                          vector(b, n).id()};
                         return sin(Term(b, b.part(b.kernel(product, operands), part)));
                       },
                       0});
    }
  }
  return cases;
}

TEST(Structural, KernelsAndTheirPartsEqualTheReference) {
  compare(kernel_cases());
}

// Writes how many numbers it was asked for in each of its outputs.
class SizeKernel final : public expr::Kernel {
 public:
  [[nodiscard]] std::string_view name() const override { return "sizes"; }
  [[nodiscard]] Shape value_shape(std::span<const Shape> /*operands*/) const override {
    return Shape::scalar();
  }
  void evaluate(std::span<const expr::Numbers> /*in*/, std::span<const std::span<double>> out,
                std::span<double> /*scratch*/) const override {
    double total = 0;
    for (const auto& output : out) total += static_cast<double>(output.size());
    for (const auto& output : out) std::fill(output.begin(), output.end(), total);
  }
};

TEST(Structural, OutputsOfAKernelThatNobodyReadsAreEmpty) {
  for (std::uint32_t part = 0; part < 3; ++part) {
    Builder b;
    const expr::NodeId x = b.input("x", Shape::vector(2));
    const expr::NodeId y = b.input("y", Shape::vector(3));
    const expr::NodeId operands[] = {x, y};
    const expr::NodeId kernel = b.kernel(std::make_shared<SizeKernel>(), operands);
    (void)b.part(kernel, (part + 1) % 3);  // made, but not needed for the output
    const expr::NodeId output = b.part(kernel, part);
    Evaluator evaluator(prepare(std::move(b).finish({output})));
    const std::vector<double> two(2), three(3);
    const std::span<const double> inputs[] = {two, three};
    evaluator.run(inputs);
    EXPECT_EQ(evaluator.output(0)[0], 1.0 + part) << part;  // parts have 1, 2 and 3 numbers
  }
}

TEST(Structural, EveryOperationIsCompared) {
  std::set<Op> compared;
  for (const auto& cases : {move_cases(), gather_cases(), scatter_cases(), reduction_cases(),
                            product_cases(), solve_cases(), kernel_cases()}) {
    for (const StructuralCase& c : cases) {
      const expr::Graph graph = graph_of(c);
      for (const expr::NodeId id : expr::reachable(graph, graph.outputs())) {
        compared.insert(graph.op(id));
      }
    }
  }
#define AUTUMN_X(kind, name, op_class)                         \
  if (expr::OpClass::op_class == expr::OpClass::kStructural) { \
    EXPECT_TRUE(compared.contains(Op::kind)) << name;          \
  }
  AUTUMN_EXPR_OPS(AUTUMN_X)
#undef AUTUMN_X
}

}  // namespace
}  // namespace autumn::evaluate
