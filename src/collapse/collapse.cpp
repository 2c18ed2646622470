// This file writes the smaller model, from one reading of the plan.
#include "collapse/collapse.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <utility>

#include "base/numbers.h"
#include "collapse/copier.h"
#include "collapse/fixed_numbers.h"
#include "collapse/forms/matrix_item.h"
#include "collapse/recovery_steps.h"
#include "collapse/rules/family_step.h"
#include "expr/interpret.h"
#include "expr/term.h"
#include "model/finite.h"
#include "model/indicator.h"
#include "model/range.h"

namespace autumn::collapse {
namespace {

using expr::Shape;
using model::Factor;
using model::Model;

class Collapsing {
 public:
  Collapsing(const Model& model, const Plan& plan)
      : model_(model),
        plan_(plan),
        from_(model.graph),
        gaussian_(model),
        log_gaussian_(model),
        families_(model),
        leaves_(model),
        all_(model),
        improper_(model),
        unbounded_(model),
        divided_(model),
        taken_(model.factors.size()) {
    read_plan();
  }

  Collapsed run() && {
    declare_kept();
    Copier copier(from_, to_, inputs_);
    copies_ = [&](NodeId node) { return copier(node); };
    copy_supports();
    add_blocks();
    add_volumes();
    add_families();
    add_rest();
    recovery_.steps =
        recovery_steps({model_, plan_, from_, all_, families_, leaves_, family_steps_, blocks_});
    Collapsed result;
    result.model.variables = std::move(variables_);
    result.model.factors = std::move(factors_);
    result.model.graph = std::move(to_).finish({});
    result.recovery = std::move(recovery_);
    result.blocks = std::move(blocks_);
    result.improper = std::move(improper_);
    result.unbounded = std::move(unbounded_);
    result.divided = std::move(divided_);
    return result;
  }

 private:
  void read_plan() {
    for (const Step& step : plan_.steps) {
      ElementSet& set = elements_of(step.rule.kind);
      for (const std::uint32_t e : step.elements) set.insert(step.variable, e);
      if (step.rule.is_leaf()) take(step.factor, step.rows);
    }
    for (const ElementSet* set : {&leaves_, &gaussian_, &log_gaussian_, &families_})
      all_.insert(*set);
    dropped_ = taken_;
  }

  [[nodiscard]] ElementSet& elements_of(RuleKind kind) {
    switch (kind) {
      case RuleKind::kLeaf: return leaves_;
      case RuleKind::kGaussian: return gaussian_;
      case RuleKind::kLogGaussian: return log_gaussian_;
      case RuleKind::kFamily: return families_;
    }
    not_of_the_list("the rule");
  }

  void take(std::size_t factor, const std::vector<std::uint32_t>& rows) {
    RowMarks& marks = taken_[factor];
    if (marks.empty()) marks.assign(row_count(model_.graph, model_.factors[factor]), 0);
    for (const std::uint32_t r : rows) marks[r] = 1;
  }

  // --- the smaller model ---

  // Kept elements become inputs; collapsed ones their neutral values.
  void declare_kept() {
    for (std::size_t v = 0; v < model_.variables.size(); ++v) {
      const model::Variable& variable = model_.variables[v];
      const Shape shape = model_.graph.shape(variable.node);
      const std::size_t collapsed = all_.count(v);
      std::vector<double> values(shape.size(), 0.0);
      std::vector<std::uint32_t> kept;
      for (std::size_t e = 0; e < shape.size(); ++e) {
        if (all_.contains(v, e)) {
          values[e] = neutral_value(variable, e);
        } else {
          kept.push_back(as_u32(e));
        }
      }
      if (kept.empty() && collapsed != 0) {
        inputs_.push_back(to_.constant(shape, values));
        continue;
      }
      model::Variable smaller = variable;
      if (collapsed != 0) smaller.dims = kept_dims(variable, kept.size());
      smaller.node = to_.input(variable.name, model::node_shape(smaller.dims));
      inputs_.push_back(smaller.node);
      if (collapsed != 0) {
        const expr::Term whole =
            expr::scatter_add(expr::Term(to_, smaller.node), expr::Index::list(kept), shape);
        inputs_.back() = (whole + expr::Term(to_, to_.constant(shape, values))).id();
      }
      variables_.push_back(std::move(smaller));
      recovery_.kept.push_back({v, std::move(kept)});
    }
  }

