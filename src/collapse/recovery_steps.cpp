// This file writes what a step of the recovery draws from: the arguments of distributions, and the
// operands of blocks, as functions of all variables.
#include "collapse/recovery_steps.h"

#include <map>
#include <utility>

#include "base/numbers.h"
#include "collapse/copier.h"
#include "collapse/forms/matrix_item.h"
#include "expr/term.h"

namespace autumn::collapse {
namespace {

using expr::Shape;
using model::Factor;
using model::SupportKind;

// A graph that is being made over those variables that it turns out to read, in which hidden
// elements have their neutral values.
class StepGraph {
 public:
  StepGraph(const RecoverySource& source, const ElementSet& hidden)
      : source_(source), hidden_(hidden) {}

  Builder& builder() { return builder_; }

  // A variable as it is, with hidden elements, too.
  NodeId variable(std::size_t v) {
    const auto [at, is_new] = inputs_.try_emplace(v);
    if (is_new) {
      const model::Variable& variable = source_.model.variables[v];
      at->second = builder_.input(variable.name, source_.model.graph.shape(variable.node));
      variables_.push_back(as_u32(v));
    }
    return at->second;
  }

  Copier copier() {
    return {source_.from, builder_, [this](std::size_t v) { return shown(v); }};
  }

  GraphOfVariables finish(std::vector<NodeId> outputs) && {
    return {std::move(builder_).finish(std::move(outputs)), std::move(variables_)};
  }

 private:
  NodeId shown(std::size_t v) {
    const Shape shape = source_.model.graph.shape(source_.model.variables[v].node);
    const std::size_t count = hidden_.count(v);
    if (count == 0) return variable(v);
    std::vector<double> values(shape.size());
    for (std::size_t e = 0; e < values.size(); ++e) {
      values[e] = neutral_value(source_.model.variables[v], e);
    }
    const NodeId neutral = builder_.constant(shape, values);
    if (count == shape.size()) return neutral;
    std::vector<double> is_hidden(shape.size(), 0.0);
    for (const std::uint32_t e : hidden_.elements(v)) is_hidden[e] = 1.0;
    const expr::Term condition(builder_, builder_.constant(shape, is_hidden));
    return expr::select(condition, expr::Term(builder_, neutral), expr::Term(builder_, variable(v)))
        .id();
  }

  const RecoverySource& source_;
  const ElementSet& hidden_;
  Builder builder_;
  std::map<std::size_t, NodeId> inputs_;
  std::vector<std::uint32_t> variables_;
};

class Recovering {
 public:
  explicit Recovering(const RecoverySource& source) : source_(source) {}

  // Of what a step's expressions contain, what is not drawn by then has no influence (its
  // coefficient is zero); it is hidden all the same, because zero times what is not there is NaN.
  std::vector<RecoveryStep> run() && {
    undrawn_ = source_.all;
    for (const FamilyStep& family : source_.family_steps) recover_family(family);
    undrawn_.erase(source_.families);
    for (const GaussianBlock& block : source_.blocks) recover_block(block);
    undrawn_ = source_.leaves;
    for (auto step = source_.plan.steps.rbegin(); step != source_.plan.steps.rend(); ++step) {
      if (step->rule.is_leaf()) recover_leaf(*step);
    }
    return std::move(steps_);
  }

 private:
  void recover_family(const FamilyStep& family) {
    StepGraph step(source_, undrawn_);
    Copier copier = step.copier();
    const FamilyTerms terms = family_terms(source_.model, family, source_.from, step.builder(),
                                           [&](NodeId node) { return copier(node); });
    std::vector<NodeId> outputs;
    for (const expr::Term& parameter : family.rule->posterior(terms.prior, terms.sums)) {
      outputs.push_back(parameter.id());
    }
    steps_.push_back(
        {std::move(step).finish(std::move(outputs)),
         DrawRows{&family.rule->recovery(), family.variable, family.items, family.elements}});
  }

  void recover_block(const GaussianBlock& block) {
    StepGraph step(source_, undrawn_);
    Copier copier = step.copier();
    std::vector<NodeId> operands =
        operand_nodes(step.builder(), block, [&](NodeId node) { return copier(node); });
    steps_.push_back({std::move(step).finish(std::move(operands)),
                      DrawBlock{block.analyzed, block.columns, cheaper_draw(block)}});
  }

