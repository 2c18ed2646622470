// This file splits generated quantities: one walk lists who reads and writes what under which
// conditions, and two closures over the list make the split.
#include "trace/generated/split.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "stan/syntax/walk.h"

namespace autumn::trace {
namespace {

using stan::Expr;
using stan::ExprPtr;
using stan::Statement;

// What some expressions read.
struct Reads {
  std::vector<int> slots;
  bool is_random = false;
  bool is_forced = false;  // to the interpreter
};

// A statement that sets a variable.
struct Setter {
  const Statement* statement = nullptr;
  int slot = -1;
  Reads reads;
  std::vector<std::size_t> controls;  // what decides whether it runs, and how often
};

// A statement of statements, with the setters in it.
struct Compound {
  const Statement* statement = nullptr;
  std::size_t first = 0;
  std::size_t last = 0;
  bool has_jump_out = false;  // a break or continue for a loop around it
};

// ---- expressions ----

void read(const Expr& expression, Reads& reads) {
  stan::each_inside(expression, [&](const Expr& part) {
    if (const auto* variable = std::get_if<stan::Variable>(&part.node)) {
      reads.slots.push_back(variable->slot);
    } else if (const auto* call = std::get_if<stan::Call>(&part.node)) {
      // Functions of the user that call for random numbers end like those of the language.
      reads.is_random = reads.is_random || call->name.ends_with("_rng");
    } else if (std::holds_alternative<stan::TargetValue>(part.node)) {
      reads.is_forced = true;
    }
  });
}

void read(const ExprPtr& expression, Reads& reads) {
  if (expression != nullptr) read(*expression, reads);
}

void read_index(const stan::Index& index, Reads& reads) {
  stan::each_part(index, [&](const Expr& part) { read(part, reads); });
}

// ---- statements ----

class Walker {
 public:
  explicit Walker(const StatementSet& forced) : forced_(forced) {}

  void walk(const stan::Statements& block) {
    for (const Statement& statement : block) walk(statement);
  }

  std::vector<Setter> setters;
  std::vector<Compound> compounds;
  std::vector<Reads> controls;
  bool has_effects = false;  // beside setting variables

 private:
  void walk(const Statement& statement) {
    const bool is_forced = forced_.contains(&statement);
    if (is_forced) begin_control({.slots = {}, .is_random = false, .is_forced = true});
    std::visit([&](const auto& node) { visit(statement, node); }, statement.node);
    if (is_forced) active_.pop_back();
  }

  void begin_control(Reads reads) {
    active_.push_back(controls.size());
    controls.push_back(std::move(reads));
  }

  void add_setter(const Statement& statement, int slot, Reads reads) {
    setters.push_back({&statement, slot, std::move(reads), active_});
  }

  // Runs the walk of what is inside, and notes the setters it found.
  template <typename Inside>
  void add_compound(const Statement& statement, const Inside& inside) {
    const std::size_t first = setters.size();
    const bool had_jump = std::exchange(has_jump_, false);
    inside();
    compounds.push_back({&statement, first, setters.size(), has_jump_});
    has_jump_ = has_jump_ || had_jump;
  }

  // With a break or continue inside, every condition of the loop decides about all of it.
  void add_loop(const Statement& statement, Reads reads, const Statement& body) {
    const std::size_t first_setter = setters.size();
    const std::size_t first_control = controls.size();
    begin_control(std::move(reads));
    const bool had_jump = std::exchange(has_jump_, false);
    walk(body);
    active_.pop_back();
    if (has_jump_) {
      for (std::size_t k = first_setter; k < setters.size(); ++k) {
        for (std::size_t c = first_control; c < controls.size(); ++c) {
          setters[k].controls.push_back(c);
        }
      }
    }
    has_jump_ = had_jump;
    compounds.push_back({&statement, first_setter, setters.size(), false});
    // A loop that sets nothing does nothing else than to end or not.
    if (setters.size() == first_setter) has_effects = true;
  }

