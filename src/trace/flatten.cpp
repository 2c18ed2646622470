// This file flattens `target` and expands deferred densities.
#include "trace/flatten.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "base/numbers.h"
#include "dist/distribution.h"
#include "dist/list.h"
#include "expr/builder.h"
#include "expr/term.h"
#include "model/finite.h"
#include "model/range.h"
#include "model/roll/structure.h"
#include "model/roll/sums.h"
#include "trace/distributions/call.h"
#include "trace/label.h"

namespace autumn::trace {
namespace {

using expr::Builder;
using expr::Graph;
using expr::Op;
using expr::Term;

// A node still to be looked at, with what it counts for.
struct WeightedNode {
  NodeId node;
  double weight;
};

class Flattener {
 public:
  explicit Flattener(Machine& machine) : machine_(machine) {}

  void add(const TargetTerm& term) {
    statement_ = term.statement;
    const auto [at, is_new] = labels_.try_emplace(statement_);
    if (is_new) at->second = label_of(*statement_);
    label_ = &at->second;
    if (term.value.is_known()) {
      for (const double x : term.value.numbers()) constant_ += x;
      return;
    }
    if (term.value.is_elements()) {
      for (const NodeId element : term.value.elements()) visit({element, 1.0});
      return;
    }
    visit({term.value.node(), 1.0});
  }

  [[nodiscard]] std::vector<model::Factor> finish() && {
    if (constant_ != 0.0) {
      model::Factor factor;
      factor.value = machine_.builder().constant(constant_);
      factors_.push_back(std::move(factor));
    }
    return std::move(factors_);
  }

 private:
  [[nodiscard]] const Graph& graph() const { return machine_.builder().graph(); }

  // Depth first, left before right, without recursion: an accumulator may be a chain of 100,000
  // additions.
  void visit(WeightedNode root) {
    std::vector<WeightedNode> stack{root};
    while (!stack.empty()) {
      const WeightedNode weighted = stack.back();
      stack.pop_back();
      if (!open(weighted, stack)) close(weighted);
    }
  }

  // Replaces a node by what it is the sum of. The last pushed is visited first.
  [[nodiscard]] bool open(const WeightedNode& weighted, std::vector<WeightedNode>& stack) {
    const auto operands = graph().operands(weighted.node);
    const double w = weighted.weight;
    switch (graph().op(weighted.node)) {
      case Op::kAdd:
      case Op::kSub: {
        const double sign = graph().op(weighted.node) == Op::kSub ? -1.0 : 1.0;
        // A scalar added to an array counts once per element: leave that as it is.
        if (graph().shape(operands[0]) != graph().shape(operands[1])) return false;
        stack.push_back({operands[1], sign * w});
        stack.push_back({operands[0], w});
        return true;
      }
      case Op::kNegate: stack.push_back({operands[0], -w}); return true;
      case Op::kSum:
      case Op::kReshape: stack.push_back({operands[0], w}); return true;
      case Op::kConcat:
        for (std::size_t k = operands.size(); k-- > 0;) stack.push_back({operands[k], w});
        return true;
      case Op::kMul: return open_product(weighted, operands, stack);
      case Op::kDiv:
        if (!is_scalar_constant(operands[1])) return false;
        stack.push_back({operands[0], w / graph().constant(operands[1])[0]});
        return true;
      default: return false;
    }
  }

  [[nodiscard]] bool is_scalar_constant(NodeId node) const {
    return graph().is_constant(node) && graph().shape(node).is_scalar();
  }

  // A constant times a density; or constants times a container of densities, element by element.
  [[nodiscard]] bool open_product(const WeightedNode& weighted, std::span<const NodeId> operands,
                                  std::vector<WeightedNode>& stack) {
    for (const std::size_t k : {0U, 1U}) {
      const NodeId factor = operands[k];
      const NodeId other = operands[1 - k];
      if (!graph().is_constant(factor)) continue;
      const auto numbers = graph().constant(factor);
      if (graph().shape(factor).is_scalar()) {
        stack.push_back({other, weighted.weight * numbers[0]});
        return true;
      }
      const auto elements = graph().operands(other);
      if (graph().op(other) != Op::kConcat || elements.size() != numbers.size()) return false;
      for (std::size_t i = elements.size(); i-- > 0;) {
        stack.push_back({elements[i], weighted.weight * numbers[i]});
      }
      return true;
    }
    return false;
  }

  void close(const WeightedNode& weighted) {
    if (graph().is_constant(weighted.node)) {
      for (const double x : graph().constant(weighted.node)) constant_ += weighted.weight * x;
      return;
    }
    model::Factor factor;
    factor.label = *label_;
    factor.where = statement_->where;
    if (const auto deferred = find_deferred(graph(), weighted.node)) {
      factor.distribution = deferred->distribution;
      factor.value = deferred->value;
      factor.arguments = deferred->arguments;
    } else {
      factor.value = weighted.node;
    }
    if (weighted.weight != 1.0) factor.weight = machine_.builder().constant(weighted.weight);
    factors_.push_back(std::move(factor));
  }

