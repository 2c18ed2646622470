// This file brings the lines of a program into order.
#include "cmdstan/formatted.h"

#include <algorithm>

#include "stan/printing/print.h"

namespace autumn::cmdstan {
namespace {

constexpr std::string_view kBlanks = " \t\r";

std::string_view trimmed(std::string_view line) {
  const std::size_t begin = line.find_first_not_of(kBlanks);
  if (begin == std::string_view::npos) return {};
  return line.substr(begin, line.find_last_not_of(kBlanks) - begin + 1);
}

// Follows brackets through a text, passing over comments and strings.
class Depth {
 public:
  [[nodiscard]] bool is_in_comment() const { return is_in_comment_; }
  [[nodiscard]] bool has_comments() const { return has_comments_; }
  [[nodiscard]] int at_start_of(std::string_view line) const {
    const std::size_t closing = std::min(line.find_first_not_of("})]"), line.size());
    return std::max(0, depth_ - static_cast<int>(closing));
  }

  void read(std::string_view line) {
    bool is_in_string = false;
    for (std::size_t k = 0; k < line.size(); ++k) {
      const std::string_view two = line.substr(k, 2);
      if (is_in_comment_) {
        if (two != "*/") continue;
        is_in_comment_ = false;
        ++k;
      } else if (line[k] == '"') {
        is_in_string = !is_in_string;
      } else if (is_in_string) {
        continue;
      } else if (two == "//" || line[k] == '#') {
        has_comments_ = true;
        return;
      } else if (two == "/*") {
        is_in_comment_ = has_comments_ = true;
        ++k;
      } else if (std::string_view("{([").find(line[k]) != std::string_view::npos) {
        ++depth_;
      } else if (std::string_view("})]").find(line[k]) != std::string_view::npos) {
        --depth_;
      }
    }
  }

 private:
  int depth_ = 0;
  bool is_in_comment_ = false;
  bool has_comments_ = false;
};

template <typename Visit>
void each_line(std::string_view text, const Visit& visit) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    visit(text.substr(0, end));
    text.remove_prefix(std::min(text.size(), end + 1));
  }
}

bool has_comments(std::string_view text) {
  Depth depth;
  each_line(text, [&](std::string_view line) { depth.read(line); });
  return depth.has_comments();
}

std::string indented(std::string_view text) {
  std::string result;
  Depth depth;
  each_line(text, [&](std::string_view line) {
    const std::string_view words = trimmed(line);
    if (depth.is_in_comment()) {
      result += line.substr(0, line.find_last_not_of(kBlanks) + 1);
    } else if (!words.empty()) {
      result += std::string(2 * static_cast<std::size_t>(depth.at_start_of(words)), ' ');
      result += words;
    }
    result += '\n';
    depth.read(line);
  });
  return result;
}

}  // namespace

std::string formatted(const stan::Sources& sources, const stan::Program& program) {
  const std::string& text = sources.file(0).text;
  return has_comments(text) || sources.size() > 1 ? indented(text) : stan::to_text(program);
}

}  // namespace autumn::cmdstan
