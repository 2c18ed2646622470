// This file chooses articles by the first sound of a word, and nouns by their number.
#include "base/words.h"

namespace autumn {

std::string with_article(std::string_view noun) {
  constexpr std::string_view kVowels = "aeiouAEIOU";
  const bool is_vowel = !noun.empty() && kVowels.find(noun[0]) != std::string_view::npos;
  const bool sounds_like_you = noun.starts_with("uni") || noun.starts_with("Uni");
  return std::string(is_vowel && !sounds_like_you ? "an " : "a ").append(noun);
}

std::string noun_for(std::uint64_t count, std::string_view noun, std::string_view plural) {
  if (count == 1) return std::string(noun);
  return plural.empty() ? std::string(noun).append("s") : std::string(plural);
}

std::string counted(std::uint64_t count, std::string_view noun, std::string_view plural) {
  return std::to_string(count) + " " + noun_for(count, noun, plural);
}

std::string are_counted(std::uint64_t count, std::string_view noun, std::string_view plural) {
  return (count == 1 ? "is " : "are ") + counted(count, noun, plural);
}

std::string with_commas(std::uint64_t number) {
  constexpr std::size_t kDigits = 3;
  std::string text = std::to_string(number);
  for (std::size_t at = text.size(); at > kDigits;) text.insert(at -= kDigits, ",");
  return text;
}

}  // namespace autumn
