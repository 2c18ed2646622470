// This file puts one operation in the place of each linear recurrence.
#include "passes/recurrences.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "passes/recurrences/find.h"
#include "passes/recurrences/linear_kernel.h"
#include "passes/recurrences/sequence.h"
#include "passes/share.h"

namespace autumn::passes {
namespace {

using expr::Index;
using expr::Op;
using expr::Shape;
using expr::Term;

// What a step makes of the state before; no factor is one, and no rest zero.
struct Affine {
  std::optional<Term> factor = std::nullopt;
  std::optional<Term> rest = std::nullopt;
};

Affine negative(const Affine& x, Builder& to) {
  return {x.factor ? -*x.factor : expr::constant(to, -1.0),
          x.rest ? std::optional(-*x.rest) : x.rest};
}

Affine plus(const Affine& x, Term other) {
  return {x.factor, x.rest ? *x.rest + other : other};
}

Affine times(const Affine& x, Term other) {
  return {x.factor ? *x.factor * other : other, x.rest ? std::optional(*x.rest * other) : x.rest};
}

Affine over(const Affine& x, Term other) {
  return {x.factor ? *x.factor / other : 1.0 / other,
          x.rest ? std::optional(*x.rest / other) : x.rest};
}

// After one more operation.
Affine linked(const Affine& x, const StepLink& link, const std::optional<Term>& other,
              Builder& to) {
  switch (link.op) {
    case Op::kAdd: return plus(x, *other);
    case Op::kSub: return link.is_right ? plus(negative(x, to), *other) : plus(x, -*other);
    case Op::kMul: return times(x, *other);
    case Op::kDiv: return over(x, *other);
    case Op::kNegate: return negative(x, to);
    default: return x;  // a root and its square
  }
}

class RecurrenceRewriter {
 public:
  RecurrenceRewriter(const Graph& graph, std::vector<FoundRecurrence> found)
      : graph_(graph),
        found_(std::move(found)),
        made_(found_.size()),
        map_(graph.size(), kNoNode),
        is_open_(graph.size(), false) {
    to_.declare_inputs(graph);
    for (std::uint32_t r = 0; r < found_.size(); ++r) {
      const FoundRecurrence& recurrence = found_[r];
      made_[r].positions.resize(recurrence.period);
      for (std::uint32_t t = 0; t < recurrence.steps(); ++t) {
        for (std::uint32_t q = 0; q < recurrence.period; ++q) {
          places_[recurrence.link(t, q).node.value] = {r, t, q};
        }
      }
    }
  }

  [[nodiscard]] Rewritten run() {
    for (const NodeId output : graph_.outputs()) copy(output);
    std::vector<NodeId> outputs;
    for (const NodeId output : graph_.outputs()) outputs.push_back(map_[output.value]);
    Rewritten shared = share(std::move(to_).finish(std::move(outputs)));
    return {std::move(shared.graph), compose(map_, shared.map)};
  }

 private:
  struct Place {
    std::uint32_t recurrence = 0;
    std::uint32_t step = 0;
    std::uint32_t position = 0;  // in the step
  };
  // Arrays over the steps.
  struct Made {
    std::vector<std::optional<Term>> others = {};     // by position
    std::vector<std::optional<Term>> positions = {};  // what links give
    std::optional<Term> before = std::nullopt;        // the states before the steps
  };

  void push_needed(NodeId id, std::vector<NodeId>& stack) const {
    const auto place = places_.find(id.value);
    if (place == places_.end()) {
      const auto operands = graph_.operands(id);
      stack.insert(stack.end(), operands.rbegin(), operands.rend());
      return;
    }
    if (made_[place->second.recurrence].before) return;
    const FoundRecurrence& recurrence = found_[place->second.recurrence];
    stack.push_back(recurrence.first);
    for (const StepLink& link : recurrence.links) {
      if (link.other != kNoNode) stack.push_back(link.other);
    }
  }

