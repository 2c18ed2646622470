// This file writes what is left of a block in its covariance form: y ~ multi_normal(H m, H K H' +
// D), summed over the vectors of the block.
#include <algorithm>
#include <array>
#include <cmath>

#include "base/numbers.h"
#include "collapse/blocks/covariance_form.h"
#include "dist/constants.h"
#include "dist/list.h"
#include "expr/term.h"
#include "passes/covariance_kernel.h"

namespace autumn::collapse {
namespace {

using expr::Index;
using expr::Shape;
using expr::Term;

// K[place, place] * loading * loading', by the lower triangle of K.
Term covariance_of_rows(Builder& to, const DenseVector& vector, Term k) {
  const std::size_t n = vector.place.size(), size = k.shape().rows;
  std::vector<std::uint32_t> elements;
  std::vector<double> loadings;
  for (std::size_t j = 0; j < n; ++j) {
    for (std::size_t i = 0; i < n; ++i) {
      const auto [column, row] = std::minmax(vector.place[i], vector.place[j]);
      elements.push_back(as_u32(row + size * column));
      loadings.push_back(vector.loading[i] * vector.loading[j]);
    }
  }
  const bool is_whole = n == size && Index::list(vector.place).is_identity(n);
  const Term part =
      is_whole ? k : expr::gather(k, Index::list(std::move(elements)), Shape::matrix(n, n));
  const bool is_one = std::ranges::all_of(loadings, [](double x) { return x == 1.0; });
  return is_one ? part : constant_of(to, Shape::matrix(n, n), loadings) * part;
}

// loading * m[place], with m = sign * residual.
Term mean_of_rows(Builder& to, const DenseVector& vector, Term residual) {
  std::vector<double> factors;
  for (std::size_t i = 0; i < vector.place.size(); ++i) {
    factors.push_back(vector.loading[i] * vector.sign[vector.place[i]]);
  }
  return constant_of(to, factors) * expr::gather(residual, Index::list(vector.place));
}

Term variances_of(const CovarianceForm::Rows& rows, Term scale) {
  const Shape shape = Shape::vector(rows.taken.size());
  if (scale.size() != 1) return expr::square(expr::gather(scale, Index::list(rows.taken), shape));
  return expr::broadcast(expr::square(expr::reshape(scale, Shape::scalar())), shape);
}

Term joined(const std::vector<Term>& parts) {
  return parts.size() == 1 ? parts[0] : expr::concat(parts);
}

struct Effects {
  Term means;
  Term scales;
  Shape shape;  // a row for each of the form, a column for each effect
  passes::EffectColumns columns;
};

// Number `k` of a node with one number for all, or one each.
Term number_of(Term node, std::uint32_t k) {
  return expr::gather(node, Index::list({node.size() == 1 ? 0 : k}), Shape::vector(1));
}

Effects effects_of(Builder& to, const CovarianceForm& form, const Copies& copies) {
  std::vector<Term> means, scales;
  passes::EffectColumns columns;
  for (const Effect& effect : form.effects) {
    columns.is_flat.push_back(!effect.residual);
    columns.loadings.insert(columns.loadings.end(), effect.loading.begin(), effect.loading.end());
    if (!effect.residual) {
      means.push_back(constant_of(to, {0.0}));
      scales.push_back(constant_of(to, {1.0}));
      continue;
    }
    const Term residual(to, copies(*effect.residual)), scale(to, copies(*effect.scale));
    means.push_back(number_of(residual, effect.row) / effect.multiplier);
    scales.push_back(number_of(scale, effect.row) / std::fabs(effect.multiplier));
  }
  const std::size_t count = form.effects.size();
  const Shape shape = Shape::matrix(columns.loadings.size() / count, count);
  return {joined(means), joined(scales), shape, std::move(columns)};
}

// The effects stay apart from the covariance: beside what a wide one adds to all of its elements,
// the others would be lost.
Term density_with_effects(Builder& to, Term covariance, Term residual, const Effects& effects) {
  const auto flat = static_cast<double>(std::ranges::count(effects.columns.is_flat, true));
  const std::array operands{covariance.id(), residual.id(), effects.scales.id()};
  const NodeId kernel = to.kernel(passes::covariance_kernel(effects.columns), operands);
  const double free = static_cast<double>(residual.size()) - flat;
  return Term(to, to.part(kernel, 0)) - dist::kHalfLogTwoPi * free;
}

}  // namespace

Term constant_of(Builder& to, Shape shape, const std::vector<double>& numbers) {
  return {to, to.constant(shape, numbers)};
}

Term constant_of(Builder& to, const std::vector<double>& numbers) {
  return constant_of(to, Shape::vector(numbers.size()), numbers);
}

ObservedVector observed_vector(Builder& to, const CovarianceForm& form, const Copies& copies) {
  std::vector<Term> values, variances;
  for (const CovarianceForm::Rows& rows : form.rows) {
    values.push_back(expr::gather(Term(to, copies(rows.residual)), Index::list(rows.taken),
                                  Shape::vector(rows.taken.size())));
    variances.push_back(variances_of(rows, Term(to, copies(rows.scale))));
  }
  const Term value = joined(values), noise = joined(variances);
  Term mean = constant_of(to, value.shape(), std::vector<double>(value.size(), 0.0));
  Term covariance = expr::diagonal_matrix(noise);
  for (const DenseVector& vector : form.vectors) {
    covariance = covariance_of_rows(to, vector, Term(to, copies(vector.covariance))) + covariance;
    if (vector.residual) {
      mean = mean + mean_of_rows(to, vector, Term(to, copies(*vector.residual)));
    }
  }
  return {value, mean, noise, covariance};
}

model::Factor marginal_of(Builder& to, const CovarianceForm& form, const Copies& copies) {
  const ObservedVector y = observed_vector(to, form, copies);
  model::Factor factor;
  factor.label = "the Gaussian block";
  if (!form.effects.empty()) {
    const Effects effects = effects_of(to, form, copies);
    const Term loadings = constant_of(to, effects.shape, effects.columns.loadings);
    const Term residual = y.value - y.mean - expr::matmul(loadings, effects.means);
    factor.value = density_with_effects(to, y.covariance, residual, effects).id();
    return factor;
  }
  factor.distribution = &dist::multi_normal();
  factor.value = y.value.id();
  factor.arguments = {y.mean.id(), y.covariance.id()};
  return factor;
}

}  // namespace autumn::collapse