  void visit(const Statement& statement, const stan::Declaration& s) {
    Reads reads;
    for (const ExprPtr& size : s.type.array_sizes) read(size, reads);
    for (const ExprPtr& size : s.type.sizes) read(size, reads);
    // Bounds are looked at in the end, by whoever makes the variable.
    read(s.type.lower, reads);
    read(s.type.upper, reads);
    read(s.initial, reads);
    add_setter(statement, s.slot, std::move(reads));
  }
  // Also what stays of a variable: elements that are not set, and the left side of `+=`. It is the
  // same slot, so there is nothing to add.
  void visit(const Statement& statement, const stan::Assignment& s) {
    Reads reads;
    for (const auto& group : s.indices) {
      for (const stan::Index& index : group) read_index(index, reads);
    }
    read(s.value, reads);
    add_setter(statement, s.slot, std::move(reads));
  }
  // One statement sets all leaves, so what becomes of one of them becomes of all.
  void visit(const Statement& statement, const stan::Unpack& s) {
    Reads reads;
    read(s.value, reads);
    for (const stan::LeafTarget& leaf : s.leaves) {
      for (const auto& group : leaf.indices) {
        for (const stan::Index& index : group) read_index(index, reads);
      }
      reads.slots.push_back(leaf.slot);
    }
    for (const stan::LeafTarget& leaf : s.leaves) add_setter(statement, leaf.slot, reads);
  }
  void visit(const Statement& statement, const stan::If& s) {
    Reads reads;
    read(s.condition, reads);
    add_compound(statement, [&] {
      begin_control(std::move(reads));
      walk(*s.then_branch);
      if (s.else_branch) walk(*s.else_branch);
      active_.pop_back();
    });
  }
  void visit(const Statement& statement, const stan::While& s) {
    Reads reads;
    read(s.condition, reads);
    add_loop(statement, std::move(reads), *s.body);
  }
  void visit(const Statement& statement, const stan::ForRange& s) {
    Reads reads;
    read(s.low, reads);
    read(s.high, reads);
    add_loop(statement, std::move(reads), *s.body);
  }
  void visit(const Statement& statement, const stan::ForEach& s) {
    Reads reads;
    read(s.container, reads);
    add_loop(statement, std::move(reads), *s.body);
  }
  void visit(const Statement& statement, const stan::BlockStatement& s) {
    add_compound(statement, [&] { walk(s.statements); });
  }
  void visit(const Statement& statement, const stan::Profile& s) {
    add_compound(statement, [&] { walk(s.statements); });
  }
  void visit(const Statement&, const stan::Break&) { has_jump_ = true; }
  void visit(const Statement&, const stan::Continue&) { has_jump_ = true; }
  void visit(const Statement&, const stan::Tilde&) { has_effects = true; }
  void visit(const Statement&, const stan::TargetIncrement&) { has_effects = true; }
  void visit(const Statement&, const stan::CallStatement&) { has_effects = true; }
  void visit(const Statement&, const stan::Return&) { has_effects = true; }
  void visit(const Statement&, const stan::ReportStatement&) { has_effects = true; }

  const StatementSet& forced_;
  std::vector<std::size_t> active_;
  bool has_jump_ = false;
};

// ---- closures ----

bool touches(const Reads& reads, const std::set<int>& slots, Drawing drawing) {
  return reads.is_forced || (reads.is_random && drawing == Drawing::kInterpreted) ||
         std::any_of(reads.slots.begin(), reads.slots.end(),
                     [&](int slot) { return slots.contains(slot); });
}

// Whether this holds for what a setter reads or for what decides about it.
template <typename Holds>
bool any_read(const Walker& program, const Setter& setter, const Holds& holds) {
  return holds(setter.reads) ||
         std::any_of(setter.controls.begin(), setter.controls.end(),
                     [&](std::size_t c) { return holds(program.controls[c]); });
}

// Forward: what is set by the interpreter, or under conditions that depend on it.
std::set<int> interpreted_slots(const Walker& program, Drawing drawing) {
  std::set<int> slots;
  for (std::size_t before = slots.size() + 1; before != slots.size();) {
    before = slots.size();
    for (const Setter& setter : program.setters) {
      const bool is_touched = any_read(
          program, setter, [&](const Reads& reads) { return touches(reads, slots, drawing); });
      if (is_touched) slots.insert(setter.slot);
    }
  }
  return slots;
}

// Backward: what these variables are set from.
std::set<int> needed_slots(const Walker& program, std::set<int> slots) {
  for (std::size_t before = slots.size() + 1; before != slots.size();) {
    before = slots.size();
    for (const Setter& setter : program.setters) {
      if (!slots.contains(setter.slot)) continue;
      slots.insert(setter.reads.slots.begin(), setter.reads.slots.end());
      for (const std::size_t c : setter.controls) {
        const Reads& reads = program.controls[c];
        slots.insert(reads.slots.begin(), reads.slots.end());
      }
    }
  }
  return slots;
}

// The setters that are wanted, and what has no other setters.
template <typename IsWanted>
StatementSet statements_where(const Walker& program, const IsWanted& is_wanted) {
  StatementSet found;
  for (const Setter& setter : program.setters) {
    if (is_wanted(setter)) found.insert(setter.statement);
  }
  for (const Compound& compound : program.compounds) {
    const auto begin = program.setters.begin();
    const auto first = begin + static_cast<std::ptrdiff_t>(compound.first);
    const auto last = begin + static_cast<std::ptrdiff_t>(compound.last);
    if (first != last && !compound.has_jump_out && std::all_of(first, last, is_wanted)) {
      found.insert(compound.statement);
    }
  }
  return found;
}

}  // namespace

bool has_random(const stan::Statements& block) {
  const StatementSet none;
  Walker program(none);
  program.walk(block);
  return std::ranges::any_of(program.setters, [&](const Setter& setter) {
    return any_read(program, setter, [](const Reads& reads) { return reads.is_random; });
  });
}

std::optional<Split> split(const stan::Statements& block, const StatementSet& forced,
                           Drawing drawing) {
  Walker program(forced);
  program.walk(block);
  if (program.has_effects) return std::nullopt;
  Split result;
  result.interpreted = interpreted_slots(program, drawing);
  result.untraced = statements_where(
      program, [&](const Setter& setter) { return result.interpreted.contains(setter.slot); });
  const std::set<int> needed = needed_slots(program, result.interpreted);
  const auto draws = [&](const Setter& setter) {
    return needed.contains(setter.slot) &&
           any_read(program, setter, [](const Reads& reads) { return reads.is_random; });
  };
  if (drawing == Drawing::kTraced &&
      std::any_of(program.setters.begin(), program.setters.end(), draws)) {
    return std::nullopt;
  }
  result.traced = statements_where(
      program, [&](const Setter& setter) { return !needed.contains(setter.slot); });
  return result;
}

}  // namespace autumn::trace
