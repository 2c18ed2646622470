// This file writes data as JSON, as CmdStan reads it.
#include <fmt/format.h>

#include <cmath>

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

}  // namespace

std::string to_json(const Data& data) {
  std::string text = "{";
  for (const auto& [name, variable] : data) {
    if (variable.is_tuple) continue;
    text += fmt::format("{}\n  \"{}\": ", text.size() == 1 ? "" : ",", name);
    append(text, variable, 0, 0, 1);
  }
  return text + "\n}\n";
}

}  // namespace autumn::trace
