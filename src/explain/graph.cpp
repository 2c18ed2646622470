// This file makes the factor graphs before and after collapse, at the level of variables.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string_view>

#include "explain/draw.h"

namespace autumn::explainer {
namespace {

std::string size_text(std::span<const std::size_t> dims) {
  return fmt::format("{}", fmt::join(dims, " x "));
}

// The nodes of one graph, made when they are first met.
class Nodes {
 public:
  std::size_t add(GraphNode node) {
    nodes_.push_back(std::move(node));
    return nodes_.size() - 1;
  }

  // Data of one name are one node; those without a name one per factor.
  std::size_t data(const std::string& name, std::size_t factor, const std::string& plate) {
    const std::string key = name.empty() ? fmt::format("#{}", factor) : name;
    const auto [at, is_new] = data_.try_emplace(key, nodes_.size());
    if (is_new) nodes_.push_back({NodeKind::kData, name.empty() ? "data" : name, plate});
    return at->second;
  }

  [[nodiscard]] std::vector<GraphNode> finish() && { return std::move(nodes_); }

 private:
  std::vector<GraphNode> nodes_;
  std::map<std::string, std::size_t> data_;
};

using Ends = std::set<Arrow>;

std::vector<Arrow> listed(const Ends& ends) {
  return {ends.begin(), ends.end()};
}

class Drawing {
 public:
  explicit Drawing(const GraphSource& source) : source_(source) {
    for (const NamedData& data : source.data) data_.try_emplace(data.name, data.numbers.size());
  }

  FactorGraph before() && {
    for (const model::Variable& variable : source_.model.variables) {
      nodes_.add({NodeKind::kKept, variable.name, size_text(variable.dims)});
    }
    FactorGraph graph;
    for (std::size_t f = 0; f < source_.uses.size(); ++f) {
      add_as_written(graph, f, [](std::size_t v, std::uint32_t) { return std::optional(v); });
    }
    graph.nodes = std::move(nodes_).finish();
    return graph;
  }

  FactorGraph after() && {
    for (const Part& part : source_.explanation.parts) {
      nodes_.add({part.is_collapsed() ? NodeKind::kCollapsed : NodeKind::kKept, part.name,
                  part.is_whole() ? size_text(part.dims)
                                  : fmt::format("{} of {}", part.elements.size(), part.of)});
    }
    FactorGraph graph;
    for (std::size_t f = 0; f < source_.uses.size(); ++f) {
      if (!source_.uses[f].has_rows_left) continue;
      add_as_written(graph, f, [&](std::size_t v, std::uint32_t e) {
        const std::size_t part = source_.part_of[v][e];
        return is_collapsed(part) ? std::nullopt : std::optional(part);
      });
    }
    for (const RecoveryNote& note : source_.explanation.recovery) {
      add_marginal(graph, note);
      add_draw(graph, note);
    }
    graph.nodes = std::move(nodes_).finish();
    return graph;
  }

 private:
  [[nodiscard]] bool is_collapsed(std::size_t part) const {
    return source_.explanation.parts[part].is_collapsed();
  }

  // Loops that were not rolled up leave many factors with the same ends: they are drawn once.
  void add_factor(FactorGraph& graph, GraphFactor factor) {
    if (drawn_.insert(factor).second) graph.factors.push_back(std::move(factor));
  }

  // The node of what is observed.
  std::size_t observed(std::size_t f) {
    const model::Factor& factor = source_.model.factors[f];
    const expr::Shape shape = source_.model.graph.shape(factor.value);
    std::string plate = shape.is_scalar() ? "" : fmt::format("{}", shape.rows);
    if (shape.is_matrix()) plate += fmt::format(" x {}", shape.cols);
    return nodes_.data(factor.label, f, plate);
  }

  std::size_t named_data(const std::string& name, std::size_t f) {
    const auto at = data_.find(name);
    return nodes_.data(name, f, at == data_.end() ? "" : fmt::format("{}", at->second));
  }

