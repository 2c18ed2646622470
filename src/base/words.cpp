// This file chooses articles by the first sound of a word.
#include "base/words.h"

namespace autumn {

std::string with_article(std::string_view noun) {
  constexpr std::string_view kVowels = "aeiouAEIOU";
  const bool is_vowel = !noun.empty() && kVowels.find(noun[0]) != std::string_view::npos;
  const bool sounds_like_you = noun.starts_with("uni") || noun.starts_with("Uni");
  return std::string(is_vowel && !sounds_like_you ? "an " : "a ").append(noun);
}

}  // namespace autumn
