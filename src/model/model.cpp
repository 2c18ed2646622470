// This file makes the model a value: its roots, its text, its checker, and the density of a
// factor.
#include "model/model.h"

#include <fmt/format.h>

#include <map>
#include <sstream>
#include <utility>

#include "dist/distribution.h"
#include "expr/builder.h"
#include "expr/term.h"

namespace autumn::model {
namespace {

using expr::Shape;
using expr::Term;

// Calls `visit` with a reference to every node id of the model, in the order of `roots`.
template <typename AnyModel, typename Visit>
void visit_roots(AnyModel& model, const Visit& visit) {
  for (auto& variable : model.variables) visit(variable.node);
  for (auto& variable : model.variables) {
    auto& support = variable.support;
    for (auto* bound : {&support.lower, &support.upper, &support.offset, &support.multiplier}) {
      if (*bound) visit(**bound);
    }
  }
  for (auto& factor : model.factors) {
    visit(factor.value);
    for (auto& argument : factor.arguments) visit(argument);
    if (factor.weight) visit(*factor.weight);
    if (factor.squares) {
      visit(factor.squares->residual);
      visit(factor.squares->scale);
    }
  }
  for (auto& output : model.outputs) visit(output.node);
}

// A scalar constant is written in place, everything else by its number.
class Names {
 public:
  explicit Names(const Model& model) : graph_(model.graph) {
    std::vector<NodeId> numbered;
    for (const NodeId root : roots(model)) {
      if (!is_inline(root)) numbered.push_back(root);
    }
    text_ = expr::to_text(graph_, numbered);
    // The last line of the text returns the roots by their numbers.
    const std::size_t last = text_.rfind("return");
    std::istringstream names(text_.substr(last + std::string_view("return").size()));
    for (const NodeId root : numbered) names >> names_[root];
    text_.resize(last);
  }

  [[nodiscard]] std::string of(NodeId id) const {
    return is_inline(id) ? fmt::format("{}", graph_.constant(id)[0]) : names_.at(id);
  }
  [[nodiscard]] const std::string& graph_text() const { return text_; }

 private:
  [[nodiscard]] bool is_inline(NodeId id) const {
    return graph_.is_constant(id) && graph_.shape(id).is_scalar();
  }

