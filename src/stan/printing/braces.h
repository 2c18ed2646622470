// Bare bodies are single statements that a loop or a condition governs without braces.
// `stanc --canonicalize=braces` puts braces around them.
#pragma once

#include <string>
#include <string_view>

namespace autumn::stan {

// Of a text that parses. An `if` after `else` stays as it is; comments stay where they stand, those
// behind a body behind its brace.
[[nodiscard]] std::string with_braces(std::string_view text);

}  // namespace autumn::stan
