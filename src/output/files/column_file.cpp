// This file reads columns of numbers from a CSV file.
#include "output/files/column_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "base/printable.h"
#include "base/words.h"
#include "output/files/write_failure.h"

namespace autumn::output {
namespace {

constexpr std::size_t kPiece = std::size_t{1} << 20;
constexpr std::size_t kLongestLine = std::size_t{1} << 28;

struct Column {
  std::vector<double> numbers;
  bool is_int = true;
};

// A piece of a name: "X" and 3 of "X.3"; 0 stands for a name without a number.
struct ColumnName {
  std::string_view base;
  std::size_t number = 0;
};

ColumnName split(std::string_view name) {
  const std::size_t dot = name.rfind('.');
  if (dot == std::string_view::npos || dot == 0) return {name};
  std::size_t number = 0;
  const char* end = name.data() + name.size();
  const auto [rest, code] = std::from_chars(name.data() + dot + 1, end, number);
  if (code != std::errc{} || rest != end || number == 0) return {name};
  return {name.substr(0, dot), number};
}

// Names with dots between them, as in R, with `_` instead; others stay.
std::string without_dots(std::string_view name) {
  std::string result(name);
  for (std::string_view rest = name;;) {
    const std::size_t dot = std::min(rest.find('.'), rest.size());
    if (!is_name(rest.substr(0, dot))) return std::string(name);
    if (dot == rest.size()) break;
    rest.remove_prefix(dot + 1);
  }
  std::ranges::replace(result, '.', '_');
  return result;
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t' || text.back() == '\r')) {
    text.remove_suffix(1);
  }
  return text;
}

std::string_view next_field(std::string_view& line) {
  const std::size_t comma = std::min(line.find(','), line.size());
  const std::string_view field = trimmed(line.substr(0, comma));
  line.remove_prefix(std::min(comma + 1, line.size()));
  return field;
}

// Lines of a file, read piece by piece.
class Lines {
 public:
  explicit Lines(std::FILE* file) : file_(file) {}

  // Nothing at the end, or if the file cannot be read, or has a line that is too long.
  std::optional<std::string_view> next() {
    while (true) {
      const std::size_t end = buffer_.find('\n', begin_);
      if (end != std::string::npos) {
        const std::string_view line(buffer_.data() + begin_, end - begin_);
        begin_ = end + 1;
        return line;
      }
      if (is_over_ || buffer_.size() - begin_ > kLongestLine) break;
      refill();
    }
    if (begin_ == buffer_.size() || buffer_.size() - begin_ > kLongestLine) return std::nullopt;
    const std::string_view line(buffer_.data() + begin_, buffer_.size() - begin_);
    begin_ = buffer_.size();
    return line;
  }

 private:
  void refill() {
    buffer_.erase(0, begin_);
    begin_ = 0;
    const std::size_t there = buffer_.size();
    buffer_.resize(there + kPiece);
    const std::size_t count = std::fread(buffer_.data() + there, 1, kPiece, file_);
    buffer_.resize(there + count);
    is_over_ = count == 0;
  }

  std::FILE* file_;
  std::string buffer_;
  std::size_t begin_ = 0;
  bool is_over_ = false;
};

class ColumnParser {
 public:
  explicit ColumnParser(const std::string& path) : path_(path) {}

  Result<ColumnFile> parse(std::FILE* file);

 private:
  Status head(std::string_view line);
  Status row(std::string_view line);
  [[nodiscard]] Result<ColumnFile> finish();
  [[nodiscard]] Result<NumberColumns> joined(const std::string& name, std::size_t rows,
                                             const std::map<std::size_t, std::size_t>& parts);
  [[nodiscard]] Error error(std::string message, std::string suggestion = {}) const {
    return {std::move(message), std::move(suggestion), {path_, line_, 1, 1}};
  }
  [[nodiscard]] Error no_number(std::string_view field, std::size_t column) const;

