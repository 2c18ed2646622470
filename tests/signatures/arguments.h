// This header makes arguments that a function of Stan admits, along a curve, so that slopes can be
// compared with differences.
#pragma once

#include <string>
#include <vector>

#include "signatures/facts.h"
#include "trace/value.h"

namespace autumn::signatures {

// The arguments at the point t of the curve (small, about 0): the same call has the same curve.
[[nodiscard]] std::vector<trace::Value> arguments_at(const Fact& fact, double t);

}  // namespace autumn::signatures
