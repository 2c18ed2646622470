// A support is the set of values a variable may take, as declared.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/numbers.h"
#include "expr/graph.h"

namespace autumn::dist {
enum class Domain : std::uint8_t;
}

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

// What is true of all variables with a support of one kind.
struct SupportProperties {
  SupportKind kind = SupportKind::kReal;
  std::string_view name;      // "real", "lower", ..., "cov_matrix"
  std::size_t item_rank = 0;  // how many trailing dimensions make up one item: 0, 1 or 2
  // Bounds that are declared with it.
  bool has_lower = false;
  bool has_upper = false;
  // Where elements lie whatever is declared.
  double low = -kInfinity;
  double high = kInfinity;
  bool is_open = false;  // finite ends are not reached
  // Elements may be drawn one by one, and are then asked for bounds and order.
  bool has_free_elements = false;
  // The distributions whose values are whole items; none if there are none.
  std::optional<dist::Domain> item_domain = std::nullopt;
  // Free numbers of one item whose trailing dimensions are rows x cols (a vector has rows =
  // length).
  std::size_t (*free_numbers)(std::size_t rows, std::size_t cols) = nullptr;
};
[[nodiscard]] const SupportProperties& properties_of(SupportKind kind);

// "real", "lower", ..., "cov_matrix".
[[nodiscard]] inline std::string_view name_of(SupportKind kind) {
  return properties_of(kind).name;
}

// How many trailing dimensions make up one item: 0, 1 or 2.
[[nodiscard]] inline std::size_t item_rank(SupportKind kind) {
  return properties_of(kind).item_rank;
}

// How many numbers one item of a variable with these dimensions has.
[[nodiscard]] std::size_t item_size(SupportKind kind, std::span<const std::size_t> dims);

// How many unconstrained numbers stand for a variable with these dimensions.
[[nodiscard]] std::size_t unconstrained_size(SupportKind kind, std::span<const std::size_t> dims);

}  // namespace autumn::model
