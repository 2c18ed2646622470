// This file traces both sides of a condition on symbols: each from the same state, and what they
// leave behind is selected by the condition.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/numbers.h"
#include "stan/types/signature.h"
#include "trace/interpreter.h"
#include "trace/operators.h"

namespace autumn::trace {
namespace {

using expr::Op;
using expr::Term;

// More places than this are looked up along paths.
constexpr std::size_t kMostLookedUp = 256;

// Functions that call themselves on both sides of a condition would be traced in all their ways.
constexpr int kDeepSides = 8;
constexpr int kManySides = 1000;

// Counts sides inside of the outermost one.
class SideCount {
 public:
  explicit SideCount(Sides& sides) : sides_(sides) {
    if (sides_.depth++ == 0) sides_.count = 0;
    ++sides_.count;
  }
  SideCount(const SideCount&) = delete;
  SideCount& operator=(const SideCount&) = delete;
  ~SideCount() { --sides_.depth; }

 private:
  Sides& sides_;
};

// What is traced counts only on one side as long as this lives.
class OnSide {
 public:
  OnSide(Machine& machine, NodeId taken) : machine_(machine), before_(machine.taken()) {
    expr::Builder& builder = machine.builder();
    machine.set_taken(before_ ? (Term(builder, *before_) && Term(builder, taken)).id() : taken);
  }
  OnSide(const OnSide&) = delete;
  OnSide& operator=(const OnSide&) = delete;
  ~OnSide() { machine_.set_taken(before_); }

