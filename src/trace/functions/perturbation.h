// Perturbation theory: how the factors of a matrix change with it, for decompositions with complex
// factors.
//
// It leaves the phases of vectors open, which are whatever the algorithm makes of them: how fast
// they turn is for the caller to say (`phases`).
#pragma once

#include <Eigen/Dense>
#include <complex>
#include <vector>

#include "trace/functions/dual.h"

namespace autumn::trace::perturbation {

using Complex = std::complex<double>;
using Matrix = Eigen::MatrixXcd;
template <typename Number>
using ComplexOf = Eigen::Matrix<std::complex<Number>, Eigen::Dynamic, Eigen::Dynamic>;
template <typename Number>
using RealOf = Eigen::Matrix<Number, Eigen::Dynamic, Eigen::Dynamic>;
using Phases = Eigen::VectorXd;

inline constexpr Complex kI{0.0, 1.0};

template <typename Number>
RealOf<Number> real_of(const ComplexOf<Number>& a) {
  return a.unaryExpr([](const std::complex<Number>& z) { return z.real(); });
}

// ---- perturbation theory ----

// With A = V diag(l) V^-1: slopes of V whose columns keep their length and their phase.
inline Matrix slope_of_vectors(const Matrix& v, const Matrix& inner, const Matrix& l) {
  const Eigen::Index n = v.cols();
  Matrix mix = Matrix::Zero(n, n);
  for (Eigen::Index k = 0; k < n; ++k) {
    for (Eigen::Index j = 0; j < n; ++j) {
      if (j != k) mix(j, k) = inner(j, k) / (l(k) - l(j));
    }
  }
  Matrix slope = v * mix;
  for (Eigen::Index k = 0; k < n; ++k) slope.col(k) -= v.col(k) * v.col(k).dot(slope.col(k));
  return slope;
}

inline Matrix turned(const Matrix& slope, const Matrix& vectors, const Phases& phases) {
  return slope + vectors * (kI * phases.cast<Complex>()).asDiagonal();
}

// Of a matrix that is real, or complex, by its eigenvalues and vectors of length one.
template <bool kIsReal>
struct General {
  Matrix vectors;
  Matrix values;

  explicit General(const Matrix& a) : vectors(turning<double>(a)), values(values_of(a)) {}

  // The vectors whose phases are open.
  template <typename Number>
  static ComplexOf<Number> turning(const ComplexOf<Number>& a) {
    if constexpr (kIsReal) {
      return Eigen::EigenSolver<RealOf<Number>>(real_of(a)).eigenvectors();
    } else {
      return Eigen::ComplexEigenSolver<ComplexOf<Number>>(a).eigenvectors();
    }
  }
  static Matrix values_of(const Matrix& a) {
    if constexpr (kIsReal) return Eigen::EigenSolver<Eigen::MatrixXd>(a.real()).eigenvalues();
    return Eigen::ComplexEigenSolver<Matrix>(a).eigenvalues();
  }
  [[nodiscard]] const Matrix& turning_vectors() const { return vectors; }
  static Matrix direction(const Matrix& e) { return e; }
  [[nodiscard]] std::vector<Matrix> parts() const { return {vectors, values}; }
  [[nodiscard]] std::vector<Matrix> slopes(const Matrix& e, const Phases& phases) const {
    const Matrix inner = vectors.partialPivLu().solve(e * vectors);
    return {turned(slope_of_vectors(vectors, inner, values), vectors, phases), inner.diagonal()};
  }
};

// Of a matrix that equals its conjugate transpose: slopes are along such matrices.
struct Hermitian {
  Matrix vectors;
  Matrix values;

  explicit Hermitian(const Matrix& a) {
    const Eigen::SelfAdjointEigenSolver<Matrix> solver(a);
    vectors = solver.eigenvectors();
    values = solver.eigenvalues().cast<Complex>();
  }
  template <typename Number>
  static ComplexOf<Number> turning(const ComplexOf<Number>& a) {
    return Eigen::SelfAdjointEigenSolver<ComplexOf<Number>>(a).eigenvectors();
  }
  [[nodiscard]] const Matrix& turning_vectors() const { return vectors; }
  static Matrix direction(const Matrix& e) { return 0.5 * (e + e.adjoint()); }
  [[nodiscard]] std::vector<Matrix> parts() const { return {vectors, values}; }
  [[nodiscard]] std::vector<Matrix> slopes(const Matrix& e, const Phases& phases) const {
    const Matrix inner = vectors.adjoint() * e * vectors;
    return {turned(slope_of_vectors(vectors, inner, values), vectors, phases),
            inner.diagonal().real().cast<Complex>()};
  }
};

// A = U T U* with T above the diagonal. With dU = U W, W = -W*, what is below the diagonal of
// dT = U* dA U + T W - W T is zero, which gives W there from the last row up and from the left.
struct Schur {
  Matrix u;
  Matrix t;