  Machine& machine_;
  std::vector<model::Factor> factors_;
  const stan::Statement* statement_ = nullptr;  // that adds what is looked at
  const std::string* label_ = nullptr;          // of this statement
  // A loop has few statements that add many terms.
  std::map<const stan::Statement*, std::string> labels_;
  double constant_ = 0.0;
};

// Where values lie outside the support, element by element; nothing if none can.
std::optional<Term> outside(const dist::Distribution& distribution, Term y,
                            const std::vector<Term>& arguments) {
  if (distribution.bounds == nullptr) {
    const dist::Domain domain = distribution.variate.domain;
    if (domain == dist::Domain::kPositive) return y <= 0.0;
    if (domain == dist::Domain::kNonNegative) return y < 0.0;
    return std::nullopt;
  }
  const dist::Bounds bounds = distribution.bounds(arguments);
  std::optional<Term> result;
  if (bounds.lower) result = y < *bounds.lower;
  if (bounds.upper) result = result ? *result || y > *bounds.upper : y > *bounds.upper;
  return result;
}

// A density of zero, and not of NaN, where a value lies outside. The formula is asked at a value
// inside instead, so that its slopes there, which nobody needs, are numbers.
Term density_or_zero(const dist::Distribution& distribution, Term y,
                     const std::vector<Term>& arguments) {
  const std::optional<Term> is_outside = outside(distribution, y, arguments);
  if (!is_outside) return sum(distribution.log_density(y, arguments));
  std::optional<Term> inside;
  if (distribution.bounds != nullptr) inside = distribution.bounds(arguments).lower;
  const Term safe = select(*is_outside, inside ? *inside : expr::constant(y.builder(), 1.0), y);
  const Term density = sum(distribution.log_density(safe, arguments));
  return select(sum(*is_outside) > 0.0, -kInfinity, density);
}

// Where a rate of zero or infinity leaves counts no probability. Stan's value there is a constant.
Term has_no_probability(const dist::Distribution& distribution, Term y, Term rate) {
  const double zero = &distribution == &dist::poisson() ? 0.0 : -kInfinity;
  return rate == kInfinity || (rate == zero && y > 0.0);
}

Term density_by_rate(const dist::Distribution& distribution, Term y, Term rate) {
  const Term is_zero = has_no_probability(distribution, y, rate);
  const std::vector<Term> safe{select(is_zero, 1.0, rate)};
  const Term density = sum(distribution.log_density(y, safe));
  return select(sum(is_zero) > 0.0, -kInfinity, density);
}

// What is known of the arguments of densities that are values inside other expressions.
class Rates {
 public:
  explicit Rates(const model::Model& model)
      : known_(model::ranges(model)),
        is_finite_(model::finite_nodes(model, known_, model::Exponentials::kAreFinite)),
        never_overflows_(model::finite_nodes(model, known_, model::Exponentials::kMayOverflow)) {}

  [[nodiscard]] bool may_leave_no_probability(const Deferred& density) const {
    const bool is_rate = density.distribution == &dist::poisson();
    if (!is_rate && density.distribution != &dist::poisson_log()) return false;
    const std::uint32_t rate = density.arguments[0].value;
    return !is_finite_[rate] || (is_rate && !known_[rate].is_positive());
  }

  // Whether it may be too large for a double.
  [[nodiscard]] bool may_overflow(const Deferred& density) const {
    const bool is_rate = density.distribution == &dist::poisson();
    if (!is_rate && density.distribution != &dist::poisson_log()) return false;
    return !never_overflows_[density.arguments[0].value];
  }

 private:
  std::vector<model::Range> known_;
  std::vector<bool> is_finite_;
  std::vector<bool> never_overflows_;
};

// A rate, or its logarithm, that is infinite in doubles: the formula is the difference of two
// infinities there.
Term zero_where_infinite(const dist::Distribution& distribution, Term y,
                         const std::vector<Term>& arguments) {
  const Term density = sum(distribution.log_density(y, arguments));
  const Term largest = arguments[0].shape().is_scalar() ? arguments[0] : max_element(arguments[0]);
  return select(largest == kInfinity, -kInfinity, density);
}

NodeId expanded(Builder& to, const Deferred& deferred, std::span<const NodeId> operands,
                const Rates& rates) {
  std::vector<Term> arguments;
  for (const NodeId operand : operands.subspan(1)) arguments.emplace_back(to, operand);
  const Term y(to, operands[0]);
  if (rates.may_leave_no_probability(deferred)) {
    return density_by_rate(*deferred.distribution, y, arguments[0]).id();
  }
  if (rates.may_overflow(deferred)) {
    return zero_where_infinite(*deferred.distribution, y, arguments).id();
  }
  if (has_zero_outside(*deferred.distribution)) {
    return density_or_zero(*deferred.distribution, y, arguments).id();
  }
  return sum(deferred.distribution->log_density(y, arguments)).id();
}

}  // namespace

std::vector<model::Factor> flatten(Machine& machine, std::span<const TargetTerm> target) {
  Flattener flattener(machine);
  for (const TargetTerm& term : target) flattener.add(term);
  return std::move(flattener).finish();
}

bool has_deferred(const model::Model& model) {
  const auto needed = reachable(model.graph, model::roots(model));
  return std::any_of(needed.begin(), needed.end(),
                     [&](NodeId id) { return model.graph.op(id) == Op::kDeferred; });
}

namespace {

// Sums with densities, added up from the left, and those that were written one by one rebuilt with
// one density over the packed values for those of one structure and sign: the form of a density
// over a vector.
class DensityJoiner {
 public:
  explicit DensityJoiner(const model::Model& model)
      : model_(model),
        structure_(model::structure_of(model.graph, model::roots(model))),
        map_(model.graph.size()) {
    to_.declare_inputs(model.graph);
  }

