// These tests put elementwise operations as graphs have them, whether a program can make them or
// not, in the mean and in the scale of what is observed.
#include <gtest/gtest.h>

#include "dist/list.h"
#include "expr/builder.h"
#include "laws/examine.h"

namespace autumn::laws {
namespace {

using expr::NodeId;
using expr::Op;

// Derivatives that are not differentiated again: no variable can be in them.
bool is_last_derivative(Op op) {
  return op == Op::kPolygamma || op == Op::kLogGammaPDa || op == Op::kLogGammaQDa ||
         op == Op::kLogIncBetaDa || op == Op::kLogIncBetaDb;
}

std::size_t arity(Op op) {
  switch (expr::class_of(op)) {
    case expr::OpClass::kUnary: return 1;
    case expr::OpClass::kBinary: return 2;
    case expr::OpClass::kTernary: return 3;
    case expr::OpClass::kLeaf:
    case expr::OpClass::kStructural:
    case expr::OpClass::kPlaceholder: return 0;
  }
  return 0;
}

// Three variables, and one number with a normal density that has the operation on some of them in
// its mean or scale; the others are in the mean as well.
class Sentence {
 public:
  Sentence() {
    for (const char* name : {"a", "b", "c"}) {
      const NodeId node = builder_.input(name, expr::Shape::scalar());
      model_.variables.push_back(
          {.name = name, .dims = {}, .support = {}, .node = node, .where = {}});
      add("normal", node, {builder_.constant(0.5), builder_.constant(1.0)});
    }
  }

  // The operation on variables from number `first` on, around.
  [[nodiscard]] NodeId apply(Op op, std::size_t first) {
    std::vector<NodeId> operands;
    for (std::size_t k = 0; k < arity(op); ++k) {
      operands.push_back(model_.variables[(first + k) % 3].node);
    }
    return builder_.apply(op, operands);
  }
  [[nodiscard]] NodeId plus_a(NodeId x) {
    return builder_.apply(Op::kAdd, {x, model_.variables[0].node});
  }
  [[nodiscard]] NodeId number(double x) { return builder_.constant(x); }

  void add(std::string_view distribution, NodeId value, std::vector<NodeId> arguments) {
    model_.factors.push_back({.distribution = dist::find(distribution),
                              .value = value,
                              .arguments = std::move(arguments),
                              .label = "y",
                              .where = {}});
  }

  [[nodiscard]] model::Model finish() && {
    model_.graph = std::move(builder_).finish({});
    return std::move(model_);
  }

 private:
  expr::Builder builder_;
  model::Model model_;
};

void expect_laws(const model::Model& model, Op op) {
  for (std::uint64_t seed = 0; seed < 2; ++seed) {
    const Verdict verdict = examine(model, seed);
    ASSERT_TRUE(verdict.holds()) << expr::name_of(op) << ", not: " << verdict.law << "\n"
                                 << verdict.detail << "\n"
                                 << to_text(model);
  }
}

TEST(GraphLaws, HoldForEveryElementwiseOperation) {
  for (const Op op : {
#define AUTUMN_X(kind, name, op_class) Op::kind,
           AUTUMN_EXPR_OPS(AUTUMN_X)
#undef AUTUMN_X
       }) {
    if (arity(op) == 0 || is_last_derivative(op)) continue;
    for (std::size_t first = 0; first < 3; ++first) {
      Sentence mean;
      mean.add("normal", mean.number(0.3), {mean.apply(op, first), mean.number(0.8)});
      expect_laws(std::move(mean).finish(), op);
      Sentence sum;
      sum.add("normal", sum.number(0.3), {sum.plus_a(sum.apply(op, first)), sum.number(0.8)});
      expect_laws(std::move(sum).finish(), op);
      Sentence scale;
      scale.add("normal", scale.number(0.3),
                {scale.plus_a(scale.number(0.0)), scale.apply(op, first)});
      expect_laws(std::move(scale).finish(), op);
    }
  }
}

}  // namespace
}  // namespace autumn::laws
