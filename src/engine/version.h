// This header has the version of Autumn, which CMakeLists.txt sets.
#pragma once

namespace autumn::engine {

// "0.8.0"
extern const char* const kVersion;

}  // namespace autumn::engine
