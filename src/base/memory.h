// This header tells how much memory this machine has, so that what cannot fit is refused before it
// is tried.
#pragma once

#include <cstdint>

namespace autumn {

// In bytes; 0 if it is not known.
[[nodiscard]] std::uint64_t physical_memory();

}  // namespace autumn
