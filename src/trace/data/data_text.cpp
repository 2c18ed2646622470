// This file writes data as JSON, as CmdStan reads it.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>
#include <vector>

#include "trace/data/data.h"

namespace autumn::trace {
namespace {

// Numbers read back exactly; whole numbers have no decimals.
std::string number_text(double x) {
  if (std::isnan(x)) return "NaN";
  if (std::isinf(x)) return x > 0 ? "Inf" : "-Inf";
  return fmt::format("{}", x);
}

// The part of a variable from this dimension on: lists in lists, the first index outermost.
void append(std::string& text, const DataVariable& variable, std::size_t dimension,
            std::size_t place, std::size_t stride) {
  if (dimension == variable.dims.size()) {
    text += number_text(variable.numbers[place]);
    return;
  }
  text += "[";
  for (std::size_t i = 0; i < variable.dims[dimension]; ++i) {
    if (i > 0) text += ", ";
    append(text, variable, dimension + 1, place + i * stride, stride * variable.dims[dimension]);
  }
  text += "]";
}

// A leaf with what is left of its name behind the part that is being written, "[]:2:1".
struct LeafText {
  std::string_view name;
  const DataVariable* variable;
};

// How many dimensions stand in front of the next part of a name, which they are taken off.
std::size_t take_rank(std::string_view& name) {
  if (!name.starts_with('[')) return 0;
  const std::size_t rank = name.find(']');
  name.remove_prefix(rank + 1);
  return rank;
}

void append_leaves(std::string& text, std::vector<LeafText> leaves, std::size_t dimension,
                   std::size_t place, std::size_t stride);

// {"1": ..., "2": ...}: leaves with the same number belong together.
void append_object(std::string& text, const std::vector<LeafText>& leaves, std::size_t dimension,
                   std::size_t place, std::size_t stride) {
  std::map<int, std::vector<LeafText>> parts;
  for (LeafText leaf : leaves) {
    const std::size_t end = std::min(leaf.name.find_first_of(":[", 1), leaf.name.size());
    const int part = std::stoi(std::string(leaf.name.substr(1, end - 1)));
    leaf.name.remove_prefix(end);
    parts[part].push_back(leaf);
  }
  std::string_view separator = "{";
  for (const auto& [part, own] : parts) {
    text += fmt::format("{}\"{}\": ", separator, part);
    append_leaves(text, own, dimension, place, stride);
    separator = ", ";
  }
  text += "}";
}

// The dimensions in front of a tuple, from this one on.
struct Around {
  std::size_t left;
  std::size_t dimension;
};
void append_array(std::string& text, const std::vector<LeafText>& leaves, Around around,
                  std::size_t place, std::size_t stride) {
  if (around.left == 0) return append_object(text, leaves, around.dimension, place, stride);
  const std::size_t extent = leaves[0].variable->dims[around.dimension];
  text += "[";
  for (std::size_t i = 0; i < extent; ++i) {
    if (i > 0) text += ", ";
    append_array(text, leaves, {around.left - 1, around.dimension + 1}, place + i * stride,
                 stride * extent);
  }
  text += "]";
}

// All leaves of a variable, or of a part of one, at the elements that these places begin.
void append_leaves(std::string& text, std::vector<LeafText> leaves, std::size_t dimension,
                   std::size_t place, std::size_t stride) {
  if (leaves.size() == 1 && leaves[0].name.empty()) {
    return append(text, *leaves[0].variable, dimension, place, stride);
  }
  std::size_t rank = 0;
  for (LeafText& leaf : leaves) rank = take_rank(leaf.name);
  append_array(text, leaves, {.left = rank, .dimension = dimension}, place, stride);
}

}  // namespace

std::string to_json(const Data& data) {
  std::string text = "{";
  std::map<std::string, std::vector<LeafText>> variables;
  for (const auto& [name, variable] : data) {
    if (!variable.problem.empty()) continue;
    const std::size_t end = std::min(name.find_first_of("[:"), name.size());
    variables[name.substr(0, end)].push_back({std::string_view(name).substr(end), &variable});
  }
  for (const auto& [name, leaves] : variables) {
    text += fmt::format("{}\n  \"{}\": ", text.size() == 1 ? "" : ",", name);
    append_leaves(text, leaves, 0, 0, 1);
  }
  return text + "\n}\n";
}

}  // namespace autumn::trace
