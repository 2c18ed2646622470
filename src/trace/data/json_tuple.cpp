// This file reads tuples: each number goes to the leaf that the parts and arrays around it name.
#include "trace/data/json_tuple.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "trace/data/json_handler.h"

namespace autumn::trace {
namespace {

constexpr std::size_t kNoExtent = std::numeric_limits<std::size_t>::max();

std::string mark(std::size_t rank) {
  return rank == 0 ? "" : "[" + std::string(rank - 1, ',') + "]";
}

bool is_part(std::string_view text) {
  return !text.empty() && text.size() < 6 && text[0] != '0' &&
         std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

// Whether the leaf is `prefix` or below it.
bool is_below(std::string_view leaf, std::string_view prefix) {
  if (!leaf.starts_with(prefix)) return false;
  return leaf.size() == prefix.size() || leaf[prefix.size()] == ':' || leaf[prefix.size()] == '[';
}

}  // namespace

TupleReader::TupleReader(std::string name, SourceRange where, std::size_t arrays)
    : name_(std::move(name)), where_(std::move(where)) {
  next_.name = name_;
  for (std::size_t k = 0; k < arrays; ++k) start_array();
}

void TupleReader::complain(std::string problem) {
  if (problem_.empty()) problem_ = std::move(problem);
}

// What a value that begins now is called.
TupleReader::Level TupleReader::here() const {
  if (levels_.empty() || !levels_.back().is_array) return next_;
  Level level = levels_.back();
  ++level.rank;
  return level;
}

void TupleReader::open(bool is_array) {
  Level level = here();
  level.is_array = is_array;
  level.count = 0;
  levels_.push_back(std::move(level));
}

void TupleReader::close() {
  if (!levels_.empty() && levels_.back().is_array) ++levels_.back().count;
}

void TupleReader::start_object() {
  open(false);
}

void TupleReader::key(std::string_view text) {
  if (!is_part(text)) {
    complain(fmt::format("the parts of a tuple are called \"1\", \"2\", ..., not \"{}\"", text));
  }
  Level& object = levels_.back();
  ++object.count;
  next_ = {.is_array = false,
           .count = 0,
           .name = object.name + mark(object.rank) + ":" + std::string(text),
           .rank = 0};
}

void TupleReader::end_object() {
  if (levels_.back().count == 0) complain("there is nothing in {}: it is no number, and no tuple");
  levels_.pop_back();
  close();
}

void TupleReader::start_array() {
  open(true);
}

void TupleReader::end_array() {
  const Level array = levels_.back();
  levels_.pop_back();
  const auto depth = static_cast<std::size_t>(
      std::ranges::count_if(levels_, [](const Level& level) { return level.is_array; }));
  for (auto& [name, leaf] : leaves_) {
    if (!is_below(name, array.name) || leaf.dims.size() <= depth) continue;
    std::size_t& extent = leaf.dims[depth];
    if (extent == kNoExtent) extent = array.count;
    if (extent != array.count) {
      complain("all elements of an array must have the same dimensions");
    }
  }
  close();
}

void TupleReader::number(double x, bool is_int) {
  const Level level = here();
  const auto depth = static_cast<std::size_t>(
      std::ranges::count_if(levels_, [](const Level& each) { return each.is_array; }));
  const auto [found, is_new] = leaves_.try_emplace(level.name);
  DataVariable& leaf = found->second;
  if (is_new) leaf = {.dims = Dims(depth, kNoExtent), .numbers = {}, .where = where_};
  if (leaf.dims.size() != depth) complain("an element is a number where others are arrays");
  // The place of the first real is its number until the dimensions are known.
  if (!is_int && leaf.is_int) leaf.first_real = {leaf.numbers.size()};
  leaf.is_int = leaf.is_int && is_int;
  leaf.numbers.push_back(x);
  close();
}

Data TupleReader::finish() {
  Data data;
  for (auto& [name, leaf] : leaves_) {
    if (problem_.empty() && size_of(leaf.dims) != leaf.numbers.size()) {
      complain("all elements of an array must have the same parts");
    }
    if (!problem_.empty()) break;
    if (!leaf.is_int) leaf.first_real = indices_of(leaf.first_real[0], leaf.dims);
    leaf.numbers = first_index_fastest(std::move(leaf.numbers), leaf.dims);
    data.emplace(name, std::move(leaf));
  }
  if (problem_.empty()) return data;
  return {{name_, DataVariable{.dims = {}, .numbers = {}, .problem = problem_, .where = where_}}};
}

}  // namespace autumn::trace
