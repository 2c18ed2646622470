// The table of elementwise loops. This is the seam for vector kernels: a faster exp, log or lgamma
// over an array replaces its row here, and nothing else changes.
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
void loop(const double* px, const double* py, const double* pz, double* __restrict out,
          std::size_t n) {
  const Reader<(scalars & 1) != 0> x(px);
  if constexpr (op_class == OpClass::kUnary) {
    for (std::size_t i = 0; i < n; ++i) out[i] = unary<op>(x[i]);
  } else {
    const Reader<(scalars & 2) != 0> y(py);
    if constexpr (op_class == OpClass::kBinary) {
      for (std::size_t i = 0; i < n; ++i) out[i] = binary<op>(x[i], y[i]);
    } else {
      const Reader<(scalars & 4) != 0> z(pz);
      for (std::size_t i = 0; i < n; ++i) out[i] = ternary<op>(x[i], y[i], z[i]);
    }
  }
}

template <Op op, OpClass op_class>
void single(const double* x, const double* y, const double* z, double* out, std::size_t /*n*/) {
  if constexpr (op_class == OpClass::kUnary) *out = unary<op>(*x);
  if constexpr (op_class == OpClass::kBinary) *out = binary<op>(*x, *y);
  if constexpr (op_class == OpClass::kTernary) *out = ternary<op>(*x, *y, *z);
}

void fill(const double* x, const double* /*y*/, const double* /*z*/, double* out, std::size_t n) {
  std::fill_n(out, n, *x);
}

// The loops of one operation by scalar mask. All operands scalar means one element: `single`.
struct Row {
  std::array<ElementKernel, 7> loops{};
  ElementKernel single = nullptr;
};

template <Op op, OpClass op_class>
constexpr Row row() {
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

constexpr std::array kRows = {
#define AUTUMN_X(kind, name, op_class) row<Op::kind, OpClass::op_class>(),
    AUTUMN_EXPR_OPS(AUTUMN_X)
#undef AUTUMN_X
};

}  // namespace

ElementKernel element_kernel(Op op, ScalarMask scalars, bool is_single) {
  if (op == Op::kBroadcast) return fill;
  const Row& row = kRows[static_cast<std::size_t>(op)];
  const ElementKernel kernel = is_single ? row.single : row.loops.at(scalars);
  AUTUMN_CHECK(kernel != nullptr, "the operation is elementwise, with this pattern of scalars");
  return kernel;
}

}  // namespace autumn::evaluate
