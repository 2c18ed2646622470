// This file tests numbers against domains, and writes domains as indicator expressions.
#include "dist/domain.h"

#include <Eigen/Cholesky>
#include <Eigen/Dense>
#include <cmath>

#include "base/numbers.h"

namespace autumn::dist {
namespace {

using expr::Operand;
using expr::Term;

// Slack for constraints that rounding breaks (sums to one, unit rows, symmetry): Stan's constraint
// tolerance.
constexpr double kTolerance = 1e-8;

bool is_element_in(Domain domain, double x) {
  switch (domain) {
    case Domain::kReal: return !std::isnan(x);
    case Domain::kPositive: return x > 0.0;
    case Domain::kNonNegative: return x >= 0.0;
    case Domain::kUnit: return x >= 0.0 && x <= 1.0;
    case Domain::kOpenUnit: return x > 0.0 && x < 1.0;
    case Domain::kInteger: return std::floor(x) == x && std::isfinite(x);
    case Domain::kCount: return x >= 0.0 && std::floor(x) == x && std::isfinite(x);
    case Domain::kPositiveCount: return x >= 1.0 && std::floor(x) == x && std::isfinite(x);
    case Domain::kBinary: return x == 0.0 || x == 1.0;
    case Domain::kSimplex:
    case Domain::kOrdered:
    case Domain::kCholeskyFactor:
    case Domain::kCholeskyCorr:
    case Domain::kPositiveDefinite:
    case Domain::kCorrelation: break;
  }
  internal_error("the domain is one of single numbers", __FILE__, __LINE__);
}

Eigen::Map<const Eigen::MatrixXd> as_matrix(const Operand& x) {
  return {x.numbers.data(), x.shape.rows, x.shape.cols};
}

// A vector is one item; of a matrix, each row is.
Eigen::MatrixXd items_as_rows(const Operand& x) {
  if (x.shape.is_matrix()) return as_matrix(x);
  return as_matrix(x).transpose();
}

bool are_simplexes(const Eigen::MatrixXd& rows) {
  for (Eigen::Index r = 0; r < rows.rows(); ++r) {
    const bool fits =
        (rows.row(r).array() >= 0.0).all() && std::fabs(rows.row(r).sum() - 1.0) <= kTolerance;
    if (!fits) return false;
  }
  return true;
}

bool are_ordered(const Eigen::MatrixXd& rows) {
  for (Eigen::Index c = 1; c < rows.cols(); ++c) {
    if (!(rows.col(c).array() > rows.col(c - 1).array()).all()) return false;
  }
  return rows.allFinite();
}

bool is_cholesky(const Eigen::MatrixXd& l) {
  const Eigen::MatrixXd above = l.triangularView<Eigen::StrictlyUpper>();
  return above.isZero(0.0) && (l.diagonal().array() > 0.0).all() && l.allFinite();
}

bool is_positive_definite(const Eigen::MatrixXd& a) {
  if (a.rows() != a.cols() || !a.allFinite()) return false;
  const double scale = std::max(1.0, a.cwiseAbs().maxCoeff());
  if ((a - a.transpose()).cwiseAbs().maxCoeff() > kTolerance * scale) return false;
  return Eigen::LLT<Eigen::MatrixXd>(a).info() == Eigen::Success;
}

bool is_array_in(Domain domain, const Operand& x) {
  switch (domain) {
    case Domain::kSimplex: return are_simplexes(items_as_rows(x));
    case Domain::kOrdered: return are_ordered(items_as_rows(x));
    case Domain::kCholeskyFactor: return is_cholesky(as_matrix(x));
    case Domain::kCholeskyCorr:
      return is_cholesky(as_matrix(x)) &&
             ((as_matrix(x).rowwise().squaredNorm().array() - 1.0).abs() <= kTolerance).all();
    case Domain::kPositiveDefinite: return is_positive_definite(as_matrix(x));
    case Domain::kCorrelation:
      return is_positive_definite(as_matrix(x)) &&
             ((as_matrix(x).diagonal().array() - 1.0).abs() <= kTolerance).all();
    case Domain::kReal:
    case Domain::kPositive:
    case Domain::kNonNegative:
    case Domain::kUnit:
    case Domain::kOpenUnit:
    case Domain::kInteger:
    case Domain::kCount:
    case Domain::kPositiveCount:
    case Domain::kBinary: break;
  }
  internal_error("the domain is one of whole arrays", __FILE__, __LINE__);
}

Term all(Term truths) {
  return min_element(truths);
}

Term items_as_rows(Term x) {
  return x.shape().is_matrix() ? x : reshape(x, expr::Shape::matrix(1, x.size()));
}

Term is_simplex(Term x) {
  const Term sums = row_sums(items_as_rows(x));
  return all(x >= 0.0) && all(abs(sums - 1.0) <= kTolerance);
}

// NaN is not finite.
Term is_finite(Term x) {
  return abs(x) < kInfinity;
}

Term is_ordered(Term x) {
  if (x.size() == 0) return constant(x.builder(), 1.0);
  const Term rows = items_as_rows(x);
  const std::size_t n = rows.shape().rows;
  const std::size_t steps = rows.shape().cols - 1;
  if (steps == 0) return all(is_finite(x));
  return all(is_finite(x)) && all(slice(rows, 0, n * steps) < slice(rows, n, n * steps));
}

Term is_cholesky(Term x) {
  return all(is_finite(x)) && all(lower_triangle(x) == x) && all(diagonal(x) > 0.0);
}

// A factor whose diagonal is not positive is NaN, and NaN > 0 is false.
Term is_positive_definite(Term x) {
  return all(is_finite(x)) && is_symmetric(x) && all(diagonal(cholesky(x)) > 0.0);
}

}  // namespace

bool is_discrete(Domain domain) {
  return domain == Domain::kInteger || domain == Domain::kCount ||
         domain == Domain::kPositiveCount || domain == Domain::kBinary;
}

bool is_elementwise(Domain domain) {
  return domain <= Domain::kBinary;
}

std::string_view description(Domain domain) {
  switch (domain) {
    case Domain::kReal: return "a number (not NaN)";
    case Domain::kPositive: return "positive";
    case Domain::kNonNegative: return "non-negative";
    case Domain::kUnit: return "between 0 and 1";
    case Domain::kOpenUnit: return "strictly between 0 and 1";
    case Domain::kInteger: return "an integer";
    case Domain::kCount: return "a non-negative integer";
    case Domain::kPositiveCount: return "a positive integer";
    case Domain::kBinary: return "0 or 1";
    case Domain::kSimplex: return "a simplex (non-negative, summing to 1)";
    case Domain::kOrdered: return "ordered (strictly increasing)";
    case Domain::kCholeskyFactor: return "lower triangular with a positive diagonal";
    case Domain::kCholeskyCorr:
      return "lower triangular with a positive diagonal and rows of length 1";
    case Domain::kPositiveDefinite: return "symmetric and positive definite";
    case Domain::kCorrelation: return "symmetric and positive definite with a unit diagonal";
  }
  not_of_the_list("the domain");
}

std::optional<Violation> find_violation(Domain domain, const Operand& x) {
  if (!is_elementwise(domain)) {
    if (is_array_in(domain, x)) return std::nullopt;
    return Violation{.is_of_element = false};
  }
  for (std::size_t i = 0; i < x.numbers.size(); ++i) {
    if (!is_element_in(domain, x.numbers[i])) {
      return Violation{.element = i, .value = x.numbers[i], .is_of_element = true};
    }
  }
  return std::nullopt;
}

Term is_in(Domain domain, Term x) {
  switch (domain) {
    case Domain::kReal: return !is_nan(x);
    case Domain::kPositive: return x > 0.0;
    case Domain::kNonNegative: return x >= 0.0;
    case Domain::kUnit: return x >= 0.0 && x <= 1.0;
    case Domain::kOpenUnit: return x > 0.0 && x < 1.0;
    case Domain::kInteger: return is_finite(x) && floor(x) == x;
    case Domain::kCount: return is_finite(x) && x >= 0.0 && floor(x) == x;
    case Domain::kPositiveCount: return is_finite(x) && x >= 1.0 && floor(x) == x;
    case Domain::kBinary: return x == 0.0 || x == 1.0;
    case Domain::kSimplex: return is_simplex(x);
    case Domain::kOrdered: return is_ordered(x);
    case Domain::kCholeskyFactor: return is_cholesky(x);
    case Domain::kCholeskyCorr:
      return is_cholesky(x) && all(abs(row_sums(square(x)) - 1.0) <= kTolerance);
    case Domain::kPositiveDefinite: return is_positive_definite(x);
    case Domain::kCorrelation:
      return is_positive_definite(x) && all(abs(diagonal(x) - 1.0) <= kTolerance);
  }
  not_of_the_list("the domain");
}

Term is_symmetric(Term x) {
  const Term scale = max(max_element(abs(x)), 1.0);
  return all(abs(x - transpose(x)) <= kTolerance * scale);
}

}  // namespace autumn::dist
