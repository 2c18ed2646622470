// This header lays out expressions and types as stanc does, token by token.
#pragma once

#include "stan/printing/token_reader.h"

namespace autumn::stan {

[[nodiscard]] Layout format_expression(TokenReader& reader);

// f(a, b): the reader is at the name.
[[nodiscard]] Layout format_call(TokenReader& reader);

// array[N] vector<lower=0>[K], or one without sizes.
[[nodiscard]] Layout format_type(TokenReader& reader);

}  // namespace autumn::stan
