// This header has the version of Autumn, which CMakeLists.txt sets.
#pragma once

namespace autumn::engine {

inline constexpr const char* kVersion = AUTUMN_VERSION;

}  // namespace autumn::engine
