// A diagnostic is an error shown with the line of the program it is about.
#pragma once

#include <span>
#include <string>

#include "base/error.h"
#include "stan/syntax/source.h"

namespace autumn::stan {

// The error with its source line and a caret under the place:
//
//   model.stan:12:24: error: expected ';' after the statement
//      12 |   y ~ normal(mu, sigma)
//         |                        ^
//     add a semicolon here
//
// Tabs are widened and long lines shortened. Without a known place it is `to_text(error)`. No
// newline at the end.
[[nodiscard]] std::string render(const Error& error, const Sources& sources);

// All of them, one after the other, each ended by a newline.
[[nodiscard]] std::string render(std::span<const Error> errors, const Sources& sources);

// The same for what is only likely a mistake: `warning:` in place of `error:`.
[[nodiscard]] std::string render_warnings(std::span<const Error> warnings, const Sources& sources);

}  // namespace autumn::stan
