// This file checks the shapes and the constants of a factor, with a message for the user.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>

#include "base/words.h"
#include "dist/distribution.h"
#include "dist/first_failure.h"
#include "expr/term.h"
#include "model/validity.h"

namespace autumn::model {
namespace {

using expr::Builder;
using expr::Operand;
using expr::Shape;
using expr::Term;

Error mistake(const Factor& factor, std::string message, std::string suggestion) {
  return {.message = factor.label.empty() ? std::move(message)
                                          : fmt::format("`{}`: {}", factor.label, message),
          .suggestion = std::move(suggestion),
          .where = factor.where};
}

// "[3]" or "[2,1]", counted from 1; nothing for a scalar.
std::string element_text(const Shape& shape, std::size_t element) {
  if (shape.is_scalar()) return "";
  if (shape.is_vector()) return fmt::format("[{}]", element + 1);
  return fmt::format("[{},{}]", element % shape.rows + 1, element / shape.rows + 1);
}

// How many items an array holds, if its items have this rank; nothing if it can not hold such
// items.
struct ItemShape {
  std::size_t count = 1;
  bool is_batch = false;
  Shape item;
};

std::optional<ItemShape> items(const Shape& shape, dist::Item item) {
  switch (item) {
    case dist::Item::kScalar: return ItemShape{shape.size(), !shape.is_scalar(), Shape::scalar()};
    case dist::Item::kVector:
      if (shape.is_vector()) return ItemShape{1, false, shape};
      if (shape.is_matrix()) return ItemShape{shape.rows, true, Shape::vector(shape.cols)};
      return std::nullopt;
    case dist::Item::kMatrix:
      if (shape.is_square()) return ItemShape{1, false, shape};
      return std::nullopt;
  }
  internal_error("an item is a scalar, a vector or a matrix", __FILE__, __LINE__);
}

std::string_view item_name(dist::Item item) {
  switch (item) {
    case dist::Item::kScalar: return "a scalar or an array of scalars";
    case dist::Item::kVector: return "a vector, or a matrix with one item per row";
    case dist::Item::kMatrix: return "a square matrix";
  }
  internal_error("an item is a scalar, a vector or a matrix", __FILE__, __LINE__);
}

// What the value and the arguments seen so far have in common.
struct Joint {
  Shape scalars;                      // the shape of everything made of single numbers
  std::optional<std::size_t> count;   // of items, where several come in one array
  std::optional<std::size_t> length;  // of vectors, and of the sides of matrices
};

Error shape_mistake(const Factor& factor, const dist::Argument& argument, std::string_view what) {
  return mistake(factor, fmt::format("{} of {} {}", argument.name, factor.distribution->name, what),
                 "");
}

Status join_items(const Factor& factor, const dist::Argument& argument, const ItemShape& item,
                  Joint& joint) {
  if (argument.item != dist::Item::kScalar) {
    const std::size_t length = item.item.rows;
    if (joint.length && *joint.length != length) {
      return shape_mistake(factor, argument,
                           fmt::format("has length {}, not {}", length, *joint.length));
    }
    joint.length = length;
  }
  if (!item.is_batch) return Done{};
  if (joint.count && *joint.count != item.count) {
    return mistake(factor,
                   fmt::format("{} of {} has {}, not {}", argument.name, factor.distribution->name,
                               counted(item.count, "item"), *joint.count),
                   "give one item, or as many as there are values");
  }
  joint.count = item.count;
  return Done{};
}

Status join(const Factor& factor, const dist::Argument& argument, const Shape& shape,
            Joint& joint) {
  const auto item = items(shape, argument.item);
  if (!item) {
    return shape_mistake(
        factor, argument,
        fmt::format("must be {}, but it is {}", item_name(argument.item), to_text(shape)));
  }
  if (argument.item == dist::Item::kScalar) {
    const auto scalars = expr::broadcast(joint.scalars, shape);
    if (!scalars) {
      return mistake(factor,
                     fmt::format("shapes do not go together in {}: {} against {}",
                                 factor.distribution->name, to_text(joint.scalars), to_text(shape)),
                     "arrays must have the same shape; scalars fit everything");
    }
    joint.scalars = *scalars;
  }
  return join_items(factor, argument, *item, joint);
}

// Scalars broadcast to exactly one shape of the others; item counts and lengths agree.
Status check_shapes(const Graph& graph, const Factor& factor) {
  const dist::Distribution& d = *factor.distribution;
  if (factor.arguments.size() != d.arguments.size()) {
    return mistake(factor,
                   fmt::format("{} takes {}, not {}", d.name,
                               counted(d.arguments.size(), "argument"), factor.arguments.size()),
                   "");
  }
  Joint joint;
  Status status = join(factor, d.variate, graph.shape(factor.value), joint);
  for (std::size_t k = 0; status && k < d.arguments.size(); ++k) {
    status = join(factor, d.arguments[k], graph.shape(factor.arguments[k]), joint);
  }
  return status;
}

Status check_constant(const Graph& graph, const Factor& factor, NodeId node,
                      const dist::Argument& argument, bool is_value) {
  if (!graph.is_constant(node)) return Done{};
  const Operand x{graph.shape(node), graph.constant(node)};
  const auto violation = dist::find_violation(argument.domain, x);
  if (!violation) return Done{};
  const std::string element =
      violation->is_of_element ? element_text(x.shape, violation->element) : "";
  const std::string found =
      violation->is_of_element ? fmt::format(", but it is {}", violation->value) : "";
  const std::string what =
      is_value ? fmt::format("the value{}", element)
               : fmt::format("{}{} of {}", argument.name, element, factor.distribution->name);
  const std::string suggestion =
      is_value ? fmt::format("{} has no such value: check the data or choose another distribution",
                             factor.distribution->name)
      : std::isnan(violation->value)
          ? "a variable, or an element of one, that has not been given a value is NaN"
          : "change the argument";
  return mistake(factor,
                 fmt::format("{} must be {}{}", what, dist::description(argument.domain), found),
                 suggestion);
}

Status check_arguments(const Graph& graph, const Factor& factor) {
  const dist::Distribution& d = *factor.distribution;
  for (std::size_t k = 0; k < d.arguments.size(); ++k) {
    Status status = check_constant(graph, factor, factor.arguments[k], d.arguments[k], false);
    if (!status) return status;
  }
  return Done{};
}

// The numbers of a constant; one number stands for all elements. Empty if it is no constant.
std::span<const double> numbers_of(const std::optional<Term>& x) {
  if (!x || !x->builder().is_constant(x->id())) return {};
  return x->builder().graph().constant(x->id());
}

// A support between constant bounds is not empty, and constant values lie in it.
Status check_against(const Graph& graph, const Factor& factor, const dist::Bounds& bounds) {
  const dist::Distribution& d = *factor.distribution;
  const auto lower = numbers_of(bounds.lower);
  const auto upper = numbers_of(bounds.upper);
  const auto is_empty = [&d](double a, double b) { return d.is_discrete() ? a > b : a >= b; };
  if (const auto i = dist::first_failure(lower, upper, is_empty)) {
    return mistake(factor,
                   fmt::format("{} has no values between {} and {}", d.name,
                               dist::number_at(lower, *i), dist::number_at(upper, *i)),
                   "the lower bound must lie below the upper one");
  }
  if (!graph.is_constant(factor.value)) return Done{};
  const auto y = graph.constant(factor.value);
  const auto outside = [&](std::size_t i, std::string_view side, double limit) {
    return mistake(factor,
                   fmt::format("the value{} of {} must be at {} {}, but it is {}",
                               element_text(graph.shape(factor.value), i), d.name, side, limit,
                               dist::number_at(y, i)),
                   "check the data, or the arguments of the distribution");
  };
  if (const auto i = dist::first_failure(y, lower, std::less<>())) {
    return outside(*i, "least", dist::number_at(lower, *i));
  }
  if (const auto i = dist::first_failure(y, upper, std::greater<>())) {
    return outside(*i, "most", dist::number_at(upper, *i));
  }
  return Done{};
}

Status check_bounds(const Graph& graph, const Factor& factor) {
  if (factor.distribution->bounds == nullptr) return Done{};
  // Apart from the graph, which may be large: constants are copied, everything else is unknown.
  Builder builder;
  std::vector<Term> arguments;
  for (const NodeId argument : factor.arguments) {
    const Shape shape = graph.shape(argument);
    arguments.emplace_back(builder, graph.is_constant(argument)
                                        ? builder.constant(shape, graph.constant(argument))
                                        : builder.input("", shape));
  }
  return check_against(graph, factor, factor.distribution->bounds(arguments));
}

}  // namespace

Status check_factor(const Graph& graph, const Factor& factor) {
  if (factor.is_opaque()) return Done{};
  if (Status status = check_shapes(graph, factor); !status) return status;
  const dist::Distribution& d = *factor.distribution;
  if (d.is_discrete() && !graph.is_constant(factor.value)) {
    return mistake(factor, fmt::format("{} is discrete, so its value must be data", d.name),
                   "a parameter needs a continuous distribution");
  }
  if (Status status = check_constant(graph, factor, factor.value, d.variate, true); !status) {
    return status;
  }
  if (Status status = check_arguments(graph, factor); !status) return status;
  return check_bounds(graph, factor);
}

Status check_factor_arguments(const Graph& graph, const Factor& factor) {
  if (factor.is_opaque()) return Done{};
  if (Status status = check_shapes(graph, factor); !status) return status;
  return check_arguments(graph, factor);
}

}  // namespace autumn::model