  const Graph& graph_;
  std::map<NodeId, std::string> names_;
  std::string text_;
};

std::string dims_text(std::span<const std::size_t> dims) {
  return dims.empty() ? "" : fmt::format("[{}]", fmt::join(dims, ","));
}

std::string support_text(const Support& support, const Names& names) {
  std::string bounds;
  const auto add = [&](std::string_view prefix, std::optional<NodeId> bound) {
    if (!bound) return;
    bounds += fmt::format("{}{}{}", bounds.empty() ? "" : ", ", prefix, names.of(*bound));
  };
  add("", support.lower);
  add("", support.upper);
  add("offset ", support.offset);
  add("multiplier ", support.multiplier);
  const std::string_view name = name_of(support.kind);
  return bounds.empty() ? std::string(name) : fmt::format("{}({})", name, bounds);
}

std::string factor_text(const Factor& factor, const Names& names) {
  std::string text = names.of(factor.value);
  for (std::size_t k = 0; k < factor.arguments.size(); ++k) {
    text += (k == 0 ? " | " : ", ") + names.of(factor.arguments[k]);
  }
  const std::string_view name = factor.is_opaque() ? "opaque" : factor.distribution->name;
  text = fmt::format("factor {}({})", name, text);
  if (factor.weight) text += fmt::format(" weight {}", names.of(*factor.weight));
  if (!factor.squares) return text;
  return fmt::format("{} squares({} | 0, {})", text, names.of(factor.squares->residual),
                     names.of(factor.squares->scale));
}

Error fault(std::string message) {
  return {.message = std::move(message), .suggestion = {}, .where = {}};
}

Status check_variable(const Graph& graph, const Variable& variable, std::size_t slot) {
  const expr::Node& node = graph.node(variable.node);
  if (node.op != expr::Op::kInput || node.payload != slot) {
    return fault(fmt::format("variable {} is not input {}", variable.name, slot));
  }
  if (graph.inputs()[slot].name != variable.name || node.shape != node_shape(variable.dims)) {
    return fault(fmt::format("variable {} differs from its input", variable.name));
  }
  const Support& support = variable.support;
  for (const auto& bound : {support.lower, support.upper, support.offset, support.multiplier}) {
    if (!bound || graph.shape(*bound).is_scalar() || graph.shape(*bound) == node.shape) continue;
    return fault(fmt::format("a bound of variable {} does not have its shape", variable.name));
  }
  return Done{};
}

// The joint shape of the value and the scalar arguments of a factor over single numbers.
std::optional<Shape> elementwise_shape(const Graph& graph, const Factor& factor) {
  Shape shape = graph.shape(factor.value);
  for (std::size_t k = 0; k < factor.arguments.size(); ++k) {
    if (factor.distribution->arguments[k].item != dist::Item::kScalar) continue;
    const auto joint = expr::broadcast(shape, graph.shape(factor.arguments[k]));
    if (!joint) return std::nullopt;
    shape = *joint;
  }
  return shape;
}

Status check_factor_form(const Graph& graph, const Factor& factor) {
  const std::size_t expected = factor.is_opaque() ? 0 : factor.distribution->arguments.size();
  if (factor.arguments.size() != expected) {
    return fault(fmt::format("the factor of {} has {} arguments, not {}", factor.label,
                             factor.arguments.size(), expected));
  }
  if (factor.squares) {
    const Shape rows = graph.shape(factor.squares->residual);
    const Shape scale = graph.shape(factor.squares->scale);
    if (!factor.is_opaque() || !rows.is_vector() || !(scale.is_scalar() || scale == rows)) {
      return fault(fmt::format("the squares of {} are no rows with scales", factor.label));
    }
  }
  if (factor.weight && !graph.is_constant(*factor.weight)) {
    return fault(fmt::format("the weight of {} is not a constant", factor.label));
  }
  if (!factor.is_opaque() && factor.distribution->is_scalar() &&
      !elementwise_shape(graph, factor)) {
    return fault(fmt::format("value and arguments of {} do not go together", factor.label));
  }
  return Done{};
}

Status check_graph(const Model& model) {
  for (const NodeId root : roots(model)) {
    if (root.value >= model.graph.size()) return fault("a root is not in the graph");
  }
  return expr::check(model.graph);
}

}  // namespace

Shape node_shape(std::span<const std::size_t> dims) {
  if (dims.empty()) return Shape::scalar();
  if (dims.size() == 2) return Shape::matrix(dims[0], dims[1]);
  std::size_t size = 1;
  for (const std::size_t extent : dims) size *= extent;
  return Shape::vector(size);
}

std::vector<NodeId> roots(const Model& model) {
  std::vector<NodeId> ids;
  visit_roots(model, [&](NodeId id) { ids.push_back(id); });
  return ids;
}

Model with_graph(const Model& model, Graph graph, std::span<const NodeId> map) {
  Model result{.graph = std::move(graph),
               .variables = model.variables,
               .factors = model.factors,
               .outputs = model.outputs};
  visit_roots(result, [&](NodeId& id) { id = map[id.value]; });
  return result;
}

std::string to_text(const Model& model) {
  const Names names(model);
  std::string text;
  for (const Variable& variable : model.variables) {
    text += fmt::format("parameter {}{} : {}\n", variable.name, dims_text(variable.dims),
                        support_text(variable.support, names));
  }
  for (const Factor& factor : model.factors) text += factor_text(factor, names) + "\n";
  for (const Output& output : model.outputs) {
    text += fmt::format("output {}{} = {}\n", output.name, dims_text(output.dims),
                        names.of(output.node));
  }
  return text + names.graph_text();
}

Status check(const Model& model) {
  if (Status status = check_graph(model); !status) return status;
  if (model.graph.inputs().size() != model.variables.size()) {
    return fault(fmt::format("there are {} inputs for {} variables", model.graph.inputs().size(),
                             model.variables.size()));
  }
  for (std::size_t i = 0; i < model.variables.size(); ++i) {
    if (Status status = check_variable(model.graph, model.variables[i], i); !status) return status;
  }
  for (const Factor& factor : model.factors) {
    if (Status status = check_factor_form(model.graph, factor); !status) return status;
  }
  for (const Output& output : model.outputs) {
    if (model.graph.shape(output.node) != node_shape(output.dims)) {
      return fault(fmt::format("output {} does not have its shape", output.name));
    }
  }
  return Done{};
}

NodeId log_density(expr::Builder& builder, const Factor& factor) {
  Term density(builder, factor.value);
  if (!factor.is_opaque()) {
    std::vector<Term> arguments;
    for (const NodeId argument : factor.arguments) arguments.emplace_back(builder, argument);
    density = factor.distribution->log_density(density, arguments);
  }
  if (factor.weight) density = Term(builder, *factor.weight) * density;
  return density.id();
}

}  // namespace autumn::model
