// This file follows elements through the graph, operation by operation, until something shares what
// has become of them: that is their state.
#include "collapse/states/innovations.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/numbers.h"
#include "collapse/states/chains.h"
#include "collapse/states/never_zero.h"
#include "expr/term.h"

namespace autumn::collapse {
namespace {

using expr::Builder;
using expr::Graph;
using expr::NodeId;
using expr::Op;
using expr::OpClass;
using expr::Term;

constexpr std::int32_t kNone = -1;

// What has become of elements at a node: its row i is slope * (element step[i]) + rest, for steps
// that are there. A slope of one number serves all rows.
struct Carried {
  std::vector<std::int32_t> step;
  NodeId slope;
  std::optional<NodeId> rest = std::nullopt;
};

// Where an element is now, and whether something that contains others of its variable was added.
struct Place {
  NodeId node;
  std::uint32_t row = 0;
  NodeId slope;
  std::optional<NodeId> rest = std::nullopt;
  bool is_of_recurrence = false;
};

class Following {
 public:
  Following(const model::Model& model, std::vector<bool> is_candidate, Builder& builder)
      : model_(model),
        graph_(model.graph),
        is_candidate_(std::move(is_candidate)),
        builder_(builder),
        uses_(graph_.size()),
        carried_(graph_.size()),
        mask_(graph_.size(), 0) {
    for (std::size_t v = 0; v < model.variables.size(); ++v) {
      first_.push_back(as_u32(places_.size()));
      if (is_candidate_[v])
        places_.resize(places_.size() + graph_.shape(model.variables[v].node).size());
    }
    variable_of_.resize(places_.size());
    for (std::size_t v = 0; v < model.variables.size(); ++v) {
      if (!is_candidate_[v]) continue;
      const std::size_t n = graph_.shape(model.variables[v].node).size();
      std::fill_n(variable_of_.begin() + first_[v], n, as_u32(v));
    }
    count_priors();
  }

  // The elements of these variables, in order, with what they have become.
  [[nodiscard]] std::vector<Innovation> run() {
    const std::vector<NodeId> live = expr::reachable(graph_, roots());
    for (const NodeId node : live) mark(node);
    for (const NodeId node : live) count_uses(node);
    for (const NodeId node : roots()) use_all(node, 2);
    for (const NodeId node : live) {
      if (mask_[node.value] != 0) follow(node);
    }
    return found(chain_lengths(live));
  }

 private:
  // --- who reads what ---

  void count_priors() {
    priors_.assign(places_.size(), 0);
    for (const model::Factor& factor : model_.factors) {
      const std::vector<PlainRow> rows = plain_rows(model_, factor);
      is_prior_.push_back(!rows.empty());
      for (const PlainRow& row : rows) {
        if (is_candidate_[row.variable]) add(priors_[first_[row.variable] + row.element], 1);
      }
    }
  }

  static void add(std::uint8_t& count, int n) {
    count = static_cast<std::uint8_t>(std::min(2, count + n));
  }

  // What the model reads, but for the values of priors, and what nobody needs.
  [[nodiscard]] std::vector<NodeId> roots() const {
    std::vector<NodeId> all;
    for (std::size_t f = 0; f < model_.factors.size(); ++f) {
      const model::Factor& factor = model_.factors[f];
      if (factor.is_precaution) continue;
      if (!is_prior_[f]) all.push_back(factor.value);
      all.insert(all.end(), factor.arguments.begin(), factor.arguments.end());
      if (factor.weight) all.push_back(*factor.weight);
      if (factor.squares) {
        all.push_back(factor.squares->residual);
        all.push_back(factor.squares->scale);
      }
    }
    for (const model::Variable& variable : model_.variables) {
      const model::Support& support = variable.support;
      for (const auto* bound :
           {&support.lower, &support.upper, &support.offset, &support.multiplier}) {
        if (*bound) all.push_back(**bound);
      }
    }
    return all;
  }

  void mark(NodeId node) {
    if (graph_.op(node) == Op::kInput) {
      const std::uint32_t v = graph_.node(node).payload;
      if (is_candidate_[v]) mask_[node.value] = bit(v);
    }
    for (const NodeId operand : graph_.operands(node)) mask_[node.value] |= mask_[operand.value];
    if (mask_[node.value] != 0) uses_[node.value].assign(graph_.shape(node).size(), 0);
  }

  // Which variables a node contains; some share a bit.
  static std::uint64_t bit(std::uint32_t variable) { return std::uint64_t{1} << (variable % 64); }