  [[nodiscard]] model::Model run() && {
    std::vector<NodeId> operands;
    for (const NodeId id : reachable(graph(), model::roots(model_))) {
      if (const auto joined = joined_sum(id)) {
        map_[id.value] = *joined;
        continue;
      }
      operands.clear();
      for (const NodeId operand : graph().operands(id)) operands.push_back(map_[operand.value]);
      map_[id.value] = to_.copy(graph(), id, operands);
    }
    return model::with_graph(model_, std::move(to_).finish({}), map_);
  }

 private:
  using Group = std::vector<NodeId>;
  using Key = std::pair<std::uint64_t, bool>;

  [[nodiscard]] const Graph& graph() const { return model_.graph; }

  [[nodiscard]] bool is_single_density(NodeId id) const {
    if (graph().op(id) != Op::kDeferred) return false;
    const auto operands = graph().operands(id);
    return find_deferred(graph(), id)->distribution->is_scalar() &&
           std::all_of(operands.begin(), operands.end(),
                       [&](NodeId x) { return graph().shape(x).is_scalar(); });
  }

  [[nodiscard]] std::optional<NodeId> joined_sum(NodeId id) {
    const bool is_root = model::is_sum(graph().op(id)) && graph().shape(id).is_scalar() &&
                         !structure_.is_inner_sum[id.value];
    if (!is_root) return std::nullopt;
    const std::vector<model::Signed> terms = model::terms_of(graph(), id, structure_.is_inner_sum);
    std::map<Key, Group> groups;
    bool has_density = false;
    for (const model::Signed& term : terms) {
      has_density = has_density || graph().op(term.node) == Op::kDeferred;
      if (!is_single_density(term.node)) continue;
      groups[{structure_.hash(term.node), term.is_negative}].push_back(term.node);
    }
    if (!has_density) return std::nullopt;
    return sum_of(terms, groups);
  }

  [[nodiscard]] NodeId sum_of(const std::vector<model::Signed>& terms,
                              std::map<Key, Group>& groups) {
    std::optional<Term> total;
    for (const model::Signed& term : terms) {
      NodeId node = map_[term.node.value];
      const auto found = groups.find({structure_.hash(term.node), term.is_negative});
      if (is_single_density(term.node) && found->second.size() != 1) {
        if (found->second.empty()) continue;  // joined already
        node = joined(found->second);
        found->second.clear();
      }
      const Term x(to_, node);
      if (!total) {
        total = term.is_negative ? -x : x;
      } else {
        total = term.is_negative ? *total - x : *total + x;
      }
    }
    return total->id();
  }

  // One density over the packed values and arguments; an argument they share stays one.
  [[nodiscard]] NodeId joined(const Group& group) {
    std::vector<NodeId> operands;
    for (std::size_t k = 0; k < graph().operands(group[0]).size(); ++k) {
      std::vector<NodeId> parts;
      for (const NodeId id : group) parts.push_back(map_[graph().operand(id, k).value]);
      const bool is_shared =
          k > 0 && std::all_of(parts.begin(), parts.end(), [&](NodeId x) { return x == parts[0]; });
      operands.push_back(is_shared ? parts[0] : to_.apply(Op::kConcat, parts));
    }
    return to_.deferred(graph().node(group[0]).payload, operands);
  }

  const model::Model& model_;
  model::Structure structure_;
  Builder to_;
  std::vector<NodeId> map_;
};

}  // namespace

model::Model join_densities(const model::Model& model) {
  return DensityJoiner(model).run();
}

model::Model expand_deferred(const model::Model& model) {
  Builder to;
  to.declare_inputs(model.graph);
  std::vector<NodeId> map(model.graph.size());
  std::vector<NodeId> operands;
  const Rates rates(model);
  for (const NodeId id : reachable(model.graph, model::roots(model))) {
    operands.clear();
    for (const NodeId operand : model.graph.operands(id)) operands.push_back(map[operand.value]);
    const auto deferred = find_deferred(model.graph, id);
    map[id.value] =
        deferred ? expanded(to, *deferred, operands, rates) : to.copy(model.graph, id, operands);
  }
  return model::with_graph(model, std::move(to).finish({}), map);
}

}  // namespace autumn::trace