  // Arguments point at the factor, the factor at its value; a value that is an expression has no
  // node to point at.
  template <typename NodeOf>
  void add_as_written(FactorGraph& graph, std::size_t f, NodeOf node_of) {
    const FactorUses& uses = source_.uses[f];
    const model::Factor& factor = source_.model.factors[f];
    Ends from;
    Ends to;
    const auto collect = [&](const ElementLists& lists, Ends& ends) {
      for (const auto& [v, elements] : lists) {
        for (const std::uint32_t e : elements) {
          if (const auto node = node_of(v, e)) ends.insert({*node, false});
        }
      }
    };
    collect(uses.arguments, from);
    collect(uses.value, uses.has_plain_value ? to : from);
    if (uses.has_data_value) to.insert({observed(f), false});
    if (from.empty() && to.empty()) return;  // a constant
    for (const std::string& name : uses.data) from.insert({named_data(name, f), false});
    add_factor(graph, {factor_name(source_.model.graph, factor), listed(from), listed(to)});
  }

  // What the factors of the parts that are drawn together have at their ends.
  struct Surroundings {
    Ends values;     // observed, or kept and distributed below the parts
    Ends arguments;  // the others that are known when the parts are drawn
    Ends data;
    std::set<std::size_t> parents;  // those of the parts that something below depends on
    std::string own;                // the distribution of the parts themselves
  };

  Surroundings surroundings(const RecoveryNote& note) {
    Surroundings found;
    const std::set<std::size_t> given(note.given.begin(), note.given.end());
    for (const std::size_t p : note.parts) {
      for (const auto& [f, is_own, is_joint] : source_.part_factors[p]) {
        const FactorUses& uses = source_.uses[f];
        if (is_own) found.own = factor_name(source_.model.graph, source_.model.factors[f]);
        each_part(uses.value, [&](std::size_t part) {
          if (part == p && !uses.has_plain_value) found.parents.insert(p);
          if (!is_joint || !given.contains(part)) return;
          if (uses.has_plain_value) {
            found.values.insert({part, true});
          } else {
            found.arguments.insert({part, false});
          }
        });
        each_part(uses.arguments, [&](std::size_t part) {
          if (part == p) found.parents.insert(p);
          if (given.contains(part)) found.arguments.insert({part, false});
        });
        if (uses.has_data_value) found.values.insert({observed(f), true});
        for (const std::string& name : uses.data) found.data.insert({named_data(name, f), false});
      }
    }
    for (const Arrow& value : found.values) found.arguments.erase({value.node, false});
    return found;
  }

  template <typename Function>
  void each_part(const ElementLists& lists, Function function) const {
    for (const auto& [v, elements] : lists) {
      for (const std::uint32_t e : elements) function(source_.part_of[v][e]);
    }
  }

  // The integral: what was below the parts now hangs on what was beside them.
  void add_marginal(FactorGraph& graph, const RecoveryNote& note) {
    if (rule_of(note) == collapse::kLeafRule) return;
    const Surroundings found = surroundings(note);
    GraphFactor factor{"marginal", {}, {}};
    for (const Arrow& value : found.values) {
      if (is_visible(value.node)) factor.to.push_back({value.node, false});
    }
    for (const Arrow& argument : found.arguments) {
      if (is_visible(argument.node)) factor.from.push_back(argument);
    }
    for (const Arrow& data : found.data) factor.from.push_back(data);
    if (factor.to.empty() && factor.from.empty()) return;
    add_factor(graph, std::move(factor));
  }

  // Parts come first among the nodes; data follow.
  [[nodiscard]] bool is_visible(std::size_t node) const {
    return node >= source_.explanation.parts.size() || !is_collapsed(node);
  }

  void add_draw(FactorGraph& graph, const RecoveryNote& note) {
    Surroundings found = surroundings(note);
    const bool is_leaf = rule_of(note) == collapse::kLeafRule;
    GraphFactor factor{is_leaf ? found.own : std::string(name_of(rule_of(note))), {}, {}};
    Ends from = std::move(found.values);
    from.insert(found.arguments.begin(), found.arguments.end());
    from.insert(found.data.begin(), found.data.end());
    factor.from = listed(from);
    for (const std::size_t p : note.parts) factor.to.push_back({p, found.parents.contains(p)});
    add_factor(graph, std::move(factor));
  }

  [[nodiscard]] collapse::Rule rule_of(const RecoveryNote& note) const {
    return *source_.explanation.parts[note.parts[0]].rule;
  }

  std::map<std::string_view, std::size_t> data_;  // sizes by name
  std::set<GraphFactor> drawn_;
  const GraphSource& source_;
  Nodes nodes_;
};

}  // namespace

FactorGraph graph_before(const GraphSource& source) {
  return Drawing(source).before();
}

FactorGraph graph_after(const GraphSource& source) {
  return Drawing(source).after();
}

}  // namespace autumn::explainer
