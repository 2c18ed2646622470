// This file finds what densities ask that are no factors, because their values stand inside other
// expressions or are used by nothing, and adds it to the model as conditions.
#include "trace/density_conditions.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "base/numbers.h"
#include "model/validity.h"
#include "trace/distributions/call.h"
#include "trace/distributions/finite.h"
#include "trace/machine.h"

namespace autumn::trace {
namespace {

using expr::Op;

// The place of the first factor or output that a node is part of.
SourceRange place_of(const model::Model& model, NodeId id) {
  const auto needs = [&](const std::vector<NodeId>& roots) {
    const auto needed = reachable(model.graph, roots);
    return std::find(needed.begin(), needed.end(), id) != needed.end();
  };
  for (const model::Factor& factor : model.factors) {
    std::vector<NodeId> roots = factor.arguments;
    roots.push_back(factor.value);
    if (needs(roots)) return factor.where;
  }
  for (const model::Output& output : model.outputs) {
    if (needs({output.node})) return output.where;
  }
  return {};
}

model::Factor factor_of(const Deferred& deferred) {
  model::Factor factor;
  factor.distribution = deferred.distribution;
  factor.value = deferred.value;
  factor.arguments = deferred.arguments;
  return factor;
}

// The model with the conditions of these factors, as a function makes them. The graph only grows,
// so that ids stay valid.
template <typename WithConditions>
model::Model with_added(const model::Model& model, std::vector<model::Factor> factors,
                        const WithConditions& with_conditions) {
  if (factors.empty()) return model;
  model::Model inner = model;
  const auto count = static_cast<std::ptrdiff_t>(factors.size());
  inner.factors = std::move(factors);
  inner = with_conditions(inner);
  model::Model result = model;
  result.graph = std::move(inner.graph);
  result.factors.insert(result.factors.end(), inner.factors.begin() + count, inner.factors.end());
  return result;
}

// The model with the conditions that these deferred nodes would have as factors.
Result<model::Model> with_conditions_of(const model::Model& model,
                                        std::span<const NodeId> densities) {
  std::vector<model::Factor> refusing, with_zero, joint;
  for (const NodeId id : densities) {
    model::Factor factor = factor_of(*find_deferred(model.graph, id));
    if (factor.distribution->go_together != nullptr) joint.push_back(factor);
    const bool has_zero = has_zero_outside(*factor.distribution);
    const Status status = has_zero ? model::check_factor_arguments(model.graph, factor)
                                   : model::check_factor(model.graph, factor);
    if (!status) {
      Error error = status.error();
      error.where = place_of(model, id);
      return error;
    }
    (has_zero ? with_zero : refusing).push_back(std::move(factor));
  }
  constexpr auto kZero = model::Underflow::kIsZero;
  model::Model result = with_added(model, std::move(refusing), [](const model::Model& inner) {
    return model::with_validity_factors(inner, kZero);
  });
  result = with_added(result, std::move(with_zero), [](const model::Model& inner) {
    return model::with_argument_validity(inner, kZero);
  });
  return with_added(result, std::move(joint), model::with_joint_validity);
}

// What Stan refuses and no factor feels: a matrix that is not positive definite and a value that is
// NaN only where the density being NaN is not felt; an argument that must be finite wherever the
// density is, because an infinite one may give a component of a mixture that has no weight.
class InnerRequirements {
 public:
  explicit InnerRequirements(const model::Model& model)
      : graph_(model.graph), is_felt_(model::felt_by_factors(model)) {}

  void add(NodeId id, const Deferred& density) {
    const dist::Distribution& d = *density.distribution;
    const bool is_felt = is_felt_[id.value];
    // Where a value outside has a density of zero, the density of NaN may be any number.
    add(density.value, d.variate.domain, must_value_be_finite(d), is_felt && !has_zero_outside(d));
    for (std::size_t k = 0; k < density.arguments.size(); ++k) {
      add(density.arguments[k], d.arguments[k].domain, must_argument_be_finite(d, k), is_felt);
    }
    if (refuses_below_zero(d)) require_not_below_zero(density.value);
  }

  [[nodiscard]] const std::vector<model::Requirement>& made() const { return made_; }

 private:
  // That numbers lie in their domains is asked elsewhere, though where a range proves it NaN is
  // let through.
  void add(NodeId node, dist::Domain domain, bool is_finite, bool is_felt) {
    if (is_felt && !is_finite) return;
    if (dist::is_elementwise(domain)) {
      made_.push_back({.node = node, .is_finite = is_finite, .asks_overflow = true});
    } else if (domain == dist::Domain::kPositiveDefinite) {
      made_.push_back({.node = node, .domain = domain});
    }
  }

  // A known value, which no factor would check here, is asked for as any range is.
  void require_not_below_zero(NodeId node) {
    if (!graph_.is_constant(node)) {
      made_.push_back({.node = node, .domain = dist::Domain::kNonNegative});
      return;
    }
    made_.push_back({.node = node, .range = model::Range{0.0, kInfinity}, .admits_nan = true});
  }

  const expr::Graph& graph_;
  std::vector<bool> is_felt_;
  std::vector<model::Requirement> made_;
};

Result<model::Model> with_all_conditions_of(const model::Model& model,
                                            std::span<const NodeId> densities) {
  auto result = with_conditions_of(model, densities);
  if (!result) return result;
  InnerRequirements requirements(model);
  for (const NodeId id : densities) requirements.add(id, *find_deferred(model.graph, id));
  return model::with_requirements(result.value(), requirements.made());
}

// The densities that were written as statements: found again by what they are made of.
class Written {
 public:
  explicit Written(const model::Model& model) {
    for (const model::Factor& factor : model.factors) sorted_.push_back(&factor);
    std::ranges::sort(sorted_, is_before);
  }

  [[nodiscard]] bool contains(const Deferred& deferred) const {
    const model::Factor factor = factor_of(deferred);
    return std::ranges::binary_search(sorted_, &factor, is_before);
  }

 private:
  static bool is_before(const model::Factor* a, const model::Factor* b) {
    return std::tie(a->value, a->distribution, a->arguments) <
           std::tie(b->value, b->distribution, b->arguments);
  }

  std::vector<const model::Factor*> sorted_;
};

}  // namespace

Result<model::Model> with_inner_validity(const model::Model& model) {
  std::vector<NodeId> densities = reachable(model.graph, model::roots(model));
  std::erase_if(densities, [&](NodeId id) { return model.graph.op(id) != Op::kDeferred; });
  return with_all_conditions_of(model, densities);
}

Result<model::Model> with_unused_validity(const model::Model& model) {
  const Written written(model);
  std::vector<bool> is_used(model.graph.size());
  for (const NodeId id : reachable(model.graph, model::roots(model))) is_used[id.value] = true;
  std::vector<NodeId> unused;
  for (std::uint32_t i = 0; i < model.graph.size(); ++i) {
    if (is_used[i] || model.graph.op(NodeId{i}) != Op::kDeferred) continue;
    if (!written.contains(*find_deferred(model.graph, NodeId{i}))) unused.push_back(NodeId{i});
  }
  return with_all_conditions_of(model, unused);
}

}  // namespace autumn::trace
