// What comes from files and programs is shown on terminals, not obeyed by them.
#pragma once

#include <string>
#include <string_view>

namespace autumn {

// The text with every control character but line ends and tabs written out: `\x1b` for an escape.
[[nodiscard]] std::string printable(std::string_view text);
// The same of its beginning: what stands in a file where something short is expected may be as long
// as the file.
[[nodiscard]] std::string printable_beginning(std::string_view text);

// The same on one line, wherever a second one would be something else: a line end is `\n`.
[[nodiscard]] std::string printable_line(std::string_view text);

}  // namespace autumn
