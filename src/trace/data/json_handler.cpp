// This file builds variables from the events of the JSON reader.
#include "trace/data/json_handler.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <limits>

#include "base/numbers.h"
#include "base/words.h"

namespace autumn::trace {
namespace {

constexpr std::size_t kMostNesting = 100;  // the reader is recursive: a limit for the stack
constexpr std::size_t kMostShown = 40;     // characters of a number
constexpr std::size_t kUnset = std::numeric_limits<std::size_t>::max();

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool is_name(std::string_view text) {
  const auto is_inner = [](char c) { return is_letter(c) || (c >= '0' && c <= '9') || c == '_'; };
  return !text.empty() && is_letter(text[0]) && std::all_of(text.begin(), text.end(), is_inner);
}

std::optional<double> special_number(std::string_view text) {
  if (text == "Inf" || text == "Infinity") return kInfinity;
  if (text == "-Inf" || text == "-Infinity") return -kInfinity;
  if (text == "NaN") return std::numeric_limits<double>::quiet_NaN();
  return std::nullopt;
}

std::string suggestion_for_text(std::string_view text) {
  double x = 0.0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), x);
  if (failure == std::errc() && end == text.data() + text.size() && x - x == 0.0) {
    return fmt::format("write {} without quotes", text);
  }
  if (text == "NA") return std::string(kMissingValues);
  return R"(the only texts that stand for numbers are "Inf", "-Inf" and "NaN")";
}

std::string joined(const std::vector<std::size_t>& indices) {
  return fmt::format("{}", fmt::join(indices, ","));
}

// A matrix inside an array: how far apart neighbours along the first and the last index are, on
// both sides.
struct Plane {
  const double* from;
  double* to;
  std::size_t first, last;  // extents
  std::size_t from_step;    // of the first index; that of the last is 1
  std::size_t to_step;      // of the last index; that of the first is 1
};

// In small squares, so that both sides stay in the cache.
void transpose(const Plane& p) {
  constexpr std::size_t kSide = 16;
  for (std::size_t i0 = 0; i0 < p.first; i0 += kSide) {
    for (std::size_t j0 = 0; j0 < p.last; j0 += kSide) {
      const std::size_t i1 = std::min(i0 + kSide, p.first);
      const std::size_t j1 = std::min(j0 + kSide, p.last);
      for (std::size_t j = j0; j < j1; ++j) {
        for (std::size_t i = i0; i < i1; ++i) {
          p.to[i + p.to_step * j] = p.from[p.from_step * i + j];
        }
      }
    }
  }
}

}  // namespace

Dims indices_of(std::size_t at, const Dims& dims) {
  Dims indices(dims.size());
  for (std::size_t k = dims.size(); k-- > 0; at /= dims[k]) indices[k] = at % dims[k];
  return indices;
}

std::vector<double> first_index_fastest(std::vector<double> numbers, const Dims& dims) {
  if (dims.size() < 2 || numbers.empty()) return numbers;
  const std::size_t first = dims.front();
  const std::size_t last = dims.back();
  const std::size_t planes = numbers.size() / (first * last);
  const Dims middle(dims.begin() + 1, dims.end() - 1);
  std::vector<double> out(numbers.size());
  for (std::size_t m = 0; m < planes; ++m) {
    // m counts the indices in between with the last fastest, `at` with the first fastest.
    const Dims indices = indices_of(m, middle);
    std::size_t at = 0;
    for (std::size_t k = middle.size(); k-- > 0;) at = at * middle[k] + indices[k];
    transpose({.from = numbers.data() + last * m,
               .to = out.data() + first * at,
               .first = first,
               .last = last,
               .from_step = last * planes,
               .to_step = first * planes});
  }
  return out;
}

std::string JsonHandler::named(std::string_view indices) const {
  return indices.empty() ? fmt::format("`{}`", name_) : fmt::format("`{}[{}]`", name_, indices);
}

std::string JsonHandler::subject() const {
  if (name_.empty() || is_skipped_) return {};
  std::vector<std::size_t> places = counts_;
  for (std::size_t& place : places) ++place;
  return named(joined(places));
}

bool JsonHandler::fail(std::size_t offset, std::string message, std::string suggestion) {
  const auto [line, column] = stream_.place_of(offset);
  error_ = Error{std::move(message), std::move(suggestion), {file_, line, column, 1}};
  return false;
}

bool JsonHandler::fail_at_word(std::string message, std::string suggestion) {
  return fail(stream_.word_start(stream_.Tell()), std::move(message), std::move(suggestion));
}

bool JsonHandler::Null() {
  if (tuple_) return tuple_->refuse(kMissingValues), true;
  if (is_skipped_) return close(), true;
  return fail_at_word(fmt::format("{} is null, but must be a number", subject()),
                      std::string(kMissingValues));
}

// A number as it is written, with a zero behind its end.
bool JsonHandler::RawNumber(const char* text, unsigned length, bool) {
  const char* const end = text + length;
  int whole = 0;
  if (const auto [to, failure] = std::from_chars(text, end, whole);
      failure == std::errc() && to == end) {
    return add(whole, true);
  }
  double x = 0.0;
  if (std::from_chars(text, end, x).ec == std::errc()) return add(x, false);
  // Too small or too large for it; this one tells which.
  x = std::strtod(text, nullptr);
  if (std::abs(x) < 1.0) return add(x, false);
  const std::string written(text, length);
  return fail_at_word(
      fmt::format("{}: expected a number of double precision, but found `{}`", subject(),
                  length <= kMostShown ? written : written.substr(0, kMostShown) + "..."),
      "the largest number is 1.797e308, then Inf");
}