  std::optional<GraphOfVariables> cheaper_draw(const GaussianBlock& block) const {
    return block.vectors ? draw_of_vectors(block) : draw_by_covariance(block);
  }

  // The columns of the block are those of its vectors in another order.
  GraphOfVariables draw_of_vectors(const GaussianBlock& block) const {
    const Column& owner = *block.scale_owner;
    const model::Variable& variable = source_.model.variables[owner.variable];
    const std::vector<std::uint32_t> elements = elements_of_item(variable, owner.element);
    ElementSet hidden = undrawn_;
    for (const std::uint32_t e : elements) hidden.insert(owner.variable, e);
    StepGraph step(source_, hidden);
    Builder& builder = step.builder();
    const std::size_t count = block.columns.size();
    const expr::Term normals(builder, builder.input("normals", Shape::vector(2 * count)));
    Copier copier = step.copier();
    const BorderedColumns columns =
        bordered_columns(builder, *block.vectors, [&](NodeId node) { return copier(node); });
    const std::size_t side = variable.dims.back();
    const expr::Term matrix = expr::gather(expr::Term(builder, step.variable(owner.variable)),
                                           expr::Index::list(elements), Shape::matrix(side, side));
    const expr::Term drawn =
        drawn_vectors(*block.vectors, columns, matrix, expr::slice(normals, 0, count));
    const NodeId result = expr::gather(drawn, expr::Index::list(places_of(block))).id();
    return std::move(step).finish({result});
  }

  // Where the columns of a block are among the elements of its vectors.
  static std::vector<std::uint32_t> places_of(const GaussianBlock& block) {
    std::map<ElementPlace, std::uint32_t> places;
    for (const std::vector<ElementPlace>& vector : block.vectors->columns.vectors) {
      for (const ElementPlace& place : vector) places.emplace(place, as_u32(places.size()));
    }
    std::vector<std::uint32_t> found;
    for (const Column& column : block.columns) {
      found.push_back(places.at({column.variable, column.element}));
    }
    return found;
  }

  std::optional<GraphOfVariables> draw_by_covariance(const GaussianBlock& block) const {
    if (!block.covariance || !has_draw(*block.covariance)) return std::nullopt;
    StepGraph step(source_, undrawn_);
    const NodeId normals = step.builder().input("normals", Shape::vector(2 * block.columns.size()));
    Copier copier = step.copier();
    const NodeId columns = draw_of(step.builder(), *block.covariance, normals,
                                   [&](NodeId node) { return copier(node); });
    return std::move(step).finish({columns});
  }

  void recover_leaf(const Step& leaf) {
    StepGraph step(source_, undrawn_);
    Copier copier = step.copier();
    const Factor factor = with_rows(source_.from, source_.model.factors[leaf.factor], leaf.rows);
    std::vector<NodeId> outputs;
    for (const NodeId argument : factor.arguments) outputs.push_back(copier(argument));
    for (const std::uint32_t e : leaf.elements) undrawn_.erase(leaf.variable, e);
    steps_.push_back(
        {std::move(step).finish(std::move(outputs)),
         DrawRows{factor.distribution, leaf.variable, leaf.rows.size(), leaf.elements}});
  }

  const RecoverySource& source_;
  ElementSet undrawn_;  // at the step that is being made
  std::vector<RecoveryStep> steps_;
};

// Items come first, then rows.
bool is_on_diagonal(const model::Variable& variable, std::size_t element) {
  const std::size_t side = variable.dims.back();
  std::size_t items = 1;
  for (std::size_t d = 0; d + 2 < variable.dims.size(); ++d) items *= variable.dims[d];
  return (element / items) % (side + 1) == 0;
}

}  // namespace

std::vector<RecoveryStep> recovery_steps(const RecoverySource& source) {
  return Recovering(source).run();
}

double neutral_value(const model::Variable& variable, std::size_t element) {
  switch (variable.support.kind) {
    case SupportKind::kReal:
    case SupportKind::kSumToZero:
    case SupportKind::kSumToZeroMatrix: return 0.0;
    case SupportKind::kInterval: return 0.5;
    case SupportKind::kSimplex: return 1.0 / static_cast<double>(variable.dims.back());
    case SupportKind::kColumnStochastic:
      return 1.0 / static_cast<double>(variable.dims[variable.dims.size() - 2]);
    case SupportKind::kCovMatrix: return is_on_diagonal(variable, element) ? 1.0 : 0.0;
    default: return 1.0;
  }
}

}  // namespace autumn::collapse
