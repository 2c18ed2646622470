// Planning takes leaves first, then what is conjugate, and tries the result out with numbers.
#include "collapse/plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <string_view>
#include <tuple>
#include <utility>

#include "base/numbers.h"
#include "collapse/analysis/analysis.h"
#include "collapse/analysis/choose.h"
#include "collapse/analysis/leaves.h"
#include "collapse/collapse.h"
#include "collapse/forms/running_sums.h"
#include "collapse/plan_names.h"
#include "collapse/states/with_states.h"
#include "collapse/trial.h"

namespace autumn::collapse {
namespace {

using model::Model;

ElementSet all_elements(const Model& model) {
  ElementSet set(model);
  for (std::size_t v = 0; v < set.variables(); ++v) set.insert_all(v);
  return set;
}

Leaves no_leaves(const Model& model) {
  return {.steps = {}, .dropped = std::vector<RowMarks>(model.factors.size())};
}

std::size_t dimension(const Model& model) {
  std::size_t total = 0;
  for (const model::Variable& variable : model.variables) {
    total += model::unconstrained_size(variable.support.kind, variable.dims);
  }
  return total;
}

// Another variable that went instead of an element, and the rule by which this could have gone.
struct Rival {
  std::size_t variable = 0;
  Rule rule;
};

// Why an element stays, kept as text once and by number per element.
class KeptReasons {
 public:
  explicit KeptReasons(const Model& model) {
    for (const model::Variable& variable : model.variables) {
      why_.emplace_back(model.graph.shape(variable.node).size(), 0U);
    }
  }

  // With the rule by which the element could go, if only that does not pay.
  void set(std::size_t variable, std::size_t element, const Reason& reason,
           const std::optional<Rule>& could_be = std::nullopt,
           const std::optional<Rival>& rival = std::nullopt) {
    const std::string_view rule = could_be ? name_of(*could_be) : rival ? name_of(rival->rule) : "";
    const auto [at, is_new] =
        number_.try_emplace({reason.text, reason.where.line, rule}, as_u32(reasons_.size()));
    if (is_new) reasons_.push_back({reason, could_be, rival});
    why_[variable][element] = at->second;
  }

  [[nodiscard]] std::vector<Kept> list(const ElementSet& collapsed) const {
    std::vector<Kept> kept;
    for (std::size_t v = 0; v < why_.size(); ++v) {
      std::map<std::uint32_t, std::size_t> at;
      for (std::size_t e = 0; e < why_[v].size(); ++e) {
        if (collapsed.contains(v, e)) continue;
        const auto [place, is_new] = at.try_emplace(why_[v][e], kept.size());
        if (is_new) kept.push_back(kept_with(v, reasons_[why_[v][e]]));
        kept[place->second].elements.push_back(as_u32(e));
      }
    }
    return kept;
  }

 private:
  struct Why {
    Reason reason;
    std::optional<Rule> could_be;
    std::optional<Rival> rival;
  };

  static Kept kept_with(std::size_t variable, const Why& why) {
    Kept kept{variable, {}, why.reason.text, why.reason.where, why.could_be};
    if (!why.rival) return kept;
    kept.rival = why.rival->variable;
    kept.beside_rival = why.rival->rule;
    return kept;
  }

  std::vector<Why> reasons_;
  std::map<std::tuple<std::string, std::uint32_t, std::string_view>, std::uint32_t> number_;
  std::vector<std::vector<std::uint32_t>> why_;
};

class Planning {
 public:
  // Elements that the options name.
  struct Named {
    ElementSet kept, preferred, dear, told;
  };

  Planning(const Model& model, const PlanOptions& options, Named named)
      : model_(model),
        options_(options),
        candidates_(all_elements(model)),
        preferred_(std::move(named.preferred)),
        dear_(std::move(named.dear)),
        reasons_(model),
        cost_before_(operations_per_gradient(model)) {
    keep(named.told, {"the message of a reject() tells its value", {}});
    keep(named.kept, {"it was asked to be kept", {}});
  }

  Planned run(bool may_have_leaves) {
    const Leaves leaves = may_have_leaves ? find_leaves(model_, candidates_) : no_leaves(model_);
    Planned planned;
    planned.plan.steps = leaves.steps;
    planned.plan.cost_before = cost_before_;
    candidates_.erase(collapsed_elements(model_, planned.plan));
    keep(dear_, {"it was left out of a collapse that would cost more than it gives", {}});
    // What the numbers refuse is kept and the choice made again without it.
    while (true) {
      planned.plan.steps = leaves.steps;
      add_conjugate(planned.plan, leaves);
      planned.collapsed = collapse(model_, planned.plan);
      const std::optional<Refusal> refusal = refused(planned);
      if (!refusal) break;
      keep(refusal->elements, {refusal->reason, {}});
      if (refusal->is_dear) note_rules(*refusal, planned.plan.steps);
    }
    finish(planned);
    return planned;
  }

