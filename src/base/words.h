// This header has the grammar that messages need, such as the article of a word.
#pragma once

#include <string>
#include <string_view>

namespace autumn {

// "a normal", "an exponential", "a uniform": the article is chosen by sound.
[[nodiscard]] std::string with_article(std::string_view noun);

}  // namespace autumn
