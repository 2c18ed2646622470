// This file writes fields and reads them: the length of a name (1 byte), the name, a letter for the
// kind, how many numbers or bytes there are (8 bytes), and these.
#include "sample/state/fields.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace autumn::sampler {
namespace {

constexpr char kDoubles = 'd', kIntegers = 'i', kText = 't', kBegin = '{', kEnd = '}';

template <class Number>
constexpr char kind_of() {
  return std::is_same_v<Number, double> ? kDoubles : kIntegers;
}

std::size_t size_of(char kind) {
  return kind == kText ? 1 : kind == kBegin || kind == kEnd ? 0 : sizeof(double);
}

template <class Number>
std::string_view bytes_of(std::span<const Number> values) {
  return {reinterpret_cast<const char*>(values.data()), values.size_bytes()};
}

template <class Number>
Number number_at(std::string_view content, std::size_t k) {
  Number number;
  std::memcpy(&number, content.data() + k * sizeof number, sizeof number);
  return number;
}

std::string number_text(char kind, std::string_view content, std::size_t k) {
  return kind == kDoubles ? fmt::format("{}", number_at<double>(content, k))
                          : fmt::format("{}", number_at<std::int64_t>(content, k));
}

std::string list_text(char kind, std::uint64_t count, std::string_view content) {
  constexpr std::uint64_t kShown = 8;
  if (kind == kText) return std::string(content);
  std::string text;
  for (std::size_t k = 0; k < std::min(count, kShown); ++k) {
    text += (k > 0 ? ", " : "") + number_text(kind, content, k);
  }
  return count > kShown ? fmt::format("{}, ... ({} numbers)", text, count) : text;
}

}  // namespace

Fields Fields::of(std::string_view bytes) {
  Fields fields;
  fields.is_reading_ = true;
  fields.left_ = bytes;
  return fields;
}

void Fields::write(std::string_view name, char kind, std::string_view content,
                   std::uint64_t count) {
  AUTUMN_CHECK(name.size() < 256, "names of fields are short");
  written_ += static_cast<char>(name.size());
  written_ += name;
  written_ += kind;
  char number[sizeof count];
  std::memcpy(number, &count, sizeof count);
  written_.append(number, sizeof number);
  written_ += content;
}

// The name of the next field, which is taken off the bytes; nothing if there is none that is whole.
std::optional<std::string_view> Fields::next(std::string_view& bytes, Found& found) {
  constexpr std::size_t kPrelude = 1 + sizeof(std::uint64_t);
  if (bytes.empty()) return std::nullopt;
  const std::size_t length = static_cast<unsigned char>(bytes[0]);
  if (bytes.size() < 1 + length + kPrelude) return std::nullopt;
  const std::string_view name = bytes.substr(1, length);
  found.kind = bytes[1 + length];
  found.count = number_at<std::uint64_t>(bytes.substr(2 + length), 0);
  bytes.remove_prefix(1 + length + kPrelude);
  const std::size_t size = size_of(found.kind);
  if (size > 0 && found.count > bytes.size() / size) return std::nullopt;
  found.content = bytes.substr(0, found.count * size);
  bytes.remove_prefix(found.content.size());
  return name;
}

std::optional<Fields::Found> Fields::read(std::string_view name, char kind) {
  if (!status_) return std::nullopt;
  Found found{};
  const auto there = next(left_, found);
  if (there == name && found.kind == kind) return found;
  refuse(name);
  return std::nullopt;
}

void Fields::refuse(std::string_view name) {
  if (!status_) return;
  status_ = Error{fmt::format("it has no `{}` where one is expected", name), "", {}};
}

template <class Number>
void Fields::scalar(std::string_view name, Number& value) {
  if (!is_reading_) {
    return write(name, kind_of<Number>(), bytes_of(std::span<const Number>(&value, 1)), 1);
  }
  const auto found = read(name, kind_of<Number>());
  if (found && found->count == 1) value = number_at<Number>(found->content, 0);
  if (found && found->count != 1) refuse(name);
}

template <class Number>
void Fields::list(std::string_view name, std::vector<Number>& values) {
  if (!is_reading_) {
    return write(name, kind_of<Number>(), bytes_of(std::span<const Number>(values)), values.size());
  }
  const auto found = read(name, kind_of<Number>());
  if (!found) return;
  values.resize(found->count);
  if (!values.empty()) std::memcpy(values.data(), found->content.data(), found->content.size());
}

void Fields::operator()(std::string_view name, double& value) {
  scalar(name, value);
}

void Fields::operator()(std::string_view name, std::int64_t& value) {
  scalar(name, value);
}

void Fields::operator()(std::string_view name, std::uint64_t& value) {
  auto number = static_cast<std::int64_t>(value);
  scalar(name, number);
  value = static_cast<std::uint64_t>(number);
}

void Fields::operator()(std::string_view name, int& value) {
  std::int64_t number = value;
  scalar(name, number);
  value = static_cast<int>(number);
}

void Fields::operator()(std::string_view name, bool& value) {
  std::int64_t number = value ? 1 : 0;
  scalar(name, number);
  value = number != 0;
}

void Fields::operator()(std::string_view name, std::string& value) {
  if (!is_reading_) return write(name, kText, value, value.size());
  if (const auto found = read(name, kText)) value = found->content;
}

void Fields::operator()(std::string_view name, std::vector<double>& values) {
  list(name, values);
}

void Fields::operator()(std::string_view name, std::vector<std::int64_t>& values) {
  list(name, values);
}

void Fields::exactly(std::string_view name, std::span<double> values) {
  std::vector<double> numbers(values.begin(), values.end());
  list(name, numbers);
  if (numbers.size() != values.size()) return refuse(name);
  std::ranges::copy(numbers, values.begin());
}

void Fields::begin(std::string_view name) {
  if (!is_reading_) return write(name, kBegin, {}, 0);
  (void)read(name, kBegin);
}

void Fields::end() {
  if (!is_reading_) return write("", kEnd, {}, 0);
  (void)read("", kEnd);
}

std::string to_text(std::string_view bytes) {
  std::string text;
  std::size_t depth = 0;
  Fields::Found found{};
  while (const auto name = Fields::next(bytes, found)) {
    if (found.kind == kEnd) {
      depth -= depth > 0 ? 1 : 0;
      continue;
    }
    const std::string value = list_text(found.kind, found.count, found.content);
    text += fmt::format("{:{}}{}{}{}\n", "", 2 * depth, *name,
                        found.kind == kBegin ? ""
                        : value.empty()      ? " ="
                                             : " = ",
                        value);
    if (found.kind == kBegin) ++depth;
  }
  return text;
}

}  // namespace autumn::sampler
