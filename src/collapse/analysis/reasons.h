// Reasons: why an element can not be integrated out, in words of a statistician.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "base/error.h"
#include "collapse/rules/list.h"

namespace autumn::collapse {

struct Reason {
  std::string text;
  SourceRange where;
};

// What an obstacle is about.
enum class ObstacleKind : std::uint8_t {
  kPrior,  // its own distribution is of no family; `subject` names it: "a half-Cauchy prior"
  kScale,  // it is a scale of a normal; `subject` is what is normal
  kPlace,  // it is somewhere else in a normal; `subject` says where: "in the mean of y"
  kOther,
};

// The place of an obstacle among those that stand in the way of something.
using ObstacleNumber = std::uint32_t;

// Something that forbids some rules.
struct Obstacle {
  Reason reason;
  RuleSet rules = {};
  ObstacleKind kind = ObstacleKind::kOther;
  std::string subject = {};
  std::optional<ObstacleNumber> number = std::nullopt;  // once it stands in the way
};

// The reason to give for an element that could have been of `possible` rules by its support, and is
// of none after these obstacles (in the order they were found): that of the rule that was nearest,
// the one with fewest obstacles. Where both the prior and the place of a bounded parameter forbid
// its families, neither alone would help, and both are said.
[[nodiscard]] Reason reason_for(const RuleList& rules, RuleSet possible,
                                std::span<const Obstacle* const> obstacles);

}  // namespace autumn::collapse
