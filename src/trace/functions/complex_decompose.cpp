// This file has the decompositions with complex results: eigenvectors, Schur's, and singular
// vectors of complex matrices.
//
// Each is a function of the real and imaginary parts of the matrix, side by side. Slopes are
// perturbation theory's. It leaves the phases of vectors open, which are whatever the algorithm
// makes of them: their slopes are those of the algorithm, run on dual numbers.
#include <algorithm>
#include <complex>

#include "stan/types/leaves.h"
#include "trace/complex.h"
#include "trace/functions/common.h"
#include "trace/functions/groups.h"
#include "trace/functions/matrix_function.h"
#include "trace/functions/perturbation.h"

namespace autumn::trace {
namespace {

using namespace perturbation;  // NOLINT: its names are those of this file

// ---- functions of real and imaginary parts ----

// Side by side; a square matrix stands for a real one.
Matrix unstacked(const Eigen::Map<const Eigen::MatrixXd>& a, Eigen::Index cols) {
  Matrix m = a.leftCols(cols).cast<Complex>();
  if (a.cols() > cols) m += kI * a.rightCols(cols).cast<Complex>();
  return m;
}

void write(const std::vector<Matrix>& parts, double* to) {
  for (const Matrix& part : parts) {
    to = std::transform(part.data(), part.data() + part.size(), to,
                        [](const Complex& z) { return z.real(); });
    to = std::transform(part.data(), part.data() + part.size(), to,
                        [](const Complex& z) { return z.imag(); });
  }
}

// How fast the algorithm turns its vectors when the matrix moves in a direction.
template <typename Decomposition>
Phases phases_of(const Decomposition& at, const Matrix& a, const Matrix& e) {
  if constexpr (!kHasPhases<Decomposition>) return Phases::Zero(at.turning_vectors().cols());
  ComplexOf<Dual> moved(a.rows(), a.cols());
  for (Eigen::Index i = 0; i < a.size(); ++i) {
    moved(i) = {Dual(a(i).real(), e(i).real()), Dual(a(i).imag(), e(i).imag())};
  }
  const ComplexOf<Dual> vectors = Decomposition::template turning<Dual>(moved);
  const Matrix slopes = vectors.unaryExpr(
      [](const std::complex<Dual>& z) { return Complex(z.real().slope, z.imag().slope); });
  Phases phases(slopes.cols());
  for (Eigen::Index k = 0; k < slopes.cols(); ++k) {
    phases[k] = at.turning_vectors().col(k).dot(slopes.col(k)).imag();
  }
  return phases;
}

enum class Parts : std::uint8_t { kReal, kComplex };

template <typename Decomposition, Parts kParts>
void evaluate(const Eigen::Map<const Eigen::MatrixXd>& stacked, std::span<double> value,
              Eigen::Map<Eigen::MatrixXd>* jacobian) {
  const Eigen::Index cols = kParts == Parts::kReal ? stacked.cols() : stacked.cols() / 2;
  const Matrix a = unstacked(stacked, cols);
  const Decomposition at(a);
  if (!value.empty()) write(at.parts(), value.data());
  if (jacobian == nullptr) return;
  for (Eigen::Index k = 0; k < stacked.size(); ++k) {
    Matrix unit = Matrix::Zero(a.rows(), a.cols());
    unit(k % a.size()) = k < a.size() ? Complex(1.0) : kI;
    const Matrix e = Decomposition::direction(unit);
    write(at.slopes(e, phases_of(at, a, e)), jacobian->col(k).data());
  }
}

template <typename Decomposition, Parts kParts>
constexpr MatrixFunction kFunction{"decompose", evaluate<Decomposition, kParts>};

// The real and imaginary parts of all parts, one after the other.
template <typename ForReal, typename ForComplex>
Value stack(const BuiltinCall& call, std::size_t size) {
  const Value& a = call.arguments[0];
  const BuiltinCall stacked{call.machine, call.interpreter, call.arguments, kVectorType,
                            call.syntax};
  if (!a.is_composite()) return apply(stacked, kFunction<ForReal, Parts::kReal>, a, {2 * size});
  const Dims both{a.dims()[0], 2 * a.dims()[1]};
  const Value sides = call.machine.concat(a.leaves(), kMatrixType, both);
  return apply(stacked, kFunction<ForComplex, Parts::kComplex>, sides, {2 * size});
}

// The leaves of a part that begins at this place of the stack.
std::vector<Value> leaves_at(const BuiltinCall& call, const Value& stack, std::size_t first,
                             const Dims& dims) {
  const stan::Type type = dims.size() == 1 ? kVectorType : kMatrixType;
  const auto leaf = [&](std::size_t begin) {
    return moved(call.machine, stack, type, dims, [=](std::size_t i) { return begin + i; });
  };
  return {leaf(2 * first), leaf(2 * first + size_of(dims))};
}

enum class Wanted : std::uint8_t { kFirst, kSecond, kBoth };

Value wanted_of(const BuiltinCall& call, Wanted wanted, std::vector<Value> first,
                std::vector<Value> second) {
  if (wanted == Wanted::kFirst) return Value::composite(call.type, std::move(first));
  if (wanted == Wanted::kSecond) return Value::composite(call.type, std::move(second));
  first.insert(first.end(), second.begin(), second.end());
  return Value::composite(call.type, std::move(first));
}

std::size_t square_size(const BuiltinCall& call) {
  const Dims& dims = call.arguments[0].dims();
  require_equal(call, "numbers of rows and columns", dims[0], dims[1]);
  return dims[0];
}

template <typename ForReal, typename ForComplex>
Value eigenvalues(const BuiltinCall& call) {
  const std::size_t n = square_size(call);
  const Value all = stack<Values<ForReal>, Values<ForComplex>>(call, n);
  return Value::composite(call.type, leaves_at(call, all, 0, {n}));
}

template <typename ForReal, typename ForComplex, Wanted kWanted>
Value eigen(const BuiltinCall& call) {
  const std::size_t n = square_size(call);
  const Value all = stack<ForReal, ForComplex>(call, n * n + n);
  return wanted_of(call, kWanted, leaves_at(call, all, 0, {n, n}),
                   leaves_at(call, all, n * n, {n}));
}

template <Wanted kWanted>
Value schur(const BuiltinCall& call) {
  const std::size_t n = square_size(call);
  const Value all = stack<Schur, Schur>(call, 2 * n * n);
  return wanted_of(call, kWanted, leaves_at(call, all, 0, {n, n}),
                   leaves_at(call, all, n * n, {n, n}));
}

struct SingularParts {
  std::vector<Value> u;
  Value s;
  std::vector<Value> v;
};

SingularParts singular_parts(const BuiltinCall& call) {
  const std::size_t m = call.arguments[0].dims()[0];
  const std::size_t n = call.arguments[0].dims()[1];
  const std::size_t k = std::min(m, n);
  const Value all = stack<Singular, Singular>(call, m * k + k + n * k);
  return {leaves_at(call, all, 0, {m, k}), leaves_at(call, all, m * k, {k})[0],
          leaves_at(call, all, m * k + k, {n, k})};
}

Value complex_svd(const BuiltinCall& call) {
  const SingularParts p = singular_parts(call);
  return Value::composite(call.type, {p.u[0], p.u[1], p.s, p.v[0], p.v[1]});
}

Value complex_svd_u(const BuiltinCall& call) {
  return Value::composite(call.type, singular_parts(call).u);
}

Value complex_svd_v(const BuiltinCall& call) {
  return Value::composite(call.type, singular_parts(call).v);
}

Value complex_singular_values(const BuiltinCall& call) {
  const Dims& dims = call.arguments[0].dims();
  const std::size_t k = std::min(dims[0], dims[1]);
  return leaves_at(call, stack<Values<Singular>, Values<Singular>>(call, k), 0, {k})[0];
}

constexpr BuiltinEntry kComplexDecomposeFunctions[] = {
    {"eigenvectors", eigen<General<true>, General<false>, Wanted::kFirst>},
    {"eigenvalues", eigenvalues<General<true>, General<false>>},
    {"eigendecompose", eigen<General<true>, General<false>, Wanted::kBoth>},
    {"complex eigenvectors_sym", eigen<Hermitian, Hermitian, Wanted::kFirst>},
    {"complex eigenvalues_sym", eigenvalues<Hermitian, Hermitian>},
    {"complex eigendecompose_sym", eigen<Hermitian, Hermitian, Wanted::kBoth>},
    {"complex_schur_decompose_u", schur<Wanted::kFirst>},
    {"complex_schur_decompose_t", schur<Wanted::kSecond>},
    {"complex_schur_decompose", schur<Wanted::kBoth>},
    {"complex svd", complex_svd},
    {"complex svd_U", complex_svd_u},
    {"complex svd_V", complex_svd_v},
    {"complex singular_values", complex_singular_values},
};

}  // namespace

std::span<const BuiltinEntry> complex_decompose_functions() {
  return kComplexDecomposeFunctions;
}

}  // namespace autumn::trace
