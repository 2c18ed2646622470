// The kinds of metric of the sampler, which files of draws record too.
#pragma once

#include <cstdint>
#include <string_view>

namespace autumn {

enum class MetricKind : std::uint8_t { kUnit, kDiagonal, kDense };

// "unit_e", "diag_e" or "dense_e", as CmdStan has them.
[[nodiscard]] std::string_view to_text(MetricKind kind);

}  // namespace autumn
