// This file asks the rows that would fall as leaves what their arguments must be.
#include "collapse/analysis/leaf_conditions.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <set>
#include <utility>

#include "collapse/analysis/far_out.h"
#include "collapse/analysis/leaves.h"
#include "dist/distribution.h"
#include "expr/term.h"
#include "model/finite.h"
#include "model/indicator.h"

namespace autumn::collapse {
namespace {

using expr::Builder;
using expr::NodeId;
using expr::Term;
using model::Factor;
using model::Model;

class Conditions {
 public:
  explicit Conditions(const Model& model)
      : model_(model),
        known_(model::ranges(model)),
        is_finite_(model::finite_nodes(model, known_, model::Exponentials::kAreFinite)),
        is_finite_in_doubles_(
            model::finite_nodes(model, known_, model::Exponentials::kMayOverflow)),
        far_out_(model),
        builder_(model.graph) {}

  // Of these rows of a factor.
  void add(const Factor& factor, const std::vector<std::uint32_t>& rows) {
    const Factor some = with_rows(builder_, factor, rows);
    std::vector<Term> arguments;
    for (std::size_t k = 0; k < factor.arguments.size(); ++k) {
      arguments.emplace_back(builder_, some.arguments[k]);
      add_argument(factor, k, arguments.back());
    }
    const auto go_together = factor.distribution->go_together;
    if (go_together != nullptr) add_condition(factor, go_together(arguments));
  }

  [[nodiscard]] Model finish() && {
    Model result = model_;
    result.factors.insert(result.factors.end(), conditions_.begin(), conditions_.end());
    result.graph = std::move(builder_).finish({});
    return result;
  }

 private:
  void add_argument(const Factor& factor, std::size_t k, Term argument) {
    const NodeId whole = factor.arguments[k];
    if (model_.graph.is_constant(whole)) return;
    if (factor.distribution->arguments[k].domain == dist::Domain::kPositiveDefinite) {
      if (!is_declared_positive_definite(whole)) {
        add_condition(factor, dist::is_in(dist::Domain::kPositiveDefinite, argument));
      }
      return;
    }
    if (is_finite_in_doubles_[whole.value]) return;
    const double infinity = std::numeric_limits<double>::infinity();
    const bool is_positive =
        factor.distribution->arguments[k].domain == dist::Domain::kPositive;  // not underflown
    const Term condition =
        is_positive ? argument > 0.0 && argument < infinity : expr::abs(argument) < infinity;
    // An exponential that stays finite far from the origin says no more than that nothing
    // overflows.
    add_condition(factor, condition,
                  is_finite_[whole.value] && far_out_.holds(builder_.graph(), condition.id()));
  }

  [[nodiscard]] bool is_declared_positive_definite(NodeId node) const {
    if (model_.graph.op(node) != expr::Op::kInput) return false;
    const auto kind = model_.variables[model_.graph.node(node).payload].support.kind;
    return kind == model::SupportKind::kCovMatrix || kind == model::SupportKind::kCorrMatrix;
  }

  void add_condition(const Factor& leaf, Term condition, bool is_precaution = false) {
    if (builder_.is_constant(condition.id())) {
      const auto truths = builder_.graph().constant(condition.id());
      if (std::ranges::find(truths, 0.0) == truths.end()) return;
    }
    Factor indicator = model::indicator(condition, leaf.label, leaf.where);
    indicator.is_precaution = is_precaution;
    if (seen_.insert(indicator.value).second) conditions_.push_back(std::move(indicator));
  }

  const Model& model_;
  std::vector<model::Range> known_;
  std::vector<bool> is_finite_;
  std::vector<bool> is_finite_in_doubles_;
  FarOut far_out_;
  Builder builder_;
  std::vector<Factor> conditions_;
  std::set<NodeId> seen_;
};

}  // namespace

std::optional<Model> with_leaf_conditions(const Model& model) {
  ElementSet all(model);
  for (std::size_t v = 0; v < all.variables(); ++v) all.insert_all(v);
  const Leaves leaves = find_leaves(model, all);
  if (leaves.steps.empty()) return std::nullopt;
  Conditions conditions(model);
  for (const Step& step : leaves.steps) conditions.add(model.factors[step.factor], step.rows);
  return std::move(conditions).finish();
}

}  // namespace autumn::collapse
