// This header declares the fuzzer's own mutations: changes to a program that keep it close to a
// program.
#pragma once

#include <cstdint>
#include <string>

namespace autumn::fuzz {

// The text with one to four changes of whole tokens, statements or numbers, decided by the seed.
// The data after the line of dashes are left alone, or have a number changed.
[[nodiscard]] std::string mutated(const std::string& text, std::uint32_t seed);

// Statements and tokens of one text put into the other.
[[nodiscard]] std::string crossed(const std::string& text, const std::string& other,
                                  std::uint32_t seed);

}  // namespace autumn::fuzz
