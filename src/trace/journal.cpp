// This file reads journals: what became of variables, and how they were before.
#include "trace/journal.h"

#include <ranges>
#include <set>

namespace autumn::trace {

stan::Type number_type(const Value& container) {
  return container.type().base == stan::Base::kInt ? stan::kIntType : stan::kRealType;
}

std::map<std::size_t, Ending> endings(Machine& machine, const Journal& journal,
                                      const std::vector<Value>& frame) {
  std::map<std::size_t, Ending> result;
  std::set<std::size_t> declared;
  for (const Change& change : journal) {
    // A variable that is declared inside is gone in the end; changes before that were of another
    // variable in the same slot.
    if (change.kind == ChangeKind::kDeclaration) declared.insert(change.slot);
    if (declared.contains(change.slot)) continue;
    Ending& ending = result[change.slot];
    if (!change.part) {
      ending.is_whole = true;
      continue;
    }
    for (std::size_t i = 0; i < change.part->size(); ++i) {
      ending.places.try_emplace((*change.part)[i]);
    }
  }
  for (const std::size_t slot : declared) result.erase(slot);
  for (auto& [slot, ending] : result) {
    const Value& now = frame[slot];
    if (ending.is_whole) ending.whole = now;
    for (auto& [place, value] : ending.places) {
      if (!ending.is_whole) value = machine.element(now, place, number_type(now));
    }
  }
  return result;
}

void undo(Machine& machine, Journal& journal, std::vector<Value>& frame) {
  for (Change& change : journal | std::views::reverse) {
    Value& variable = frame[change.slot];
    if (change.part) {
      machine.scatter(variable, *change.part, change.old);
    } else {
      variable = std::move(change.old);
    }
  }
  journal.clear();
}

}  // namespace autumn::trace