  explicit Schur(const Matrix& a) {
    const Eigen::ComplexSchur<Matrix> schur(a);
    u = schur.matrixU();
    t = schur.matrixT();
  }
  template <typename Number>
  static ComplexOf<Number> turning(const ComplexOf<Number>& a) {
    return Eigen::ComplexSchur<ComplexOf<Number>>(a).matrixU();
  }
  [[nodiscard]] const Matrix& turning_vectors() const { return u; }
  static Matrix direction(const Matrix& e) { return e; }
  [[nodiscard]] std::vector<Matrix> parts() const { return {u, t}; }
  [[nodiscard]] std::vector<Matrix> slopes(const Matrix& e, const Phases& phases) const {
    const Matrix inner = u.adjoint() * e * u;
    const Matrix w = rotation(inner, phases);
    Matrix dt = inner + t * w - w * t;
    dt.triangularView<Eigen::StrictlyLower>().setZero();
    return {u * w, dt};
  }
  [[nodiscard]] Matrix rotation(const Matrix& inner, const Phases& phases) const {
    const Eigen::Index n = t.rows();
    Matrix w = Matrix::Zero(n, n);
    for (Eigen::Index i = n - 1; i > 0; --i) {
      for (Eigen::Index j = 0; j < i; ++j) {
        Complex rest = -inner(i, j);
        for (Eigen::Index k = i + 1; k < n; ++k) rest -= t(i, k) * w(k, j);
        for (Eigen::Index k = 0; k < j; ++k) rest += w(i, k) * t(k, j);
        w(i, j) = rest / (t(i, i) - t(j, j));
      }
    }
    Matrix whole = w - w.adjoint();
    whole.diagonal() = kI * phases.cast<Complex>();
    return whole;
  }
};

// A = U S V*, thin.
struct Singular {
  Matrix u;
  Eigen::VectorXd s;
  Matrix v;

  explicit Singular(const Matrix& a) {
    const Eigen::JacobiSVD<Matrix> svd(a, Eigen::ComputeThinU | Eigen::ComputeThinV);
    u = svd.matrixU();
    s = svd.singularValues();
    v = svd.matrixV();
  }
  template <typename Number>
  static ComplexOf<Number> turning(const ComplexOf<Number>& a) {
    return Eigen::JacobiSVD<ComplexOf<Number>>(a, Eigen::ComputeThinU | Eigen::ComputeThinV)
        .matrixV();
  }
  [[nodiscard]] const Matrix& turning_vectors() const { return v; }
  static Matrix direction(const Matrix& e) { return e; }
  [[nodiscard]] std::vector<Matrix> parts() const { return {u, s.cast<Complex>(), v}; }
  [[nodiscard]] std::vector<Matrix> slopes(const Matrix& e, const Phases& phases) const {
    const Matrix inner = u.adjoint() * e * v;
    Matrix of_u(s.size(), s.size());
    Matrix of_v(s.size(), s.size());
    for (Eigen::Index j = 0; j < s.size(); ++j) {
      for (Eigen::Index i = 0; i < s.size(); ++i) {
        const Complex other = std::conj(inner(j, i));
        const double gap = (s[j] - s[i]) * (s[j] + s[i]);
        of_u(i, j) = (inner(i, j) * s[j] + s[i] * other) / gap;
        of_v(i, j) = (s[i] * inner(i, j) + other * s[j]) / gap;
      }
      of_v(j, j) = kI * phases[j];
      of_u(j, j) = kI * (phases[j] + inner(j, j).imag() / s[j]);
    }
    const auto outside = [&](const Matrix& basis, const Matrix& x) -> Matrix {
      return (x - basis * (basis.adjoint() * x)) * s.cwiseInverse().cast<Complex>().asDiagonal();
    };
    return {u * of_u + outside(u, e * v), inner.diagonal().real().cast<Complex>(),
            v * of_v + outside(v, e.adjoint() * u)};
  }
};

// The values of a decomposition alone, which no phase goes into.
template <typename Decomposition>
struct Values : Decomposition {
  using Decomposition::Decomposition;
  [[nodiscard]] std::vector<Matrix> parts() const { return {Decomposition::parts()[1]}; }
  [[nodiscard]] std::vector<Matrix> slopes(const Matrix& e, const Phases& phases) const {
    return {Decomposition::slopes(e, phases)[1]};
  }
};

template <typename Decomposition>
constexpr bool kHasPhases = true;
template <typename Decomposition>
constexpr bool kHasPhases<Values<Decomposition>> = false;

}  // namespace autumn::trace::perturbation
