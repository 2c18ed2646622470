// The layout of a row of draws: which columns belong to which variable.
#pragma once

#include <string>
#include <vector>

#include "binding.h"
#include "engine/prepare.h"

namespace autumn::python {

// A parameter, or a leaf of one that is a tuple or complex (`a[]:2`, `z[].real`): its columns lie
// together, first index fastest.
struct Columns {
  std::string name;
  std::vector<std::size_t> dims;
  std::string block;  // "parameters", "transformed parameters" or "generated quantities"
};

[[nodiscard]] std::vector<Columns> layout_of(const engine::Prepared& prepared);

// [(name, dims, block, columns)], where the columns are the first of them, or a list where they do
// not lie together in a table with these names.
[[nodiscard]] nb::list to_python(const std::vector<Columns>& layout, std::size_t first);
[[nodiscard]] nb::list to_python(const std::vector<Columns>& layout,
                                 const std::vector<std::string>& table);

}  // namespace autumn::python
