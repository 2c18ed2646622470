// These tests look at the builder, the printer and the checker of graphs.
#include <gtest/gtest.h>

#include <algorithm>

#include <cmath>
#include <limits>

#include "expr/interpret.h"
#include "expr/term.h"

namespace autumn::expr {
namespace {

class Doubler final : public Kernel {
 public:
  [[nodiscard]] std::string_view name() const override { return "doubler"; }
  [[nodiscard]] Shape value_shape(std::span<const Shape> operands) const override {
    return operands[0];
  }
  void evaluate(std::span<const Numbers> in, std::span<const std::span<double>> out,
                std::span<double> /*scratch*/) const override {
    const std::size_t n = in[0].size();
    std::fill(out[1].begin(), out[1].end(), 0.0);
    for (std::size_t i = 0; i < n; ++i) {
      out[0][i] = 2.0 * in[0][i];
      out[1][i * (n + 1)] = 2.0;
    }
  }
};

TEST(Builder, SharesEqualNodes) {
  Builder b;
  const Term x(b, b.input("x", Shape::vector(3)));
  EXPECT_EQ(exp(x).id(), exp(x).id());
  EXPECT_NE(exp(x).id(), log(x).id());
  EXPECT_NE((x - 1.0).id(), (1.0 - x).id());
  EXPECT_EQ(slice(x, 0, 2).id(), gather(x, Index::list({0, 1})).id());
  EXPECT_NE(slice(x, 0, 2).id(), slice(x, 1, 2).id());
  EXPECT_NE(cumulative_sum(x).id(), reverse_cumulative_sum(x).id());
  EXPECT_NE(repeat_rows(x, 2).id(), repeat_rows(x, 3).id());
  EXPECT_NE(b.constant(0.0), b.constant(-0.0));
  const std::vector<double> two{2.0};
  EXPECT_EQ(b.constant(2.0), b.constant(Shape::scalar(), two));
  EXPECT_NE(b.constant(2.0), b.constant(Shape::vector(1), two));
  EXPECT_EQ(b.constant(std::nan("")), b.constant(std::nan("")));
}

TEST(Builder, SharesKernelsByIdentity) {
  Builder b;
  const NodeId x[] = {b.input("x", Shape::vector(3))};
  const auto one = std::make_shared<Doubler>();
  const auto other = std::make_shared<Doubler>();
  EXPECT_EQ(b.kernel(one, x), b.kernel(one, x));
  EXPECT_NE(b.kernel(one, x), b.kernel(other, x));
  EXPECT_EQ(b.shape(b.kernel(one, x)), Shape::vector(12));
  EXPECT_EQ(b.shape(b.part(b.kernel(one, x), 1)), Shape::matrix(3, 3));
}

TEST(Builder, StillSharesAfterManyNodesAndAfterGoingOnWithAGraph) {
  Builder b;
  const Term x(b, b.input("x", Shape::scalar()));
  std::vector<NodeId> ids;
  for (std::size_t i = 0; i < 5000; ++i) ids.push_back((x + static_cast<double>(i)).id());
  Builder again(std::move(b).finish({}));
  const Term y(again, again.input_node(0));
  EXPECT_EQ(y.id(), x.id());
  const std::size_t size = again.graph().size();
  for (std::size_t i = 0; i < 5000; ++i) ASSERT_EQ((y + static_cast<double>(i)).id(), ids[i]);
  EXPECT_EQ(again.graph().size(), size);
}

TEST(Builder, FoldsConstants) {
  Builder b;
  const Term c = constant(b, 2.0) * 3.0 + exp(constant(b, 0.0));
  ASSERT_TRUE(b.is_constant(c.id()));
  EXPECT_EQ(b.graph().constant(c.id())[0], 7.0);
  const std::vector<double> numbers{1.0, 2.0, 3.0};
  const Term v(b, b.constant(Shape::vector(3), numbers));
  EXPECT_EQ(b.graph().constant(sum(v).id())[0], 6.0);
  EXPECT_EQ(b.graph().constant(element(v, 2).id())[0], 3.0);
  EXPECT_EQ(b.graph().constant(outer(v, v).id())[8], 9.0);
}

TEST(Builder, DoesNotFoldWhatWouldTakeMoreSpace) {
  Builder b;
  EXPECT_FALSE(b.is_constant(broadcast(constant(b, 1.0), Shape::vector(1000)).id()));
  const std::vector<double> numbers(100, 1.0);
  const Term v(b, b.constant(Shape::vector(100), numbers));
  EXPECT_FALSE(b.is_constant(outer(v, v).id()));
  EXPECT_FALSE(b.is_constant(diagonal_matrix(v).id()));
  EXPECT_TRUE(b.is_constant((v + v).id()));
}

TEST(Builder, TakesNumbersFromItsOwnGraph) {
  Builder b;
  std::vector<double> numbers(1000);
  for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = static_cast<double>(i);
  const NodeId v = b.constant(Shape::vector(1000), numbers);
  const NodeId m = b.constant(Shape::matrix(10, 100), b.graph().constant(v));
  EXPECT_EQ(std::vector<double>(b.graph().constant(m).begin(), b.graph().constant(m).end()),
            numbers);
}

TEST(Builder, SkipsMovesThatMoveNothing) {
  Builder b;
  const NodeId s = b.input("s", Shape::scalar());
  EXPECT_EQ(b.reshape(s, Shape::scalar()), s);
  EXPECT_EQ(b.broadcast(s, Shape::scalar()), s);
}

TEST(BuilderDeathTest, RefusesWhatDoesNotFit) {
  Builder b;
  const NodeId x = b.input("x", Shape::vector(3));
  const NodeId y = b.input("y", Shape::vector(2));
  const std::vector<double> two{1.0, 2.0};
  EXPECT_DEATH(static_cast<void>(b.apply(Op::kAdd, {x, y})), "add cannot be applied");
  EXPECT_DEATH(static_cast<void>(b.gather(x, Index::range(1, 3), Shape::vector(3))), "inside");
  EXPECT_DEATH(static_cast<void>(b.gather(x, Index::range(0, 2), Shape::vector(3))), "one index");
  EXPECT_DEATH(static_cast<void>(b.scatter_add(x, Index::range(0, 3), Shape::vector(2))), "inside");
  EXPECT_DEATH(static_cast<void>(b.reshape(x, Shape::matrix(2, 2))), "number of elements");
  EXPECT_DEATH(static_cast<void>(b.broadcast(x, Shape::vector(3))), "only scalars");
  EXPECT_DEATH(static_cast<void>(b.constant(Shape::vector(3), two)), "as many numbers");
  EXPECT_DEATH(static_cast<void>(b.input_node(7)), "slot exists");
}

TEST(Graph, EqualsItselfWithNanConstants) {
  Builder b;
  const NodeId output = b.constant(std::nan(""));
  const Graph graph = std::move(b).finish({output});
  EXPECT_EQ(graph, Graph(graph));
  Builder other;
  const NodeId zero = other.constant(0.0);
  EXPECT_FALSE(graph == std::move(other).finish({zero}));
}

TEST(Graph, ReachesWhatRootsNeedOnly) {
  Builder b;
  const Term x(b, b.input("x", Shape::scalar()));
  const Term unused = log(x);
  const NodeId root = exp(x).id();
  const Graph graph = std::move(b).finish({root});
  EXPECT_EQ(reachable(graph, graph.outputs()), (std::vector<NodeId>{x.id(), root}));
  EXPECT_EQ(unused.id(), NodeId{1});
}

TEST(Graph, ReachesTheSameWithFewNodesAsWithMany) {
  Builder b;
  Term x(b, b.input("x", Shape::scalar()));
  const Term y = exp(x);
  for (int i = 0; i < 400; ++i) x = x + Term(b, b.constant(i + 0.5));
  const NodeId few = (y * y).id(), many = x.id();
  const Graph graph = std::move(b).finish({few, many});
  const std::vector<NodeId> nearby = reachable(graph, std::vector{few});
  EXPECT_EQ(nearby, (std::vector<NodeId>{NodeId{0}, y.id(), few})) << "in a large graph";
  const std::vector<NodeId> all = reachable(graph, std::vector{few, many});
  EXPECT_GT(all.size(), 400U);
  for (const NodeId node : nearby) EXPECT_TRUE(std::ranges::find(all, node) != all.end());
  EXPECT_TRUE(std::ranges::is_sorted(all, {}, &NodeId::value));
}

TEST(Printer, WritesOneLinePerNodeInDepthFirstOrder) {
  Builder b;
  const Term x(b, b.input("x", Shape::vector(3)));
  const Term m(b, b.input("m", Shape::matrix(3, 2)));
  const std::vector<double> numbers{1.0, 2.5};
  const Term c(b, b.constant(Shape::vector(2), numbers));
  const Term unused = exp(m);
  const Term product = matmul(m, x, flag::kTransposeLeft) + c;
  const NodeId output = (2.0 * sum(slice(product, 1, 1)) - element(x, 0)).id();
  EXPECT_EQ(to_text(std::move(b).finish({output, x.id()})),
            "%0 = input m : matrix[3,2]\n"
            "%1 = input x : vector[3]\n"
            "%2 = matmul left' %0 %1 : vector[2]\n"
            "%3 = constant [1 2.5] : vector[2]\n"
            "%4 = add %2 %3 : vector[2]\n"
            "%5 = gather 1:2 %4 : vector[1]\n"
            "%6 = sum %5 : scalar\n"
            "%7 = mul 2 %6 : scalar\n"
            "%8 = gather 0:1 %1 : scalar\n"
            "%9 = sub %7 %8 : scalar\n"
            "return %9 %1\n");
  static_cast<void>(unused);
}

TEST(Printer, ShortensLongConstantsAndTellsThemApart) {
  std::vector<double> numbers(20, 1.0);
  const auto text = [&] {
    Builder b;
    const NodeId output = b.constant(Shape::vector(20), numbers);
    return to_text(std::move(b).finish({output}));
  };
  const std::string before = text();
  EXPECT_TRUE(before.starts_with("%0 = constant [1 1 1 1 ... 20 numbers, "));
  numbers[15] = 2.0;
  EXPECT_NE(text(), before);
}

TEST(Printer, LeavesNoTraceOfTheOrderOfBuilding) {
  const auto text = [](bool is_swapped) {
    Builder b;
    const Term x(b, b.input("x", Shape::scalar()));
    if (is_swapped) static_cast<void>(log(x));
    const NodeId output = (exp(x) + log(x)).id();
    return to_text(std::move(b).finish({output}));
  };
  EXPECT_EQ(text(false), text(true));
}

TEST(Printer, PrintsKernelsAndParts) {
  Builder b;
  const NodeId x[] = {b.input("x", Shape::vector(1))};
  const NodeId output = b.part(b.kernel(std::make_shared<Doubler>(), x), 1);
  EXPECT_EQ(to_text(std::move(b).finish({output})),
            "%0 = input x : vector[1]\n"
            "%1 = kernel doubler %0 : vector[2]\n"
            "%2 = part 1 %1 : matrix[1,1]\n"
            "return %2\n");
}

TEST(Checker, AcceptsWhatABuilderMakes) {
  Builder b;
  const Term x(b, b.input("x", Shape::matrix(2, 2)));
  const NodeId ids[] = {x.id()};
  const Term part(b, b.part(b.kernel(std::make_shared<Doubler>(), ids), 0));
  const NodeId output = (sum(cholesky(x) + part) + log_abs_det(x)).id();
  EXPECT_TRUE(check(std::move(b).finish({output})).is_ok());
}

TEST(Checker, RejectsAWrongNumberOfOperands) {
  Builder b;
  const NodeId x = b.input("x", Shape::scalar());
  const NodeId bad = b.apply(Op::kMul, {x, x, x});
  const Status status = check(std::move(b).finish({bad}));
  ASSERT_FALSE(status.is_ok());
  EXPECT_EQ(status.error().message, "node 1 (mul): has 3 operands");
}

TEST(Checker, RejectsOutputsThatDoNotExist) {
  Builder b;
  static_cast<void>(b.input("x", Shape::scalar()));
  const Status status = check(std::move(b).finish({NodeId{5}}));
  ASSERT_FALSE(status.is_ok());
  EXPECT_EQ(status.error().message, "an output is not a node of the graph");
}

TEST(Operations, AreClassedAndNamed) {
  EXPECT_EQ(name_of(Op::kNormalCdf), "Phi");
  EXPECT_EQ(class_of(Op::kSelect), OpClass::kTernary);
  EXPECT_TRUE(is_elementwise(Op::kAdd));
  EXPECT_FALSE(is_elementwise(Op::kSum));
  EXPECT_TRUE(is_commutative(Op::kMul));
  EXPECT_FALSE(is_commutative(Op::kMax));  // max(-0, 0) depends on the order
}

}  // namespace
}  // namespace autumn::expr
