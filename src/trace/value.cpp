// This file constructs values, gives access to them, and copies them on write.
#include "trace/value.h"

#include <fmt/format.h>

#include "base/error.h"
#include "stan/types/leaves.h"

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

Value Value::composite(stan::Type type, std::vector<Value> leaves) {
  AUTUMN_CHECK(leaves.size() == stan::leaf_count(type), "a value has all leaves of its type");
  Value value;
  const Dims& first = leaves[0].dims();
  const std::size_t rank = type.rank();
  AUTUMN_CHECK(rank <= first.size(), "leaves have the dimensions of the arrays they are in");
  value.dims_.assign(first.begin(), first.begin() + static_cast<std::ptrdiff_t>(rank));
  value.type_ = std::move(type);
  value.content_ = std::make_shared<const std::vector<Value>>(std::move(leaves));
  return value;
}

Value Value::of_leaves(stan::Type type, std::vector<Value> leaves) {
  if (type.is_composite()) return composite(std::move(type), std::move(leaves));
  return std::move(leaves[0]);
}

std::span<const Value> leaves_of(const Value& value) {
  return value.is_composite() ? std::span<const Value>(value.leaves())
                              : std::span<const Value>(&value, 1);
}

std::size_t Value::size() const {
  return size_of(dims_);
}

bool Value::is_known() const {
  if (is_composite()) return all_known(leaves());
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

namespace {

// Takes the leaves of a value of type `from`, which is in arrays of so many dimensions, off the
// front of `rest`, and adds those of the same value as one of type `to`.
void convert(std::span<const Value>& rest, const stan::Type& from, const stan::Type& to,
             std::uint32_t outer_rank, std::vector<Value>& out) {
  if (to.is_tuple()) {
    for (std::size_t i = 0; i < to.parts.size(); ++i) {
      convert(rest, from.parts[i], to.parts[i], outer_rank + to.array_rank, out);
    }
    return;
  }
  const stan::Type leaf{stan::real_base(to.base), to.array_rank + outer_rank};
  const auto take = [&] {
    const Value& value = rest.front();
    rest = rest.subspan(1);
    return value.as(leaf);
  };
  out.push_back(take());
  if (!to.is_complex()) return;
  if (from.is_complex()) {
    out.push_back(take());
  } else {
    const Dims& dims = out.back().dims();
    out.push_back(Value::numbers(leaf, dims, std::vector<double>(size_of(dims))));
  }
}

}  // namespace

Value Value::as(stan::Type type) const {
  if (!is_composite() && !type.is_composite()) return as(std::move(type), dims_);
  if (type == type_) return *this;
  std::span<const Value> rest = leaves_of(*this);
  std::vector<Value> converted;
  convert(rest, type_, type, 0, converted);
  return composite(std::move(type), std::move(converted));
}

std::string describe(const Value& value) {
  const stan::Type& type = value.type();
  const Dims& dims = value.dims();
  const auto array_end = dims.begin() + static_cast<std::ptrdiff_t>(type.array_rank);
  std::string text;
  if (type.array_rank > 0)
    text = fmt::format("array[{}] ", fmt::join(dims.begin(), array_end, ","));
  text += to_text(type.without_arrays());
  if (array_end != dims.end()) text += fmt::format("[{}]", fmt::join(array_end, dims.end(), ","));
  return text;
}

}  // namespace autumn::trace