  void copy(NodeId root) {
    std::vector<NodeId> stack{root};
    while (!stack.empty()) {
      const NodeId id = stack.back();
      if (map_[id.value] == kNoNode && !is_open_[id.value]) {
        is_open_[id.value] = true;
        push_needed(id, stack);
        continue;
      }
      stack.pop_back();
      if (map_[id.value] == kNoNode) map_[id.value] = make(id);
    }
  }

  [[nodiscard]] NodeId make(NodeId id) {
    const auto place = places_.find(id.value);
    if (place != places_.end()) return make_link(place->second);
    std::vector<NodeId> operands;
    for (const NodeId x : graph_.operands(id)) operands.push_back(map_[x.value]);
    return to_.copy(graph_, id, operands);
  }

  [[nodiscard]] NodeId make_link(const Place& place) {
    Made& made = made_[place.recurrence];
    const FoundRecurrence& recurrence = found_[place.recurrence];
    if (!made.before) make_states(recurrence, made);
    auto& values = made.positions[place.position];
    if (!values) values = position(recurrence, made, place.position);
    return element(*values, place.step).id();
  }

  void make_states(const FoundRecurrence& recurrence, Made& made) {
    const std::size_t steps = recurrence.steps();
    std::vector<NodeId> sequence(steps);
    for (std::size_t q = 0; q < recurrence.period; ++q) {
      made.others.emplace_back();
      if (recurrence.link(0, q).other == kNoNode) continue;
      for (std::size_t t = 0; t < steps; ++t) sequence[t] = recurrence.link(t, q).other;
      made.others.back() = as_array(graph_, sequence, map_, to_);
    }
    const Affine step = composed(recurrence, made, 0);
    const Shape all = Shape::vector(steps);
    const Term zero = expr::constant(to_, 0.0), one = expr::constant(to_, 1.0);
    const Term rest = step.rest.value_or(zero);
    const Term first(to_, map_[recurrence.first.value]);
    const NodeId operands[] = {first.id(), step.factor.value_or(one).id(),
                               rest.shape().is_scalar() ? broadcast(rest, all).id() : rest.id()};
    const NodeId kernel = to_.kernel(linear_recurrence_kernel(recurrence.of_roots), operands);
    made.positions[0] = Term(to_, to_.part(kernel, 0));
    made.before = expr::concat({first, slice(*made.positions[0], 0, steps - 1)});
  }

  // From the state before to what the link at this position gives.
  [[nodiscard]] Affine composed(const FoundRecurrence& recurrence, const Made& made,
                                std::size_t position) {
    Affine x;
    for (std::size_t q = recurrence.period; q-- > position;) {
      x = linked(x, recurrence.link(0, q), made.others[q], to_);
    }
    return x;
  }

  [[nodiscard]] Term position(const FoundRecurrence& recurrence, const Made& made,
                              std::size_t position) {
    const Term before = *made.before;
    const bool is_root = recurrence.of_roots && position + 1 == recurrence.period;
    if (is_root) return sqrt(before);
    const Affine x = composed(recurrence, made, position);
    const Term source = recurrence.of_roots ? square(sqrt(before)) : before;
    const Term scaled = x.factor ? source * *x.factor : source;
    return x.rest ? scaled + *x.rest : scaled;
  }

  const Graph& graph_;
  std::vector<FoundRecurrence> found_;
  std::vector<Made> made_;
  std::unordered_map<std::uint32_t, Place> places_;
  Builder to_;
  std::vector<NodeId> map_;
  std::vector<bool> is_open_;
};

}  // namespace

// One that reads another is seen when that other is an array.
Rewritten recurrences(const Graph& graph) {
  constexpr int kMostRounds = 4;
  Rewritten result = unchanged(graph);
  for (int round = 0; round < kMostRounds; ++round) {
    std::vector<FoundRecurrence> found = find_recurrences(result.graph);
    if (found.empty()) break;
    Rewritten next = RecurrenceRewriter(result.graph, std::move(found)).run();
    result = {std::move(next.graph), compose(result.map, next.map)};
  }
  return result;
}

}  // namespace autumn::passes
