// This file writes out what is no character of UTF-8, and control characters: those of ASCII, and
// those from 128 on.
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

// Bytes that begin characters, and what may follow each: the Unicode Standard, table 3-7.
struct Lead {
  unsigned char first, last;
  std::size_t length;
  unsigned char next_from, next_to;
};
constexpr Lead kLeads[] = {{0xc2, 0xdf, 2, 0x80, 0xbf}, {0xe0, 0xe0, 3, 0xa0, 0xbf},
                           {0xe1, 0xec, 3, 0x80, 0xbf}, {0xed, 0xed, 3, 0x80, 0x9f},
                           {0xee, 0xef, 3, 0x80, 0xbf}, {0xf0, 0xf0, 4, 0x90, 0xbf},
                           {0xf1, 0xf3, 4, 0x80, 0xbf}, {0xf4, 0xf4, 4, 0x80, 0x8f}};

// Bytes of the character that a text begins with; 0 if it is none.
std::size_t length_of_character(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  if (byte(0) <= kDelete) return 1;
  for (const Lead& lead : kLeads) {
    if (byte(0) < lead.first || byte(0) > lead.last) continue;
    if (text.size() < lead.length || byte(1) < lead.next_from || byte(1) > lead.next_to) return 0;
    for (std::size_t i = 2; i < lead.length; ++i) {
      if ((byte(i) & 0xc0) != 0x80) return 0;
    }
    return lead.length;
  }
  return 0;
}

}  // namespace

std::string printable(std::string_view text) {
  std::string shown;
  while (!text.empty()) {
    const auto c = static_cast<unsigned char>(text[0]);
    const std::size_t length = length_of_character(text);
    if (length == 0 || is_control(c)) {
      shown += fmt::format("\\x{:02x}", c);
    } else if (c == kLeadOfUpper && static_cast<unsigned char>(text[1]) <= kLastUpper) {
      shown += fmt::format("\\u{:04x}", static_cast<unsigned char>(text[1]));
    } else {
      shown += text.substr(0, length);
    }
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return shown;
}

std::string printable_beginning(std::string_view text) {
  constexpr std::size_t kMost = 60;
  if (text.size() <= kMost) return printable(text);
  std::size_t length = kMost;  // not in the middle of a character
  while (length > kMost - 3 && (static_cast<unsigned char>(text[length]) & 0xc0) == 0x80) --length;
  return printable(text.substr(0, length)) + "...";
}

std::string printable_line(std::string_view text) {
  std::string line;
  for (const char c : printable(text)) {
    if (c == '\n')
      line += "\\n";
    else
      line += c;
  }
  return line;
}

}  // namespace autumn
