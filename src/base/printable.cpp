// This file writes control characters out: those of ASCII, and those from 128 on as UTF-8 has them.
#include "base/printable.h"

#include <fmt/format.h>

namespace autumn {
namespace {

constexpr unsigned char kFirstPrintable = 0x20;
constexpr unsigned char kDelete = 0x7f;
constexpr unsigned char kLeadOfUpper = 0xc2;  // of 0x80 to 0xbf
constexpr unsigned char kLastUpper = 0x9f;

bool is_control(unsigned char c) {
  return (c < kFirstPrintable && c != '\n' && c != '\t') || c == kDelete;
}

}  // namespace

std::string printable(std::string_view text) {
  std::string shown;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    const auto next = i + 1 < text.size() ? static_cast<unsigned char>(text[i + 1]) : kDelete;
    const bool is_upper = c == kLeadOfUpper && next > kDelete && next <= kLastUpper;
    if (is_control(c)) {
      shown += fmt::format("\\x{:02x}", c);
    } else if (is_upper) {
      shown += fmt::format("\\u{:04x}", next);
      ++i;
    } else {
      shown += text[i];
    }
  }
  return shown;
}

}  // namespace autumn
