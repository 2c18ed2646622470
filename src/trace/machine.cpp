// This file has the primitives of the machine: numbers at once, symbols through the graph.
#include "trace/machine.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_map>

#include "dist/list.h"
#include "expr/interpret.h"
#include "expr/operation.h"
#include "trace/label.h"

namespace autumn::trace {
namespace {

using expr::Op;
using expr::Operand;
using expr::Shape;
using expr::Term;

}  // namespace

void fail(std::string message, std::string suggestion) {
  throw RuntimeError{
      .message = std::move(message), .suggestion = std::move(suggestion), .where = {}};
}

void fail_undecided(std::string message) {
  throw RuntimeError{.message = std::move(message),
                     .suggestion = "what the program does must be known before sampling starts",
                     .where = {},
                     .is_undecided = true};
}

Shape node_shape(const Dims& dims) {
  if (dims.empty()) return Shape::scalar();
  if (dims.size() == 2) return Shape::matrix(dims[0], dims[1]);
  return Shape::vector(size_of(dims));
}

NodeId Machine::node(const Value& value) {
  const Shape shape = node_shape(value.dims());
  // A value seen under other dims (`Value::as`) keeps its node until somebody needs it.
  if (value.is_node()) return builder_.reshape(value.node(), shape);
  if (value.is_known()) return builder_.constant(shape, value.numbers());
  if (value.is_scalar()) return value.elements()[0];
  return builder_.reshape(builder_.apply(Op::kConcat, value.elements()), shape);
}

Term Machine::term(const Value& value) {
  return {builder_, node(value)};
}

Value Machine::value(stan::Type type, Dims dims, NodeId node) {
  if (!builder_.is_constant(node)) return Value::symbol(type, std::move(dims), node);
  const auto numbers = builder_.graph().constant(node);
  return Value::numbers(type, std::move(dims), {numbers.begin(), numbers.end()});
}

Value Machine::elementwise(Op op, std::span<const Value> operands, stan::Type type,
                           const Dims& dims) {
  if (all_known(operands)) {
    // Scalars, the common case of loops over data, without any allocation.
    if (dims.empty()) {
      const double x = operands[0].number();
      if (operands.size() == 1) return Value::scalar(type, expr::evaluate_unary(op, x));
      const double y = operands[1].number();
      if (operands.size() == 2) return Value::scalar(type, expr::evaluate_binary(op, x, y));
      return Value::scalar(type, expr::evaluate_ternary(op, x, y, operands[2].number()));
    }
    return apply(op, operands, type, dims);
  }
  // Arrays of equal size may come as a vector and a row vector, or flattened: the node of the
  // result has its own shape.
  const Shape shape = node_shape(dims);
  NodeId nodes[3];
  for (std::size_t k = 0; k < operands.size(); ++k) {
    nodes[k] = node(operands[k]);
    if (!operands[k].is_scalar()) nodes[k] = builder_.reshape(nodes[k], shape);
  }
  return value(type, dims, builder_.apply(op, std::span<const NodeId>(nodes, operands.size())));
}

Value Machine::apply(Op op, std::span<const Value> operands, stan::Type type, Dims dims,
                     std::uint32_t flags) {
  if (!all_known(operands)) {
    std::vector<NodeId> nodes;
    for (const Value& operand : operands) nodes.push_back(node(operand));
    return value(type, std::move(dims), builder_.apply(op, nodes, flags));
  }
  std::vector<Operand> inputs;
  for (const Value& operand : operands) {
    inputs.push_back({node_shape(operand.dims()), operand.numbers()});
  }
  std::vector<double> out(size_of(dims));
  expr::evaluate({.op = op, .shape = node_shape(dims), .flags = flags}, inputs, out);
  return Value::numbers(type, std::move(dims), std::move(out));
}

Value Machine::gather(const Value& x, expr::Index index, stan::Type type, Dims dims) {
  if (x.dims() == dims && index.is_identity(x.size())) return x.as(type);
  if (x.is_known()) {
    const auto from = x.numbers();
    std::vector<double> to(index.size());
    for (std::size_t i = 0; i < to.size(); ++i) to[i] = from[index[i]];
    return Value::numbers(type, std::move(dims), std::move(to));
  }
  if (x.is_elements()) {
    const auto& from = x.elements();
    if (dims.empty()) return value(type, {}, from[index[0]]);
    std::vector<NodeId> to(index.size());
    for (std::size_t i = 0; i < to.size(); ++i) to[i] = from[index[i]];
    return Value::elements(type, std::move(dims), std::move(to));
  }
  const Shape shape = node_shape(dims);
  return value(type, std::move(dims), builder_.gather(x.node(), std::move(index), shape));
}

Value Machine::element(const Value& x, std::size_t place, stan::Type type) {
  if (x.is_known()) return Value::scalar(type, x.numbers()[place]);
  if (x.is_elements()) return value(type, {}, x.elements()[place]);
  const auto index = expr::Index::range(static_cast<std::uint32_t>(place), 1);
  return value(type, {}, builder_.gather(x.node(), index, Shape::scalar()));
}

void Machine::scatter(Value& x, const expr::Index& index, const Value& part) {
  if (x.is_known() && part.is_known()) {
    const auto from = part.numbers();
    const auto to = x.writable_numbers();
    for (std::size_t i = 0; i < index.size(); ++i) to[index[i]] = from[i];
    return;
  }
  if (!x.is_elements()) {
    // From now on element by element: what was there becomes elements once, and later writes are
    // cheap.
    std::vector<NodeId> elements(x.size());
    for (std::size_t i = 0; i < elements.size(); ++i) {
      const auto place = expr::Index::range(static_cast<std::uint32_t>(i), 1);
      elements[i] = x.is_known() ? builder_.constant(x.numbers()[i])
                                 : builder_.gather(x.node(), place, Shape::scalar());
    }
    x = Value::elements(x.type(), x.dims(), std::move(elements));
  }
  std::vector<NodeId>& to = x.writable_elements();
  for (std::size_t i = 0; i < index.size(); ++i) {
    const auto place = expr::Index::range(static_cast<std::uint32_t>(i), 1);
    to[index[i]] = node(part.is_scalar() ? part : gather(part, place, part.type(), {}));
  }
}

Value Machine::concat(std::span<const Value> parts, stan::Type type, Dims dims) {
  if (all_known(parts)) {
    std::vector<double> numbers;
    for (const Value& part : parts) {
      numbers.insert(numbers.end(), part.numbers().begin(), part.numbers().end());
    }
    return Value::numbers(type, std::move(dims), std::move(numbers));
  }
  const bool is_small = std::all_of(
      parts.begin(), parts.end(), [](const Value& v) { return v.is_scalar() || v.is_elements(); });
  if (is_small) {
    std::vector<NodeId> elements;
    for (const Value& part : parts) {
      if (part.is_elements()) {
        elements.insert(elements.end(), part.elements().begin(), part.elements().end());
      } else {
        elements.push_back(node(part));
      }
    }
    return Value::elements(type, std::move(dims), std::move(elements));
  }
  std::vector<NodeId> nodes;
  for (const Value& part : parts) nodes.push_back(node(part));
  const NodeId joined = builder_.apply(Op::kConcat, nodes);
  const Shape shape = node_shape(dims);
  return value(type, std::move(dims), builder_.reshape(joined, shape));
}

namespace {

// The number of a distribution in the list of all: the payload of its deferred nodes.
std::uint32_t number_of(const dist::Distribution& distribution) {
  static const auto kNumbers = [] {
    std::unordered_map<const dist::Distribution*, std::uint32_t> numbers;
    for (const dist::Distribution* each : dist::all_distributions()) {
      numbers.emplace(each, static_cast<std::uint32_t>(numbers.size()));
    }
    return numbers;
  }();
  const auto found = kNumbers.find(&distribution);
  AUTUMN_CHECK(found != kNumbers.end(), "the distribution is one of the list");
  return found->second;
}

}  // namespace

double known_density(const DensityFunction& function, const Value& y,
                     std::span<const Value> arguments) {
  expr::Builder builder;
  const auto constant = [&](const Value& v) {
    return Term(builder, builder.constant(node_shape(v.dims()), v.numbers()));
  };
  std::vector<Term> terms;
  for (const Value& argument : arguments) terms.push_back(constant(argument));
  const std::vector<NodeId> roots{sum(function(constant(y), terms)).id()};
  return interpret(builder.graph(), roots, {})[0].numbers[0];
}

Value Machine::log_density(const dist::Distribution& distribution, const Value& y,
                           std::span<const Value> arguments) {
  if (y.is_known() && all_known(arguments)) {
    return Value::real(known_density(distribution.log_density, y, arguments));
  }
  std::vector<NodeId> operands{node(y)};
  for (const Value& argument : arguments) operands.push_back(node(argument));
  if (taken_) {
    // Arguments that bound each other have no values that are right for all.
    if (distribution.bounds != nullptr || distribution.go_together != nullptr) {
      fail_undecided(fmt::format("{} depends on a parameter's value", distribution.name));
    }
    operands[0] = gated(operands[0], distribution.variate.domain);
    for (std::size_t k = 0; k < arguments.size(); ++k) {
      operands[k + 1] = gated(operands[k + 1], distribution.arguments[k].domain);
    }
  }
  return value({stan::Base::kReal, 0}, {}, builder_.deferred(number_of(distribution), operands));
}

namespace {

// A number that is in the domain; nothing for domains of whole arrays.
std::optional<double> number_inside(dist::Domain domain) {
  if (!dist::is_elementwise(domain)) return std::nullopt;
  return domain == dist::Domain::kUnit || domain == dist::Domain::kOpenUnit ? 0.5 : 1.0;
}

double number_inside(const model::Range& range) {
  if (std::isfinite(range.low) && std::isfinite(range.high)) return 0.5 * (range.low + range.high);
  if (std::isfinite(range.low)) return range.low + 1.0;
  return std::isfinite(range.high) ? range.high - 1.0 : 0.0;
}

}  // namespace

bool is_parameter(const expr::Graph& graph, NodeId x) {
  while (graph.op(x) == Op::kGather || graph.op(x) == Op::kReshape) x = graph.operand(x, 0);
  return graph.op(x) == Op::kInput;
}

NodeId Machine::gated(NodeId x, double inside) {
  if (builder_.is_constant(x)) return x;
  return select(Term(builder_, *taken_), Term(builder_, x), inside).id();
}

NodeId Machine::gated(NodeId x, dist::Domain domain) {
  if (builder_.is_constant(x)) return x;
  if (domain == dist::Domain::kReal && is_parameter(builder_.graph(), x)) return x;
  const std::optional<double> inside = number_inside(domain);
  if (!inside) fail_undecided("an array that must have a form depends on a parameter's value");
  const NodeId gate = gated(x, *inside);
  gates_.push_back({gate, x, domain});
  return gate;
}

void Machine::require(model::Requirement requirement) {
  if (taken_) {
    // Elsewhere nothing reads the result.
    requirement.result.reset();
    requirement.node = requirement.range
                           ? gated(requirement.node, number_inside(*requirement.range))
                           : gated(requirement.node, requirement.domain);
  }
  const model::Range range = requirement.range.value_or(model::Range());
  const bool is_new = required_
                          .insert({requirement.node, requirement.domain, requirement.is_finite,
                                   range.low, range.high, requirement.result})
                          .second;
  if (!is_new) return;
  if (statement_ != nullptr) {
    requirement.label = label_of(*statement_);
    requirement.where = statement_->where;
  }
  requirements_.push_back(std::move(requirement));
}

std::optional<Deferred> find_deferred(const expr::Graph& graph, NodeId node) {
  if (graph.op(node) != Op::kDeferred) return std::nullopt;
  const auto operands = graph.operands(node);
  return Deferred{dist::all_distributions()[graph.node(node).payload],
                  operands[0],
                  {operands.begin() + 1, operands.end()}};
}

}  // namespace autumn::trace
