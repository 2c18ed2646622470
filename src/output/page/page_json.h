// How the numbers of a page are written, short: plots need four digits.
#pragma once

#include <fmt/format.h>

#include <cmath>
#include <span>
#include <string>
#include <string_view>

#include "output/page/plots.h"

namespace autumn::output {

[[nodiscard]] std::string json_string(std::string_view text);
// As null where it is not finite.
[[nodiscard]] std::string short_number(double x);
// Figures of a table, which are rounded there, by their errors.
[[nodiscard]] std::string figures_json(std::span<const double> figures);
// {"lo", "hi", "y"}, or null where there is none.
[[nodiscard]] std::string curve_json(const DensityCurve& curve);

// Numbers, or lists of them.
template <typename Numbers>
[[nodiscard]] std::string numbers_json(const Numbers& numbers) {
  std::string text = "[";
  for (const auto& x : numbers) {
    if (text.size() > 1) text += ',';
    if constexpr (requires { x.size(); }) {
      text += numbers_json(x);
    } else {
      text += short_number(static_cast<double>(x));
    }
  }
  return text + "]";
}

}  // namespace autumn::output
