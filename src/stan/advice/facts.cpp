// This file collects the facts of a program: what depends on what, and the factors.
#include "stan/advice/facts.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "stan/syntax/walk.h"
#include "stan/types/signature.h"

namespace autumn::stan {
namespace {

// These ask for the shape of a variable, which it has from the beginning.
constexpr std::array<std::string_view, 5> kShapeFunctions{"size", "num_elements", "rows", "cols",
                                                          "dims"};

void add_slots(const Expr& expr, Slots& slots) {
  if (asks_for_shape(expr)) return;
  const auto* variable = std::get_if<Variable>(&expr.node);
  if (variable != nullptr && variable->slot >= 0) slots.insert(variable->slot);
  each_part(expr, [&](const Expr& part) { add_slots(part, slots); });
}

// "normal" of normal_lpdf; nothing for other functions.
std::optional<std::string> distribution_of(const Call& call) {
  const std::string name = without_proportionality(call.name);
  if (!name.ends_with("_lpdf") && !name.ends_with("_lpmf")) return std::nullopt;
  return name.substr(0, name.size() - 5);
}

bool changes_target(const Call& call) {
  return call.name.ends_with("_lp") || call.name.ends_with("_jacobian");
}

// Reads a program twice: first who assigns what, then the factors.
class FactReader {
 public:
  explicit FactReader(const Program& program) { facts_.program = &program; }

  Facts run() {
    const Program& program = *facts_.program;
    for (const Statements* block : {&program.data, &program.transformed_data}) {
      each_statement(*block, [&](const Statement& statement) {
        const auto* declared = std::get_if<Declaration>(&statement.node);
        if (declared != nullptr) facts_.data.insert(declared->slot);
      });
    }
    for (const Statement& statement : program.parameters) {
      const auto* declared = std::get_if<Declaration>(&statement.node);
      if (declared == nullptr) continue;
      facts_.parameters[declared->slot] = declared;
      facts_.places[declared->slot] = statement.where;
    }
    for (const Statements* block : {&program.transformed_parameters, &program.model}) {
      for (const Statement& statement : *block) read_flow(statement, {});
    }
    close();
    for (const Statements* block : {&program.transformed_parameters, &program.model}) {
      for (const Statement& statement : *block) read_factors(statement, {});
    }
    return std::move(facts_);
  }

 private:
  // `around` are the slots of the conditions and bounds that the statement stands under.
  void read_flow(const Statement& statement, Slots around) {
    if (const auto* declared = std::get_if<Declaration>(&statement.node)) {
      if (declared->initial) assign(declared->slot, *declared->initial, around);
    } else if (const auto* assigned = std::get_if<Assignment>(&statement.node)) {
      Slots all = around;
      for (const auto& group : assigned->indices) {
        for (const Index& index : group) {
          each_part(index, [&](const Expr& part) { add_slots(part, all); });
        }
      }
      if (assigned->op != AssignOp::kSet) all.insert(assigned->slot);
      assign(assigned->slot, *assigned->value, all);
    } else if (const auto* each = std::get_if<ForEach>(&statement.node)) {
      assign(each->slot, *each->container, around);
    }
    if (const auto* range = std::get_if<ForRange>(&statement.node)) {
      add_slots(*range->low, reads_[range->slot]);
      add_slots(*range->high, reads_[range->slot]);
    }
    add_conditions(statement, around);
    each_statement_part(statement, [&](const Statement& part) { read_flow(part, around); });
  }

  static void add_conditions(const Statement& statement, Slots& around) {
    const bool decides = std::holds_alternative<If>(statement.node) ||
                         std::holds_alternative<While>(statement.node) ||
                         std::holds_alternative<ForRange>(statement.node);
    if (!decides) return;
    each_expression(statement, [&](const Expr& expr) { add_slots(expr, around); });
  }

  void assign(int slot, const Expr& value, const Slots& around) {
    facts_.values[slot].push_back(&value);
    add_slots(value, reads_[slot]);
    reads_[slot].insert(around.begin(), around.end());
  }

  // From what a variable reads to the parameters behind it.
  void close() {
    bool has_changed = true;
    while (has_changed) {
      has_changed = false;
      for (const auto& [slot, read] : reads_) {
        Slots& known = facts_.depends_on[slot];
        const std::size_t before = known.size();
        const Slots found = behind(read);
        known.insert(found.begin(), found.end());
        has_changed = has_changed || known.size() != before;
      }
    }
  }

  [[nodiscard]] Slots behind(const Slots& slots) const {
    Slots found;
    for (const int slot : slots) {
      if (facts_.parameters.contains(slot)) found.insert(slot);
      const auto known = facts_.depends_on.find(slot);
      if (known != facts_.depends_on.end()) {
        found.insert(known->second.begin(), known->second.end());
      }
    }
    return found;
  }

  void read_factors(const Statement& statement, Slots around) {
    if (const auto* tilde = std::get_if<Tilde>(&statement.node)) {
      DensityFactor factor{.distribution = tilde->distribution,
                           .outcome = tilde->value.get(),
                           .is_tilde = true,
                           .is_user = tilde->user_function >= 0,
                           .where = tilde->value->where};
      for (const ExprPtr& argument : tilde->arguments) factor.arguments.push_back(argument.get());
      if (tilde->truncation) factor.truncation = &*tilde->truncation;
      note_priors(tilde->user_function, factor);
      add_factor(std::move(factor), around);
    } else if (const auto* increment = std::get_if<TargetIncrement>(&statement.node)) {
      facts_.has_jacobian = facts_.has_jacobian || increment->is_jacobian;
      read_terms(*increment->value, around);
    } else {
      read_effects(statement, around);
    }
    add_conditions(statement, around);
    each_statement_part(statement, [&](const Statement& part) { read_factors(part, around); });
  }

