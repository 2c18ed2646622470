// This file checks plans and recoveries by counting elements: each must be accounted for once.
#include "collapse/check.h"

#include <fmt/format.h>

#include <optional>
#include <span>

namespace autumn::collapse {
namespace {

using model::Model;

Error fault(std::string message) {
  return {.message = std::move(message), .suggestion = {}, .where = {}};
}

// Which elements have been accounted for.
class Account {
 public:
  explicit Account(const Model& model) : model_(model), seen_(model) {}

  // An error if they do not exist, or were taken before.
  [[nodiscard]] Status take(std::size_t variable, std::span<const std::uint32_t> elements) {
    if (variable >= seen_.variables())
      return fault(fmt::format("there is no variable {}", variable));
    for (const std::uint32_t e : elements) {
      const std::string& name = model_.variables[variable].name;
      if (e >= seen_.size_of(variable)) return fault(fmt::format("{} has no element {}", name, e));
      if (seen_.contains(variable, e))
        return fault(fmt::format("element {} of {} is there twice", e, name));
      seen_.insert(variable, e);
    }
    return Done{};
  }

  // An error if some have been left out.
  [[nodiscard]] Status finish() const {
    for (std::size_t v = 0; v < seen_.variables(); ++v) {
      if (seen_.count(v) == seen_.size_of(v)) continue;
      return fault(fmt::format("{} of {} elements of {} are accounted for", seen_.count(v),
                               seen_.size_of(v), model_.variables[v].name));
    }
    return Done{};
  }

 private:
  const Model& model_;
  ElementSet seen_;
};

Status take(Account& account, const DrawRows& rows) {
  return account.take(rows.variable, rows.elements);
}

Status take(Account& account, const DrawBlock& draw) {
  for (const Column& column : draw.columns) {
    Status status = account.take(column.variable, std::span(&column.element, 1));
    if (!status) return status;
  }
  return Done{};
}

// How many operands the block has: those of which it has none are left out.
std::size_t operand_count(const gaussian::Block& block) {
  return (block.coefficients != 0 ? 1U : 0U) + (block.constants != 0 ? 1U : 0U) +
         (block.scales != 0 ? 1U : 0U);
}

std::size_t expected_outputs(const DrawRows& rows) {
  return rows.distribution->arguments.size();
}

std::size_t expected_outputs(const DrawBlock& draw) {
  return operand_count(draw.block->block);
}

Status check_step(const Model& model, const RecoveryStep& step) {
  const auto& [graph, variables] = step.arguments;
  const auto is_there = [&](std::uint32_t v) { return v < model.variables.size(); };
  if (graph.inputs().size() != variables.size() || !std::ranges::all_of(variables, is_there)) {
    return fault("a step of the recovery does not read variables of the model");
  }
  const std::size_t wanted =
      std::visit([](const auto& draw) { return expected_outputs(draw); }, step.draw);
  if (graph.outputs().size() != wanted) {
    return fault(fmt::format("a step of the recovery has {} outputs, not {}",
                             graph.outputs().size(), wanted));
  }
  return expr::check(graph);
}

Status check_states(const Model& model, const StateChange& states) {
  for (const expr::Graph* graph : {&states.to_states, &states.to_innovations}) {
    const std::size_t volumes = graph == &states.to_states ? 1 : 0;
    if (graph->inputs().size() != model.variables.size() ||
        graph->outputs().size() != states.variables.size() + volumes) {
      return fault("states are not those of the model's variables");
    }
    if (Status status = expr::check(*graph); !status) return status;
  }
  return Done{};
}

}  // namespace

Status check(const Model& model, const Plan& plan) {
  Account account(model);
  for (const Step& step : plan.steps) {
    if (Status status = account.take(step.variable, step.elements); !status) return status;
    if (step.rule.is_leaf() && step.factor >= model.factors.size()) {
      return fault(fmt::format("a leaf is drawn by factor {}, which is not there", step.factor));
    }
  }
  for (const Kept& kept : plan.kept) {
    if (Status status = account.take(kept.variable, kept.elements); !status) return status;
  }
  if (plan.dimension_after > plan.dimension_before) return fault("collapsing adds dimensions");
  return account.finish();
}

Status check(const Model& model, const Recovery& recovery) {
  Account account(model);
  for (const KeptElements& place : recovery.kept) {
    if (Status status = account.take(place.variable, place.elements); !status) return status;
  }
  for (const SummedItem& item : recovery.sums) {
    if (Status status = account.take(item.variable, item.tied()); !status) return status;
  }
  for (const RecoveryStep& step : recovery.steps) {
    Status taken = std::visit([&](const auto& draw) { return take(account, draw); }, step.draw);
    if (!taken) return taken;
    if (Status status = check_step(model, step); !status) return status;
  }
  if (recovery.states) {
    if (Status status = check_states(model, *recovery.states); !status) return status;
  }
  return account.finish();
}

Status check(const Model& model, const Collapsed& collapsed) {
  if (Status status = check(collapsed.model); !status) return status;
  if (!collapsed.model.outputs.empty()) return fault("the smaller model has outputs");
  if (collapsed.model.variables.size() != collapsed.recovery.kept.size()) {
    return fault(fmt::format("the recovery has {} places for {} variables",
                             collapsed.recovery.kept.size(), collapsed.model.variables.size()));
  }
  return check(model, collapsed.recovery);
}

}  // namespace autumn::collapse
