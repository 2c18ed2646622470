// This file parses R's dump format by descent; places in messages are lines and columns of the
// file.
#include "trace/data/r_dump.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fstream>
#include <limits>
#include <numeric>
#include <sstream>

#include "base/numbers.h"
#include "base/words.h"
#include "stan/syntax/source.h"

namespace autumn::trace {
namespace {

struct DumpMistake {
  std::string message;
};

struct DumpNumber {
  double value = 0.0;
  bool is_int = false;
};

class RDumpParser {
 public:
  RDumpParser(std::string_view text, std::string file) : text_(text), file_(std::move(file)) {}

  Result<Data> run() {
    try {
      while (skip_space(), at_ < text_.size()) {
        const SourceRange where = here();
        std::string name = variable_name();
        expect_arrow();
        DataVariable variable = value();
        if (!variable.is_int) set_first_real(variable);
        variable.where = where;
        data_[std::move(name)] = std::move(variable);
        skip_space();
        if (peek() == ';') ++at_;
      }
      return std::move(data_);
    } catch (const DumpMistake& mistake) {
      return Error{.message = mistake.message,
                   .suggestion = "data files in JSON end in `.json`",
                   .where = here()};
    }
  }

 private:
  [[nodiscard]] char peek(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }

  [[nodiscard]] SourceRange here() const {
    const std::string_view before = text_.substr(0, std::min(at_, text_.size()));
    const auto line = static_cast<std::uint32_t>(std::ranges::count(before, '\n')) + 1;
    const std::size_t start = before.rfind('\n');
    const std::size_t column = before.size() - (start == std::string_view::npos ? 0 : start + 1);
    return {
        .file = file_, .line = line, .column = static_cast<std::uint32_t>(column) + 1, .length = 1};
  }

  void skip_space() {
    while (at_ < text_.size()) {
      if (std::isspace(static_cast<unsigned char>(text_[at_])) != 0) {
        ++at_;
      } else if (text_[at_] == '#') {
        at_ = std::min(text_.find('\n', at_), text_.size());
      } else {
        return;
      }
    }
  }

  void expect(char c) {
    skip_space();
    if (peek() != c) throw DumpMistake{fmt::format("expected `{}`", c)};
    ++at_;
  }

  void expect_arrow() {
    skip_space();
    if (peek() == '=') {
      ++at_;
      return;
    }
    if (peek() != '<' || peek(1) != '-') throw DumpMistake{"expected `<-` after the name"};
    at_ += 2;
  }

  std::string word() {
    std::string result;
    while (std::isalnum(static_cast<unsigned char>(peek())) != 0 || peek() == '_' ||
           peek() == '.') {
      result += text_[at_++];
    }
    return result;
  }

  std::string variable_name() {
    const char quote = peek();
    const bool is_quoted = quote == '"' || quote == '\'' || quote == '`';
    if (is_quoted) ++at_;
    std::string name = word();
    if (name.empty()) throw DumpMistake{"expected the name of a variable"};
    if (is_quoted) expect(quote);
    return name;
  }

  [[nodiscard]] bool is_call(std::string_view name) {
    skip_space();
    return text_.substr(at_, name.size()) == name && peek(name.size()) == '(';
  }

  void begin_call(std::string_view name) { at_ += name.size() + 1; }

  DumpNumber number() {
    skip_space();
    const std::size_t begin = at_;
    if (peek() == '-' || peek() == '+') ++at_;
    for (const std::string_view special : {"Infinity", "Inf", "NaN", "NA"}) {
      if (text_.substr(at_, special.size()) != special) continue;
      at_ += special.size();
      const double sign = text_[begin] == '-' ? -1.0 : 1.0;
      return {special[0] == 'I' ? sign * kInfinity : NAN, false};
    }
    const std::size_t digits = at_;
    double magnitude = 0.0;
    const auto [end, code] =
        std::from_chars(text_.data() + digits, text_.data() + text_.size(), magnitude);
    if (code == std::errc::invalid_argument) throw DumpMistake{"expected a number"};
    at_ = static_cast<std::size_t>(end - text_.data());
    const std::string_view written = text_.substr(digits, at_ - digits);
    const double value = text_[begin] == '-' ? -magnitude : magnitude;
    const bool is_long = peek() == 'L' || peek() == 'l';
    if (is_long) ++at_;
    const bool is_int = written.find_first_of(".eE") == std::string_view::npos &&
                        std::abs(value) <= std::numeric_limits<std::int32_t>::max();
    return {value, is_int || is_long};
  }

