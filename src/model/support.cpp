// This file has the table of supports: names, sizes and what else follows from the kind.
#include "model/support.h"

#include <iterator>

#include "base/error.h"
#include "dist/domain.h"

namespace autumn::model {
namespace {

using dist::Domain;
using enum SupportKind;
using Size = std::size_t;

constexpr Size one(Size, Size) {
  return 1;
}
constexpr Size length(Size rows, Size) {
  return rows;
}
constexpr Size length_less_one(Size rows, Size) {
  return rows == 0 ? 0 : rows - 1;
}
constexpr Size strict_triangle(Size rows, Size) {
  return rows * (rows - 1) / 2;
}
constexpr Size triangle(Size rows, Size) {
  return rows * (rows + 1) / 2;
}
constexpr Size tall_triangle(Size rows, Size cols) {
  return cols * (cols + 1) / 2 + (rows - cols) * cols;
}
constexpr Size columns_less_one(Size rows, Size cols) {
  return rows == 0 ? 0 : (rows - 1) * cols;
}
constexpr Size both_less_one(Size rows, Size cols) {
  return rows == 0 || cols == 0 ? 0 : (rows - 1) * (cols - 1);
}

// clang-format off
constexpr SupportProperties kSupports[] = {
    {.kind = kReal, .name = "real", .has_free_elements = true, .free_numbers = one},
    {.kind = kLower, .name = "lower", .has_lower = true, .has_free_elements = true, .free_numbers = one},
    {.kind = kUpper, .name = "upper", .has_upper = true, .has_free_elements = true, .free_numbers = one},
    {.kind = kInterval, .name = "interval", .has_lower = true, .has_upper = true, .has_free_elements = true, .free_numbers = one},
    {.kind = kSimplex, .name = "simplex", .item_rank = 1, .low = 0.0, .high = 1.0, .is_open = true, .item_domain = Domain::kSimplex, .free_numbers = length_less_one},
    {.kind = kOrdered, .name = "ordered", .item_rank = 1, .has_free_elements = true, .free_numbers = length},
    {.kind = kPositiveOrdered, .name = "positive_ordered", .item_rank = 1, .low = 0.0, .is_open = true, .has_free_elements = true, .free_numbers = length},
    {.kind = kUnitVector, .name = "unit_vector", .item_rank = 1, .low = -1.0, .high = 1.0, .free_numbers = length},
    {.kind = kSumToZero, .name = "sum_to_zero_vector", .item_rank = 1, .free_numbers = length_less_one},
    {.kind = kCholeskyCorr, .name = "cholesky_factor_corr", .item_rank = 2, .low = -1.0, .high = 1.0, .item_domain = Domain::kCholeskyCorr, .free_numbers = strict_triangle},
    {.kind = kCholeskyCov, .name = "cholesky_factor_cov", .item_rank = 2, .free_numbers = tall_triangle},
    {.kind = kCorrMatrix, .name = "corr_matrix", .item_rank = 2, .low = -1.0, .high = 1.0, .item_domain = Domain::kCorrelation, .free_numbers = strict_triangle},
    {.kind = kCovMatrix, .name = "cov_matrix", .item_rank = 2, .item_domain = Domain::kPositiveDefinite, .free_numbers = triangle},
    {.kind = kColumnStochastic, .name = "column_stochastic_matrix", .item_rank = 2, .low = 0.0, .high = 1.0, .is_open = true, .free_numbers = columns_less_one},
    {.kind = kSumToZeroMatrix, .name = "sum_to_zero_matrix", .item_rank = 2, .free_numbers = both_less_one},
};
// clang-format on

constexpr bool is_in_order() {
  for (Size i = 0; i < std::size(kSupports); ++i) {
    if (static_cast<Size>(kSupports[i].kind) != i) return false;
  }
  return std::size(kSupports) == static_cast<Size>(kLastSupportKind) + 1;
}
static_assert(is_in_order(), "every kind has its row");

}  // namespace

const SupportProperties& properties_of(SupportKind kind) {
  return kSupports[static_cast<Size>(kind)];
}

std::size_t item_size(SupportKind kind, std::span<const std::size_t> dims) {
  std::size_t size = 1;
  for (const std::size_t extent : dims.last(item_rank(kind))) size *= extent;
  return size;
}

std::size_t unconstrained_size(SupportKind kind, std::span<const std::size_t> dims) {
  const std::size_t rank = item_rank(kind);
  AUTUMN_CHECK(dims.size() >= rank, "a variable has the dimensions of its support");
  std::size_t items = 1;
  for (const std::size_t extent : dims.first(dims.size() - rank)) items *= extent;
  const auto item = dims.last(rank);
  return items * properties_of(kind).free_numbers(rank > 0 ? item[0] : 1, rank > 1 ? item[1] : 1);
}

}  // namespace autumn::model
