// This file constructs values, gives access to them, and copies them on write.
#include "trace/value.h"

#include <fmt/format.h>

#include "base/error.h"

namespace autumn::trace {

std::size_t size_of(const Dims& dims) {
  std::size_t size = 1;
  for (const std::size_t extent : dims) size *= extent;
  return size;
}

Value Value::integer(double x) {
  Value value;
  value.type_ = {stan::Base::kInt, 0};
  value.content_ = x;
  return value;
}

Value Value::real(double x) {
  Value value;
  value.content_ = x;
  return value;
}

Value Value::scalar(stan::Type type, double x) {
  Value value;
  value.type_ = type;
  value.content_ = x;
  return value;
}

Value Value::numbers(stan::Type type, Dims dims, std::vector<double> numbers) {
  AUTUMN_CHECK(numbers.size() == size_of(dims), "a value has as many numbers as its dimensions");
  Value value;
  value.type_ = type;
  if (dims.empty()) {
    value.content_ = numbers[0];
  } else {
    value.content_ = std::make_shared<std::vector<double>>(std::move(numbers));
  }
  value.dims_ = std::move(dims);
  return value;
}

Value Value::symbol(stan::Type type, Dims dims, NodeId node) {
  Value value;
  value.type_ = type;
  value.dims_ = std::move(dims);
  value.content_ = node;
  return value;
}

Value Value::elements(stan::Type type, Dims dims, std::vector<NodeId> elements) {
  AUTUMN_CHECK(elements.size() == size_of(dims), "a value has as many elements as its dimensions");
  Value value;
  value.type_ = type;
  value.dims_ = std::move(dims);
  value.content_ = std::make_shared<std::vector<NodeId>>(std::move(elements));
  return value;
}

std::size_t Value::size() const {
  return size_of(dims_);
}

bool Value::is_known() const {
  return std::holds_alternative<double>(content_) || std::holds_alternative<Numbers>(content_);
}

double Value::number() const {
  return numbers()[0];
}

std::span<const double> Value::numbers() const {
  if (const double* x = std::get_if<double>(&content_)) return {x, 1};
  return *std::get<Numbers>(content_);
}

std::span<double> Value::writable_numbers() {
  if (double* x = std::get_if<double>(&content_)) return {x, 1};
  Numbers& shared = std::get<Numbers>(content_);
  if (shared.use_count() > 1) shared = std::make_shared<std::vector<double>>(*shared);
  return *shared;
}

std::vector<NodeId>& Value::writable_elements() {
  Elements& shared = std::get<Elements>(content_);
  if (shared.use_count() > 1) shared = std::make_shared<std::vector<NodeId>>(*shared);
  return *shared;
}

Value Value::as(stan::Type type, Dims dims) const {
  AUTUMN_CHECK(size_of(dims) == size(), "another shape has the same number of elements");
  Value value = *this;
  const bool was_scalar = dims_.empty();
  value.type_ = type;
  value.dims_ = std::move(dims);
  // A lone number and an array of one number are stored differently.
  if (is_known() && was_scalar != value.dims_.empty()) {
    return numbers(value.type_, value.dims_, {number()});
  }
  return value;
}

std::string describe(const Value& value) {
  const stan::Type& type = value.type();
  const Dims& dims = value.dims();
  const auto array_end = dims.begin() + static_cast<std::ptrdiff_t>(type.array_rank);
  std::string text;
  if (type.array_rank > 0)
    text = fmt::format("array[{}] ", fmt::join(dims.begin(), array_end, ","));
  text += to_text(stan::Type{type.base, 0});
  if (array_end != dims.end()) text += fmt::format("[{}]", fmt::join(array_end, dims.end(), ","));
  return text;
}

}  // namespace autumn::trace