  // The summands of what is added to `target`.
  void read_terms(const Expr& expr, const Slots& around) {
    const auto* binary = std::get_if<Binary>(&expr.node);
    if (binary != nullptr && binary->op == BinaryOp::kAdd) {
      read_terms(*binary->left, around);
      read_terms(*binary->right, around);
      return;
    }
    const auto* call = std::get_if<Call>(&expr.node);
    const auto distribution = call == nullptr ? std::nullopt : distribution_of(*call);
    DensityFactor factor{.where = expr.where};
    if (distribution && !call->arguments.empty()) {
      factor.distribution = *distribution;
      factor.outcome = call->arguments[0].get();
      factor.is_user = call->user_function >= 0;
      for (std::size_t i = 1; i < call->arguments.size(); ++i) {
        factor.arguments.push_back(call->arguments[i].get());
      }
      note_priors(call->user_function, factor);
    } else {
      factor.is_opaque = true;
      Slots slots = around;
      add_slots(expr, slots);
      factor.parameters = behind(slots);
    }
    add_factor(std::move(factor), around);
  }

  // Functions that change the density, and `reject`.
  void read_effects(const Statement& statement, const Slots& around) {
    Slots slots = around;
    bool has_effect = std::holds_alternative<ReportStatement>(statement.node) &&
                      std::get<ReportStatement>(statement.node).kind != Report::kPrint;
    each_expression(statement, [&](const Expr& expr) {
      each_inside(expr, [&](const Expr& part) {
        const auto* call = std::get_if<Call>(&part.node);
        if (call == nullptr || !changes_target(*call)) return;
        has_effect = true;
        facts_.has_jacobian = true;
        add_slots(part, slots);
      });
    });
    if (!has_effect) return;
    facts_.factors.push_back(
        {.is_opaque = true, .parameters = behind(slots), .where = statement.where});
  }

  void note_priors(int function, DensityFactor& factor) const {
    if (function < 0) return;
    for (const std::size_t k : arguments_with_priors(*facts_.program, function)) {
      const bool is_argument = k >= 1 && k <= factor.arguments.size();
      if (is_argument) factor.has_priors.merge(facts_.parameters_of(*factor.arguments[k - 1]));
    }
  }

  void add_factor(DensityFactor factor, const Slots& around) {
    if (factor.outcome != nullptr) {
      Slots slots = around;
      add_slots(*factor.outcome, slots);
      for (const Expr* argument : factor.arguments) add_slots(*argument, slots);
      factor.parameters = behind(slots);
      const Slots outcome = facts_.parameters_of(*factor.outcome);
      Slots mentioned;
      add_slots(*factor.outcome, mentioned);
      factor.is_observed = outcome.empty();
      // A function of parameters and data may be either.
      const bool is_plain = facts_.parameter_named(*factor.outcome) != nullptr;
      const bool has_data = std::any_of(mentioned.begin(), mentioned.end(),
                                        [&](int slot) { return facts_.data.contains(slot); });
      factor.is_opaque = !factor.is_observed && !is_plain && has_data;
    }
    facts_.factors.push_back(std::move(factor));
  }

  Facts facts_;
  std::map<int, Slots> reads_;
};

}  // namespace

Slots Facts::parameters_of(const Expr& expr) const {
  Slots mentioned;
  add_slots(expr, mentioned);
  Slots found;
  for (const int slot : mentioned) {
    if (parameters.contains(slot)) found.insert(slot);
    const auto known = depends_on.find(slot);
    if (known != depends_on.end()) found.insert(known->second.begin(), known->second.end());
  }
  return found;
}

const Declaration* Facts::parameter_named(const Expr& expr) const {
  const Expr* at = &expr;
  while (const auto* indexed = std::get_if<Indexed>(&at->node)) at = indexed->base.get();
  const auto* variable = std::get_if<Variable>(&at->node);
  if (variable == nullptr) return nullptr;
  const auto found = parameters.find(variable->slot);
  return found == parameters.end() ? nullptr : found->second;
}

const std::string& Facts::name(int parameter) const {
  return parameters.at(parameter)->name;
}

Slots slots_of(const Expr& expr) {
  Slots slots;
  add_slots(expr, slots);
  return slots;
}

bool asks_for_shape(const Expr& expr) {
  const auto* call = std::get_if<Call>(&expr.node);
  return call != nullptr && std::find(kShapeFunctions.begin(), kShapeFunctions.end(), call->name) !=
                                kShapeFunctions.end();
}

Facts facts_of(const Program& program) {
  return FactReader(program).run();
}

std::optional<double> literal_value(const Expr& expr) {
  if (const auto* number = std::get_if<IntLiteral>(&expr.node)) {
    return static_cast<double>(number->value);
  }
  if (const auto* number = std::get_if<RealLiteral>(&expr.node)) return number->value;
  const auto* unary = std::get_if<Unary>(&expr.node);
  if (unary == nullptr) return std::nullopt;
  const auto inner = literal_value(*unary->operand);
  if (inner && unary->op == UnaryOp::kMinus) return -*inner;
  return unary->op == UnaryOp::kPlus ? inner : std::nullopt;
}

}  // namespace autumn::stan
