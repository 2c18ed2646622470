// This file writes numbers and texts for the script of a page.
#include "output/page/page_json.h"

#include "output/files/json_text.h"

namespace autumn::output {

std::string json_string(std::string_view text) {
  rapidjson::StringBuffer buffer;
  JsonWriter writer(buffer);
  write_string(writer, text);
  return buffer.GetString();
}

std::string short_number(double x) {
  return std::isfinite(x) ? fmt::format("{:.4g}", x) : "null";
}

std::string figures_json(std::span<const double> figures) {
  std::string text;
  for (const double x : figures) {
    text += text.empty() ? "[" : ",";
    text += std::isfinite(x) ? fmt::format("{:.7g}", x) : "null";
  }
  return text + "]";
}

std::string curve_json(const DensityCurve& curve) {
  if (curve.heights.empty()) return "null";
  return fmt::format("{{\"lo\":{},\"hi\":{},\"y\":{}}}", short_number(curve.low),
                     short_number(curve.high), numbers_json(curve.heights));
}

}  // namespace autumn::output