  const std::string& path_;
  std::uint32_t line_ = 0;
  std::vector<std::string> names_;
  std::vector<Column> columns_;
};

Status ColumnParser::head(std::string_view line) {
  if (line.starts_with("\xef\xbb\xbf")) line.remove_prefix(3);
  std::set<std::string> seen;
  while (!line.empty()) {
    std::string_view name = next_field(line);
    if (name.size() > 1 && name.front() == '"' && name.back() == '"') {
      name = name.substr(1, name.size() - 2);
    }
    if (name.empty()) return error("a column has no name", "the first line has a name per column");
    if (!seen.insert(std::string(name)).second) {
      return error(fmt::format("two columns are called `{}`", printable_beginning(name)));
    }
    names_.emplace_back(name);
  }
  columns_.resize(names_.size());
  if (names_.empty()) return error("there are no columns", "the first line has a name per column");
  return Done{};
}

Error ColumnParser::no_number(std::string_view field, std::size_t column) const {
  const bool is_missing = field.empty() || field == "NA";
  return error(fmt::format("`{}` in column `{}` is not a number", printable_beginning(field),
                           printable_beginning(names_[column])),
               is_missing ? "Stan has no missing values: leave such rows out, or list their places"
                          : "fields are numbers, with commas between them");
}

Status ColumnParser::row(std::string_view line) {
  bool is_over = false;
  for (std::size_t k = 0; k < columns_.size(); ++k) {
    if (is_over) {
      return error(fmt::format("there {}, but {}", are_counted(k, "field"),
                               counted(columns_.size(), "column")));
    }
    is_over = line.find(',') == std::string_view::npos;
    std::string_view field = next_field(line);
    if (k + 1 == columns_.size() && !is_over) {
      return error(
          fmt::format("there are more fields than the {}", counted(columns_.size(), "column")));
    }
    const std::string_view given = field;
    if (field.size() > 1 && field.front() == '+') field.remove_prefix(1);
    const char* end = field.data() + field.size();
    double number = 0.0;
    const auto [rest, code] = std::from_chars(field.data(), end, number);
    if (field.empty() || code != std::errc{} || rest != end) return no_number(given, k);
    std::int32_t whole = 0;
    const auto [whole_rest, whole_code] = std::from_chars(field.data(), end, whole);
    columns_[k].is_int = columns_[k].is_int && whole_code == std::errc{} && whole_rest == end;
    columns_[k].numbers.push_back(number);
  }
  return Done{};
}

Result<NumberColumns> ColumnParser::joined(const std::string& name, std::size_t rows,
                                           const std::map<std::size_t, std::size_t>& parts) {
  if (parts.contains(0)) {
    if (parts.size() > 1) {
      return error(fmt::format("there are columns `{0}` and `{0}.1`, which cannot be one variable",
                               printable_beginning(name)));
    }
    Column& column = columns_[parts.at(0)];
    return NumberColumns{
        without_dots(name), name, {rows}, column.is_int, std::move(column.numbers)};
  }
  NumberColumns result{.name = without_dots(name),
                       .given = name,
                       .dims = {rows, parts.size()},
                       .is_int = true,
                       .numbers = {}};
  result.numbers.reserve(rows * parts.size());
  std::size_t expected = 1;
  for (const auto& [number, place] : parts) {
    if (number != expected++) {
      return error(
          fmt::format("the column `{}.{}` is missing", printable_beginning(name), expected - 1));
    }
    Column column = std::exchange(columns_[place], {});
    result.is_int = result.is_int && column.is_int;
    result.numbers.insert(result.numbers.end(), column.numbers.begin(), column.numbers.end());
  }
  return result;
}

Result<ColumnFile> ColumnParser::finish() {
  line_ = 1;
  ColumnFile file{.rows = columns_[0].numbers.size(), .variables = {}};
  std::vector<std::string> order;
  std::map<std::string, std::map<std::size_t, std::size_t>> parts;
  for (std::size_t k = 0; k < names_.size(); ++k) {
    const ColumnName name = split(names_[k]);
    if (!is_name(without_dots(name.base))) {
      return error(fmt::format("the column `{}` has no name that a variable of Stan may have",
                               printable(names_[k])),
                   "call it x, or x.1, x.2, ... where there are several; leave out what is not "
                   "needed");
    }
    auto& found = parts[std::string(name.base)];
    if (found.empty()) order.emplace_back(name.base);
    if (!found.emplace(name.number, k).second) {
      return error(fmt::format("two columns are called `{}`", printable_beginning(names_[k])));
    }
  }
  std::map<std::string, std::string> taken;
  for (const std::string& name : order) {
    const auto [other, is_new] = taken.emplace(without_dots(name), name);
    if (!is_new) {
      return error(fmt::format("the columns `{}` and `{}` would both be called `{}`, as names in "
                               "Stan have no dots",
                               printable_beginning(other->second), printable_beginning(name),
                               printable_beginning(other->first)),
                   "rename one of them");
    }
    auto variable = joined(name, file.rows, parts.at(name));
    if (!variable) return variable.error();
    file.variables.push_back(std::move(variable).value());
  }
  return file;
}

Result<ColumnFile> ColumnParser::parse(std::FILE* file) {
  Lines lines(file);
  while (const auto line = lines.next()) {
    if (line_ < std::numeric_limits<std::uint32_t>::max()) ++line_;
    const bool is_empty = trimmed(*line).empty();
    if (is_empty || line->starts_with('#')) continue;
    const Status status = names_.empty() ? head(*line) : row(*line);
    if (!status) return status.error();
  }
  if (std::ferror(file) != 0) return read_failure(errno, path_);
  if (names_.empty()) return error("the file is empty", "the first line has a name per column");
  return finish();
}

}  // namespace

bool is_name(std::string_view text) {
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  const auto is_part = [&](char c) { return is_letter(c) || (c >= '0' && c <= '9') || c == '_'; };
  return !text.empty() && is_letter(text[0]) && std::all_of(text.begin(), text.end(), is_part);
}

Result<ColumnFile> read_columns(const std::string& path) {
  const auto close = [](std::FILE* file) { std::fclose(file); };
  const std::unique_ptr<std::FILE, decltype(close)> file(std::fopen(path.c_str(), "rb"), close);
  if (file == nullptr) return read_failure(errno, path);
  return ColumnParser(path).parse(file.get());
}

}  // namespace autumn::output
