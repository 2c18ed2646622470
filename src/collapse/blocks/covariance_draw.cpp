// This file draws the columns of a block given what is observed: effects first, then vectors by
// Matheron's rule: draw f0 and y0 together from the prior, and correct f0 by what y0 is off.
#include <algorithm>

#include "collapse/blocks/covariance_form.h"
#include "collapse/blocks/covariance_rows.h"
#include "expr/term.h"

namespace autumn::collapse {
namespace {

using expr::Index;
using expr::Shape;
using expr::Term;

class Drawing {
 public:
  Drawing(Builder& to, const CovarianceForm& form, Term normals, const Copies& copies)
      : to_(to),
        form_(form),
        normals_(normals),
        columns_(normals.size() / 2),
        copies_(copies),
        observed_(observed_rows(to, form, copies)),
        left_(observed_.residuals) {}

  NodeId run() && {
    draw_effects();
    left_ = left_ - expr::sqrt(observed_.variances) * expr::slice(normals_, columns_, left_.size());
    for (const AlikeGroups& groups : form_.groups) draw_vectors(groups);
    const Term all = pieces_.size() == 1 ? pieces_[0] : expr::concat(pieces_);
    return expr::scatter_add(all, Index::list(places_), Shape::vector(columns_)).id();
  }

 private:
  void put(Term numbers, const std::vector<std::uint32_t>& columns) {
    pieces_.push_back(expr::reshape(numbers, Shape::vector(numbers.size())));
    places_.insert(places_.end(), columns.begin(), columns.end());
  }

  void draw_effects() {
    if (form_.effects.empty()) return;
    const EffectTerms prior = effect_terms(to_, form_, copies_);
    const Term residuals = left_ - loaded(to_, form_, prior.means);
    KernelOperands operands = kernel_operands(to_, form_, observed_, residuals, copies_);
    std::vector<std::uint32_t> columns;
    for (const Effect& effect : form_.effects) columns.push_back(effect.column);
    operands.nodes.push_back(prior.scales.id());
    operands.nodes.push_back(
        expr::gather(normals_, Index::list(columns), Shape::vector(columns.size())).id());
    const NodeId kernel =
        to_.kernel(passes::effects_kernel(std::move(operands.shape)), operands.nodes);
    const Term drawn = prior.means + Term(to_, to_.part(kernel, 0));
    left_ = left_ - loaded(to_, form_, drawn);
    put(drawn, columns);
    put_in_means(drawn);
  }

  // What the means of vectors have of the effects.
  void put_in_means(Term effects) {
    std::vector<std::uint32_t> numbers, columns;
    std::vector<double> loadings;
    for (const DenseVector& vector : form_.vectors) {
      for (const MeanLoad& load : vector.mean) {
        numbers.push_back(load.effect);
        columns.push_back(vector.columns[load.place]);
        loadings.push_back(load.loading);
      }
    }
    if (numbers.empty()) return;
    put(constant_of(to_, loadings) *
            expr::gather(effects, Index::list(numbers), Shape::vector(numbers.size())),
        columns);
  }

  // A vector of each of the groups, side by side.
  struct Side {
    Term factor;
    Term standard;
    Term spread;  // L z0
    std::vector<std::uint32_t> columns;
    std::vector<std::uint32_t> rows;    // of y, with what
    std::vector<std::uint32_t> places;  // of f
    Term loadings;
  };

