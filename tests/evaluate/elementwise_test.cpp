// These tests compare every elementwise operation with the reference: to the bit, or to the
// accuracy of our own vector functions.
#include <string>

#include "evaluate/support.h"

namespace autumn::evaluate {
namespace {

using expr::Builder;
using expr::NodeId;
using expr::Op;
using expr::OpClass;
using expr::Shape;

constexpr std::array kOps = {
#define AUTUMN_X(kind, name, op_class) Op::kind,
    AUTUMN_EXPR_OPS(AUTUMN_X)
#undef AUTUMN_X
};

std::size_t arity(Op op) {
  switch (expr::class_of(op)) {
    case OpClass::kUnary: return 1;
    case OpClass::kBinary: return 2;
    case OpClass::kTernary: return 3;
    case OpClass::kLeaf:
    case OpClass::kStructural:
    case OpClass::kPlaceholder: break;
  }
  return 0;
}

// Ordinary numbers of all signs and sizes, with the special ones mixed in.
double awkward_number(Random& random) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  constexpr double kSpecial[] = {0.0,       -0.0,       1.0,
                                 -1.0,      0.5,        2.0,
                                 kInfinity, -kInfinity, std::numeric_limits<double>::quiet_NaN(),
                                 1e-300,    1e300,      3.0};
  switch (random.below(4)) {
    case 0: return kSpecial[random.below(std::size(kSpecial))];
    case 1: return random.uniform();
    case 2: return 3.0 * random.normal();
    default: return static_cast<double>(random.below(6));
  }
}

expr::Array awkward_array(Shape shape, Random& random) {
  expr::Array array{shape, std::vector<double>(shape.size())};
  for (double& x : array.numbers) x = awkward_number(random);
  return array;
}

// What vector functions of our own may differ by, relative to the result: their errors as stated in
// math_inl.h and gamma_inl.h, and the reference's. 0: the same bits.
double tolerance(Op op) {
  constexpr double kU = 0x1p-53;
  switch (op) {
    case Op::kExp:
    case Op::kLog:
    case Op::kLog1p:
    case Op::kLog1m: return 4 * kU;
    case Op::kExpm1:
    case Op::kInvLogit:
    case Op::kLog1pExp:
    case Op::kLogInvLogit:
    case Op::kLmultiply:
    case Op::kMultiplyLog1m: return 6 * kU;
    case Op::kTanh:
    case Op::kLogAddExp: return 8 * kU;
    case Op::kPow: return 2e-14;
    case Op::kLgamma:
    case Op::kDigamma: return 5e-14;
    case Op::kLogRising:
    case Op::kDigammaDiff: return 1e-13;
    default: return 0.0;
  }
}

// Near zeros of these the error is that of their terms.
double floor_of(Op op) {
  return op == Op::kLogRising || op == Op::kLogAddExp ? 1.0 : 0.0;
}

struct Case {
  Op op;
  std::size_t size;
  unsigned scalars;       // bit k: operand k is a scalar
  bool last_is_constant;  // the last operand is a constant of the graph
};

void compare(const Case& c, Random& random) {
  Builder builder;
  std::vector<NodeId> operands;
  std::vector<expr::Array> inputs;
  for (std::size_t k = 0; k < arity(c.op); ++k) {
    const bool is_scalar = (c.scalars >> k & 1) != 0;
    const expr::Array x =
        awkward_array(is_scalar ? Shape::scalar() : Shape::vector(c.size), random);
    if (c.last_is_constant && k > 0 && k + 1 == arity(c.op)) {
      operands.push_back(builder.constant(x.shape, x.numbers));
    } else {
      operands.push_back(builder.input("x" + std::to_string(k), x.shape));
      inputs.push_back(x);
    }
  }
  const NodeId result = builder.apply(c.op, operands);
  expect_reference_by(std::move(builder).finish({result}), inputs,
                      [&](std::span<const double> got, const expr::Array& want) {
                        return agrees_relatively(got, want, tolerance(c.op), floor_of(c.op));
                      });
}

bool is_slow(Op op) {
  return op == Op::kLogIncBetaDa || op == Op::kLogIncBetaDb || op == Op::kLogGammaPDa ||
         op == Op::kLogGammaQDa;
}

TEST(Elementwise, EveryOperationEqualsTheReferenceForAllSizesAndScalarOperands) {
  Random random = test_random(1);
  for (const Op op : kOps) {
    if (!expr::is_elementwise(op)) continue;
    SCOPED_TRACE(name_of(op));
    for (const std::size_t size : {0, 1, 7, 8, 255, 256, 257, 1000}) {
      if (is_slow(op) && size > 8) continue;
      for (unsigned scalars = 0; scalars < 1U << arity(op); ++scalars) {
        compare({op, size, scalars, false}, random);
        if (HasFatalFailure()) return;
      }
    }
  }
}

TEST(Elementwise, AConstantOperandIsReadInPlace) {
  Random random = test_random(2);
  for (const Op op : kOps) {
    if (!expr::is_elementwise(op) || is_slow(op)) continue;
    SCOPED_TRACE(name_of(op));
    for (const std::size_t size : {1, 8, 600}) {
      for (unsigned scalars = 0; scalars < 1U << arity(op); ++scalars) {
        compare({op, size, scalars, true}, random);
        if (HasFatalFailure()) return;
      }
    }
  }
}

// The slow ones run through the same loops; one long array each shows that they do in strips.
TEST(Elementwise, SlowOperationsEqualTheReferenceInStrips) {
  Random random = test_random(3);
  for (const Op op : kOps) {
    if (!is_slow(op)) continue;
    SCOPED_TRACE(name_of(op));
    compare({op, 300, 0, false}, random);
    compare({op, 300, 1, false}, random);
  }
}

TEST(Elementwise, MatricesAreArraysLikeVectors) {
  Random random = test_random(4);
  Builder builder;
  const NodeId x = builder.input("x", Shape::matrix(20, 30));
  const NodeId y = builder.input("y", Shape::scalar());
  const NodeId product = builder.apply(Op::kMul, {y, builder.apply(Op::kExp, {x})});
  const expr::Graph graph = std::move(builder).finish({product});
  expect_reference(graph, random_inputs(graph, random), 1e-15);
}

}  // namespace
}  // namespace autumn::evaluate
