// This file checks assignments to parts of tuples and to several variables at once.
#include <algorithm>

#include "stan/printing/print.h"
#include "stan/printing/print_expression.h"
#include "stan/types/check_state.h"

namespace autumn::stan {

namespace {

// All that `(a, (b.1, c[2]))` assigns to, without the parentheses.
void collect_targets(const Expr& target, std::vector<const Expr*>& found) {
  if (const auto* tuple = std::get_if<TupleLiteral>(&target.node)) {
    for (const ExprPtr& element : tuple->elements) collect_targets(*element, found);
  } else {
    found.push_back(&target);
  }
}

std::vector<const Expr*> targets_of(const Expr& target) {
  std::vector<const Expr*> found;
  collect_targets(target, found);
  return found;
}

// The variable of a target and the parts that are taken of it; an index may mean any element.
struct Place {
  std::string variable;
  std::vector<std::uint32_t> parts;
};

Place place_of(const Expr& target) {
  Place place;
  const Expr* at = &target;
  while (true) {
    if (const auto* indexed = std::get_if<Indexed>(&at->node)) {
      at = indexed->base.get();
    } else if (const auto* part = std::get_if<TuplePart>(&at->node)) {
      place.parts.insert(place.parts.begin(), part->part);
      at = part->base.get();
    } else {
      break;
    }
  }
  if (const auto* variable = std::get_if<Variable>(&at->node)) place.variable = variable->name;
  return place;
}

bool overlap(const Place& a, const Place& b) {
  const auto common = static_cast<std::ptrdiff_t>(std::min(a.parts.size(), b.parts.size()));
  return a.variable == b.variable &&
         std::equal(a.parts.begin(), a.parts.begin() + common, b.parts.begin());
}

// Whether an index of the target mentions the variable, by the text of the index.
bool reads(const Expr& target, const std::string& variable) {
  const auto is_part_of_name = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  };
  const Expr* at = &target;
  std::string text;
  while (true) {
    if (const auto* indexed = std::get_if<Indexed>(&at->node)) {
      print_indices(indexed->indices, text);
      at = indexed->base.get();
    } else if (const auto* part = std::get_if<TuplePart>(&at->node)) {
      at = part->base.get();
    } else {
      break;
    }
  }
  for (std::size_t i = text.find(variable); i != std::string::npos;
       i = text.find(variable, i + 1)) {
    const bool begins = i == 0 || !is_part_of_name(text[i - 1]);
    const std::size_t end = i + variable.size();
    if (begins && (end == text.size() || !is_part_of_name(text[end]))) return true;
  }
  return false;
}

}  // namespace

bool Checker::check_targets(const Expr& target) {
  bool is_ok = true;
  for (const Expr* each : targets_of(target)) {
    const std::string name = place_of(*each).variable;
    const Symbol* symbol = scopes_.find(name);
    is_ok = symbol != nullptr && check_assignable(name, *symbol, each->where) && is_ok;
  }
  return is_ok;
}

// Of `(x, x)` nobody knows which value stays; in `(i, x[i])` nobody knows which i is meant.
void Checker::check_overlap(const Expr& target) {
  const std::vector<const Expr*> targets = targets_of(target);
  for (std::size_t i = 0; i < targets.size(); ++i) {
    const Place place = place_of(*targets[i]);
    for (std::size_t j = 0; j < targets.size(); ++j) {
      if (j < i && overlap(place, place_of(*targets[j]))) {
        report(targets[i]->where, "`" + to_text(*targets[i]) + "` and `" + to_text(*targets[j]) +
                                      "` may be the same, and one assignment sets both");
        return;
      }
      if (j == i || !reads(*targets[j], place.variable)) continue;
      report(targets[j]->where,
             "an index here reads `" + place.variable + "`, which the same assignment changes");
      return;
    }
  }
}

void Checker::node(Unpack& s, const SourceRange& where) {
  const ExprFacts value = value_of(s.value);
  const ExprFacts target = value_of(s.target);
  if (!target.is_known || !check_targets(*s.target) || !value.is_known) return;
  check_overlap(*s.target);
  if (s.op != AssignOp::kSet) return check_compound(s.op, target.type, value, where);
  if (converts(value.type, target.type)) return;
  report(s.value->where, with_article(value.type) + " cannot be assigned to `" +
                             to_text(*s.target) + "`, which is `" + to_text(target.type) + "`");
}

}  // namespace autumn::stan