 private:
  Machine& machine_;
  std::optional<NodeId> before_;
};

bool is_same(const Value& a, const Value& b) {
  if (a.is_known() && b.is_known()) return std::ranges::equal(a.numbers(), b.numbers());
  return a.is_node() && b.is_node() && a.node() == b.node();
}

}  // namespace

struct Interpreter::Side {
  Flow flow = Flow::kNext;
  bool is_rejected = false;
  Value returned = {};
  std::vector<TargetTerm> terms = {};
  std::map<std::size_t, Ending> endings = {};
};

Interpreter::Side Interpreter::run_side(NodeId taken, const std::function<Flow()>& body) {
  Side side;
  Journal journal;
  const std::size_t first = target_.size();
  Journal* const before = std::exchange(journal_, &journal);
  try {
    const OnSide on_side(machine_, taken);
    side.flow = body();
  } catch (RuntimeError& error) {
    journal_ = before;
    if (!error.is_reject) {
      // What fails where it is not taken is no failure: paths will tell.
      error.is_undecided = true;
      throw;
    }
    side.is_rejected = true;
  }
  journal_ = before;
  if (side.flow == Flow::kReturn) side.returned = returned_;
  const auto begin = target_.begin() + static_cast<std::ptrdiff_t>(first);
  side.terms.assign(begin, target_.end());
  target_.erase(begin, target_.end());
  side.endings = endings(machine_, journal, *frame_);
  undo(machine_, journal, *frame_);
  return side;
}

Value Interpreter::joined(const Value& condition, const Value& yes, const Value& no) {
  if (yes.is_composite() || no.is_composite()) {
    const auto type = stan::common_type(yes.type(), no.type());
    AUTUMN_CHECK(type.has_value(), "the checker finds a type for both sides");
    const Value a = yes.as(*type);
    const Value b = no.as(*type);
    std::vector<Value> leaves;
    for (std::size_t i = 0; i < a.leaves().size(); ++i) {
      leaves.push_back(joined(condition, a.leaves()[i], b.leaves()[i]));
    }
    return Value::composite(*type, std::move(leaves));
  }
  if (yes.dims() != no.dims()) fail_undecided("a size depends on a parameter");
  if (is_same(yes, no)) return yes;
  const Value operands[] = {condition, yes, no};
  Value chosen = machine_.elementwise(Op::kSelect, operands, yes.type(), yes.dims());
  if (hooks_.watcher != nullptr) hooks_.watcher->on_choice(machine_.node(chosen));
  return chosen;
}

void Interpreter::join_variables(const Value& condition, const Side& yes, const Side& no) {
  const auto whole_of = [&](const Side& side, std::size_t slot) {
    Value value = (*frame_)[slot];
    const auto found = side.endings.find(slot);
    if (found == side.endings.end()) return value;
    if (found->second.is_whole) return found->second.whole;
    for (const auto& [place, number] : found->second.places) {
      machine_.scatter(value, expr::Index::range(place, 1), number);
    }
    return value;
  };
  const auto is_whole = [](const Side& side, std::size_t slot) {
    const auto found = side.endings.find(slot);
    return found != side.endings.end() && found->second.is_whole;
  };
  const auto place_of = [&](const Side& side, std::size_t slot, std::uint32_t place) {
    const Value& before = (*frame_)[slot];
    const auto found = side.endings.find(slot);
    if (found != side.endings.end()) {
      const auto at = found->second.places.find(place);
      if (at != found->second.places.end()) return at->second;
    }
    return machine_.element(before, place, number_type(before));
  };
  // Where one side refuses the point the other one says what variables are.
  const auto chosen = [&](const Value& a, const Value& b) {
    if (yes.is_rejected) return b;
    return no.is_rejected ? a : joined(condition, a, b);
  };
  std::map<std::size_t, std::set<std::uint32_t>> slots;
  for (const Side* side : {&yes, &no}) {
    for (const auto& [slot, ending] : side->endings) {
      auto& places = slots[slot];
      for (const auto& [place, number] : ending.places) places.insert(place);
    }
  }
  for (const auto& [slot, places] : slots) {
    if (is_whole(yes, slot) || is_whole(no, slot)) {
      assign(slot, chosen(whole_of(yes, slot), whole_of(no, slot)), ChangeKind::kAssignment);
      continue;
    }
    for (const std::uint32_t place : places) {
      const Value value = chosen(place_of(yes, slot, place), place_of(no, slot, place));
      assign_part(slot, expr::Index::range(place, 1), value);
    }
  }
}

void Interpreter::join_targets(const Value& condition, const Side& yes, const Side& no) {
  const Value nothing = Value::real(0.0);
  const auto terms_of = [](const Side& side) {
    std::vector<TargetTerm> terms = side.terms;
    if (side.is_rejected) terms = {{Value::real(-kInfinity), nullptr}};
    return terms;
  };
  const std::vector<TargetTerm> a = terms_of(yes);
  const std::vector<TargetTerm> b = terms_of(no);
  for (std::size_t k = 0; k < std::max(a.size(), b.size()); ++k) {
    const stan::Statement* statement = statement_;
    if (k < a.size() && a[k].statement != nullptr) statement = a[k].statement;
    const Value term_a = k < a.size() ? total_of(machine_, a[k].value) : nothing;
    const Value term_b = k < b.size() ? total_of(machine_, b[k].value) : nothing;
    add_to_target(joined(condition, term_a, term_b), *statement);
  }
}

Interpreter::Flow Interpreter::both_sides(const Value& condition,
                                          const std::function<Flow()>& if_true,
                                          const std::function<Flow()>& if_false, Level level) {
  const SideCount count(sides_);
  if (sides_.depth > kDeepSides && sides_.count > kManySides) {
    fail_undecided("conditions inside of conditions are too many");
  }
  const stan::Statement* const statement = statement_;
  const Term taken = machine_.term(condition);
  Side yes = run_side(taken.id(), if_true);
  Side no = run_side((!taken).id(), if_false);
  statement_ = statement;
  machine_.set_statement(*statement);
  if (yes.is_rejected && no.is_rejected) fail_undecided("all ways of a condition reject");
  if (yes.is_rejected) yes.flow = no.flow;
  if (no.is_rejected) no.flow = yes.flow;
  const auto goes_on = [](Flow flow) { return flow == Flow::kNext || flow == Flow::kContinue; };
  const bool is_end_of_body = level == Level::kLoopBody && goes_on(yes.flow) && goes_on(no.flow);
  if (yes.flow != no.flow && !is_end_of_body) fail_undecided("a jump depends on a parameter");
  join_variables(condition, yes, no);
  join_targets(condition, yes, no);
  if (yes.flow != Flow::kReturn) return yes.flow;
  if (yes.is_rejected) {
    returned_ = no.returned;
  } else {
    returned_ = no.is_rejected ? yes.returned : joined(condition, yes.returned, no.returned);
  }
  return Flow::kReturn;
}

Value Interpreter::evaluate_where(NodeId taken, const stan::Expr& expression) {
  const OnSide on_side(machine_, taken);
  const std::size_t first = target_.size();
  try {
    Value value = evaluate(expression);
    // A function that rejects under a condition does so only where it is called.
    const Value condition = machine_.value(stan::kIntType, {}, taken);
    for (std::size_t k = first; k < target_.size(); ++k) {
      target_[k].value = joined(condition, total_of(machine_, target_[k].value), Value::real(0.0));
    }
    return value;
  } catch (RuntimeError& error) {
    error.is_undecided = true;
    throw;
  }
}

Value Interpreter::either(const Value& left, const stan::Binary& x, stan::Type type) {
  const Value is_left = decided(left);
  const bool is_or = x.op == stan::BinaryOp::kOr;
  if (is_left.is_known()) {
    const bool decides = (is_left.number() != 0.0) == is_or;
    if (decides) return Value::integer(is_or ? 1 : 0);
    return binary(machine_, x.op, is_left, evaluate(*x.right), type);
  }
  const Term holds = machine_.term(left) != 0.0;
  const Value right = evaluate_where(is_or ? (!holds).id() : holds.id(), *x.right);
  return binary(machine_, x.op, left, right, type);
}

Value Interpreter::looked_up(const Value& base, const std::vector<stan::Index>& indices,
                             stan::Type type) {
  // The first place that is not known; the others are evaluated with it.
  const auto unknown = [&](const stan::Index& index) -> std::optional<Value> {
    const auto* single = std::get_if<stan::IndexSingle>(&index);
    if (single == nullptr || !single->value->type.is_scalar()) return std::nullopt;
    Value value = evaluate(*single->value);
    if (value.is_known()) return std::nullopt;
    return value;
  };
  std::optional<Value> place;
  std::size_t dimension = 0;
  std::vector<Subscript> places;
  for (std::size_t d = 0; d < indices.size(); ++d) {
    if (!place && (place = unknown(indices[d]))) {
      dimension = d;
      places.emplace_back(SingleSubscript{1.0});
    } else {
      places.push_back(evaluate_places(std::span(indices).subspan(d, 1))[0]);
    }
  }
  const std::size_t extent = place ? base.dims()[dimension] : 0;
  if (extent == 0 || extent > kMostLookedUp) fail_undecided("an index depends on a parameter");
  const Term k = machine_.term(*place);
  machine_.require(
      {.node = k.id(), .range = model::Range{1.0, static_cast<double>(extent), false, false}});
  Value result;
  for (std::size_t i = extent; i-- > 0;) {
    places[dimension] = SingleSubscript{static_cast<double>(i + 1)};
    const Value item = indexed(base, places, type);
    if (i + 1 == extent) {
      result = item;
      continue;
    }
    const Value is_here = machine_.value(stan::kIntType, {}, k == static_cast<double>(i + 1));
    result = joined(is_here, item, result);
  }
  return result;
}

}  // namespace autumn::trace
