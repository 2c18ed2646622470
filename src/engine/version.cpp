// The version is compiled into this file alone, so that a new one compiles nothing else again.
#include "engine/version.h"

namespace autumn::engine {

const char* const kVersion = AUTUMN_VERSION;

}  // namespace autumn::engine
