// A support is the set of values a variable may take, as declared.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "expr/graph.h"

namespace autumn::model {

enum class SupportKind : std::uint8_t {
  kReal,  // with optional offset and multiplier
  kLower,
  kUpper,
  kInterval,
  // Whole vectors: the last dimension of the variable, every index before it one item.
  kSimplex,
  kOrdered,
  kPositiveOrdered,
  kUnitVector,
  kSumToZero,
  // Whole matrices: the last two dimensions.
  kCholeskyCorr,
  kCholeskyCov,
  kCorrMatrix,
  kCovMatrix,
  kColumnStochastic,  // each column a simplex (rows that are simplexes are kSimplex)
  kSumToZeroMatrix,
};

constexpr SupportKind kLastSupportKind = SupportKind::kSumToZeroMatrix;

// Bounds, offset and multiplier are scalars or have the variable's shape; they may depend on
// variables declared earlier.
struct Support {
  SupportKind kind = SupportKind::kReal;
  std::optional<expr::NodeId> lower = std::nullopt;
  std::optional<expr::NodeId> upper = std::nullopt;
  std::optional<expr::NodeId> offset = std::nullopt;
  std::optional<expr::NodeId> multiplier = std::nullopt;

  bool operator==(const Support&) const = default;
};

// "real", "lower", ..., "cov_matrix".
[[nodiscard]] std::string_view name_of(SupportKind kind);

// How many trailing dimensions make up one item: 0, 1 or 2.
[[nodiscard]] std::size_t item_rank(SupportKind kind);

// How many unconstrained numbers stand for a variable with these dimensions.
[[nodiscard]] std::size_t unconstrained_size(SupportKind kind, std::span<const std::size_t> dims);

}  // namespace autumn::model
