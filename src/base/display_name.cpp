// This file turns the names of columns into those that people write.
#include "base/display_name.h"

#include <algorithm>

#include "base/printable.h"

namespace autumn {
namespace {

bool is_index(std::string_view part) {
  return !part.empty() &&
         std::all_of(part.begin(), part.end(), [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

std::string display_name(std::string_view column) {
  std::string name;
  bool in_brackets = false;
  char separator = '\0';
  while (true) {
    const std::size_t length = std::min(column.find_first_of(".:"), column.size());
    const std::string_view part = column.substr(0, length);
    if (separator == '.' && is_index(part)) {
      name += in_brackets ? "," : "[";
      in_brackets = true;
    } else {
      if (in_brackets) name += "]";
      in_brackets = false;
      if (separator != '\0') name += ".";
    }
    name += part;
    if (length == column.size()) break;
    separator = column[length];
    column.remove_prefix(length + 1);
  }
  if (in_brackets) name += "]";
  return printable(name);
}

}  // namespace autumn
