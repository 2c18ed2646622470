// This file adds up the increments that all factors give to the elements of a family.
#include "collapse/rules/family_step.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "base/numbers.h"
#include "collapse/rules/bordered.h"
#include "collapse/rules/positive.h"
#include "dist/constants.h"
#include "expr/term.h"

namespace autumn::collapse {
namespace {

using expr::Shape;
using model::Factor;

constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

// Which element (item) of the step each row of a factor has at this position.
std::vector<std::uint32_t> targets_of(const model::Model& model, const FamilyStep& step,
                                      const Factor& factor, std::size_t position,
                                      const FormTerm& term) {
  const std::size_t all_items =
      model.graph.shape(model.variables[step.variable].node).size() / step.length;
  std::vector<std::uint32_t> place(all_items, kNone);
  for (std::size_t i = 0; i < step.items; ++i) place[step.elements[i]] = as_u32(i);
  std::vector<std::uint32_t> targets(row_count(model.graph, factor), kNone);
  for (std::size_t p = 0; p < term.pairs.size(); ++p) {
    const std::uint32_t target = place[term.pairs.element(p) % all_items];
    const std::uint32_t row = row_of(model.graph, factor, position, term.pairs.row(p));
    if (row == kEveryRow) {
      std::ranges::fill(targets, target);
    } else {
      targets[row] = target;
    }
  }
  return targets;
}

void add_prior(FamilyStep& step, std::size_t f, const std::vector<std::uint32_t>& targets) {
  if (!step.prior) step.prior = PriorRows{f, std::vector<std::uint32_t>(step.items, kNone)};
  for (std::size_t r = 0; r < targets.size(); ++r) {
    if (targets[r] != kNone) step.prior->rows[targets[r]] = as_u32(r);
  }
}

void add_rows(FamilyStep& step, std::size_t f, const Use& use,
              const std::vector<std::uint32_t>& targets) {
  if (std::ranges::all_of(targets, [](std::uint32_t t) { return t == kNone; })) return;
  if (use.position == 0 && use.distribution != nullptr) {
    add_prior(step, f, targets);
    return;
  }
  ShareRows share{f, use, {}, {}};
  for (std::size_t r = 0; r < targets.size(); ++r) {
    if (targets[r] == kNone) continue;
    share.rows.push_back(as_u32(r));
    share.targets.push_back(targets[r]);
  }
  step.shares.push_back(std::move(share));
}

// A vector with one entry per row, or a matrix with one row per row.
Term with_row_axis(Term x, std::size_t rows, std::size_t length) {
  if (length == 1) {
    if (x.size() == rows) return expr::reshape(x, Shape::vector(rows));
    return expr::broadcast(expr::reshape(x, Shape::scalar()), Shape::vector(rows));
  }
  return expr::reshape(x, Shape::matrix(rows, length));
}

// Of parameter k: a number for each item, or as much as an item has.
Shape sums_shape(const FamilyStep& step, std::size_t k) {
  if (step.rule->item == FamilyItem::kMatrix) {
    return k == 0 ? Shape::scalar() : Shape::matrix(step.side, 1);
  }
  if (step.length == 1) return Shape::vector(step.items);
  return step.items == 1 ? Shape::vector(step.length) : Shape::matrix(step.items, step.length);
}

Term summed(const FamilyStep& step, const ShareRows& share, Term increments) {
  AUTUMN_CHECK(step.rule->item != FamilyItem::kMatrix, "rules of matrices sum up themselves");
  std::vector<std::uint32_t> index;
  for (std::size_t k = 0; k < step.length; ++k) {
    for (const std::uint32_t target : share.targets) {
      index.push_back(target + as_u32(k * step.items));
    }
  }
  return expr::scatter_add(increments, expr::Index::list(std::move(index)), sums_shape(step, 0));
}

// A factor's value and arguments, of some rows, in the other graph.
struct CopiedRows {
  Factor factor;
  std::vector<Term> arguments;
};

CopiedRows copied_rows(const Factor& factor, const std::vector<std::uint32_t>& rows, Builder& from,
                       Builder& to, const Copies& copies) {
  CopiedRows result{with_rows(from, factor, rows), {}};
  for (const NodeId argument : result.factor.arguments) {
    result.arguments.emplace_back(to, copies(argument));
  }
  return result;
}

void add_share(const FamilyStep& step, const ShareRows& rows, const CopiedRows& copied, Term value,
               std::optional<Term> weight, FamilyTerms& terms) {
  const Share share = step.rule->share(rows.use, value, copied.arguments);
  const std::size_t n = rows.rows.size();
  if (step.rule->item == FamilyItem::kMatrix) {
    AUTUMN_CHECK(!weight, "shares of matrices have no weights");
    terms.sums[0] = terms.sums[0] + share.increments[0];
    terms.sums[1] = beside({terms.sums[1], share.increments[1]});
    terms.remainders.push_back(share.remainder);
    return;
  }
  for (std::size_t k = 0; k < terms.sums.size(); ++k) {
    Term increments = with_row_axis(share.increments[k], n, step.length);
    if (weight && step.length == 1) increments = increments * *weight;
    if (weight && step.length > 1) {
      increments = increments * expr::repeat_cols(with_row_axis(*weight, n, 1), step.length);
    }
    const Term sum = summed(step, rows, increments);
    terms.sums[k] = terms.sums[k] + sum;
    // Powers underflow long before exponentials do, and zero is no rate.
    const bool is_provable = k == 0 || rows.use.kind != UseKind::kFreePower;
    if (is_provable) terms.provable[k] = terms.provable[k] + sum;
  }
  const Term remainder = with_row_axis(share.remainder, n, 1);
  terms.remainders.push_back(weight ? remainder * *weight : remainder);
}

// Where a parameter of a prior is not positive there is no density. What stands for one that is not
// a number has an unknown value and this sign.
Term positive_as_it_must_be(Term parameter) {
  return parameter.builder().graph().is_constant(parameter.id()) ? parameter : exp(parameter);
}

// Whether something is left over of rows that are known but for their scale, more than rounding:
// then there is at least that much, whatever else the block contains.
bool has_rest(const gaussian::Block& block) {
  constexpr double kRounding = 1e-12;
  double squares = 0.0;
  for (const double c : block.constant) squares += c * c;
  return std::ranges::any_of(block.scale_rest, [&](double rest) {
    return rest > kRounding * (rest + squares) && std::isfinite(rest);
  });
}

// The marginal of a block whose scale is c / sqrt(w) is w^((n - n_u) / 2) exp(-rest w / 2).
void add_block(const FamilyStep& step, Builder& to, const Copies& copies, FamilyTerms& terms) {
  const gaussian::Block& block = step.block->analyzed->block;
  const double count = std::accumulate(block.scale_count.begin(), block.scale_count.end(), 0.0);
  const double half = 0.5 * (count - static_cast<double>(block.columns));
  const std::vector<NodeId> operands = operand_nodes(to, *step.block, copies);
  const NodeId kernel = to.kernel(gaussian_parts_kernel(step.block->analyzed), operands);
  const Term parts(to, to.part(kernel, 0));
  const Shape one = Shape::vector(1);
  terms.provable[0] = terms.provable[0] + half;
  terms.provable[1] = terms.provable[1] + (has_rest(block) ? 1.0 : 0.0);
  terms.sums[0] = terms.sums[0] + half;
  terms.sums[1] = terms.sums[1] + expr::reshape(0.5 * expr::element(parts, 1), one);
  terms.remainders.push_back(expr::element(parts, 0));
}

// The marginal of a block of vectors, P times a number the precision of each of its n rows and n_u
// of its columns, is |P|^((n - n_u) / 2) times an exponential, over the determinant of the factor
// of its columns for each component.
void add_vector_block(const FamilyStep& step, Builder& to, const Copies& copies,
                      FamilyTerms& terms) {
  const VectorBlock& block = *step.block->vectors;
  const BorderedColumns columns = bordered_columns(to, block, copies);
  const double length = static_cast<double>(block.columns.length);
  const double n =
      static_cast<double>(block.rows()) - static_cast<double>(block.columns.vectors.size());
  terms.sums[0] = terms.sums[0] + n;
  terms.remainders.push_back(length * columns.log_precisions - n * length * dist::kHalfLogTwoPi);
  if (const std::optional<EliminatedBorder> rest = known_rest(columns)) {
    terms.sums[1] = beside({terms.sums[1], rest->residuals});
    terms.remainders.push_back(expr::constant(to, -length * rest->log_det));
    return;
  }
  const Shape above = Shape::matrix(columns.border.shape().rows, terms.sums[1].shape().cols);
  const Term none(to, to.constant(above, std::vector<double>(above.size(), 0.0)));
  terms.sums[1] = beside({terms.sums[1], columns.residuals});
  terms.sums.push_back(beside({none, columns.border}));
}

}  // namespace

FactorsOfElements::FactorsOfElements(const model::Model& model, Builder& builder,
                                     const ElementSet& elements) {
  for (std::size_t v = 0; v < elements.variables(); ++v) {
    factors_.emplace_back(elements.size_of(v));
  }
  Forms forms(model, builder, elements);
  for (std::size_t f = 0; f < model.factors.size(); ++f) {
    for (std::size_t p = 0; p < positions(model.factors[f]); ++p) {
      for (const FormTerm& term : forms.of(at_position(model.factors[f], p)).terms) {
        for (const std::uint32_t e : term.pairs.elements) {
          std::vector<std::uint32_t>& known = factors_[term.variable][e];
          if (known.empty() || known.back() != f) known.push_back(as_u32(f));
        }
      }
    }
  }
}

std::vector<std::size_t> FactorsOfElements::of(const Step& step) const {
  std::vector<std::size_t> all;
  for (const std::uint32_t e : step.elements) {
    const std::vector<std::uint32_t>& some = factors_[step.variable][e];
    all.insert(all.end(), some.begin(), some.end());
  }
  std::ranges::sort(all);
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

FamilyStep find_family_step(const model::Model& model, const Step& step, Builder& builder,
                            const std::vector<RowMarks>& taken,
                            const std::vector<std::size_t>& factors) {
  const model::Variable& variable = model.variables[step.variable];
  FamilyStep result{.rule = step.rule.family,
                    .variable = step.variable,
                    .elements = step.elements,
                    .items = step.elements.size(),
                    .length = 1,
                    .prior = std::nullopt,
                    .shares = {}};
  if (step.rule.family->item != FamilyItem::kScalar) {
    result.length = model::item_size(variable.support.kind, variable.dims);
    result.items = step.elements.size() / result.length;
    result.side = variable.dims.back();
  }
  ElementSet set(model);
  for (const std::uint32_t e : step.elements) set.insert(step.variable, e);
  Forms forms(model, builder, set);
  for (const std::size_t f : factors) {
    const Factor& factor = model.factors[f];
    for (std::size_t p = 0; p < positions(factor); ++p) {
      const Form form = forms.of(at_position(factor, p));
      for (const FormTerm& term : form.terms) {
        const Use use = use_of(factor, p, term, form.is_product);
        // A precaution.
        if (factor.is_opaque() && !step.rule.family->accepts(use, {})) continue;
        std::vector<std::uint32_t> targets = targets_of(model, result, factor, p, term);
        for (std::size_t r = 0; r < targets.size(); ++r) {
          if (!taken[f].empty() && taken[f][r] != 0) targets[r] = kNone;
        }
        add_rows(result, f, use, targets);
      }
    }
  }
  return result;
}

bool is_proper(const FamilyStep& step, const FamilyTerms& terms, const InputSigns& inputs) {
  const bool has_opaque = std::ranges::any_of(
      step.shares, [](const ShareRows& share) { return share.use.distribution == nullptr; });
  if (!has_opaque) return terms.prior || step.rule->is_proper_when_flat(terms.provable, inputs);
  std::optional<Parameters> prior = terms.prior;
  if (prior) std::ranges::transform(*prior, prior->begin(), positive_as_it_must_be);
  const Parameters posterior = step.rule->posterior(prior, terms.provable);
  return std::ranges::all_of(
      posterior, [&](Term parameter) { return is_positive_by_form(parameter, inputs); });
}

FamilyTerms family_terms(const model::Model& model, const FamilyStep& step, Builder& from,
                         Builder& to, const Copies& copies) {
  Parameters nothing;
  for (std::size_t k = 0; k < step.rule->parameters; ++k) {
    const Shape shape = sums_shape(step, k);
    nothing.emplace_back(to, to.constant(shape, std::vector<double>(shape.size(), 0.0)));
  }
  FamilyTerms terms{std::nullopt, nothing, nothing, {}};
  if (step.prior) {
    const Factor& factor = model.factors[step.prior->factor];
    const CopiedRows copied = copied_rows(factor, step.prior->rows, from, to, copies);
    terms.prior = step.rule->prior(*factor.distribution, copied.arguments);
  }
  for (const ShareRows& rows : step.shares) {
    const Factor& factor = model.factors[rows.factor];
    const CopiedRows copied = copied_rows(factor, rows.rows, from, to, copies);
    const Term value(to, copies(copied.factor.value));
    std::optional<Term> weight;
    if (copied.factor.weight) weight = Term(to, copies(*copied.factor.weight));
    add_share(step, rows, copied, value, weight, terms);
  }
  if (step.block != nullptr && step.block->vectors) {
    add_vector_block(step, to, copies, terms);
  } else if (step.block != nullptr) {
    add_block(step, to, copies, terms);
  }
  return terms;
}

}  // namespace autumn::collapse