  void use(NodeId node, std::size_t row, int times) {
    if (mask_[node.value] != 0) add(uses_[node.value][row], times);
  }
  void use_all(NodeId node, int times) {
    for (std::uint8_t& count : uses_[node.value]) add(count, times);
  }

  void count_uses(NodeId node) {
    if (mask_[node.value] == 0) return;
    if (graph_.op(node) == Op::kGather) {
      const expr::Index& index = graph_.index(node);
      for (std::size_t i = 0; i < index.size(); ++i) use(graph_.operand(node, 0), index[i], 1);
      return;
    }
    for (const NodeId operand : graph_.operands(node)) {
      const bool is_one_to_one = passes_rows(graph_.op(node)) &&
                                 (graph_.op(node) == Op::kConcat ||
                                  graph_.shape(operand).size() == graph_.shape(node).size());
      use_all(operand, is_one_to_one ? 1 : 2);
    }
  }

  static bool passes_rows(Op op) {
    switch (op) {
      case Op::kReshape:
      case Op::kTranspose:
      case Op::kConcat:
      case Op::kNegate:
      case Op::kAdd:
      case Op::kSub:
      case Op::kMul:
      case Op::kDiv:
      case Op::kCumulativeSum: return true;
      default: return false;
    }
  }

  // --- following ---

  // The step in a row, if this row is read once.
  [[nodiscard]] std::int32_t passing(NodeId node, std::size_t row) const {
    const auto& carried = carried_[node.value];
    if (!carried || uses_[node.value][row] != 1) return kNone;
    return carried->step[row];
  }
  [[nodiscard]] bool has_passing(NodeId node) const {
    if (!carried_[node.value]) return false;
    for (std::size_t i = 0; i < uses_[node.value].size(); ++i) {
      if (passing(node, i) != kNone) return true;
    }
    return false;
  }

  void follow(NodeId node) {
    switch (graph_.op(node)) {
      case Op::kInput: start(node); return;
      case Op::kGather:
      case Op::kReshape:
      case Op::kTranspose: move(node); return;
      case Op::kConcat: pack(node); return;
      case Op::kNegate:
        if (has_passing(graph_.operand(node, 0))) {
          Carried c = taken(graph_.operand(node, 0));
          c.slope = builder_.apply(Op::kNegate, {c.slope});
          if (c.rest) c.rest = builder_.apply(Op::kNegate, {*c.rest});
          settle(node, std::move(c), 0);
        }
        return;
      case Op::kAdd:
      case Op::kSub: add_up(node); return;
      case Op::kMul:
      case Op::kDiv: multiply(node); return;
      case Op::kCumulativeSum: sum_up(node); return;
      default: return;
    }
  }

  void start(NodeId node) {
    const std::uint32_t v = graph_.node(node).payload;
    Carried carried{std::vector<std::int32_t>(graph_.shape(node).size(), kNone),
                    builder_.constant(1.0)};
    for (std::size_t e = 0; e < carried.step.size(); ++e) {
      if (priors_[first_[v] + e] == 1) carried.step[e] = static_cast<std::int32_t>(first_[v] + e);
    }
    settle(node, std::move(carried), 0);
  }

  // The rows of an operand that go on.
  [[nodiscard]] Carried taken(NodeId operand) const {
    Carried result = *carried_[operand.value];
    for (std::size_t i = 0; i < result.step.size(); ++i) result.step[i] = passing(operand, i);
    return result;
  }

  // `added` are the variables in what was added to it.
  void settle(NodeId node, Carried carried, std::uint64_t added) {
    for (std::uint32_t i = 0; i < carried.step.size(); ++i) {
      if (carried.step[i] == kNone) continue;
      Place& place = places_[static_cast<std::size_t>(carried.step[i])];
      const bool is_recurrent =
          (added & bit(variable_of_[static_cast<std::size_t>(carried.step[i])])) != 0;
      if (place.is_of_recurrence && !is_recurrent) continue;
      place = {node, i, carried.slope, carried.rest, is_recurrent};
    }
    carried_[node.value] = std::move(carried);
  }

  [[nodiscard]] NodeId moved(NodeId numbers, NodeId node) {
    if (builder_.shape(numbers).size() == 1 && graph_.shape(graph_.operand(node, 0)).size() != 1) {
      return numbers;
    }
    if (graph_.op(node) == Op::kGather) {
      return builder_.gather(numbers, graph_.index(node), graph_.shape(node));
    }
    if (graph_.op(node) == Op::kReshape) return builder_.reshape(numbers, graph_.shape(node));
    return builder_.apply(Op::kTranspose, {numbers});
  }

