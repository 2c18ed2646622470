// This file sorts the factors of a model: every one is a set of draws, a condition, or in the way.
#include "simulate/collect.h"

#include <algorithm>
#include <cmath>

#include "dist/distribution.h"
#include "simulate/implied_prior.h"
#include "simulate/refusal.h"
#include "simulate/rows.h"
#include "simulate/support.h"

namespace autumn::simulate {
namespace {

using expr::Graph;
using expr::NodeId;
using expr::Op;
using model::Factor;

bool is_constant_number(const Graph& graph, NodeId node, double number) {
  return graph.is_constant(node) &&
         std::ranges::all_of(graph.constant(node), [&](double x) { return x == number; });
}

// 0 where something holds and -infinity where it does not.
bool is_condition(const Graph& graph, NodeId node) {
  return graph.op(node) == Op::kSelect && is_constant_number(graph, graph.operand(node, 1), 0.0) &&
         is_constant_number(graph, graph.operand(node, 2), -INFINITY);
}

// Of every node, whether a density is a part of it.
std::vector<char> find_deferred(const Graph& graph) {
  std::vector<char> found(graph.size(), 0);
  for (std::uint32_t i = 0; i < graph.size(); ++i) {
    found[i] = static_cast<char>(graph.op({i}) == Op::kDeferred);
    for (const NodeId operand : graph.operands({i})) found[i] |= found[operand.value];
  }
  return found;
}

// Of every node, whether it is computed from one of the first inputs.
std::vector<char> find_dependent(const Graph& graph, std::size_t inputs) {
  std::vector<char> found(graph.size(), 0);
  for (std::uint32_t i = 0; i < graph.size(); ++i) {
    const bool is_one = graph.op({i}) == Op::kInput && graph.node({i}).payload < inputs;
    found[i] = static_cast<char>(is_one);
    for (const NodeId operand : graph.operands({i})) found[i] |= found[operand.value];
  }
  return found;
}

class Collector {
 public:
  Collector(model::Model model, std::size_t observed)
      : observed_(observed),
        has_deferred_(find_deferred(model.graph)),
        is_dependent_(find_dependent(model.graph, observed)) {
    for (const model::Variable& variable : model.variables) {
      collected_.is_drawn.emplace_back(model.graph.shape(variable.node).size(), 0);
    }
    collected_.model = std::move(model);
  }

  // What says something of the observed data is to draw them.
  [[nodiscard]] Result<Collected> run_observed() && {
    for (std::size_t f = 0; f < model().factors.size(); ++f) {
      const Factor& factor = model().factors[f];
      if (!is_about_observed(factor)) continue;
      if (factor.is_opaque()) return no_distribution(factor);
      if (const Status status = add(f); !status) return status.error();
      const auto elements = bare_elements(model().graph, factor.value);
      if (elements && !elements->empty() && elements->front().variable >= observed_) {
        return not_bare(model(), factor);
      }
    }
    return std::move(collected_);
  }

  [[nodiscard]] Result<Collected> run() && {
    for (std::size_t f = 0; f < model().factors.size(); ++f) {
      if (const Status status = add(f); !status) return status.error();
    }
    const std::size_t written = model().factors.size();
    auto complete =
        with_implied_priors(std::move(collected_.model), collected_.is_drawn, observed_);
    if (!complete) return complete.error();
    collected_.model = std::move(complete).value();
    for (std::size_t f = written; f < model().factors.size(); ++f) {
      if (const Status status = add(f); !status) return status.error();
    }
    return std::move(collected_);
  }

 private:
  [[nodiscard]] const model::Model& model() const { return collected_.model; }

  [[nodiscard]] bool is_about_observed(const Factor& factor) const {
    return is_dependent_[factor.value.value] != 0 ||
           std::ranges::any_of(factor.arguments,
                               [&](NodeId id) { return is_dependent_[id.value] != 0; });
  }

  // What was added for implied priors are bounds, and no densities.
  [[nodiscard]] bool has_deferred(NodeId id) const {
    return id.value < has_deferred_.size() && has_deferred_[id.value] != 0;
  }

  [[nodiscard]] Status add(std::size_t f) {
    const Factor& factor = model().factors[f];
    if (factor.is_opaque()) return add_opaque(factor);
    if (factor.weight) return weighted(factor);
    if (std::ranges::any_of(factor.arguments, [&](NodeId id) { return has_deferred(id); })) {
      return no_distribution(factor);
    }
    const auto elements = bare_elements(model().graph, factor.value);
    if (!elements) return not_bare(model(), factor);
    return add_rows(f, *elements);
  }

  [[nodiscard]] Status add_opaque(const Factor& factor) {
    if (model().graph.is_constant(factor.value)) return Done{};
    if (!is_condition(model().graph, factor.value)) return no_distribution(factor);
    if (has_deferred(factor.value)) return no_distribution(factor);
    collected_.conditions.push_back(factor.value);
    return Done{};
  }

  // One element with several arguments is drawn several times.
  [[nodiscard]] bool repeats(const Factor& factor, std::size_t rows) const {
    for (std::size_t k = 0; k < factor.arguments.size(); ++k) {
      const std::size_t count = row_count(model().graph.shape(factor.arguments[k]),
                                          factor.distribution->arguments[k].item);
      if (count > rows) return true;
    }
    return false;
  }

  [[nodiscard]] Status add_rows(std::size_t f, const std::vector<Element>& elements) {
    const Factor& factor = model().factors[f];
    const expr::Shape shape = model().graph.shape(factor.value);
    const dist::Item item = factor.distribution->variate.item;
    const std::size_t rows = row_count(shape, item);
    if (repeats(factor, rows)) return drawn_twice(factor, name_of(elements[0]));
    for (std::size_t r = 0; r < rows; ++r) {
      DrawnRow draw{.factor = static_cast<std::uint32_t>(f),
                    .row = static_cast<std::uint32_t>(r),
                    .elements = {}};
      for (const std::size_t place : row_places(shape, item, r)) {
        draw.elements.push_back(elements[place]);
      }
      if (const Status status = add_draw(factor, std::move(draw)); !status) return status;
    }
    return Done{};
  }

  [[nodiscard]] Status add_draw(const Factor& factor, DrawnRow draw) {
    if (draw.elements.empty()) return Done{};
    const std::uint32_t v = draw.elements[0].variable;
    const model::Variable& variable = model().variables[v];
    const bool is_one =
        std::ranges::all_of(draw.elements, [&](const Element& at) { return at.variable == v; });
    if (!is_one) return not_bare(model(), factor);
    if (v >= observed_ && !can_draw(*factor.distribution, variable, draw.elements)) {
      return wrong_support(factor, variable);
    }
    for (const Element& at : draw.elements) {
      char& is_drawn = collected_.is_drawn[at.variable][at.element];
      if (is_drawn != 0) return drawn_twice(factor, name_of(at));
      is_drawn = 1;
    }
    collected_.draws.push_back(std::move(draw));
    return Done{};
  }

  [[nodiscard]] std::string name_of(const Element& at) const {
    return element_name(model().variables[at.variable], at.element);
  }

  std::size_t observed_;
  std::vector<char> has_deferred_;
  std::vector<char> is_dependent_;  // on observed data
  Collected collected_;
};

}  // namespace

Result<Collected> collect_draws(model::Model model, std::size_t observed, Wanted wanted) {
  Collector collector(std::move(model), observed);
  return wanted == Wanted::kObserved ? std::move(collector).run_observed()
                                     : std::move(collector).run();
}

}  // namespace autumn::simulate