  [[nodiscard]] Side side_of(const AlikeGroups& groups, std::size_t number) const {
    const DenseVector& first = form_.vectors[groups.front().vectors[number]];
    const std::size_t size = first.columns.size(), rows = groups.front().rows.size();
    std::vector<std::uint32_t> columns, at, places;
    std::vector<double> loadings;
    for (std::size_t g = 0; g < groups.size(); ++g) {
      const DenseVector& vector = form_.vectors[groups[g].vectors[number]];
      columns.insert(columns.end(), vector.columns.begin(), vector.columns.end());
      for (const VectorLoad& load : vector.loads) {
        const auto row =
            std::ranges::lower_bound(groups[g].rows, load.row) - groups[g].rows.begin();
        at.push_back(static_cast<std::uint32_t>(g * rows + static_cast<std::size_t>(row)));
        places.push_back(static_cast<std::uint32_t>(g * size + load.place));
        loadings.push_back(load.loading);
      }
    }
    const Term l(to_, copies_(first.factor));
    const Term z = expr::gather(normals_, Index::list(columns), shape_of(size, groups));
    return {l,
            z,
            expr::matmul(l, z),
            std::move(columns),
            std::move(at),
            std::move(places),
            constant_of(to_, loadings)};
  }

  // With V the covariance of y, f = f0 + K H' V^-1 (y - y0), and K = L L'; for z of L z without the
  // first L.
  void draw_vectors(const AlikeGroups& groups) {
    Term left = by_group(groups, left_);
    std::vector<Side> sides;
    for (std::size_t k = 0; k < groups.front().vectors.size(); ++k) {
      sides.push_back(side_of(groups, k));
      const Side& side = sides.back();
      const Shape each = Shape::vector(side.rows.size());
      left = left - expr::scatter_add(
                        side.loadings * expr::gather(side.spread, Index::list(side.places), each),
                        Index::list(side.rows), left.shape());
    }
    const Term l = expr::cholesky(covariance_of(to_, form_, groups.front(), observed_, copies_));
    const Term weights = expr::tri_solve_transposed(l, expr::tri_solve(l, left));
    for (std::size_t k = 0; k < sides.size(); ++k) {
      const Side& side = sides[k];
      const Shape each = Shape::vector(side.rows.size());
      const Term back =
          expr::scatter_add(side.loadings * expr::gather(weights, Index::list(side.rows), each),
                            Index::list(side.places), side.spread.shape());
      const Term white = expr::matmul(side.factor, back, expr::flag::kTransposeLeft);
      const bool is_centred = form_.vectors[groups.front().vectors[k]].residual.has_value();
      put(is_centred ? side.spread + expr::matmul(side.factor, white) : side.standard + white,
          side.columns);
      if (is_centred) put_means(groups, k);
    }
  }

  void put_means(const AlikeGroups& groups, std::size_t number) {
    for (const VectorGroup& group : groups) {
      const DenseVector& vector = form_.vectors[group.vectors[number]];
      std::vector<std::uint32_t> elements;
      for (std::size_t i = 0; i < vector.columns.size(); ++i) {
        elements.push_back(vector.first + static_cast<std::uint32_t>(i));
      }
      const Term residual(to_, copies_(*vector.residual));
      put(constant_of(to_, vector.sign) *
              expr::gather(residual, Index::list(elements), Shape::vector(elements.size())),
          vector.columns);
    }
  }

  Builder& to_;
  const CovarianceForm& form_;
  Term normals_;
  std::size_t columns_;
  const Copies& copies_;
  ObservedRows observed_;
  Term left_;  // of what is observed
  std::vector<Term> pieces_;
  std::vector<std::uint32_t> places_;  // columns of the pieces; what falls on one adds up
};

}  // namespace

bool has_draw(const CovarianceForm& form) {
  const auto is_complete = [](const DenseVector& vector) {
    return !vector.loads.empty() &&
           std::ranges::find(vector.columns, kNoColumnOfForm) == vector.columns.end();
  };
  std::size_t columns = form.effects.size();
  for (const DenseVector& vector : form.vectors) columns += vector.columns.size();
  return form.row_count() <= columns && std::ranges::all_of(form.vectors, is_complete);
}

NodeId draw_of(Builder& to, const CovarianceForm& form, NodeId normals, const Copies& copies) {
  return Drawing(to, form, Term(to, normals), copies).run();
}

}  // namespace autumn::collapse
