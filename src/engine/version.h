// The version of Autumn.
#pragma once

namespace autumn::engine {

inline constexpr const char* kVersion = AUTUMN_VERSION;

}  // namespace autumn::engine
