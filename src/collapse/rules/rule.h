// A Rule says by what identity elements are integrated out: as leaves, in a Gaussian block, or by a
// conjugate family.
#pragma once

#include <cstdint>
#include <string_view>

#include "collapse/rules/family.h"

namespace autumn::collapse {

enum class RuleKind : std::uint8_t {
  kLeaf,         // nothing depends on it: drawn forward
  kGaussian,     // affine in normal factors
  kLogGaussian,  // its logarithm is
  kFamily,       // conjugate: one of the families in rules/list.h
};

struct Rule {
  RuleKind kind = RuleKind::kLeaf;
  const FamilyRule* family = nullptr;  // of kFamily

  [[nodiscard]] bool is_leaf() const { return kind == RuleKind::kLeaf; }
  // Its elements are columns of a Gaussian block, themselves or by their logarithms.
  [[nodiscard]] bool is_in_block() const {
    return kind == RuleKind::kGaussian || kind == RuleKind::kLogGaussian;
  }
  bool operator==(const Rule&) const = default;
};

inline constexpr Rule kLeafRule{RuleKind::kLeaf, nullptr};

// "leaf", "Gaussian", "beta", ...
[[nodiscard]] std::string_view name_of(const Rule& rule);

}  // namespace autumn::collapse