  void move(NodeId node) {
    const NodeId operand = graph_.operand(node, 0);
    if (!carried_[operand.value]) return;
    const expr::Shape out = graph_.shape(node), in = graph_.shape(operand);
    Carried result{std::vector<std::int32_t>(out.size(), kNone), {}};
    bool has_any = false;
    for (std::size_t i = 0; i < out.size(); ++i) {
      const std::size_t source = graph_.op(node) == Op::kGather ? graph_.index(node)[i]
                                 : graph_.op(node) == Op::kTranspose
                                     ? i / out.rows + std::size_t{in.rows} * (i % out.rows)
                                     : i;
      result.step[i] = passing(operand, source);
      has_any = has_any || result.step[i] != kNone;
    }
    if (!has_any) return;
    result.slope = moved(carried_[operand.value]->slope, node);
    if (const auto& rest = carried_[operand.value]->rest) result.rest = moved(*rest, node);
    settle(node, std::move(result), 0);
  }

  // Numbers of a part as many as it has rows.
  [[nodiscard]] Term spread(NodeId numbers, std::size_t rows) {
    const Term term(builder_, numbers);
    if (term.size() == rows) return expr::reshape(term, expr::Shape::vector(rows));
    return expr::broadcast(expr::reshape(term, expr::Shape::scalar()), expr::Shape::vector(rows));
  }

  void pack(NodeId node) {
    const auto parts = graph_.operands(node);
    if (std::ranges::none_of(parts, [&](NodeId part) { return has_passing(part); })) return;
    Carried result{{}, {}};
    std::vector<Term> slopes, rests;
    bool has_rest = false;
    for (const NodeId part : parts) {
      const std::size_t rows = graph_.shape(part).size();
      const bool is_there = has_passing(part);
      for (std::size_t i = 0; i < rows; ++i) result.step.push_back(passing(part, i));
      const auto& carried = carried_[part.value];
      const NodeId zero = builder_.constant(0.0);
      slopes.push_back(spread(is_there ? carried->slope : builder_.constant(1.0), rows));
      rests.push_back(spread(is_there && carried->rest ? *carried->rest : zero, rows));
      has_rest = has_rest || (is_there && carried->rest);
    }
    result.slope = expr::concat(slopes).id();
    if (has_rest) result.rest = expr::concat(rests).id();
    settle(node, std::move(result), 0);
  }

  // Where two meet, the one that has come further stays where it is.
  [[nodiscard]] bool is_left_the_newer(NodeId left, NodeId right) const {
    if (!has_passing(right)) return true;
    if (!has_passing(left)) return false;
    const Carried& a = *carried_[left.value];
    const Carried& b = *carried_[right.value];
    if (a.rest.has_value() != b.rest.has_value()) return !a.rest.has_value();
    return *std::ranges::max_element(a.step) > *std::ranges::max_element(b.step);
  }

  void add_up(NodeId node) {
    const NodeId left = graph_.operand(node, 0), right = graph_.operand(node, 1);
    if (left == right || (!has_passing(left) && !has_passing(right))) return;
    const bool is_left = is_left_the_newer(left, right);
    const NodeId own = is_left ? left : right, other = is_left ? right : left;
    Carried result = taken(own);
    const bool is_difference = graph_.op(node) == Op::kSub;
    if (is_difference && !is_left) result.slope = builder_.apply(Op::kNegate, {result.slope});
    if (result.rest) {
      const NodeId x = is_left ? *result.rest : other, y = is_left ? other : *result.rest;
      result.rest = builder_.apply(graph_.op(node), {x, y});
    } else {
      result.rest = is_difference && is_left ? builder_.apply(Op::kNegate, {other}) : other;
    }
    settle(node, std::move(result), mask_[other.value]);
  }

  void multiply(NodeId node) {
    const NodeId left = graph_.operand(node, 0), right = graph_.operand(node, 1);
    const bool is_left = has_passing(left);
    if (is_left == has_passing(right) || (!is_left && graph_.op(node) == Op::kDiv)) return;
    Carried result = taken(is_left ? left : right);
    const auto times = [&](NodeId x) {
      const NodeId a = is_left ? x : left, b = is_left ? right : x;
      return builder_.apply(graph_.op(node), {a, b});
    };
    result.slope = times(result.slope);
    if (result.rest) result.rest = times(*result.rest);
    settle(node, std::move(result), 0);
  }

