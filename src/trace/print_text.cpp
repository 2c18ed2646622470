// This file writes values as Stan prints them.
#include <fmt/format.h>

#include <span>
#include <string>
#include <vector>

#include "stan/types/leaves.h"
#include "trace/indexing.h"
#include "trace/print_text.h"

namespace autumn::trace {
namespace {

// Six digits of a real number, all of an integer.
std::string number_text(const Value& value, std::size_t element) {
  const double number = value.numbers()[element];
  if (value.type().base != stan::Base::kInt) return fmt::format("{:.6g}", number);
  return fmt::format("{:.0f}", number);
}

// As CmdStan prints: brackets around every dimension, the last index fastest: [[1,2],[3,4]].
std::string nested_text(const Value& value, std::span<const std::size_t> dims, std::size_t start,
                        std::size_t stride) {
  if (dims.empty()) return number_text(value, start);
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < dims[0]; ++i) {
    parts.push_back(nested_text(value, dims.subspan(1), start + i * stride, stride * dims[0]));
  }
  return fmt::format("[{}]", fmt::join(parts, ","));
}

// Element i of an array of tuples or of complex numbers, all of whose leaves are known.
Value known_element(const Value& container, std::size_t i) {
  stan::Type type = container.type();
  if (type.array_rank > 0) {
    --type.array_rank;
  } else {
    type.base = type.base == stan::Base::kComplexMatrix ? stan::Base::kComplexRowVector
                                                        : stan::Base::kComplex;
  }
  const std::vector<stan::Type> types = stan::leaf_types(type);
  const Subscript place = SingleSubscript{static_cast<double>(i + 1)};
  std::vector<Value> leaves;
  for (const Value& leaf : container.leaves()) {
    Selection selection = select(leaf.dims(), {&place, 1});
    std::vector<double> numbers;
    for (std::size_t k = 0; k < selection.index.size(); ++k) {
      numbers.push_back(leaf.numbers()[selection.index[k]]);
    }
    leaves.push_back(Value::numbers(types[leaves.size()], selection.dims, std::move(numbers)));
  }
  return Value::composite(type, std::move(leaves));
}

// As stan_print of Stan's mathematics library: (1,[2,3]) for a tuple, and (re,im) for a number.
std::string composite_text(const Value& value) {
  std::vector<std::string> parts;
  if (value.type().rank() > 0) {
    for (std::size_t i = 0; i < value.dims()[0]; ++i) {
      parts.push_back(composite_text(known_element(value, i)));
    }
    return fmt::format("[{}]", fmt::join(parts, ","));
  }
  const std::span<const Value> leaves = value.leaves();
  if (value.type().is_complex()) {
    return fmt::format("({},{})", numbers_text(leaves[0]), numbers_text(leaves[1]));
  }
  std::size_t next = 0;
  for (const stan::Type& part : value.type().parts) {
    const auto own = leaves.subspan(next, stan::leaf_count(part));
    parts.push_back(numbers_text(Value::of_leaves(part, {own.begin(), own.end()})));
    next += own.size();
  }
  return fmt::format("({})", fmt::join(parts, ","));
}

}  // namespace

std::string numbers_text(const Value& value) {
  if (value.is_composite()) return composite_text(value);
  return nested_text(value, value.dims(), 0, 1);
}

}  // namespace autumn::trace