  // A number, or all from one to another.
  void add_numbers(DataVariable& variable) {
    const DumpNumber first = number();
    skip_space();
    if (peek() != ':') return add(variable, first);
    ++at_;
    const DumpNumber last = number();
    const double step = first.value <= last.value ? 1.0 : -1.0;
    for (double x = first.value; step * x <= step * last.value; x += step) add(variable, {x, true});
    is_range_ = true;
  }

  // From the place among the numbers, the first index fastest, to one index per dimension.
  static void set_first_real(DataVariable& variable) {
    std::size_t at = variable.first_real.empty() ? 0 : variable.first_real[0];
    variable.first_real.clear();
    for (const std::size_t extent : variable.dims) {
      variable.first_real.push_back(extent == 0 ? 0 : at % extent);
      at /= std::max<std::size_t>(extent, 1);
    }
  }

  static void add(DataVariable& variable, const DumpNumber& number) {
    if (!number.is_int && variable.is_int) {
      variable.is_int = false;
      variable.first_real = {variable.numbers.size()};
    }
    variable.numbers.push_back(number.value);
  }

  DataVariable zeros(std::string_view name, bool is_int) {
    begin_call(name);
    DataVariable variable;
    variable.is_int = is_int;
    skip_space();
    if (peek() != ')') variable.numbers.assign(static_cast<std::size_t>(number().value), 0.0);
    expect(')');
    variable.dims = {variable.numbers.size()};
    return variable;
  }

  DataVariable vector() {
    begin_call("c");
    DataVariable variable;
    skip_space();
    while (peek() != ')') {
      add_numbers(variable);
      skip_space();
      if (peek() == ',') ++at_;
      skip_space();
    }
    ++at_;
    variable.dims = {variable.numbers.size()};
    return variable;
  }

  DataVariable structure() {
    begin_call("structure");
    DataVariable variable = value();
    expect(',');
    skip_space();
    if (word() != ".Dim") throw DumpMistake{"expected `.Dim = c(...)` in structure()"};
    expect('=');
    const DataVariable dims = value();
    variable.dims.clear();
    for (const double extent : dims.numbers)
      variable.dims.push_back(static_cast<std::size_t>(extent));
    const std::size_t size = std::accumulate(variable.dims.begin(), variable.dims.end(),
                                             std::size_t{1}, std::multiplies<>());
    if (size != variable.numbers.size()) {
      throw DumpMistake{fmt::format("structure() has {}, but its .Dim makes {}",
                                    counted(variable.numbers.size(), "number"), size)};
    }
    expect(')');
    return variable;
  }

  DataVariable value() {
    skip_space();
    if (is_call("structure")) return structure();
    if (is_call("c")) return vector();
    if (is_call("integer")) return zeros("integer", true);
    if (is_call("double")) return zeros("double", false);
    DataVariable variable;
    is_range_ = false;
    add_numbers(variable);
    if (is_range_) variable.dims = {variable.numbers.size()};
    return variable;
  }

  std::string_view text_;
  std::string file_;
  std::size_t at_ = 0;
  bool is_range_ = false;
  Data data_;
};

}  // namespace

Result<Data> parse_r_dump(std::string_view text, const std::string& file_name) {
  return RDumpParser(text, file_name).run();
}

Result<Data> read_r_dump(const std::string& path) {
  auto text = stan::read_text_file(path);
  if (!text) return text.error();
  return parse_r_dump(text.value(), path);
}

}  // namespace autumn::trace
