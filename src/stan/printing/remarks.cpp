// This file finds comments and directives in the gaps between tokens.
#include "stan/printing/remarks.h"

#include <algorithm>

namespace autumn::stan {
namespace {

constexpr std::string_view kInclude = "#include";

// The directive as stanc prints it: the name without quotes or angles.
std::string include_text(std::string_view line) {
  std::string name(line.substr(kInclude.size()));
  std::erase_if(name, [](char c) { return c == '<' || c == '>' || c == '"' || c == ' '; });
  return std::string(kInclude) + " " + name;
}

// Lines of a remark end as those of the formatted program do.
std::string with_plain_ends(std::string_view text) {
  std::string plain;
  for (std::size_t k = 0; k < text.size(); ++k) {
    const bool ends_line = text[k] == '\r' && (k + 1 == text.size() || text[k + 1] == '\n');
    if (!ends_line) plain += text[k];
  }
  return plain;
}

std::uint32_t lines_in(std::string_view text) {
  return static_cast<std::uint32_t>(std::ranges::count(text, '\n'));
}

// `line` is the one on which the gap begins.
void add_remarks(std::string_view gap, std::uint32_t line, std::size_t after,
                 std::vector<Remark>& remarks) {
  const std::uint32_t first_line = line;
  std::size_t at = 0;
  while (at < gap.size()) {
    const std::string_view rest = gap.substr(at);
    const bool is_block = rest.starts_with("/*");
    if (!is_block && !rest.starts_with("//") && !rest.starts_with(kInclude)) {
      if (gap[at++] == '\n') ++line;
      continue;
    }
    const std::size_t end =
        is_block ? rest.find("*/", 2) + 2 : std::min(rest.find('\n'), rest.size());
    const std::string_view text = rest.substr(0, end);
    Remark remark{.text = with_plain_ends(text),
                  .after = after,
                  .line = line,
                  .last_line = line + lines_in(text),
                  .is_trailing = after > 0 && line == first_line};
    if (text.starts_with(kInclude)) remark.text = include_text(remark.text);
    line = remark.last_line;
    remarks.push_back(std::move(remark));
    at += end;
  }
}

}  // namespace

std::vector<Remark> remarks_of(std::string_view text, std::span<const Token> tokens) {
  std::vector<Remark> remarks;
  std::size_t begin = 0;
  std::uint32_t line = 1;
  for (std::size_t k = 0; k <= tokens.size(); ++k) {
    const bool is_last = k == tokens.size();
    const std::size_t end =
        is_last ? text.size() : static_cast<std::size_t>(tokens[k].text.data() - text.data());
    add_remarks(text.substr(begin, end - begin), line, k, remarks);
    if (is_last) break;
    begin = end + tokens[k].text.size();
    line = tokens[k].line;
  }
  return remarks;
}

}  // namespace autumn::stan
