// This file writes the model in states: their nodes become elements of the variables, and the
// densities of innovations those of states.
#include "collapse/states/with_states.h"

#include <algorithm>
#include <limits>
#include <map>
#include <utility>

#include "base/numbers.h"
#include "collapse/copier.h"
#include "collapse/states/chains.h"
#include "collapse/states/innovations.h"
#include "collapse/states/one_way.h"
#include "dist/list.h"
#include "expr/term.h"
#include "model/range.h"
#include "model/roll/tuples.h"
#include "passes/share.h"
#include "passes/simplify.h"

namespace autumn::collapse {
namespace {

using expr::Builder;
using expr::Graph;
using expr::NodeId;
using expr::Op;
using expr::Shape;
using expr::Term;
using model::Factor;
using model::Model;

// What was written number by number becomes arrays again.
Graph rolled(const Graph& graph) {
  const model::Structure structure = model::structure_of(graph, graph.outputs());
  Builder to;
  to.declare_inputs(graph);
  model::TupleRoller roller(graph, structure, to);
  std::vector<NodeId> outputs;
  for (const NodeId output : graph.outputs()) outputs.push_back(roller.copy(output));
  return passes::simplify(passes::share(std::move(to).finish(std::move(outputs))).graph).graph;
}

class Writing {
 public:
  Writing(const Model& model, const Innovations& found)
      : model_(model), from_(found.builder), all_(found.all), at_(model.variables.size()) {
    for (const model::Variable& variable : model.variables) {
      inputs_.push_back(to_.input(variable.name, model.graph.shape(variable.node)));
    }
    for (std::uint32_t k = 0; k < all_.size(); ++k) {
      std::vector<std::uint32_t>& places = at_[all_[k].variable];
      if (places.empty()) places.assign(size_of(all_[k].variable), kNone);
      places[all_[k].element] = k;
    }
    Model whole = model;
    whole.graph = from_.graph();
    ranges_ = model::ranges(whole);
    copier_.emplace(from_, to_, inputs_);
    put_states();
  }

  ModelInStates run() && {
    ModelInStates result{.model = model_, .innovations = ElementSet(model_), .change = {}};
    for (const Innovation& one : all_) result.innovations.insert(one.variable, one.element);
    for (std::uint32_t v = 0; v < at_.size(); ++v) {
      if (!at_[v].empty()) result.change.variables.push_back(v);
    }
    result.change.to_states = to_states(result.change.variables);
    write(result.model);
    result.change.to_innovations = to_innovations(result.change.variables);
    return result;
  }

 private:
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

  [[nodiscard]] std::size_t size_of(std::uint32_t variable) const {
    return model_.graph.shape(model_.variables[variable].node).size();
  }
  [[nodiscard]] NodeId copy(NodeId node) { return (*copier_)(node); }

  // The state in the place of this element, if it has one.
  [[nodiscard]] const Innovation* at(std::uint32_t variable, std::uint32_t element) const {
    const std::vector<std::uint32_t>& places = at_[variable];
    return places.empty() || places[element] == kNone ? nullptr : &all_[places[element]];
  }
  [[nodiscard]] Term element(std::uint32_t variable, std::uint32_t element) {
    return expr::element(Term(to_, inputs_[variable]), element);
  }

  // --- states in place of what leads to them ---

  void put_states() {
    std::map<NodeId, std::vector<const Innovation*>> by_node;
    for (const Innovation& one : all_) by_node[one.state].push_back(&one);
    for (const auto& [node, states] : by_node) {
      std::vector<const Innovation*> of_row(from_.shape(node).size(), nullptr);
      for (const Innovation* one : states) of_row[one->row] = one;
      const bool is_sum = from_.graph().op(node) == Op::kCumulativeSum;
      copier_->put(node, shaped(is_sum ? rows_of_sum(node, of_row) : rows_of(node, of_row),
                                from_.shape(node)));
    }
  }

