// This file tries a plan at random points of the kept variables, and estimates the operations of a
// gradient.
#include "collapse/trial.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <ranges>
#include <set>
#include <utility>

#include "collapse/copier.h"
#include "collapse/point.h"
#include "collapse/states/chains.h"
#include "expr/interpret.h"
#include "expr/term.h"

namespace autumn::collapse {
namespace {

using expr::Array;
using expr::Op;
using expr::Shape;
using model::Model;

// A collapse may make a gradient this much dearer, for the trajectories it saves, or take this many
// nanoseconds in any case. Whether it pays is another question (engine/worth.h).
constexpr double kMaxCostRatio = 500.0;
constexpr double kAlwaysAffordable = 1e6;
// Of a graph of arrays.
constexpr double kOperationsPerNanosecond = 4.0;
constexpr int kTrials = 2;
// A fast way may have no answer at some, and a covariance no factor.
constexpr int kFastTrials = 8;

// The inputs of a block at a random point of what is kept, with what they point into.
struct BlockAtPoint {
  std::vector<Array> operands;
  gaussian::Inputs inputs;
};

BlockAtPoint at_random_point(const Model& model, const Collapsed& collapsed,
                             const RecoveryStep& step, int trial) {
  const std::vector<Array> point = whole_point(
      model, collapsed.recovery, random_point(collapsed.model, static_cast<std::uint64_t>(trial)));
  BlockAtPoint at{expr::interpret(step.arguments.graph, step.arguments.inputs_of(point)), {}};
  at.inputs = inputs_of(
      std::get<DrawBlock>(step.draw).block->block,
      [&](std::size_t n) -> const std::vector<double>& { return at.operands[n].numbers; });
  return at;
}

// Where normal equations have an answer, all columns are determined, because pivots are compared
// with what they were before anything was eliminated. Stars can not tell a shared column of which
// nothing but rounding is left, and their fronts are as cheap.
bool has_fast_answer(const Model& model, const Collapsed& collapsed, const RecoveryStep& step) {
  const AnalyzedBlock& block = *std::get<DrawBlock>(step.draw).block;
  if (gaussian::fast_ways(block.symbolic).stars.has_value()) return false;
  for (int trial = 0; trial < kFastTrials; ++trial) {
    const BlockAtPoint at = at_random_point(model, collapsed, step, trial);
    if (gaussian::has_fast_answer(block.block, block.symbolic, at.inputs)) return true;
  }
  return false;
}

// Columns that the data do not determine at any of the points tried.
ElementSet undetermined(const Model& model, const Collapsed& collapsed) {
  ElementSet found(model);
  for (const RecoveryStep& step : collapsed.recovery.steps) {
    const auto* draw = std::get_if<DrawBlock>(&step.draw);
    if (draw == nullptr || has_fast_answer(model, collapsed, step)) continue;
    const int trials =
        gaussian::fast_ways(draw->block->symbolic).stars.has_value() ? kFastTrials : kTrials;
    std::vector<int> failures(draw->columns.size(), 0);
    for (int trial = 0; trial < trials; ++trial) {
      const BlockAtPoint at = at_random_point(model, collapsed, step, trial);
      for (const std::uint32_t column :
           gaussian::deficient_columns(draw->block->block, draw->block->symbolic, at.inputs)) {
        ++failures[column];
      }
    }
    for (std::size_t c = 0; c < failures.size(); ++c) {
      if (failures[c] == trials) found.insert(draw->columns[c].variable, draw->columns[c].element);
    }
  }
  return found;
}

// Elements without any row: flat, and in no factor.
ElementSet without_rows(const Model& model, const Recovery& recovery) {
  ElementSet missing(model);
  for (std::size_t v = 0; v < missing.variables(); ++v) missing.insert_all(v);
  for (const KeptElements& place : recovery.kept) {
    for (const std::uint32_t e : place.elements) missing.erase(place.variable, e);
  }
  for (const SummedItem& item : recovery.sums) {
    for (const std::uint32_t e : item.tied()) missing.erase(item.variable, e);
  }
  for (const RecoveryStep& step : recovery.steps) {
    if (const auto* rows = std::get_if<DrawRows>(&step.draw)) {
      for (const std::uint32_t e : rows->elements) missing.erase(rows->variable, e);
    } else {
      const auto& draw = std::get<DrawBlock>(step.draw);
      for (const Column& column : draw.columns) missing.erase(column.variable, column.element);
    }
  }
  return missing;
}

double operations_of(const expr::Graph& graph, NodeId id) {
  const Shape shape = graph.shape(id);
  const double size = static_cast<double>(shape.size());
  switch (graph.op(id)) {
    case Op::kConstant:
    case Op::kInput:
    case Op::kReshape:
    case Op::kPart: return 0.0;
    case Op::kMatmul:
    case Op::kTriSolve:
    case Op::kSolve: {
      const double operand = static_cast<double>(graph.shape(graph.operand(id, 0)).size());
      return 6.0 * operand * shape.cols;
    }
    case Op::kCholesky: return 2.0 * size * shape.rows;
    case Op::kKernel: return 0.0;
    default: return 4.0 * size;
  }
}

}  // namespace

double operations_per_gradient(const Model& model) {
  Builder builder(model.graph);
  std::vector<NodeId> terms;
  for (const model::Factor& factor : model.factors)
    terms.push_back(model::log_density(builder, factor));
  double cost = 0.0;
  for (const NodeId id : expr::reachable(builder.graph(), terms)) {
    cost += operations_of(builder.graph(), id);
  }
  return cost;
}

namespace {

// Of stars and fronts as fronts would have them.
double operations_of(const gaussian::Symbolic& symbolic) {
  return gaussian::fast_ways(symbolic).equations
             ? kOperationsPerNanosecond * gaussian::nanoseconds(symbolic)
             : 3.0 * symbolic.flops;
}

// Of the marginal as it is written. Two factors of dense matrices take the place of the rows where
// these are vectors.
double operations_of(const GaussianBlock& block) {
  if (block.covariance) return kOperationsPerNanosecond * nanoseconds(*block.covariance);
  if (!block.vectors) return operations_of(block.analyzed->symbolic);
  const VectorColumns& columns = block.vectors->columns;
  const double side = static_cast<double>(columns.length + columns.vectors.size());
  return 6.0 * side * side * side;
}

std::set<NodeId> collapsed_inputs(const Model& model, const GaussianBlock& block) {
  std::set<NodeId> inputs;
  for (const Column& column : block.columns) inputs.insert(model.variables[column.variable].node);
  return inputs;
}

// The first of these inputs of which a value is elements, moved about at most. (Whatever else has
// collapsed elements in it may be data less their mean.)
std::optional<NodeId> input_of(const expr::Graph& graph, const std::set<NodeId>& inputs,
                               NodeId value) {
  switch (graph.op(value)) {
    case Op::kGather:
    case Op::kReshape:
    case Op::kTranspose:
    case Op::kConcat:
      for (const NodeId operand : graph.operands(value)) {
        if (const auto found = input_of(graph, inputs, operand)) return found;
      }
      return std::nullopt;
    default: return inputs.contains(value) ? std::optional(value) : std::nullopt;
  }
}

// Whether an expression has this input in it, as far as a few nodes show.
bool is_seen_in(const expr::Graph& graph, NodeId expression, NodeId input) {
  constexpr std::size_t kMostNodes = 64;
  std::set<NodeId> seen;
  std::vector<NodeId> open{expression};
  while (!open.empty() && seen.size() < kMostNodes) {
    const NodeId node = open.back();
    open.pop_back();
    if (node == input) return true;
    if (!seen.insert(node).second) continue;
    for (const NodeId operand : graph.operands(node)) open.push_back(operand);
  }
  return false;
}

// Whether something sampled says how elements are spread about their mean.
bool is_scaled_by_what_changes(const Model& model, const model::Factor& factor) {
  return std::ranges::any_of(factor.arguments | std::views::drop(1),
                             [&](NodeId node) { return depends_on_inputs(model.graph, node); });
}

// Whether elements are more or less spread about their means as something sampled has it, which
// makes them hard to sample beside it: a scale or a covariance of something that is no data
// changes, or elements are multiplied by something that does.
bool is_hierarchy(const Model& model, const GaussianBlock& block) {
  if (block.analyzed->symbolic.centred) return true;
  const std::set<NodeId> inputs = collapsed_inputs(model, block);
  bool is_whitened = false;
  for (const NormalFactor& normal : block.factors) {
    const model::Factor& factor = model.factors[normal.factor];
    if (is_scaled_by_what_changes(model, factor) && input_of(model.graph, inputs, factor.value)) {
      return true;
    }
    is_whitened = is_whitened || normal.rows.is_whitened;
  }
  // The covariance of data is in the coefficients, too, and makes no hierarchy; nor does a mean or
  // two whose coefficients come from a recurrence.
  constexpr std::size_t kFewColumns = 2;
  return block.analyzed->block.coefficients > 0 && !is_whitened &&
         block.columns.size() > kFewColumns;
}

// Whether most elements are spread about others of their variable, those before them in a walk or
// an autoregression, as something sampled has it. The less they are spread the more they hang
// together, and what is observed of them has a scale of its own: nothing is harder to sample.
bool is_chain(const Model& model, const GaussianBlock& block) {
  const std::set<NodeId> inputs = collapsed_inputs(model, block);
  std::size_t rows = 0;
  for (const NormalFactor& normal : block.factors) {
    const model::Factor& factor = model.factors[normal.factor];
    if (!is_scaled_by_what_changes(model, factor)) continue;
    const std::optional<NodeId> own = input_of(model.graph, inputs, factor.value);
    if (own && is_seen_in(model.graph, factor.arguments[0], *own)) rows += normal.taken.size();
  }
  return rows >= kShortestChain && 2 * rows >= block.columns.size();
}

// Whether a row is what an element's own distribution leaves: u, or u less its mean.
bool is_own_row(const gaussian::Block& block, std::size_t row) {
  const std::uint32_t first = block.row_starts[row], last = block.row_starts[row + 1];
  if (last - first > 2) return false;
  for (std::uint32_t e = first; e < last; ++e) {
    if (block.coefficient_slot[e] >= 0 || std::fabs(block.multiplier[e]) != 1.0) return false;
  }
  return true;
}

// Scales of data that change from row to row make no funnels, those of elements do.
bool has_local_scales(const gaussian::Block& block) {
  constexpr std::size_t kFewColumns = 2, kElementsPerScale = 2;
  std::vector<bool> is_own(block.scales, false);
  for (std::size_t row = 0; row < block.rows(); ++row) {
    if (block.scale_slot[row] >= 0 && is_own_row(block, row)) is_own[block.scale_slot[row]] = true;
  }
  const auto scales = static_cast<std::size_t>(std::ranges::count(is_own, true));
  return block.columns > kFewColumns && kElementsPerScale * scales >= block.columns;
}

double operations_after(const Collapsed& collapsed) {
  double operations = operations_per_gradient(collapsed.model);
  for (const GaussianBlock& block : collapsed.blocks) {
    // What is in covariance form is in the smaller model.
    if (!block.covariance) operations += operations_of(block);
  }
  return operations;
}

}  // namespace

std::optional<Refusal> refused_as_infinite(const Collapsed& collapsed) {
  if (!collapsed.improper.is_empty()) {
    return Refusal{collapsed.improper, "without a prior its integral may be infinite"};
  }
  if (!collapsed.unbounded.is_empty()) {
    return Refusal{collapsed.unbounded,
                   "with what is added to target beside its prior its integral may be infinite"};
  }
  if (!collapsed.divided.is_empty()) {
    return Refusal{collapsed.divided, "of what has this covariance, a part was collapsed instead"};
  }
  return std::nullopt;
}

std::optional<Refusal> refused_by_numbers(const Model& model, const Collapsed& collapsed) {
  ElementSet loose = undetermined(model, collapsed);
  loose.insert(without_rows(model, collapsed.recovery));
  if (!loose.is_empty())
    return Refusal{std::move(loose),
                   "the data do not determine it, and it has no proper prior, or one too wide "
                   "beside the data"};
  return std::nullopt;
}

// The variable with most columns in the largest front: keeping it leaves the fronts small.
std::optional<Refusal> too_dear(const Model& model, const Plan& plan, const Collapsed& collapsed) {
  const double limit =
      std::max(kAlwaysAffordable, kMaxCostRatio * plan.cost_before / kOperationsPerNanosecond);
  for (const GaussianBlock& block : collapsed.blocks) {
    const gaussian::Symbolic& symbolic = block.analyzed->symbolic;
    if (block.covariance || block.has_matrix || !(gaussian::nanoseconds(symbolic) > limit))
      continue;
    const double cost = operations_of(symbolic);
    const gaussian::Front& front =
        *std::ranges::max_element(symbolic.fronts, {}, &gaussian::Front::columns);
    std::map<std::uint32_t, std::size_t> counts;
    for (std::size_t k = 0; k < front.columns; ++k) {
      ++counts[block.columns[symbolic.front_column[front.first_column + k]].variable];
    }
    const std::uint32_t variable =
        std::ranges::max_element(counts, {}, [](const auto& c) { return c.second; })->first;
    Refusal refusal{
        .elements = ElementSet(model),
        .reason = fmt::format("collapsing it together with the others would cost about {:.0e} "
                              "operations per gradient (a dense front of {} columns)",
                              cost, front.columns),
        .is_dear = true};
    for (const Column& column : block.columns) {
      if (column.variable == variable) refusal.elements.insert(variable, column.element);
    }
    return refusal;
  }
  return std::nullopt;
}

std::optional<Refusal> few_dear_means(const Model& model, const Plan& plan,
                                      const Collapsed& collapsed) {
  constexpr double kMuchDearer = 2.0;
  constexpr double kNothing = 4000.0;  // operations more than before: about a microsecond
  const auto is_spread = [&](const GaussianBlock& block) { return is_hierarchy(model, block); };
  if (collapsed.blocks.empty() || !collapses_few_means(plan)) return std::nullopt;
  const double before = plan.cost_before, after = operations_after(collapsed);
  if (!(after > kMuchDearer * before && after > before + kNothing)) return std::nullopt;
  if (std::ranges::any_of(collapsed.blocks, is_spread)) return std::nullopt;
  Refusal refusal{
      .elements = ElementSet(model),
      .reason = fmt::format("collapsing {} of {} dimensions would make a gradient about {:.2g} "
                            "times as dear",
                            plan.dimension_before - plan.dimension_after, plan.dimension_before,
                            after / before),
      .is_dear = true};
  for (const GaussianBlock& block : collapsed.blocks) {
    for (const Column& column : block.columns) {
      refusal.elements.insert(column.variable, column.element);
    }
  }
  return refusal;
}

void summarise(const Model& model, const Collapsed& collapsed, Plan& plan) {
  plan.cost_after = operations_after(collapsed);
  for (const GaussianBlock& block : collapsed.blocks) {
    const gaussian::Symbolic& symbolic = block.analyzed->symbolic;
    plan.blocks.push_back({.rows_before = block.rows_before,
                           .rows = block.analyzed->block.rows(),
                           .columns = block.columns.size(),
                           .entries = block.analyzed->block.column.size(),
                           .entries_in_factor = symbolic.entries_in_factor,
                           .largest_front = symbolic.largest_front,
                           .operations = operations_of(block),
                           .draw_nanoseconds = gaussian::draw_nanoseconds(symbolic),
                           .is_hierarchy = is_hierarchy(model, block),
                           .has_local_scales = has_local_scales(block.analyzed->block),
                           .is_chain = is_chain(model, block),
                           .has_stars = gaussian::fast_ways(symbolic).stars.has_value(),
                           .has_covariance = block.covariance.has_value(),
                           .has_vectors = block.vectors.has_value()});
  }
}

}  // namespace autumn::collapse
