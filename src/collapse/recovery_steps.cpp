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

using expr::Graph;
using expr::Shape;
using model::Factor;
using model::SupportKind;

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
  // A graph over all variables, in which the elements of `hidden` have their neutral values.
  struct StepBuilder {
    Builder builder;
    std::vector<NodeId> inputs;
    std::vector<NodeId> variables = {};  // the inputs without hiding anything
  };

  StepBuilder step_builder(const ElementSet& hidden) const {
    StepBuilder step;
    for (std::size_t v = 0; v < source_.model.variables.size(); ++v) {
      const Shape shape = source_.model.graph.shape(source_.model.variables[v].node);
      const NodeId input = step.builder.input(source_.model.variables[v].name, shape);
      const std::size_t count = hidden.count(v);
      std::vector<double> values(shape.size());
      for (std::size_t e = 0; e < values.size(); ++e) {
        values[e] = neutral_value(source_.model.variables[v], e);
      }
      step.variables.push_back(input);
      if (count == 0) {
        step.inputs.push_back(input);
      } else if (count == shape.size()) {
        step.inputs.push_back(step.builder.constant(shape, values));
      } else {
        std::vector<double> is_hidden(shape.size(), 0.0);
        for (const std::uint32_t e : hidden.elements(v)) is_hidden[e] = 1.0;
        const expr::Term condition(step.builder, step.builder.constant(shape, is_hidden));
        const expr::Term constant(step.builder, step.builder.constant(shape, values));
        step.inputs.push_back(
            expr::select(condition, constant, expr::Term(step.builder, input)).id());
      }
    }
    return step;
  }

  void recover_family(const FamilyStep& family) {
    StepBuilder step = step_builder(undrawn_);
    Copier copier(source_.from, step.builder, step.inputs);
    const FamilyTerms terms = family_terms(source_.model, family, source_.from, step.builder,
                                           [&](NodeId node) { return copier(node); });
    std::vector<NodeId> outputs;
    for (const expr::Term& parameter : family.rule->posterior(terms.prior, terms.sums)) {
      outputs.push_back(parameter.id());
    }
    steps_.push_back(
        {std::move(step.builder).finish(std::move(outputs)),
         DrawRows{&family.rule->recovery(), family.variable, family.items, family.elements}});
  }

  void recover_block(const GaussianBlock& block) {
    StepBuilder step = step_builder(undrawn_);
    Copier copier(source_.from, step.builder, step.inputs);
    std::vector<NodeId> operands =
        operand_nodes(step.builder, block, [&](NodeId node) { return copier(node); });
    steps_.push_back({std::move(step.builder).finish(std::move(operands)),
                      DrawBlock{block.analyzed, block.columns, cheaper_draw(block)}});
  }

  std::optional<Graph> cheaper_draw(const GaussianBlock& block) const {
    return block.vectors ? draw_of_vectors(block) : draw_by_covariance(block);
  }

  // The columns of the block are those of its vectors in another order.
  Graph draw_of_vectors(const GaussianBlock& block) const {
    const Column& owner = *block.scale_owner;
    const model::Variable& variable = source_.model.variables[owner.variable];
    const std::vector<std::uint32_t> elements = elements_of_item(variable, owner.element);
    ElementSet hidden = undrawn_;
    for (const std::uint32_t e : elements) hidden.insert(owner.variable, e);
    StepBuilder step = step_builder(hidden);
    const std::size_t count = block.columns.size();
    const expr::Term normals(step.builder, step.builder.input("normals", Shape::vector(2 * count)));
    Copier copier(source_.from, step.builder, step.inputs);
    const BorderedColumns columns =
        bordered_columns(step.builder, *block.vectors, [&](NodeId node) { return copier(node); });
    const std::size_t side = variable.dims.back();
    const expr::Term matrix = expr::gather(expr::Term(step.builder, step.variables[owner.variable]),
                                           expr::Index::list(elements), Shape::matrix(side, side));
    const expr::Term drawn =
        drawn_vectors(*block.vectors, columns, matrix, expr::slice(normals, 0, count));
    const NodeId result = expr::gather(drawn, expr::Index::list(places_of(block))).id();
    return std::move(step.builder).finish({result});
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

  std::optional<Graph> draw_by_covariance(const GaussianBlock& block) const {
    if (!block.covariance || !has_draw(*block.covariance)) return std::nullopt;
    StepBuilder step = step_builder(undrawn_);
    const NodeId normals = step.builder.input("normals", Shape::vector(2 * block.columns.size()));
    Copier copier(source_.from, step.builder, step.inputs);
    const NodeId columns = draw_of(step.builder, *block.covariance, normals,
                                   [&](NodeId node) { return copier(node); });
    return std::move(step.builder).finish({columns});
  }

  void recover_leaf(const Step& leaf) {
    StepBuilder step = step_builder(undrawn_);
    for (const std::uint32_t e : leaf.elements) undrawn_.erase(leaf.variable, e);
    Copier copier(source_.from, step.builder, step.inputs);
    const Factor factor = with_rows(source_.from, source_.model.factors[leaf.factor], leaf.rows);
    std::vector<NodeId> outputs;
    for (const NodeId argument : factor.arguments) outputs.push_back(copier(argument));
    steps_.push_back(
        {std::move(step.builder).finish(std::move(outputs)),
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
