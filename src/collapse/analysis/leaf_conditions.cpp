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
#include "dist/domain.h"
#include "expr/term.h"
#include "model/declared.h"
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
    const dist::Domain domain = factor.distribution->arguments[k].domain;
    if (domain == dist::Domain::kPositiveDefinite) {
      add_covariance(factor, whole, argument);
    } else {
      add_number(factor, whole, domain == dist::Domain::kPositive, argument);
    }
  }

  // A positive number times a matrix that is positive definite is one, too, but for the size of
  // doubles: then only the number is asked, so that what is collapsed may be in it.
  void add_covariance(const Factor& factor, NodeId whole, Term argument) {
    std::vector<NodeId> numbers;
    if (!is_positive_definite(without_positive_numbers(whole, numbers))) {
      add_condition(factor, dist::is_in(dist::Domain::kPositiveDefinite, argument));
      return;
    }
    for (const NodeId number : numbers) add_number(factor, number, true, Term(builder_, number));
  }

  // `argument` has those elements of the whole that rows need.
  void add_number(const Factor& factor, NodeId whole, bool is_positive, Term argument) {
    if (is_finite_in_doubles_[whole.value]) return;
    const double infinity = std::numeric_limits<double>::infinity();
    const Term condition = is_positive ? argument > 0.0 && argument < infinity  // not underflown
                                       : expr::abs(argument) < infinity;
    // An exponential that stays finite far from the origin says no more than that nothing
    // overflows.
    add_condition(factor, condition,
                  is_finite_[whole.value] && far_out_.holds(builder_.graph(), condition.id()));
  }

  // What is left of a matrix when positive numbers are taken off it.
  [[nodiscard]] NodeId without_positive_numbers(NodeId matrix, std::vector<NodeId>& numbers) const {
    const expr::Graph& graph = model_.graph;
    const auto is_positive = [&](NodeId x) {
      return graph.shape(x).is_scalar() && known_[x.value].is_positive();
    };
    while (graph.op(matrix) == expr::Op::kMul || graph.op(matrix) == expr::Op::kDiv) {
      const NodeId left = graph.operand(matrix, 0), right = graph.operand(matrix, 1);
      const bool is_right = is_positive(right);
      const bool is_left = graph.op(matrix) == expr::Op::kMul && is_positive(left);
      if (!is_right && !is_left) break;
      numbers.push_back(is_right ? right : left);
      matrix = is_right ? left : right;
    }
    return matrix;
  }

  [[nodiscard]] bool is_positive_definite(NodeId matrix) const {
    if (model_.graph.is_constant(matrix)) {
      const expr::Operand known{model_.graph.shape(matrix), model_.graph.constant(matrix)};
      return !dist::find_violation(dist::Domain::kPositiveDefinite, known);
    }
    const model::Support* support = model::declared_items(model_, matrix);
    return support != nullptr && (support->kind == model::SupportKind::kCovMatrix ||
                                  support->kind == model::SupportKind::kCorrMatrix);
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
