// The gain of jumps: how much shorter the autocorrelation time of a chain is with them.
#pragma once

#include "sample/warmup_record.h"

namespace autumn::sampler {

// The largest correlation of a coordinate, or of its squared distance from the mean, with the same
// an iteration later. Nothing moves less than a coordinate that did not move at all: 1.
[[nodiscard]] double lag_one_correlation(const WarmupRecord& record);

// The autocorrelation of a chain r^k becomes ((1 - acceptance) r)^k with jumps.
[[nodiscard]] double time_with_jumps(double autocorrelation_time, double acceptance);
// The autocorrelation time of so many jumps per iteration alone.
[[nodiscard]] double time_of_jumps(double acceptance, int jumps_per_iteration);

// Whether jumps with this acceptance beside NUTS pay: there must be half as many evaluations per
// effective draw.
[[nodiscard]] bool is_worthwhile(const WarmupRecord& record, double acceptance);

}  // namespace autumn::sampler