  [[nodiscard]] std::vector<Term> rows_of(NodeId node,
                                          const std::vector<const Innovation*>& of_row) {
    std::optional<Term> others;
    if (std::ranges::find(of_row, nullptr) != of_row.end())
      others.emplace(to_, copier_->anew(node));
    std::vector<Term> rows;
    for (std::size_t i = 0; i < of_row.size(); ++i) {
      rows.push_back(of_row[i] != nullptr ? element(of_row[i]->variable, of_row[i]->element)
                                          : expr::element(*others, i));
    }
    return rows;
  }

  // Rows without a state of their own are the one before and what is added.
  [[nodiscard]] std::vector<Term> rows_of_sum(NodeId node,
                                              const std::vector<const Innovation*>& of_row) {
    const Term summed(to_, copy(from_.graph().operand(node, 0)));
    std::vector<Term> rows(of_row.size(), summed);
    const bool is_reversed = from_.graph().node(node).payload == expr::flag::kReverse;
    for (std::size_t k = 0; k < rows.size(); ++k) {
      const std::size_t i = is_reversed ? rows.size() - 1 - k : k;
      if (of_row[i] != nullptr) {
        rows[i] = element(of_row[i]->variable, of_row[i]->element);
        continue;
      }
      rows[i] = expr::element(summed, i);
      if (const auto before = row_before(from_.graph(), node, i)) rows[i] = rows[*before] + rows[i];
    }
    return rows;
  }

  static NodeId shaped(const std::vector<Term>& numbers, Shape shape) {
    if (shape.is_scalar()) return expr::reshape(numbers[0], shape).id();
    return expr::reshape(expr::concat(numbers), shape).id();
  }

  // --- the model ---

  void write(Model& result) {
    result.outputs.clear();
    for (std::size_t f = 0; f < result.factors.size(); ++f) {
      rewrite(result.factors[f], plain_rows(model_, model_.factors[f]));
    }
    for (std::size_t v = 0; v < result.variables.size(); ++v) {
      model::Support& support = result.variables[v].support;
      result.variables[v].node = inputs_[v];
      if (!at_[v].empty()) {  // they chose coordinates of the innovations
        support.offset.reset();
        support.multiplier.reset();
      }
      for (auto* bound : {&support.lower, &support.upper, &support.offset, &support.multiplier}) {
        if (*bound) **bound = copy(**bound);
      }
    }
    const std::vector<NodeId> roots = model::roots(result);
    const Graph graph = graph_of(to_, roots);
    std::vector<NodeId> map(to_.graph().size());
    for (std::size_t k = 0; k < roots.size(); ++k) map[roots[k].value] = graph.outputs()[k];
    result = model::with_graph(result, graph, map);
  }

  static Graph graph_of(const Builder& builder, const std::vector<NodeId>& outputs) {
    Builder all(builder.graph());
    return rolled(std::move(all).finish(outputs));
  }

  void rewrite(Factor& factor, const std::vector<PlainRow>& rows) {
    const auto has_state = [&](const PlainRow& row) {
      return at(row.variable, row.element) != nullptr;
    };
    if (std::ranges::any_of(rows, has_state)) {
      rewrite_normal(factor, rows);
      return;
    }
    factor.value = copy(factor.value);
    for (NodeId& argument : factor.arguments) argument = copy(argument);
    if (factor.weight) factor.weight = copy(*factor.weight);
    if (factor.squares) {
      factor.squares->residual = copy(factor.squares->residual);
      factor.squares->scale = copy(factor.squares->scale);
    }
  }

  // z ~ normal(m, sd) with x = slope * z + rest is x ~ normal(slope * m + rest, |slope| * sd).
  void rewrite_normal(Factor& factor, const std::vector<PlainRow>& rows) {
    const bool is_standard = factor.distribution == &dist::std_normal();
    const Term zero = expr::constant(to_, 0.0), one = expr::constant(to_, 1.0);
    const Term mean = is_standard ? zero : Term(to_, copy(factor.arguments[0]));
    const Term scale = is_standard ? one : Term(to_, copy(factor.arguments[1]));
    std::vector<Term> means, scales;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      means.push_back(number(mean, i));
      scales.push_back(number(scale, i));
      const Innovation* state = at(rows[i].variable, rows[i].element);
      if (state == nullptr) continue;
      const Term slope(to_, copy(state->slope));
      means.back() = slope * means.back();
      if (state->rest) means.back() = means.back() + Term(to_, copy(*state->rest));
      scales.back() = absolute(state->slope) * scales.back();
    }
    const Shape shape = model_.graph.shape(factor.value);
    factor.distribution = &dist::normal();
    if (!factor.label.empty()) factor.label = "the states of " + factor.label;
    factor.value = copy(factor.value);
    factor.arguments = {shaped(means, shape), shared(scales, shape)};
  }

