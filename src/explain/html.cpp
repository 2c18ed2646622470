// This file writes explanations as a piece of HTML: what is said, a table, and the picture.
#include <fmt/format.h>

#include "explain/explain.h"

namespace autumn::explainer {
namespace {

std::string escaped_html(std::string_view text) {
  std::string result;
  for (const char c : text) {
    switch (c) {
      case '<': result += "&lt;"; break;
      case '>': result += "&gt;"; break;
      case '&': result += "&amp;"; break;
      default: result += c;
    }
  }
  return result;
}

std::string row(const Part& part) {
  const std::string name =
      part.is_whole() ? part.name
                      : fmt::format("{} ({} of {})", part.name, part.elements.size(), part.of);
  const std::string fate =
      part.is_collapsed() ? fmt::format("integrated out ({})", name_of(*part.rule)) : "sampled";
  const std::string line = part.where.is_known() ? fmt::format("line {}", part.where.line) : "";
  std::string text = "<tr>";
  for (const std::string& cell : {name, fate, part.reason, line}) {
    text += fmt::format("<td class=\"text\" style=\"text-align:left\">{}</td>", escaped_html(cell));
  }
  return text + "</tr>\n";
}

}  // namespace

std::string to_html(const Explanation& explanation) {
  std::string text =
      fmt::format("<p>{} dimension{}, of which {} {} sampled.</p>\n", explanation.dimension_before,
                  explanation.dimension_before == 1 ? "" : "s", explanation.dimension_after,
                  explanation.dimension_after == 1 ? "is" : "are");
  const std::string refusal = explanation.refusal ? explanation.refusal->message : "";
  for (const std::string& said : {refusal, explanation.choice, explanation.coordinates}) {
    if (!said.empty()) text += fmt::format("<p>{}</p>\n", escaped_html(said));
  }
  text +=
      "<div class=\"wide\"><table><thead><tr style=\"text-align:left\"><th>parameter</th><th>what "
      "happens</th><th>why</th>"
      "<th>where</th></tr></thead><tbody>\n";
  for (const Part& part : explanation.parts) text += row(part);
  return text + "</tbody></table></div>\n<div class=\"graph\">" + to_svg(explanation) + "</div>\n";
}

}  // namespace autumn::explainer
