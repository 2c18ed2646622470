// This file writes the data of a case as JSON text, and makes data with a row less.
#include "laws/case.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>

namespace autumn::laws {
namespace {

std::string number_text(double x, bool is_int) {
  return is_int ? fmt::format("{:.0f}", x) : fmt::format("{}", x);
}

std::string nested(std::span<const double> numbers, std::span<const std::size_t> dims,
                   bool is_int) {
  if (dims.empty()) return number_text(numbers[0], is_int);
  std::size_t stride = 1;
  for (const std::size_t extent : dims.subspan(1)) stride *= extent;
  std::string text = "[";
  for (std::size_t i = 0; i < dims[0]; ++i) {
    if (i > 0) text += ", ";
    text += nested(numbers.subspan(i * stride, stride), dims.subspan(1), is_int);
  }
  return text + "]";
}

// Leaves out index `row` of dimension `d`.
void drop(Datum& datum, std::size_t d, std::size_t row) {
  std::size_t inner = 1;
  for (std::size_t k = d + 1; k < datum.dims.size(); ++k) inner *= datum.dims[k];
  std::vector<double> left;
  for (std::size_t i = 0; i < datum.numbers.size(); ++i) {
    if (i / inner % datum.dims[d] != row) left.push_back(datum.numbers[i]);
  }
  datum.numbers = std::move(left);
  --datum.dims[d];
}

}  // namespace

std::string to_json(const std::vector<Datum>& data) {
  std::string text = "{";
  for (const Datum& datum : data) {
    if (text.size() > 1) text += ", ";
    text += fmt::format("\"{}\": {}", datum.name, nested(datum.numbers, datum.dims, datum.is_int));
  }
  return text + "}\n";
}

std::vector<Datum> without_row(const std::vector<Datum>& data, const std::string& name,
                               std::size_t row) {
  std::vector<Datum> smaller = data;
  for (Datum& datum : smaller) {
    if (datum.name == name) datum.numbers[0] -= 1.0;
    for (std::size_t d = 0; d < datum.sizes.size(); ++d) {
      if (datum.sizes[d] == name) drop(datum, d, row);
    }
    if (datum.limit != name) continue;
    for (double& x : datum.numbers) {
      if (x > static_cast<double>(row) + 1.0) x -= 1.0;
      x = std::max(x, 1.0);
    }
  }
  return smaller;
}

}  // namespace autumn::laws
