// This file is the list of all built-in functions, and finds one by name.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/error.h"
#include "trace/builtin.h"
#include "trace/functions/groups.h"

namespace autumn::trace {
namespace {

using Group = std::span<const BuiltinEntry>;

std::vector<BuiltinEntry> joined(std::initializer_list<Group> groups) {
  std::vector<BuiltinEntry> entries;
  for (const Group& group : groups) entries.insert(entries.end(), group.begin(), group.end());
  return entries;
}

using BuiltinTable = std::unordered_map<std::string_view, const BuiltinEntry*>;

// Those of tuples and complex numbers are apart: some of their names stand for two functions, of
// which the one of complex numbers is called `complex exp` here (`stan::resolve`).
std::array<Group, 10> all_groups() {
  return {elementwise_functions(),  array_functions(),          matrix_functions(),
          distribution_functions(), higher_order_functions(),   tuple_functions(),
          complex_functions(),      complex_matrix_functions(), complex_decompose_functions(),
          laplace_functions()};
}

BuiltinTable make_table() {
  BuiltinTable table;
  for (const Group& group : all_groups()) {
    for (const BuiltinEntry& entry : group) table.emplace(entry.name, &entry);
  }
  return table;
}

std::vector<std::string> all_names() {
  std::vector<std::string> names;
  for (const Group& group : all_groups()) {
    for (const BuiltinEntry& entry : group) {
      if (!entry.name.starts_with("complex ")) names.emplace_back(entry.name);
    }
  }
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace

std::span<const BuiltinEntry> array_functions() {
  static const std::vector<BuiltinEntry> entries =
      joined({reduction_functions(), container_functions()});
  return entries;
}

std::span<const BuiltinEntry> matrix_functions() {
  static const std::vector<BuiltinEntry> entries =
      joined({block_functions(), product_functions(), solve_functions(), decompose_functions(),
              covariance_functions(), sparse_functions(), hidden_markov_functions(),
              operator_functions(), transform_functions(), hypergeometric_functions()});
  return entries;
}

const BuiltinEntry* find_builtin(std::string_view name) {
  static const BuiltinTable table = make_table();
  const auto found = table.find(name);
  return found == table.end() ? nullptr : found->second;
}

std::string nearest_builtin(std::string_view name) {
  static const std::vector<std::string> names = all_names();
  const std::string nearest = nearest_word(name, names.data(), names.data() + names.size());
  if (nearest.empty()) return {};
  return fmt::format("the nearest supported function is `{}`", nearest);
}

}  // namespace autumn::trace
