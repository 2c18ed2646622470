// Numbers as the bytes of binary files.
#pragma once

#include <cstddef>
#include <cstring>
#include <span>
#include <string>
#include <string_view>

namespace autumn::output {

template <typename Number>
Number number_at(std::string_view bytes, std::size_t place) {
  Number number;
  std::memcpy(&number, bytes.data() + place, sizeof number);
  return number;
}

template <typename Number>
void append_bytes(std::string& text, Number number) {
  char bytes[sizeof number];
  std::memcpy(bytes, &number, sizeof number);
  text.append(bytes, sizeof number);
}

inline void append_bytes(std::string& text, std::span<const double> numbers) {
  text.append(reinterpret_cast<const char*>(numbers.data()), numbers.size_bytes());
}

}  // namespace autumn::output
