// This header has the grammar that messages need: the article of a word, and its plural.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace autumn {

// "a normal", "an exponential", "a uniform": the article is chosen by sound.
[[nodiscard]] std::string with_article(std::string_view noun);

// "row" of one, "rows" of any other number; a plural that does not end in s is given.
[[nodiscard]] std::string noun_for(std::uint64_t count, std::string_view noun,
                                   std::string_view plural = {});
// "1 row", "2 rows"
[[nodiscard]] std::string counted(std::uint64_t count, std::string_view noun,
                                  std::string_view plural = {});

// "is 1 row", "are 2 rows"
[[nodiscard]] std::string are_counted(std::uint64_t count, std::string_view noun,
                                      std::string_view plural = {});

// "12,345"
[[nodiscard]] std::string with_commas(std::uint64_t number);

}  // namespace autumn
