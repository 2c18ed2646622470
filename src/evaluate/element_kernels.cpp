// This file has the table of elementwise loops on plain numbers.
#include "evaluate/element_kernels.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/error.h"
#include "expr/operation.h"

namespace autumn::evaluate {
namespace {

using expr::Op;
using expr::OpClass;

// Short operations are repeated here, so that the compiler sees through them and vectorises the
// loop; the long ones (special functions) are called where the reference calls them.
template <Op op>
double unary(double x) {
  if constexpr (op == Op::kNegate) return -x;
  if constexpr (op == Op::kExp) return std::exp(x);
  if constexpr (op == Op::kLog) return std::log(x);
  if constexpr (op == Op::kLog1p) return std::log1p(x);
  if constexpr (op == Op::kExpm1) return std::expm1(x);
  if constexpr (op == Op::kSqrt) return std::sqrt(x);
  if constexpr (op == Op::kSquare) return x * x;
  if constexpr (op == Op::kInverse) return 1.0 / x;
  if constexpr (op == Op::kAbs) return std::fabs(x);
  if constexpr (op == Op::kSign) return x > 0.0 ? 1.0 : x < 0.0 ? -1.0 : x == 0.0 ? 0.0 : x;
  if constexpr (op == Op::kNot) return x == 0.0 ? 1.0 : 0.0;
  if constexpr (op == Op::kIsNan) return x != x ? 1.0 : 0.0;
  return expr::evaluate_unary(op, x);
}

template <Op op>
double binary(double x, double y) {
  if constexpr (op == Op::kAdd) return x + y;
  if constexpr (op == Op::kSub) return x - y;
  if constexpr (op == Op::kMul) return x * y;
  if constexpr (op == Op::kDiv) return x / y;
  if constexpr (op == Op::kPow) return std::pow(x, y);
  if constexpr (op == Op::kMin) return std::fmin(x, y);
  if constexpr (op == Op::kMax) return std::fmax(x, y);
  if constexpr (op == Op::kLess) return x < y ? 1.0 : 0.0;
  if constexpr (op == Op::kLessEqual) return x <= y ? 1.0 : 0.0;
  if constexpr (op == Op::kEqual) return x == y ? 1.0 : 0.0;
  if constexpr (op == Op::kAnd) return x != 0.0 && y != 0.0 ? 1.0 : 0.0;
  if constexpr (op == Op::kOr) return x != 0.0 || y != 0.0 ? 1.0 : 0.0;
  return expr::evaluate_binary(op, x, y);
}

template <Op op>
double ternary(double x, double y, double z) {
  if constexpr (op == Op::kSelect) return x != 0.0 ? y : z;
  return expr::evaluate_ternary(op, x, y, z);
}

// A scalar is read before the loop.
template <bool is_scalar>
struct Reader {
  explicit Reader(const double* x) : first(*x) {}
  double operator[](std::size_t /*i*/) const { return first; }
  double first;
};

template <>
struct Reader<false> {
  explicit Reader(const double* x) : numbers(x) {}
  double operator[](std::size_t i) const { return numbers[i]; }
  const double* numbers;
};

template <Op op, OpClass op_class, ScalarMask scalars>
void loop(const BoundInstruction& s, Strip strip) {
  const Reader<(scalars & 1) != 0> x(s.in_at(0, strip));
  double* __restrict out = s.out_at(strip);
  if constexpr (op_class == OpClass::kUnary) {
    for (std::size_t i = 0; i < strip.count; ++i) out[i] = unary<op>(x[i]);
  } else {
    const Reader<(scalars & 2) != 0> y(s.in_at(1, strip));
    if constexpr (op_class == OpClass::kBinary) {
      for (std::size_t i = 0; i < strip.count; ++i) out[i] = binary<op>(x[i], y[i]);
    } else {
      const Reader<(scalars & 4) != 0> z(s.in_at(2, strip));
      for (std::size_t i = 0; i < strip.count; ++i) out[i] = ternary<op>(x[i], y[i], z[i]);
    }
  }
}

template <Op op, OpClass op_class>
void single(const BoundInstruction& s, Strip /*strip*/) {
  if constexpr (op_class == OpClass::kUnary) *s.out = unary<op>(*s.in[0]);
  if constexpr (op_class == OpClass::kBinary) *s.out = binary<op>(*s.in[0], *s.in[1]);
  if constexpr (op_class == OpClass::kTernary) {
    *s.out = ternary<op>(*s.in[0], *s.in[1], *s.in[2]);
  }
}

void fill(const BoundInstruction& s, Strip strip) {
  std::fill_n(s.out_at(strip), strip.count, *s.in[0]);
}

void single_mul_add(const BoundInstruction& s, Strip /*strip*/) {
  *s.out = *s.in[0] * *s.in[1] + *s.in[2];
}

void single_exp_mul_add(const BoundInstruction& s, Strip /*strip*/) {
  *s.out = std::exp(*s.in[0] * *s.in[1] + *s.in[2]);
}

void single_mul_sub(const BoundInstruction& s, Strip /*strip*/) {
  *s.out = *s.in[0] * *s.in[1] - *s.in[2];
}

void single_sub_mul(const BoundInstruction& s, Strip /*strip*/) {
  *s.out = *s.in[2] - *s.in[0] * *s.in[1];
}

// The logistic pairs of one number: log(1 + e) and 1 / (1 + e) with e = exp(-|x|).
void single_log1p_exp_pair(const BoundInstruction& s, Strip /*strip*/) {
  const double x = *s.in[0], e = std::exp(-std::fabs(x));
  *s.out = (x > 0.0 ? x : 0.0) + std::log1p(e);
  *s.second = (x < 0.0 ? e : 1.0) / (1.0 + e);
}

void single_log_inv_logit_pair(const BoundInstruction& s, Strip /*strip*/) {
  const double x = *s.in[0], e = std::exp(-std::fabs(x));
  *s.out = (x < 0.0 ? x : 0.0) - std::log1p(e);
  *s.second = (x > 0.0 ? e : 1.0) / (1.0 + e);
}

// The loops of one operation by scalar mask. All operands scalar means one element: `single`.
struct OperationLoops {
  std::array<BoundInstruction::Run, 7> loops{};
  BoundInstruction::Run single = nullptr;
};

template <Op op, OpClass op_class>
constexpr OperationLoops loops_of() {
  if constexpr (op_class == OpClass::kUnary) {
    return {{loop<op, op_class, 0>}, single<op, op_class>};
  } else if constexpr (op_class == OpClass::kBinary) {
    return {{loop<op, op_class, 0>, loop<op, op_class, 1>, loop<op, op_class, 2>},
            single<op, op_class>};
  } else if constexpr (op_class == OpClass::kTernary) {
    return {
        {loop<op, op_class, 0>, loop<op, op_class, 1>, loop<op, op_class, 2>, loop<op, op_class, 3>,
         loop<op, op_class, 4>, loop<op, op_class, 5>, loop<op, op_class, 6>},
        single<op, op_class>};
  } else {
    return {};
  }
}

constexpr std::array kLoops = {
#define AUTUMN_X(kind, name, op_class) loops_of<Op::kind, OpClass::op_class>(),
    AUTUMN_EXPR_OPS(AUTUMN_X)
#undef AUTUMN_X
};

}  // namespace

BoundInstruction::Run element_run(Op op, ScalarMask scalars, bool is_single,
                                  const VectorKernels& kernels) {
  if (op == Op::kBroadcast) return fill;
  const OperationLoops& found = kLoops[static_cast<std::size_t>(op)];
  const BoundInstruction::Run vector =
      kernels.elementwise[static_cast<std::size_t>(op)].at(scalars);
  const BoundInstruction::Run run =
      is_single ? found.single : (vector != nullptr ? vector : found.loops.at(scalars));
  AUTUMN_CHECK(run != nullptr, "the operation is elementwise, with this pattern of scalars");
  return run;
}

BoundInstruction::Run fused_run(Fused kind, ScalarMask scalars, bool is_single,
                                const VectorKernels& kernels) {
  if (is_single) {
    if (kind == Fused::kMulAdd) return single_mul_add;
    if (kind == Fused::kExpMulAdd) return single_exp_mul_add;
    if (kind == Fused::kMulSub) return single_mul_sub;
    if (kind == Fused::kSubMul) return single_sub_mul;
    if (kind == Fused::kLog1pExpPair) return single_log1p_exp_pair;
    if (kind == Fused::kLogInvLogitPair) return single_log_inv_logit_pair;
  }
  const BoundInstruction::Run run = kernels.fused[static_cast<std::size_t>(kind)].at(scalars);
  AUTUMN_CHECK(run != nullptr, "the operation exists with this pattern of scalars");
  return run;
}

}  // namespace autumn::evaluate
