// This header makes examinations in a process of their own, so that a crash or a hang is a verdict
// like any other.
#pragma once

#include "laws/case.h"
#include "laws/examine.h"

namespace autumn::laws {

inline constexpr double kSecondsForOne = 10.0;

[[nodiscard]] Verdict examine_isolated(const std::string& program, const std::string& json,
                                       std::uint64_t seed = 0, double seconds = kSecondsForOne);
[[nodiscard]] Verdict examine_isolated(const Case& example, std::uint64_t seed = 0);

}  // namespace autumn::laws