 private:
  void note(const ElementSet& set, const Reason& reason) {
    for (std::size_t v = 0; v < set.variables(); ++v) {
      for (const std::uint32_t e : set.elements(v)) reasons_.set(v, e, reason);
    }
  }

  // What sums to zero is kept as a whole.
  void keep(const ElementSet& set, const Reason& reason) {
    const ElementSet whole = with_whole_items(model_, set);
    note(whole, reason);
    candidates_.erase(whole);
  }

  void note_rival(const Choice::Loser& loser, const Findings& findings) {
    for (std::size_t v = 0; v < loser.elements.variables(); ++v) {
      for (const std::uint32_t e : loser.elements.elements(v)) {
        reasons_.set(v, e, loser.reason, std::nullopt, Rival{*loser.rival, findings.rule(v, e)});
      }
    }
  }

  // Of what could have gone by these steps.
  void note_rules(const Refusal& refusal, const std::vector<Step>& steps) {
    for (const Step& step : steps) {
      for (const std::uint32_t e : step.elements) {
        if (!refusal.elements.contains(step.variable, e)) continue;
        reasons_.set(step.variable, e, {refusal.reason, {}}, step.rule);
      }
    }
  }

  // By what is cheapest to ask first: numbers need points and eliminations.
  [[nodiscard]] std::optional<Refusal> refused(Planned& planned) const {
    if (auto refusal = refused_as_infinite(planned.collapsed)) return refusal;
    if (options_.has_cost_limits) {
      if (auto refusal = refused_as_dear(planned)) return refusal;
    }
    return refused_by_numbers(model_, planned.collapsed);
  }

  [[nodiscard]] std::optional<Refusal> refused_as_dear(Planned& planned) const {
    if (auto refusal = too_dear(model_, planned.plan, planned.collapsed)) return refusal;
    if (options_.is_forced || !options_.prefer.empty()) return std::nullopt;
    planned.plan.dimension_before = dimension(model_);
    planned.plan.dimension_after = dimension(planned.collapsed.model);
    return few_dear_means(model_, planned.plan, planned.collapsed);
  }

  void add_conjugate(Plan& plan, const Leaves& leaves) {
    AliveForms forms(model_, candidates_, leaves.dropped);
    const Findings findings = analyse(forms, candidates_, options_.families);
    ElementSet possible(model_);
    for (std::size_t v = 0; v < possible.variables(); ++v) {
      for (const std::uint32_t e : candidates_.elements(v)) {
        if (findings.left[v][e].is_empty()) {
          reasons_.set(v, e, reason_against(model_, findings, v, e));
        } else {
          possible.insert(v, e);
        }
      }
    }
    Choice choice = choose(model_, possible, findings.exclusions, preferred_);
    for (const Choice::Loser& loser : choice.losers) {
      const ElementSet whole = with_whole_items(model_, loser.elements);
      note(whole, loser.reason);
      if (loser.rival) note_rival(loser, findings);
      choice.chosen.erase(whole);
    }
    for (const Rule& rule : findings.rules) {
      for (std::size_t v = 0; v < possible.variables(); ++v) {
        add_steps(plan, findings, choice.chosen, rule, v);
      }
    }
  }

  // One step per variable; of families, one per prior statement.
  static void add_steps(Plan& plan, const Findings& findings, const ElementSet& chosen,
                        const Rule& rule, std::size_t v) {
    std::map<std::size_t, std::vector<std::uint32_t>> by_prior;
    for (const std::uint32_t e : chosen.elements(v)) {
      if (findings.rule(v, e) != rule) continue;
      by_prior[rule.family != nullptr ? findings.priors[v][e] : 0].push_back(e);
    }
    for (auto& [prior, elements] : by_prior) {
      plan.steps.push_back(
          {.rule = rule, .variable = v, .elements = std::move(elements), .factor = 0, .rows = {}});
    }
  }

  void finish(Planned& planned) const {
    Plan& plan = planned.plan;
    plan.kept = reasons_.list(collapsed_elements(model_, plan));
    plan.dimension_before = dimension(model_);
    plan.dimension_after = dimension(planned.collapsed.model);
    summarise(model_, planned.collapsed, plan);
  }

