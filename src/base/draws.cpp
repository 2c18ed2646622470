// This file implements the draw table and the names of its columns.
#include "base/draws.h"

#include "base/error.h"

namespace autumn {

void DrawTable::append(std::span<const double> row) {
  AUTUMN_CHECK(row.size() == columns(), "a row has one number per column");
  values_.insert(values_.end(), row.begin(), row.end());
  ++rows_;
}

std::span<const double> DrawTable::row(std::size_t index) const {
  return {values_.data() + index * columns(), columns()};
}

std::span<double> DrawTable::row(std::size_t index) {
  return {values_.data() + index * columns(), columns()};
}

double DrawTable::at(std::size_t row, std::size_t column) const {
  return values_[row * columns() + column];
}

std::vector<double> DrawTable::column(std::size_t index) const {
  std::vector<double> values(rows_);
  for (std::size_t r = 0; r < rows_; ++r) values[r] = at(r, index);
  return values;
}

std::vector<std::string> element_names(const std::string& name, std::span<const std::size_t> dims) {
  std::size_t count = 1;
  for (const std::size_t extent : dims) count *= extent;
  std::vector<std::string> names;
  names.reserve(count);
  std::vector<std::size_t> index(dims.size(), 1);
  for (std::size_t k = 0; k < count; ++k) {
    std::string element = name;
    for (const std::size_t i : index) element += "." + std::to_string(i);
    names.push_back(std::move(element));
    for (std::size_t d = 0; d < index.size() && ++index[d] > dims[d]; ++d) index[d] = 1;
  }
  return names;
}

}  // namespace autumn