  // As many numbers as there are different ones, so that rows are seen to share them.
  static NodeId shared(const std::vector<Term>& numbers, Shape shape) {
    std::map<NodeId, std::uint32_t> place_of;
    std::vector<Term> different;
    std::vector<std::uint32_t> places;
    for (const Term& number : numbers) {
      const auto [at, is_new] = place_of.try_emplace(number.id(), as_u32(different.size()));
      if (is_new) different.push_back(number);
      places.push_back(at->second);
    }
    if (different.size() == 1) return different[0].id();
    if (2 * different.size() > numbers.size()) return shaped(numbers, shape);
    const Term whole = expr::concat(different);
    return expr::gather(whole, expr::Index::list(std::move(places)), shape).id();
  }

  static Term number(Term numbers, std::size_t i) {
    return numbers.size() == 1 ? expr::reshape(numbers, Shape::scalar())
                               : expr::element(numbers, i);
  }
  [[nodiscard]] Term absolute(NodeId slope) {
    const Term copied(to_, copy(slope));
    return ranges_[slope.value].is_non_negative() ? copied : expr::abs(copied);
  }

  // --- the way between both ---

  [[nodiscard]] Graph to_states(const std::vector<std::uint32_t>& variables) const {
    Builder builder(from_.graph());
    std::vector<NodeId> outputs;
    for (const std::uint32_t v : variables) {
      std::vector<Term> numbers;
      for (std::uint32_t e = 0; e < at_[v].size(); ++e) {
        const Innovation* state = at(v, e);
        const Term whole(builder, state != nullptr ? state->state : model_.variables[v].node);
        numbers.push_back(expr::element(whole, state != nullptr ? state->row : e));
      }
      outputs.push_back(shaped(numbers, model_.graph.shape(model_.variables[v].node)));
    }
    std::vector<Term> slopes;
    for (const Innovation& one : all_) slopes.emplace_back(builder, one.slope);
    outputs.push_back(expr::sum(expr::log(expr::abs(expr::concat(slopes)))).id());
    return graph_of(builder, outputs);
  }

  [[nodiscard]] Graph to_innovations(const std::vector<std::uint32_t>& variables) {
    std::vector<NodeId> outputs;
    for (const std::uint32_t v : variables) {
      std::vector<Term> numbers;
      for (std::uint32_t e = 0; e < at_[v].size(); ++e) {
        numbers.push_back(element(v, e));
        const Innovation* state = at(v, e);
        if (state == nullptr) continue;
        if (state->rest) numbers.back() = numbers.back() - Term(to_, copy(*state->rest));
        numbers.back() = numbers.back() / Term(to_, copy(state->slope));
      }
      outputs.push_back(shaped(numbers, model_.graph.shape(model_.variables[v].node)));
    }
    return graph_of(to_, outputs);
  }

  const Model& model_;
  const Builder& from_;
  const std::vector<Innovation>& all_;
  std::vector<std::vector<std::uint32_t>> at_;  // per variable with states, of every element
  std::vector<model::Range> ranges_;            // of from_
  Builder to_;
  std::vector<NodeId> inputs_;
  std::optional<Copier> copier_;
};

}  // namespace

std::optional<ModelInStates> with_states(const Model& written,
                                         const std::vector<bool>& is_left_out) {
  const std::optional<Model> one_way = with_differences_one_way(written);
  const Model& model = one_way ? *one_way : written;
  const Innovations found = find_innovations(model, is_left_out);
  if (found.all.empty()) return std::nullopt;
  return Writing(model, found).run();
}

}  // namespace autumn::collapse
