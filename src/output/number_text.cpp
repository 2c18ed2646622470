// Numbers as CmdStan writes them.
#include "output/number_text.h"

#include <charconv>
#include <cmath>
#include <cstdint>

namespace autumn::output {

void append_number(std::string& text, double value, int precision) {
  if (std::isnan(value)) {  // to_chars would keep the sign of a NaN
    text += "nan";
    return;
  }
  char buffer[64];
  const auto result = std::to_chars(buffer, buffer + sizeof buffer, value,
                                    std::chars_format::general, precision < 0 ? 6 : precision);
  text.append(buffer, result.ptr);
}

void append_integer(std::string& text, double value) {
  constexpr double kExact = 9007199254740992.0;  // 2^53: beyond, a double is no count
  if (!(std::abs(value) <= kExact)) {
    append_number(text, value, 17);
    return;
  }
  char buffer[32];
  const auto result =
      std::to_chars(buffer, buffer + sizeof buffer, static_cast<std::int64_t>(std::llround(value)));
  text.append(buffer, result.ptr);
}

}  // namespace autumn::output
