// This file computes the inverse transforms on numbers.
#include "model/unconstrain.h"

#include <fmt/format.h>

#include <Eigen/Cholesky>
#include <Eigen/Dense>
#include <cmath>

#include "base/words.h"
#include "model/constrain_items.h"

namespace autumn::model {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

// Slack for what rounding in a file breaks: Stan's constraint tolerance.
constexpr double kTolerance = 1e-8;

Error outside(const Variable& variable, std::string_view what, const std::string& wanted) {
  return {.message = fmt::format("the value of `{}` {}", variable.name, what),
          .suggestion = fmt::format("it must be {}", wanted),
          .where = variable.where};
}

double at(const std::vector<double>& values, std::size_t i, double otherwise) {
  if (values.empty()) return otherwise;
  return values.size() == 1 ? values[0] : values[i];
}

// What an element may be, in words.
std::string interval_text(SupportKind kind, const SupportValues& s, std::size_t i) {
  switch (kind) {
    case SupportKind::kLower: return fmt::format("finite, and above {}", at(s.lower, i, -INFINITY));
    case SupportKind::kUpper: return fmt::format("finite, and below {}", at(s.upper, i, INFINITY));
    case SupportKind::kInterval:
      return fmt::format("above {} and below {}", at(s.lower, i, -INFINITY),
                         at(s.upper, i, INFINITY));
    default: return "a finite number";
  }
}

// The inverse of one element; NaN if it lies outside.
double free_scalar(SupportKind kind, const SupportValues& s, double x, std::size_t i) {
  const double lower = kind == SupportKind::kUpper ? -INFINITY : at(s.lower, i, -INFINITY);
  const double upper = kind == SupportKind::kLower ? INFINITY : at(s.upper, i, INFINITY);
  if (kind == SupportKind::kReal) return (x - at(s.offset, i, 0.0)) / at(s.multiplier, i, 1.0);
  if (!(x > lower && x < upper)) return NAN;
  if (std::isinf(lower) && std::isinf(upper)) return x;
  if (std::isinf(upper)) return std::log(x - lower);
  if (std::isinf(lower)) return std::log(upper - x);
  return std::log(x - lower) - std::log(upper - x);
}

VectorXd free_simplex(const VectorXd& x) {
  const Eigen::Index k = x.size();
  const bool fits = (x.array() > 0.0).all() && std::fabs(x.sum() - 1.0) <= kTolerance;
  if (!fits) return VectorXd::Constant(k, NAN);  // one too many: cannot be mistaken for an answer
  if (k == 1) return VectorXd(0);
  const std::vector<double> basis = helmert_basis(static_cast<std::size_t>(k));
  const Eigen::Map<const MatrixXd> v(basis.data(), k, k - 1);
  return v.transpose() * x.array().log().matrix();
}

VectorXd free_sum_to_zero(const VectorXd& x) {
  const Eigen::Index k = x.size();
  if (std::fabs(x.sum()) > kTolerance) return VectorXd::Constant(k, NAN);
  if (k == 1) return VectorXd(0);
  const std::vector<double> basis = helmert_basis(static_cast<std::size_t>(k));
  return Eigen::Map<const MatrixXd>(basis.data(), k, k - 1).transpose() * x;
}

// Column by column; one number too many where there is no answer.
VectorXd free_columns(const MatrixXd& x) {
  const Eigen::Index k = x.rows() - 1;
  VectorXd free(k * x.cols());
  for (Eigen::Index c = 0; c < x.cols(); ++c) {
    const VectorXd u = free_simplex(x.col(c));
    if (u.size() != k) return VectorXd::Constant(free.size() + 1, NAN);
    free.segment(c * k, k) = u;
  }
  return free;
}

// W_rows' X W_cols, with one number too many where there is no answer.
VectorXd free_sum_to_zero_matrix(const MatrixXd& x) {
  const bool fits = x.rowwise().sum().cwiseAbs().maxCoeff() <= kTolerance &&
                    x.colwise().sum().cwiseAbs().maxCoeff() <= kTolerance;
  const VectorXd none = VectorXd::Constant((x.rows() - 1) * (x.cols() - 1) + 1, NAN);
  if (!fits) return none;
  const auto basis = [](Eigen::Index n) -> MatrixXd {
    const std::vector<double> w = rotated_helmert_basis(static_cast<std::size_t>(n));
    return Eigen::Map<const MatrixXd>(w.data(), n, n - 1);
  };
  const MatrixXd free = basis(x.rows()).transpose() * x * basis(x.cols());
  return Eigen::Map<const VectorXd>(free.data(), free.size());
}

VectorXd free_ordered(const VectorXd& x, bool is_positive) {
  VectorXd free(x.size());
  for (Eigen::Index i = 0; i < x.size(); ++i) {
    if (i == 0 && !is_positive) {
      free[i] = x[i];
    } else {
      const double step = i == 0 ? x[i] : x[i] - x[i - 1];
      free[i] = step > 0.0 ? std::log(step) : NAN;
    }
  }
  return free;
}

bool is_lower_triangular(const MatrixXd& l) {
  return MatrixXd(l.triangularView<Eigen::StrictlyUpper>()).isZero(0.0);
}

// Row by row, undoing the canonical partial correlations.
VectorXd free_cholesky_corr(const MatrixXd& l) {
  const Eigen::Index k = l.rows();
  VectorXd free(k * (k - 1) / 2);
  // One too many where there is no answer, as for a simplex: a 1 x 1 factor has no free number.
  const VectorXd none = VectorXd::Constant(free.size() + 1, NAN);
  if (!is_lower_triangular(l)) return none;
  Eigen::Index next = 0;
  for (Eigen::Index i = 0; i < k; ++i) {
    if (std::fabs(l.row(i).squaredNorm() - 1.0) > kTolerance || !(l(i, i) > 0.0)) {
      return none;
    }
    double left = 1.0;
    for (Eigen::Index j = 0; j < i; ++j) {
      free[next++] = std::atanh(l(i, j) / std::sqrt(left));
      left -= l(i, j) * l(i, j);
    }
  }
  return free;
}

VectorXd free_cholesky_cov(const MatrixXd& l) {
  std::vector<double> free;
  for (Eigen::Index r = 0; r < l.rows(); ++r) {
    for (Eigen::Index c = 0; c < std::min(r + 1, l.cols()); ++c) {
      free.push_back(r == c ? std::log(l(r, c)) : l(r, c));
    }
  }
  if (!is_lower_triangular(l)) free[0] = NAN;
  return Eigen::Map<const VectorXd>(free.data(), static_cast<Eigen::Index>(free.size()));
}

// The lower Cholesky factor; of NaN if there is none.
MatrixXd factor(const MatrixXd& a) {
  const double scale = std::max(1.0, a.cwiseAbs().maxCoeff());
  const bool is_symmetric = (a - a.transpose()).cwiseAbs().maxCoeff() <= kTolerance * scale;
  const Eigen::LLT<MatrixXd> llt(a);
  if (!is_symmetric || llt.info() != Eigen::Success)
    return MatrixXd::Constant(a.rows(), a.cols(), NAN);
  return llt.matrixL();
}

VectorXd free_item(SupportKind kind, const MatrixXd& x) {
  switch (kind) {
    case SupportKind::kSimplex: return free_simplex(x);
    case SupportKind::kOrdered: return free_ordered(x, false);
    case SupportKind::kPositiveOrdered: return free_ordered(x, true);
    case SupportKind::kSumToZero: return free_sum_to_zero(x);
    case SupportKind::kUnitVector:
      return std::fabs(x.squaredNorm() - 1.0) <= kTolerance
                 ? VectorXd(x)
                 : VectorXd(VectorXd::Constant(x.size(), NAN));
    case SupportKind::kCholeskyCorr: return free_cholesky_corr(x);
    case SupportKind::kCholeskyCov: return free_cholesky_cov(x);
    case SupportKind::kCorrMatrix: return free_cholesky_corr(factor(x));
    case SupportKind::kCovMatrix: return free_cholesky_cov(factor(x));
    case SupportKind::kColumnStochastic: return free_columns(x);
    case SupportKind::kSumToZeroMatrix: return free_sum_to_zero_matrix(x);
    case SupportKind::kReal:
    case SupportKind::kLower:
    case SupportKind::kUpper:
    case SupportKind::kInterval: break;
  }
  internal_error("the support is one of whole vectors or matrices", __FILE__, __LINE__);
}

Result<std::vector<double>> unconstrain_items(const Variable& variable,
                                              std::span<const double> values) {
  const std::size_t rank = item_rank(variable.support.kind);
  const std::size_t n = variable.dims.size();
  const std::size_t rows = variable.dims[n - rank];
  const std::size_t cols = rank == 2 ? variable.dims[n - 1] : 1;
  const std::size_t count = values.empty() ? 0 : values.size() / (rows * cols);
  const std::size_t size = unconstrained_size(variable.support.kind, variable.dims);
  std::vector<double> free(size);
  for (std::size_t item = 0; item < count; ++item) {
    MatrixXd x(rows, cols);
    for (std::size_t e = 0; e < rows * cols; ++e) x.data()[e] = values[item + count * e];
    const VectorXd u = free_item(variable.support.kind, x);
    if (u.size() * count != size || !u.allFinite()) {
      const std::string which = count == 1 ? "" : fmt::format(" in item {}", item + 1);
      return outside(variable, "is outside its support" + which,
                     with_article(name_of(variable.support.kind)));
    }
    for (Eigen::Index k = 0; k < u.size(); ++k) free[item + count * k] = u[k];
  }
  return free;
}

}  // namespace

Result<std::vector<double>> unconstrain(const Variable& variable, const SupportValues& support,
                                        std::span<const double> values) {
  if (values.size() != node_shape(variable.dims).size()) {
    const std::size_t wanted = node_shape(variable.dims).size();
    return outside(variable, "has " + counted(values.size(), "number"), counted(wanted, "number"));
  }
  if (item_rank(variable.support.kind) > 0) return unconstrain_items(variable, values);
  std::vector<double> free(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    free[i] = free_scalar(variable.support.kind, support, values[i], i);
    if (!std::isfinite(free[i])) {
      return outside(variable,
                     fmt::format("is outside its support: element {} is {}", i + 1, values[i]),
                     interval_text(variable.support.kind, support, i));
    }
  }
  return free;
}

}  // namespace autumn::model
