// Texts of others in HTML and SVG are shown, and no part of the page.
#pragma once

#include <string>
#include <string_view>

namespace autumn {

// As content of an element, or of an attribute between double quotes.
[[nodiscard]] std::string html_text(std::string_view text);

}  // namespace autumn
