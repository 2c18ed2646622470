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

namespace {

// A name in which the places of leading dimensions are marked: "a[,]:2" is "a", two dimensions,
// ":2"; further ones stand at the end.
struct MarkedName {
  std::vector<std::string> texts;  // one more than ranks
  std::vector<std::size_t> ranks;
};

MarkedName split_name(const std::string& name) {
  MarkedName marked{{""}, {}};
  for (std::size_t i = 0; i < name.size(); ++i) {
    const std::size_t close =
        name[i] == '[' ? name.find_first_not_of(',', i + 1) : std::string::npos;
    if (close < name.size() && name[close] == ']') {
      marked.ranks.push_back(close - i);
      marked.texts.emplace_back();
      i = close;
    } else {
      marked.texts.back() += name[i];
    }
  }
  return marked;
}

std::string named(const MarkedName& name, std::span<const std::size_t> index) {
  std::string text = name.texts[0];
  const auto add = [&](std::size_t count) {
    for (const std::size_t i : index.first(count)) text += "." + std::to_string(i);
    index = index.subspan(count);
  };
  for (std::size_t k = 0; k < name.ranks.size(); ++k) {
    add(name.ranks[k]);
    text += name.texts[k + 1];
  }
  add(index.size());
  return text;
}

}  // namespace

std::vector<std::string> element_names(const std::string& name, std::span<const std::size_t> dims) {
  std::size_t count = 1;
  for (const std::size_t extent : dims) count *= extent;
  const MarkedName marked = split_name(name);
  std::vector<std::string> names;
  names.reserve(count);
  std::vector<std::size_t> index(dims.size(), 1);
  for (std::size_t k = 0; k < count; ++k) {
    names.push_back(named(marked, index));
    for (std::size_t d = 0; d < index.size() && ++index[d] > dims[d]; ++d) index[d] = 1;
  }
  return names;
}

}  // namespace autumn