  const Model& model_;
  const PlanOptions& options_;
  ElementSet candidates_;
  ElementSet preferred_;
  ElementSet dear_;
  KeptReasons reasons_;
  double cost_before_;
};

// Variables with elements that are to stay as they are.
std::vector<bool> variables_with(const Model& model, const Planning::Named& named) {
  std::vector<bool> result;
  for (std::size_t v = 0; v < model.variables.size(); ++v) {
    result.push_back(named.kept.count(v) + named.dear.count(v) + named.told.count(v) != 0);
  }
  return result;
}

// Those of whose innovations a plan has kept some.
std::vector<bool> variables_beyond(const ElementSet& innovations, const ElementSet& collapsed) {
  ElementSet kept = innovations;
  kept.erase(collapsed);
  std::vector<bool> result;
  for (std::size_t v = 0; v < kept.variables(); ++v) result.push_back(kept.count(v) != 0);
  return result;
}

// In states of recurrences, as far as all of a variable's can go.
std::optional<Planned> plan_in_states(const Model& model, const PlanOptions& options,
                                      const Planning::Named& named, bool may_have_leaves) {
  std::vector<bool> is_left_out = variables_with(model, named);
  while (std::optional<ModelInStates> in_states = with_states(model, is_left_out)) {
    Planned planned = Planning(in_states->model, options, named).run(may_have_leaves);
    const std::vector<bool> is_beyond = variables_beyond(
        in_states->innovations, collapsed_elements(in_states->model, planned.plan));
    if (std::ranges::find(is_beyond, true) == is_beyond.end()) {
      planned.plan.cost_before = operations_per_gradient(model);
      planned.collapsed.recovery.states = std::move(in_states->change);
      return planned;
    }
    for (std::size_t v = 0; v < is_beyond.size(); ++v) {
      if (is_beyond[v]) is_left_out[v] = true;
    }
  }
  return std::nullopt;
}

ElementSet told_elements(const Model& model) {
  ElementSet told(model);
  for (std::size_t v = 0; v < model.variables.size(); ++v) {
    if (!model.variables[v].is_told) continue;
    for (const std::uint32_t e : all_elements(model).elements(v)) told.insert(v, e);
  }
  return told;
}

}  // namespace

Result<Planned> plan_and_collapse(const Model& model, const PlanOptions& options,
                                  bool may_have_leaves) {
  Result<ElementSet> kept = named_elements(model, options.keep);
  if (!kept) return kept.error();
  Result<ElementSet> preferred = named_elements(model, options.prefer);
  if (!preferred) return preferred.error();
  Result<ElementSet> dear = named_elements(model, options.dear);
  if (!dear) return dear.error();
  if (options.is_off) {
    Plan none;
    none.dimension_before = none.dimension_after = dimension(model);
    const ElementSet all = all_elements(model);
    for (std::size_t v = 0; v < model.variables.size(); ++v) {
      none.kept.push_back({v, all.elements(v), "collapsing is turned off", {}});
    }
    return Planned{none, collapse(model, none)};
  }
  const Planning::Named named{std::move(kept).value(), std::move(preferred).value(),
                              std::move(dear).value(), told_elements(model)};
  if (auto planned = plan_in_states(model, options, named, may_have_leaves)) {
    return *std::move(planned);
  }
  return Planning(model, options, named).run(may_have_leaves);
}

Result<Plan> plan(const Model& model, const PlanOptions& options) {
  Result<Planned> planned = plan_and_collapse(model, options);
  if (!planned) return planned.error();
  return std::move(planned).value().plan;
}

bool is_much_smaller(std::size_t after, std::size_t before) {
  constexpr double kMostSmaller = 0.75;
  return static_cast<double>(after) < kMostSmaller * static_cast<double>(before);
}

bool collapses_few_means(const Plan& plan) {
  const bool are_means = std::ranges::all_of(plan.steps, [](const Step& step) {
    return step.rule.kind == RuleKind::kLeaf || step.rule.kind == RuleKind::kGaussian;
  });
  return are_means && !is_much_smaller(plan.dimension_after, plan.dimension_before);
}

std::vector<Rule> rules_of(const Plan& plan) {
  std::vector<Rule> rules;
  for (const Step& step : plan.steps) {
    if (std::ranges::find(rules, step.rule) == rules.end()) rules.push_back(step.rule);
  }
  return rules;
}

ElementSet collapsed_elements(const Model& model, const Plan& plan) {
  ElementSet set(model);
  for (const Step& step : plan.steps) {
    for (const std::uint32_t e : step.elements) set.insert(step.variable, e);
  }
  return set;
}

ElementSet chosen_elements(const Model& model, const Plan& plan) {
  ElementSet set(model);
  for (const Step& step : plan.steps) {
    if (step.rule.is_leaf()) continue;
    for (const std::uint32_t e : step.elements) set.insert(step.variable, e);
  }
  return set;
}

}  // namespace autumn::collapse
