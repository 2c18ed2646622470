// This file finds normal rows of bounded parameters that nothing else contains, and splits them.
#include "collapse/analysis/truncated_leaves.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "base/numbers.h"
#include "collapse/analysis/truncated_normal.h"
#include "collapse/forms/factor_rows.h"
#include "collapse/forms/form.h"
#include "dist/list.h"
#include "expr/term.h"

namespace autumn::collapse {
namespace {

using expr::Term;
using model::Factor;
using model::Model;

ElementSet all_elements_of(const Model& model) {
  ElementSet set(model);
  for (std::size_t v = 0; v < set.variables(); ++v) set.insert_all(v);
  return set;
}

class Truncating {
 public:
  explicit Truncating(const Model& model)
      : model_(model),
        builder_(model.graph),
        forms_(model, builder_, all_elements_of(model)),
        held_(model) {
    for (const model::Variable& variable : model.variables) {
      uses_.emplace_back(model.graph.shape(variable.node).size(), 0U);
    }
    for (const Factor& factor : model.factors) count(factor);
    for (const model::Variable& variable : model.variables) {
      for (const auto& bound : {variable.support.lower, variable.support.upper}) {
        if (bound) count(*bound);
      }
    }
  }

  [[nodiscard]] Model run() && {
    Model result = model_;
    result.factors.clear();
    for (const Factor& factor : model_.factors) add(factor, result.factors);
    result.graph = std::move(builder_).finish({});
    return result;
  }

 private:
  void count(NodeId node) {
    for (const FormTerm& term : forms_.of(node).terms) {
      for (const std::uint32_t e : term.pairs.elements) ++uses_[term.variable][e];
    }
  }

  void count(const Factor& factor) {
    if (factor.is_precaution) return;
    for (std::size_t p = 0; p < positions(factor); ++p) count(at_position(factor, p));
    if (!factor.is_opaque()) return;
    for (const FormTerm& term : forms_.of(factor.value).terms) {
      if (term.kind != TermKind::kOther) continue;
      for (const std::uint32_t e : term.pairs.elements) held_.insert(term.variable, e);
    }
  }

  // Whether one more density of it is in nobody's way.
  [[nodiscard]] bool is_held(NodeId node) {
    for (const FormTerm& term : forms_.of(node).terms) {
      for (const std::uint32_t e : term.pairs.elements) {
        if (!held_.contains(term.variable, e)) return false;
      }
    }
    return true;
  }

  [[nodiscard]] static std::vector<NodeId> bounds_of(const model::Support& support) {
    std::vector<NodeId> bounds;
    for (const auto& bound : {support.lower, support.upper}) {
      if (bound) bounds.push_back(*bound);
    }
    return bounds;
  }

  // The variable whose elements the value consists of, one in each row; null if there is none.
  [[nodiscard]] const model::Variable* variable_of(const Factor& factor) {
    const Form& form = forms_.of(factor.value);
    const std::size_t size = model_.graph.shape(factor.value).size();
    if (!form.is_product || form.terms.size() != 1 || form.terms[0].pairs.size() != size ||
        row_count(model_.graph, factor) != size) {
      return nullptr;
    }
    const FormTerm& term = form.terms[0];
    const bool is_bare = term.kind == TermKind::kLinear && term.factor == 1.0 && !term.multiplier &&
                         !term.coefficient && !term.pairs.is_dense;
    return is_bare ? &model_.variables[term.variable] : nullptr;
  }

  [[nodiscard]] bool can_split(const Factor& factor) {
    if (factor.distribution != &dist::normal() || factor.weight) return false;
    const model::Variable* variable = variable_of(factor);
    if (variable == nullptr || truncated_normal(variable->support.kind) == nullptr) return false;
    const std::vector<NodeId> bounds = bounds_of(variable->support);
    const auto is_fine = [&](NodeId node) { return is_held(node); };
    const auto is_scalar = [&](NodeId node) { return model_.graph.shape(node).is_scalar(); };
    return std::ranges::all_of(factor.arguments, is_fine) && std::ranges::all_of(bounds, is_fine) &&
           std::ranges::all_of(bounds, is_scalar);
  }

  void add(const Factor& factor, std::vector<Factor>& factors) {
    if (!can_split(factor)) {
      factors.push_back(factor);
      return;
    }
    std::vector<std::uint32_t> leaves;
    std::vector<std::uint32_t> others;
    const FormTerm term = forms_.of(factor.value).terms[0];
    for (std::size_t p = 0; p < term.pairs.size(); ++p) {
      const bool is_leaf = uses_[term.variable][term.pairs.element(p)] == 1;
      (is_leaf ? leaves : others).push_back(term.pairs.row(p));
    }
    std::ranges::sort(leaves);
    std::ranges::sort(others);
    if (leaves.empty()) {
      factors.push_back(factor);
      return;
    }
    if (!others.empty()) factors.push_back(with_rows(builder_, factor, others));
    add_split(others.empty() ? factor : with_rows(builder_, factor, leaves), leaves.size(),
              model_.variables[term.variable].support, factors);
  }

  void add_split(Factor leaf, std::size_t rows, const model::Support& support,
                 std::vector<Factor>& factors) {
    leaf.distribution = truncated_normal(support.kind);
    for (const NodeId bound : bounds_of(support)) leaf.arguments.push_back(bound);
    std::vector<Term> arguments;
    for (const NodeId argument : leaf.arguments) arguments.emplace_back(builder_, argument);
    Term inside = log_probability_inside(support.kind, arguments);
    if (inside.size() != rows) inside = inside * static_cast<double>(rows);
    Factor probability;
    probability.value = inside.id();
    probability.label = leaf.label;
    probability.where = leaf.where;
    factors.push_back(std::move(leaf));
    factors.push_back(std::move(probability));
  }

  const Model& model_;
  Builder builder_;
  Forms forms_;
  std::vector<std::vector<std::uint32_t>> uses_;
  ElementSet held_;  // in opaque factors that no rule takes apart
};

// Numbers that something other than a distribution of their own needs.
std::vector<bool> nodes_in_use(const Model& model) {
  std::vector<NodeId> roots;
  for (const Factor& factor : model.factors) {
    if (factor.is_precaution) continue;
    const bool is_own = model.graph.op(factor.value) == expr::Op::kInput;
    if (!is_own) roots.push_back(factor.value);
    roots.insert(roots.end(), factor.arguments.begin(), factor.arguments.end());
  }
  std::vector<bool> result(model.graph.size(), false);
  for (const NodeId node : expr::reachable(model.graph, roots)) result[node.value] = true;
  return result;
}

// Most models have none, and need not be looked at closely: no bounded variable is in a normal
// value, or only single numbers that something else needs, too.
bool may_have_truncated_leaves(const Model& model) {
  std::vector<NodeId> values;
  for (const Factor& factor : model.factors) {
    if (factor.distribution == &dist::normal()) values.push_back(factor.value);
  }
  const std::vector<bool> is_in_use = nodes_in_use(model);
  const auto is_bounded = [&](NodeId node) {
    if (model.graph.op(node) != expr::Op::kInput) return false;
    const model::Variable& variable = model.variables[model.graph.node(node).payload];
    if (model.graph.shape(node).is_scalar() && is_in_use[node.value]) return false;
    return truncated_normal(variable.support.kind) != nullptr;
  };
  return std::ranges::any_of(expr::reachable(model.graph, values), is_bounded);
}

}  // namespace

Model with_truncated_leaves(const Model& model) {
  return may_have_truncated_leaves(model) ? Truncating(model).run() : model;
}

}  // namespace autumn::collapse
