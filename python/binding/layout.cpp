// This file finds the columns of variables.
#include "layout.h"

#include <unordered_map>

#include "base/draws.h"

namespace autumn::python {
namespace {

nb::tuple dims_of(const Columns& columns) {
  nb::list dims;
  for (const std::size_t extent : columns.dims) dims.append(extent);
  return nb::tuple(dims);
}

std::size_t size_of(const Columns& columns) {
  std::size_t size = 1;
  for (const std::size_t extent : columns.dims) size *= extent;
  return size;
}

}  // namespace

std::vector<Columns> layout_of(const engine::Prepared& prepared) {
  std::vector<Columns> layout;
  for (const auto& variable : prepared.compressed.variables) {
    layout.push_back({variable.name, variable.dims, "parameters"});
  }
  for (const auto& output : prepared.compressed.outputs) {
    layout.push_back({output.name, output.dims, "transformed parameters"});
  }
  for (const auto& made : prepared.generated.program.made) {
    layout.push_back({made.name, made.dims, "generated quantities"});
  }
  return layout;
}

nb::list to_python(const std::vector<Columns>& layout, std::size_t first) {
  nb::list result;
  for (const Columns& columns : layout) {
    result.append(nb::make_tuple(columns.name, dims_of(columns), columns.block, first));
    first += size_of(columns);
  }
  return result;
}

nb::list to_python(const std::vector<Columns>& layout, const std::vector<std::string>& table) {
  std::unordered_map<std::string, std::size_t> places;
  for (std::size_t k = 0; k < table.size(); ++k) places.emplace(table[k], k);
  nb::list result;
  for (const Columns& columns : layout) {
    nb::list found;
    for (const std::string& name : element_names(columns.name, columns.dims)) {
      const auto at = places.find(name);
      if (at != places.end()) found.append(at->second);
    }
    if (found.size() != size_of(columns)) continue;
    result.append(nb::make_tuple(columns.name, dims_of(columns), columns.block, found));
  }
  return result;
}

}  // namespace autumn::python