  // What is left of a variable is a vector, or an array of its items.
  static std::vector<std::size_t> kept_dims(const model::Variable& variable, std::size_t count) {
    const std::size_t rank = model::item_rank(variable.support.kind);
    std::vector<std::size_t> item(variable.dims.end() - static_cast<std::ptrdiff_t>(rank),
                                  variable.dims.end());
    std::size_t length = 1;
    for (const std::size_t extent : item) length *= extent;
    item.insert(item.begin(), count / length);
    return item;
  }

  void copy_supports() {
    Builder scratch(model_.graph);
    Forms collapsed(model_, scratch, all_);
    for (std::size_t i = 0; i < variables_.size(); ++i) {
      model::Support& support = variables_[i].support;
      const KeptElements& place = recovery_.kept[i];
      // Offset and multiplier choose coordinates only: what depends on collapsed elements is left
      // out.
      for (std::optional<NodeId>* node : {&support.offset, &support.multiplier}) {
        if (*node && !collapsed.of(**node).is_free()) node->reset();
      }
      for (std::optional<NodeId>* node :
           {&support.lower, &support.upper, &support.offset, &support.multiplier}) {
        if (*node) *node = copied_bound(**node, place, variables_[i]);
      }
    }
  }

  NodeId copied_bound(NodeId node, const KeptElements& place, const model::Variable& variable) {
    const NodeId copy = copies_(node);
    const std::size_t size = to_.shape(copy).size();
    const std::size_t whole = model_.graph.shape(model_.variables[place.variable].node).size();
    if (size == 1 || size != whole || place.elements.size() == whole) return copy;
    return to_.gather(copy, expr::Index::list(place.elements), model::node_shape(variable.dims));
  }

  void add_opaque(expr::Term value, const std::string& label, const SourceRange& where) {
    Factor factor;
    factor.value = value.id();
    factor.label = label;
    factor.where = where;
    factors_.push_back(std::move(factor));
  }

  std::optional<std::vector<double>> fixed_numbers(NodeId node) {
    const NodeId copy = copies_(node);
    std::optional<std::vector<double>> numbers = fixed_.numbers(copy);
    // Zero times what may be NaN is not zero, and there may be nothing else to say so.
    if (numbers && depends_on_inputs(to_.graph(), copy) && !is_finite(node)) return std::nullopt;
    return numbers;
  }

  // Of a node of the graph that the collapse adds to.
  bool is_finite(NodeId node) {
    if (finite_.size() <= node.value) {
      Model whole = model_;
      whole.graph = from_.graph();
      finite_ = model::finite_nodes(whole, model::ranges(whole), model::Exponentials::kMayOverflow);
    }
    return finite_[node.value];
  }

  void add_blocks() {
    if (gaussian_.is_empty() && log_gaussian_.is_empty()) return;
    const GaussianRequest request{model_, gaussian_, log_gaussian_, families_, dropped_};
    GaussianBlocks assembled =
        assemble_blocks(request, from_, [&](NodeId node) { return fixed_numbers(node); });
    blocks_ = std::move(assembled.blocks);
    recovery_.sums = std::move(assembled.sums);
    for (const GaussianBlock& block : blocks_) {
      if (block.covariance) {
        add_in_covariance_form(block);
        continue;
      }
      if (block.has_matrix) {
        take_vectors(block);
        continue;
      }
      for (const NormalFactor& normal : block.factors) take_normal(normal);
      if (block.scale_owner) {
        for (const NormalFactor& normal : block.factors) require_numbers(normal);
        continue;
      }
      const std::vector<NodeId> operands = operand_nodes(to_, block, copies_);
      const NodeId kernel = to_.kernel(gaussian_kernel(block.analyzed), operands);
      add_opaque(expr::Term(to_, to_.part(kernel, 0)), "the Gaussian block", {});
      for (const NormalFactor& normal : block.factors) add_floor(normal);
    }
  }

  // Their density is a share of the family of their matrix.
  void take_vectors(const GaussianBlock& block) {
    for (const NormalFactor& normal : block.factors) take_rows(normal);
    if (block.vectors) return;
    const Column& owner = *block.scale_owner;
    for (const std::uint32_t e :
         elements_of_item(model_.variables[owner.variable], owner.element)) {
      divided_.insert(owner.variable, e);
    }
  }

