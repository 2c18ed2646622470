// What the environment asks for is understood, or refused: a misspelt wish is not passed over.
#pragma once

#include "base/error.h"

namespace autumn::engine {

[[nodiscard]] Status check_environment();

}  // namespace autumn::engine
