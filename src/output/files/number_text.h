// This header declares numbers as text, written as CmdStan does.
#pragma once

#include <string>

namespace autumn::output {

// As a C++ stream with this precision (printf's %.*g), and `inf`, `-inf`, `nan`. A negative
// precision means six.
void append_number(std::string& text, double value, int precision);

// Without decimals or exponent, whatever the precision: tree depths and other counts.
void append_integer(std::string& text, double value);

// Of times: up to six decimals and never an exponent, which cmdstanpy's pattern does not know.
[[nodiscard]] std::string seconds_text(double seconds);

}  // namespace autumn::output