  // The marginal needs no Cholesky factor of a covariance of what is collapsed; the density of that
  // was none without one, and drawing it back needs one.
  void add_in_covariance_form(const GaussianBlock& block) {
    for (const NormalFactor& normal : block.factors) {
      if (normal.rows.is_whitened) {
        take_rows(normal);
      } else {
        take_normal(normal);
      }
    }
    std::set<NodeId> triangles;
    for (const DenseVector& vector : block.covariance->vectors) triangles.insert(vector.factor);
    for (const NodeId triangle : triangles) {
      const expr::Term factor(to_, copies_(triangle));
      factors_.push_back(
          model::indicator(expr::element(factor, 0) > 0.0, "the Gaussian block", {}));
    }
    Copier copier(from_, to_, inputs_);
    put_zeros(triangles, copier);
    const auto copies = [&](NodeId node) { return copier(node); };
    factors_.push_back(marginal_of(to_, *block.covariance, copies));
  }

  // L z at z = 0 is zero where there is an L, which is a condition by now; without its derivatives.
  void put_zeros(const std::set<NodeId>& triangles, Copier& copier) {
    for (std::uint32_t i = 0; i < from_.graph().size(); ++i) {
      const NodeId node{i};
      if (from_.graph().op(node) != expr::Op::kMatmul) continue;
      if (!triangles.contains(from_.graph().operand(node, 0))) continue;
      const std::optional<std::vector<double>> right =
          fixed_numbers(from_.graph().operand(node, 1));
      const auto is_zero = [](double x) { return x == 0.0; };
      if (!right || !std::ranges::all_of(*right, is_zero)) continue;
      const Shape shape = from_.shape(node);
      copier.put(node, to_.constant(shape, std::vector<double>(shape.size(), 0.0)));
    }
  }

  // Of as many rows as columns nothing is left that would show a NaN among their constants.
  void require_numbers(const NormalFactor& normal) {
    if (is_finite(normal.rows.residual)) return;
    const expr::Term residual = expr::gather(expr::Term(to_, copies_(normal.rows.residual)),
                                             expr::Index::list(normal.taken));
    const Factor& factor = model_.factors[normal.factor];
    factors_.push_back(
        model::indicator(expr::abs(residual) < kInfinity, factor.label, factor.where));
  }

  // What is left of residuals f_i after the elimination is known to rounding, about 1e-16 |f| each.
  // Where kept variables make them explode (a recurrence with a root outside the unit circle) that
  // is all there is of it, and a sampler that starts there follows noise. Adding the square of ten
  // roundings makes the density fall where nothing is known of it, as the joint density does, and
  // changes no digit elsewhere.
  void add_floor(const NormalFactor& normal) {
    constexpr double kRounding = 2e-15;
    if (fixed_numbers(normal.rows.residual)) return;
    const expr::Term residual = expr::gather(expr::Term(to_, copies_(normal.rows.residual)),
                                             expr::Index::list(normal.taken));
    expr::Term scale(to_, copies_(normal.rows.scale));
    scale = scale.size() == 1 ? expr::reshape(scale, Shape::scalar())
                              : expr::gather(scale, expr::Index::list(normal.taken));
    const expr::Term floor = -0.5 * expr::square(kRounding * residual / scale);
    const Factor& factor = model_.factors[normal.factor];
    add_opaque(floor, factor.label, factor.where);
  }

  // Returns which rows of the factor they are.
  std::vector<std::uint32_t> take_rows(const NormalFactor& normal) {
    const std::size_t rows = row_count(model_.graph, model_.factors[normal.factor]);
    const std::size_t per_row = from_.shape(normal.rows.residual).size() / rows;
    std::vector<std::uint32_t> taken;
    for (const std::uint32_t r : normal.taken) {
      if (r % per_row == 0) taken.push_back(as_u32(r / per_row));
    }
    take(normal.factor, taken);
    return taken;
  }

  void take_normal(const NormalFactor& normal) {
    const Factor& factor = model_.factors[normal.factor];
    const std::size_t rows = row_count(model_.graph, factor);
    if (normal.rows.is_whole) {
      std::vector<std::uint32_t> all(rows);
      std::iota(all.begin(), all.end(), 0U);
      take(normal.factor, all);
      add_opaque(expr::Term(to_, copies_(*normal.rows.extra)), factor.label, factor.where);
      return;
    }
    const std::vector<std::uint32_t> taken = take_rows(normal);
    if (!normal.rows.extra) return;
    expr::Term extra(to_, copies_(*normal.rows.extra));
    if (normal.rows.is_whitened) {
      extra = extra * (static_cast<double>(taken.size()) / static_cast<double>(rows));
    } else if (extra.size() == rows && rows != 1) {
      extra = expr::gather(extra, expr::Index::list(taken));
    }
    if (factor.weight && from_.shape(*factor.weight).size() != 1) {
      extra =
          extra * expr::gather(expr::Term(to_, copies_(*factor.weight)), expr::Index::list(taken));
    } else {
      if (!normal.rows.is_whitened && extra.size() != taken.size())
        extra = extra * static_cast<double>(taken.size());
      if (factor.weight) extra = extra * expr::Term(to_, copies_(*factor.weight));
    }
    add_opaque(extra, factor.label, factor.where);
  }

