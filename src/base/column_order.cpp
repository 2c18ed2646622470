// This file sorts the columns of a variable by its parts and indices, as they are written.
#include "base/column_order.h"

#include <algorithm>
#include <numeric>
#include <string_view>

namespace autumn {
namespace {

std::string_view variable_of(std::string_view column) {
  return column.substr(0, column.find_first_of(".:"));
}

bool has_leaves(std::string_view column) {
  return column.find(':') != std::string_view::npos || column.ends_with(".real") ||
         column.ends_with(".imag");
}

// What a column is sorted by: of `a.2.3:1.4` it is 3, 2 (the first index is the fastest), 1, 4.
std::vector<std::size_t> key_of(std::string_view column) {
  std::vector<std::size_t> key;
  std::size_t group = 0;  // where the indices of the array or part begin
  column.remove_prefix(variable_of(column).size());
  while (!column.empty()) {
    const char separator = column[0];
    column.remove_prefix(1);
    const std::string_view text = column.substr(0, column.find_first_of(".:"));
    column.remove_prefix(text.size());
    const bool is_number = !text.empty() && text[0] >= '0' && text[0] <= '9';
    const std::size_t number =
        is_number ? std::stoul(std::string(text)) : static_cast<std::size_t>(text == "imag");
    if (separator == '.' && is_number) {
      key.insert(key.begin() + static_cast<std::ptrdiff_t>(group), number);
    } else {
      key.push_back(number);
      group = key.size();
    }
  }
  return key;
}

}  // namespace

std::vector<std::size_t> file_order(std::span<const std::string> columns) {
  std::vector<std::size_t> order(columns.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  bool is_moved = false;
  for (std::size_t first = 0, last = 0; first < columns.size(); first = last) {
    while (last < columns.size() && variable_of(columns[last]) == variable_of(columns[first])) {
      ++last;
    }
    if (!has_leaves(columns[first])) continue;
    std::vector<std::vector<std::size_t>> keys;
    for (std::size_t k = first; k < last; ++k) keys.push_back(key_of(columns[k]));
    const auto begin = order.begin() + static_cast<std::ptrdiff_t>(first);
    const auto end = order.begin() + static_cast<std::ptrdiff_t>(last);
    const auto is_before = [&](std::size_t a, std::size_t b) {
      return keys[a - first] < keys[b - first];
    };
    is_moved = is_moved || !std::is_sorted(begin, end, is_before);
    std::stable_sort(begin, end, is_before);
  }
  if (!is_moved) order.clear();
  return order;
}

std::vector<std::string> in_file_order(std::span<const std::string> columns) {
  const std::vector<std::size_t> order = file_order(columns);
  if (order.empty()) return {columns.begin(), columns.end()};
  std::vector<std::string> names;
  for (const std::size_t column : order) names.push_back(columns[column]);
  return names;
}

}  // namespace autumn
