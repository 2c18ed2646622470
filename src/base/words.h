// Grammar that messages need.
#pragma once

#include <string>
#include <string_view>

namespace autumn {

// "a normal", "an exponential", "a uniform": the article is chosen by sound.
[[nodiscard]] std::string with_article(std::string_view noun);

}  // namespace autumn