  // Whether the step is the scale or matrix of the block.
  static bool has_scale(const GaussianBlock& block, const Step& step) {
    if (!block.scale_owner || block.scale_owner->variable != step.variable) return false;
    if (block.has_matrix && !block.vectors) return false;
    const bool is_one = block.has_matrix || step.elements.size() == 1;
    return is_one && block.scale_owner->element == step.elements[0];
  }

  void add_families() {
    if (families_.is_empty()) return;
    const InputSigns signs = signs_of(to_.graph(), variables_);
    const FactorsOfElements factors(model_, from_, families_);
    for (const Step& step : plan_.steps) {
      if (step.rule.family == nullptr) continue;
      FamilyStep family = find_family_step(model_, step, from_, taken_, factors.of(step));
      for (const GaussianBlock& block : blocks_) {
        if (has_scale(block, step)) family.block = &block;
      }
      const FamilyTerms terms = family_terms(model_, family, from_, to_, copies_);
      if (!is_proper(family, terms, signs)) {
        ElementSet& infinite = terms.prior ? unbounded_ : improper_;
        for (const std::uint32_t e : step.elements) infinite.insert(step.variable, e);
      }
      const model::Variable& variable = model_.variables[step.variable];
      add_opaque(family.rule->log_marginal(terms.prior, terms.sums), variable.name, variable.where);
      for (const expr::Term& remainder : terms.remainders) {
        add_opaque(remainder, variable.name, variable.where);
      }
      if (family.prior) take(family.prior->factor, family.prior->rows);
      for (const ShareRows& share : family.shares) take(share.factor, share.rows);
      family_steps_.push_back(std::move(family));
    }
  }

  // Rows of factors that no collapsed element touches stay as they are.
  void add_rest() {
    Builder scratch(model_.graph);
    Forms collapsed(model_, scratch, all_);
    for (std::size_t f = 0; f < model_.factors.size(); ++f) {
      if (model_.factors[f].is_precaution && !collapsed.of(model_.factors[f].value).is_free()) {
        continue;
      }
      const RowMarks& marks = taken_[f];
      std::vector<std::uint32_t> left;
      for (std::size_t r = 0; r < marks.size(); ++r) {
        if (marks[r] == 0) left.push_back(as_u32(r));
      }
      if (!marks.empty() && left.empty()) continue;
      Factor factor = model_.factors[f];
      if (left.size() != marks.size()) factor = with_rows(from_, factor, left);
      factor.value = copies_(factor.value);
      for (NodeId& argument : factor.arguments) argument = copies_(argument);
      if (factor.weight) factor.weight = copies_(*factor.weight);
      factor.squares.reset();
      factors_.push_back(std::move(factor));
    }
  }

  // The integral is over what sums to zero, as distances there measure it.
  void add_volumes() {
    double log_volume = 0.0;
    for (const SummedItem& item : recovery_.sums) log_volume += item.log_volume();
    if (log_volume != 0.0) add_opaque(expr::constant(to_, log_volume), "the Gaussian block", {});
  }

  const Model& model_;
  const Plan& plan_;
  Builder from_;  // the model's graph and what the collapse adds to it
  Builder to_;    // the smaller model's
  FixedNodes fixed_{to_};
  ElementSet gaussian_;
  ElementSet log_gaussian_;
  ElementSet families_;
  ElementSet leaves_;
  ElementSet all_;
  ElementSet improper_;
  ElementSet unbounded_;
  ElementSet divided_;
  std::vector<bool> finite_;  // nodes of from_, those of an earlier moment
  std::vector<RowMarks> taken_;
  std::vector<RowMarks> dropped_;
  std::vector<NodeId> inputs_;
  Copies copies_;
  std::vector<model::Variable> variables_;
  std::vector<Factor> factors_;
  std::vector<GaussianBlock> blocks_;
  std::vector<FamilyStep> family_steps_;
  Recovery recovery_;
};

}  // namespace

Collapsed collapse(const Model& model, const Plan& plan) {
  return Collapsing(model, plan).run();
}

}  // namespace autumn::collapse
