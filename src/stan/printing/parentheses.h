// Idle parentheses are those that change nothing: around a single number or name, or around what is
// in parentheses already. `stanc --canonicalize=parentheses` takes them away.
#pragma once

#include <string>

namespace autumn::stan {

// Of a text that parses. What is taken away leaves nothing behind.
[[nodiscard]] std::string without_idle_parentheses(std::string text);

}  // namespace autumn::stan
