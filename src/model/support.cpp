// This file has the names and sizes of supports.
#include "model/support.h"

#include "base/error.h"

namespace autumn::model {

std::string_view name_of(SupportKind kind) {
  switch (kind) {
    case SupportKind::kReal: return "real";
    case SupportKind::kLower: return "lower";
    case SupportKind::kUpper: return "upper";
    case SupportKind::kInterval: return "interval";
    case SupportKind::kSimplex: return "simplex";
    case SupportKind::kOrdered: return "ordered";
    case SupportKind::kPositiveOrdered: return "positive_ordered";
    case SupportKind::kUnitVector: return "unit_vector";
    case SupportKind::kSumToZero: return "sum_to_zero_vector";
    case SupportKind::kCholeskyCorr: return "cholesky_factor_corr";
    case SupportKind::kCholeskyCov: return "cholesky_factor_cov";
    case SupportKind::kCorrMatrix: return "corr_matrix";
    case SupportKind::kCovMatrix: return "cov_matrix";
    case SupportKind::kColumnStochastic: return "column_stochastic_matrix";
    case SupportKind::kSumToZeroMatrix: return "sum_to_zero_matrix";
  }
  internal_error("the support is one of the list", __FILE__, __LINE__);
}

std::size_t item_rank(SupportKind kind) {
  if (kind <= SupportKind::kInterval) return 0;
  return kind <= SupportKind::kSumToZero ? 1 : 2;
}

namespace {

// Free numbers of one item whose trailing dimensions are rows x cols (a vector has rows = length).
std::size_t item_size(SupportKind kind, std::size_t rows, std::size_t cols) {
  switch (kind) {
    case SupportKind::kReal:
    case SupportKind::kLower:
    case SupportKind::kUpper:
    case SupportKind::kInterval: return 1;
    case SupportKind::kSimplex:
    case SupportKind::kSumToZero: return rows == 0 ? 0 : rows - 1;
    case SupportKind::kOrdered:
    case SupportKind::kPositiveOrdered:
    case SupportKind::kUnitVector: return rows;
    case SupportKind::kCholeskyCorr:
    case SupportKind::kCorrMatrix: return rows * (rows - 1) / 2;
    case SupportKind::kCholeskyCov: return cols * (cols + 1) / 2 + (rows - cols) * cols;
    case SupportKind::kCovMatrix: return rows * (rows + 1) / 2;
    case SupportKind::kColumnStochastic: return rows == 0 ? 0 : (rows - 1) * cols;
    case SupportKind::kSumToZeroMatrix: return rows == 0 || cols == 0 ? 0 : (rows - 1) * (cols - 1);
  }
  internal_error("the support is one of the list", __FILE__, __LINE__);
}

}  // namespace

std::size_t unconstrained_size(SupportKind kind, std::span<const std::size_t> dims) {
  const std::size_t rank = item_rank(kind);
  AUTUMN_CHECK(dims.size() >= rank, "a variable has the dimensions of its support");
  std::size_t items = 1;
  for (const std::size_t extent : dims.first(dims.size() - rank)) items *= extent;
  const auto item = dims.last(rank);
  return items * item_size(kind, rank > 0 ? item[0] : 1, rank > 1 ? item[1] : 1);
}

}  // namespace autumn::model