bool JsonHandler::Bool(bool x) {
  if (tuple_) return tuple_->refuse("write 1 for true and 0 for false"), true;
  if (is_skipped_) return close(), true;
  return fail_at_word(fmt::format("{} is {}, but must be a number", subject(), x),
                      fmt::format("write {} for {}", x ? 1 : 0, x));
}

bool JsonHandler::String(const char* text, unsigned length, bool) {
  if (is_skipped_) return close(), true;
  const std::string_view view(text, length);
  if (const auto x = special_number(view)) return add(*x, false);
  if (tuple_) return tuple_->refuse(suggestion_for_text(view)), true;
  const std::string shown =
      length > 40 ? std::string(view.substr(0, 40)) + "..." : std::string(view);
  return fail(stream_.string_start(stream_.Tell()),
              fmt::format("{} is the text \"{}\", but must be a number", subject(), shown),
              suggestion_for_text(view));
}

bool JsonHandler::add(double x, bool is_int) {
  if (tuple_) return tuple_->number(x, is_int), true;
  if (is_skipped_) return close(), true;
  if (variable_.dims.size() != counts_.size()) {
    return fail_at_word(
        fmt::format("{} is a number, but the elements before it are arrays", subject()),
        "all elements of an array must have the same dimensions");
  }
  // The place of the first real is its number until the dimensions are known.
  if (!is_int && variable_.is_int) {
    variable_.is_int = false;
    variable_.first_real = {variable_.numbers.size()};
  }
  variable_.numbers.push_back(x);
  close();
  return true;
}

void JsonHandler::close() {
  if (!is_skipped_ && !counts_.empty()) ++counts_.back();
  if (nesting_ > 0) return;
  if (!is_skipped_) {
    if (!variable_.is_int) {
      variable_.first_real = indices_of(variable_.first_real[0], variable_.dims);
    }
    variable_.numbers = first_index_fastest(std::move(variable_.numbers), variable_.dims);
    data_.emplace(std::move(name_), std::move(variable_));
  }
  name_.clear();
  variable_ = {};
  is_skipped_ = false;
}

void JsonHandler::close_tuple() {
  if (nesting_ > 0) return;
  data_.merge(tuple_->finish());
  tuple_.reset();
  counts_.clear();
  name_.clear();
  variable_ = {};
}

bool JsonHandler::StartObject() {
  if (!is_inside_) return is_inside_ = true;
  if (++nesting_ > kMostNesting) return fail_at_word("this is nested too deeply", "");
  if (is_skipped_) return true;
  if (!tuple_) {
    tuple_.emplace(name_, variable_.where, counts_.size());
    const bool is_first = std::ranges::all_of(counts_, [](std::size_t n) { return n == 0; });
    if (!is_first) tuple_->refuse("an element is an object where others are none");
  }
  tuple_->start_object();
  return true;
}

bool JsonHandler::EndObject(unsigned) {
  if (nesting_ == 0) return true;  // the outermost
  --nesting_;
  if (tuple_) {
    tuple_->end_object();
    close_tuple();
  } else {
    close();
  }
  return true;
}

// As it is, or as the leaves of a tuple. There may be many names, so that they are not all looked
// at.
Data::const_iterator JsonHandler::find_given() const {
  for (const std::string& start : {name_, name_ + ":", name_ + "["}) {
    const auto at = data_.lower_bound(start);
    const bool is_leaf = start.size() > name_.size();
    if (at != data_.end() && (is_leaf ? at->first.starts_with(start) : at->first == start)) {
      return at;
    }
  }
  return data_.end();
}

bool JsonHandler::Key(const char* text, unsigned length, bool) {
  if (tuple_) tuple_->key({text, length});
  if (nesting_ > 0) return true;  // of a tuple, or of something passed over
  name_.assign(text, length);
  is_skipped_ = !is_name(name_);
  if (is_skipped_) return true;
  const std::size_t start = stream_.string_start(stream_.Tell());
  if (const auto first = find_given(); first != data_.end()) {
    return fail(
        start, fmt::format("{} is given twice", named("")),
        fmt::format("remove one of the two; the first is on line {}", first->second.where.line));
  }
  const auto [line, column] = stream_.place_of(start);
  variable_.where = {file_, line, column, length + 2};
  return true;
}

bool JsonHandler::StartArray() {
  if (++nesting_ > kMostNesting) return fail_at_word("this is nested too deeply", "");
  if (is_skipped_) return true;
  if (tuple_) return tuple_->start_array(), true;
  if (variable_.dims.size() == counts_.size()) {
    if (!variable_.numbers.empty()) {
      return fail(stream_.Tell() - 1,
                  fmt::format("{} is an array, but the elements before it are numbers", subject()),
                  "all elements of an array must have the same dimensions; a tuple is written "
                  R"({"1": ..., "2": ...})");
    }
    variable_.dims.push_back(kUnset);
  }
  counts_.push_back(0);
  return true;
}

bool JsonHandler::EndArray(unsigned) {
  --nesting_;
  if (is_skipped_) return close(), true;
  if (tuple_) {
    tuple_->end_array();
    return close_tuple(), true;
  }
  const std::size_t count = counts_.back();
  counts_.pop_back();
  std::size_t& extent = variable_.dims[counts_.size()];
  if (extent == kUnset) extent = count;
  if (extent != count) {
    const std::vector<std::size_t> first(counts_.size(), 1);
    return fail(stream_.Tell() - 1,
                fmt::format("{} has {}, but {} has {}", subject(), counted(count, "element"),
                            named(joined(first)), extent),
                "all elements of an array must have the same dimensions");
  }
  close();
  return true;
}

}  // namespace autumn::trace