  // Every state is the one before it and what is summed; nothing goes further than that.
  void sum_up(NodeId node) {
    const NodeId operand = graph_.operand(node, 0);
    if (!has_passing(operand)) return;
    const Carried summed = taken(operand);
    const auto& carried = *carried_[operand.value];
    for (std::uint32_t i = 0; i < summed.step.size(); ++i) {
      if (summed.step[i] == kNone) continue;
      places_[static_cast<std::size_t>(summed.step[i])] = {node, i, carried.slope, carried.rest,
                                                           true};
    }
  }

  // --- chains ---

  // Of every variable, how many of its states depend on each other one after the other.
  [[nodiscard]] std::vector<std::uint32_t> chain_lengths(const std::vector<NodeId>& live) const {
    ChainLengths lengths(graph_, model_.variables.size());
    std::vector<std::vector<std::uint32_t>> states_at(graph_.size());
    for (std::size_t k = 0; k < places_.size(); ++k) {
      if (priors_[k] == 1) states_at[places_[k].node.value].push_back(variable_of_[k]);
    }
    for (const NodeId node : live) {
      if (mask_[node.value] != 0) lengths.add(node, states_at[node.value]);
    }
    return lengths.longest();
  }

  [[nodiscard]] std::vector<Innovation> found(const std::vector<std::uint32_t>& lengths) {
    std::vector<Innovation> all;
    for (std::size_t k = 0; k < places_.size(); ++k) {
      const Place& place = places_[k];
      if (priors_[k] != 1 || lengths[variable_of_[k]] < kShortestChain) continue;
      if (graph_.op(place.node) == Op::kInput) continue;
      all.push_back({.variable = variable_of_[k],
                     .element = as_u32(k) - first_[variable_of_[k]],
                     .state = place.node,
                     .row = place.row,
                     .slope = number_of(place.slope, place.row),
                     .rest = rest_of(place)});
    }
    return all;
  }

  [[nodiscard]] NodeId number_of(NodeId numbers, std::size_t row) {
    const Term term(builder_, numbers);
    if (term.size() == 1) return expr::reshape(term, expr::Shape::scalar()).id();
    return expr::element(term, row).id();
  }

  [[nodiscard]] std::optional<NodeId> rest_of(const Place& place) {
    std::optional<NodeId> rest;
    if (place.rest) rest = number_of(*place.rest, place.row);
    if (graph_.op(place.node) != Op::kCumulativeSum) return rest;
    const std::optional<std::size_t> before = row_before(graph_, place.node, place.row);
    if (!before) return rest;
    const NodeId last = number_of(place.node, *before);
    return rest ? builder_.apply(Op::kAdd, {last, *rest}) : last;
  }

  const model::Model& model_;
  const Graph& graph_;
  std::vector<bool> is_candidate_;  // per variable
  Builder& builder_;
  std::vector<std::uint32_t> first_;        // per variable, the number of its first element here
  std::vector<std::uint32_t> variable_of_;  // per element of candidates
  std::vector<Place> places_;
  std::vector<std::uint8_t> priors_;
  std::vector<bool> is_prior_;                   // per factor
  std::vector<std::vector<std::uint8_t>> uses_;  // per node that contains candidates, of its rows
  std::vector<std::optional<Carried>> carried_;
  std::vector<std::uint64_t> mask_;
};

std::vector<bool> candidates(const model::Model& model, const std::vector<bool>& is_left_out) {
  std::vector<bool> result;
  for (std::size_t v = 0; v < model.variables.size(); ++v) {
    const model::Variable& variable = model.variables[v];
    const bool is_long = model.graph.shape(variable.node).size() >= kShortestChain;
    result.push_back(is_long && !is_left_out[v] &&
                     variable.support.kind == model::SupportKind::kReal);
  }
  return result;
}

std::vector<bool> variables_of(const model::Model& model, const std::vector<Innovation>& all) {
  std::vector<bool> result(model.variables.size(), false);
  for (const Innovation& one : all) result[one.variable] = true;
  return result;
}

}  // namespace

Innovations find_innovations(const model::Model& model, const std::vector<bool>& is_left_out) {
  Innovations result;
  std::vector<bool> chosen = candidates(model, is_left_out);
  // Once with all that could be, to see which are chains, and once with those alone.
  for (int round = 0; round < 2; ++round) {
    result.builder = Builder(model.graph);
    result.all.clear();
    if (std::ranges::find(chosen, true) == chosen.end()) return result;
    result.all = Following(model, chosen, result.builder).run();
    chosen = variables_of(model, result.all);
  }
  keep_never_zero(model, result);
  return result;
}

}  // namespace autumn::collapse
