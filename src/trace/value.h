// A value of a running Stan program is an array of known numbers, or of symbols of the expression
// graph.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>
#include <variant>
#include <vector>

#include "expr/graph.h"
#include "stan/types/type.h"

namespace autumn::trace {

using expr::NodeId;
using Dims = std::vector<std::size_t>;

// Everything is stored with the first index fastest, over array and inner dimensions alike: the
// order of a model's variables, and of CmdStan's columns. Integers are doubles that hold whole
// numbers; the type says which they are.
//
// The content is one of
//   a number                a known scalar, without any allocation
//   numbers                 a known array, shared until somebody writes
//   a node                  a symbol: an array node with the shape of the dims (see `node_shape`)
//   elements                a symbol that is being filled element by element: one scalar node each,
//   so that a write costs nothing
//   leaves                  of a tuple or of complex numbers, in the order of stan/types/leaves.h;
//   only values of expressions, never variables
class Value {
 public:
  using Numbers = std::shared_ptr<std::vector<double>>;
  using Elements = std::shared_ptr<std::vector<NodeId>>;
  using Leaves = std::shared_ptr<const std::vector<Value>>;

  Value() = default;
  [[nodiscard]] static Value integer(double x);
  [[nodiscard]] static Value real(double x);
  // One known number of this type.
  [[nodiscard]] static Value scalar(stan::Type type, double x);
  // A known array of this type.
  [[nodiscard]] static Value numbers(stan::Type type, Dims dims, std::vector<double> numbers);
  [[nodiscard]] static Value symbol(stan::Type type, Dims dims, NodeId node);
  [[nodiscard]] static Value elements(stan::Type type, Dims dims, std::vector<NodeId> elements);
  // A tuple or complex numbers; the dims are those of complex numbers, and the array dims of
  // tuples.
  [[nodiscard]] static Value composite(stan::Type type, std::vector<Value> leaves);
  // The only leaf, if the type is not composite.
  [[nodiscard]] static Value of_leaves(stan::Type type, std::vector<Value> leaves);

  [[nodiscard]] const stan::Type& type() const { return type_; }
  [[nodiscard]] const Dims& dims() const { return dims_; }
  [[nodiscard]] std::size_t size() const;
  [[nodiscard]] bool is_scalar() const { return dims_.empty(); }

  // Whether the numbers are known now.
  [[nodiscard]] bool is_known() const;
  // Of a known value.
  [[nodiscard]] double number() const;  // a scalar's
  [[nodiscard]] std::span<const double> numbers() const;
  // Of a symbol.
  [[nodiscard]] bool is_node() const { return std::holds_alternative<NodeId>(content_); }
  [[nodiscard]] NodeId node() const { return std::get<NodeId>(content_); }
  [[nodiscard]] bool is_elements() const { return std::holds_alternative<Elements>(content_); }
  [[nodiscard]] const std::vector<NodeId>& elements() const {
    return *std::get<Elements>(content_);
  }

  // Of a tuple or of complex numbers.
  [[nodiscard]] bool is_composite() const { return std::holds_alternative<Leaves>(content_); }
  [[nodiscard]] const std::vector<Value>& leaves() const { return *std::get<Leaves>(content_); }

  // For writing: a private copy is made if the storage is shared.
  [[nodiscard]] std::span<double> writable_numbers();
  [[nodiscard]] std::vector<NodeId>& writable_elements();

  // The same content under another type or shape of the same size.
  [[nodiscard]] Value as(stan::Type type, Dims dims) const;
  // Under a type that this one converts to; reals may become complex.
  [[nodiscard]] Value as(stan::Type type) const;

 private:
  stan::Type type_{stan::Base::kReal, 0};
  Dims dims_;
  std::variant<double, Numbers, NodeId, Elements, Leaves> content_ = 0.0;
};

// How many elements an array of these dimensions has.
[[nodiscard]] std::size_t size_of(const Dims& dims);

// The leaves of a value, or the value itself if it is none of several.
[[nodiscard]] std::span<const Value> leaves_of(const Value& value);

[[nodiscard]] inline bool all_known(std::span<const Value> values) {
  return std::ranges::all_of(values, [](const Value& v) { return v.is_known(); });
}

// "real", "vector[3]", "array[2] matrix[3,4]": type and sizes, for messages.
[[nodiscard]] std::string describe(const Value& value);

}  // namespace autumn::trace
