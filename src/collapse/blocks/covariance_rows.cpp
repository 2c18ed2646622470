// This file writes what is observed of a block in covariance form: y with the covariance H K H' +
// D, group by group, and Z of the effects.
#include "collapse/blocks/covariance_rows.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "base/numbers.h"
#include "expr/term.h"

namespace autumn::collapse {
namespace {

using expr::Index;
using expr::Shape;
using expr::Term;

Term joined(const std::vector<Term>& parts) {
  return parts.size() == 1 ? parts[0] : expr::concat(parts);
}

// Which element of a vector every row of a group has, and how much; of none, nothing of the first.
struct Loadings {
  std::vector<std::uint32_t> place;
  std::vector<double> loading;
};

Loadings loadings_of(const DenseVector& vector, const VectorGroup& group) {
  Loadings result{std::vector<std::uint32_t>(group.rows.size(), 0),
                  std::vector<double>(group.rows.size(), 0.0)};
  for (const VectorLoad& load : vector.loads) {
    const auto at = std::ranges::lower_bound(group.rows, load.row) - group.rows.begin();
    result.place[static_cast<std::size_t>(at)] = load.place;
    result.loading[static_cast<std::size_t>(at)] = load.loading;
  }
  return result;
}

// K[place, place] * loading * loading', by the lower triangle of K.
Term covariance_of_rows(Builder& to, const Loadings& loadings, Term k) {
  const std::size_t n = loadings.place.size(), size = k.shape().rows;
  std::vector<std::uint32_t> elements;
  std::vector<double> products;
  for (std::size_t j = 0; j < n; ++j) {
    for (std::size_t i = 0; i < n; ++i) {
      const auto [column, row] = std::minmax(loadings.place[i], loadings.place[j]);
      elements.push_back(as_u32(row + size * column));
      products.push_back(loadings.loading[i] * loadings.loading[j]);
    }
  }
  const bool is_whole = n == size && Index::list(loadings.place).is_identity(n);
  const Term part =
      is_whole ? k : expr::gather(k, Index::list(std::move(elements)), Shape::matrix(n, n));
  const bool is_one = std::ranges::all_of(products, [](double x) { return x == 1.0; });
  return is_one ? part : constant_of(to, Shape::matrix(n, n), products) * part;
}

// The sum over vectors of loading * m[place], with m = sign * residual, of each residual at once.
Term means_of_rows(Builder& to, const CovarianceForm& form, const Copies& copies) {
  struct Sum {
    std::vector<std::uint32_t> rows, elements;
    std::vector<double> factors;
  };
  std::map<NodeId, Sum> sums;
  for (const DenseVector& vector : form.vectors) {
    if (!vector.residual) continue;
    Sum& sum = sums[*vector.residual];
    for (const VectorLoad& load : vector.loads) {
      sum.rows.push_back(load.row);
      sum.elements.push_back(vector.first + load.place);
      sum.factors.push_back(load.loading * vector.sign[load.place]);
    }
  }
  const Shape shape = Shape::vector(form.row_count());
  Term means = constant_of(to, std::vector<double>(form.row_count(), 0.0));
  for (const auto& [residual, sum] : sums) {
    const Term part = constant_of(to, sum.factors) *
                      expr::gather(Term(to, copies(residual)), Index::list(sum.elements),
                                   Shape::vector(sum.elements.size()));
    const bool is_all = Index::list(sum.rows).is_identity(form.row_count());
    means = means + (is_all ? part : expr::scatter_add(part, Index::list(sum.rows), shape));
  }
  return means;
}

Term variances_of(const CovarianceForm::Rows& rows, Term scale) {
  const Shape shape = Shape::vector(rows.taken.size());
  if (scale.size() != 1) return expr::square(expr::gather(scale, Index::list(rows.taken), shape));
  return expr::broadcast(expr::square(expr::reshape(scale, Shape::scalar())), shape);
}

// Number `k` of a node with one number for all, or one each.
Term number_of(Term node, std::uint32_t k) {
  return expr::gather(node, Index::list({node.size() == 1 ? 0 : k}), Shape::vector(1));
}

Term picked(const std::vector<std::uint32_t>& rows, Term numbers, Shape shape) {
  if (Index::list(rows).is_identity(numbers.size())) return expr::reshape(numbers, shape);
  return expr::gather(numbers, Index::list(rows), shape);
}

}  // namespace

std::size_t CovarianceForm::row_count() const {
  std::size_t count = 0;
  for (const Rows& part : rows) count += part.taken.size();
  return count;
}

Term constant_of(Builder& to, Shape shape, const std::vector<double>& numbers) {
  return {to, to.constant(shape, numbers)};
}

Term constant_of(Builder& to, const std::vector<double>& numbers) {
  return constant_of(to, Shape::vector(numbers.size()), numbers);
}

ObservedRows observed_rows(Builder& to, const CovarianceForm& form, const Copies& copies) {
  std::vector<Term> values, variances;
  for (const CovarianceForm::Rows& rows : form.rows) {
    values.push_back(expr::gather(Term(to, copies(rows.residual)), Index::list(rows.taken),
                                  Shape::vector(rows.taken.size())));
    variances.push_back(variances_of(rows, Term(to, copies(rows.scale))));
  }
  return {joined(values) - means_of_rows(to, form, copies), joined(variances)};
}

Term covariance_of(Builder& to, const CovarianceForm& form, const VectorGroup& group,
                   const ObservedRows& observed, const Copies& copies) {
  Term covariance = expr::diagonal_matrix(
      picked(group.rows, observed.variances, Shape::vector(group.rows.size())));
  for (const std::uint32_t v : group.vectors) {
    const DenseVector& vector = form.vectors[v];
    covariance =
        covariance_of_rows(to, loadings_of(vector, group), Term(to, copies(vector.covariance))) +
        covariance;
  }
  return covariance;
}

EffectTerms effect_terms(Builder& to, const CovarianceForm& form, const Copies& copies) {
  std::vector<Term> means, scales;
  for (const Effect& effect : form.effects) {
    if (!effect.residual) {
      means.push_back(constant_of(to, {0.0}));
      scales.push_back(constant_of(to, {1.0}));
      continue;
    }
    const Term residual(to, copies(*effect.residual)), scale(to, copies(*effect.scale));
    means.push_back(number_of(residual, effect.row) / effect.multiplier);
    scales.push_back(number_of(scale, effect.row) / std::fabs(effect.multiplier));
  }
  return {joined(means), joined(scales)};
}

Term loaded(Builder& to, const CovarianceForm& form, Term effects) {
  std::vector<double> loadings;
  for (const Effect& effect : form.effects) {
    loadings.insert(loadings.end(), effect.loading.begin(), effect.loading.end());
  }
  const Shape shape = Shape::matrix(form.row_count(), form.effects.size());
  return expr::matmul(constant_of(to, shape, loadings), effects);
}

std::vector<std::uint32_t> rows_of(const AlikeGroups& groups) {
  std::vector<std::uint32_t> rows;
  for (const VectorGroup& group : groups) {
    rows.insert(rows.end(), group.rows.begin(), group.rows.end());
  }
  return rows;
}

Shape shape_of(std::size_t length, const AlikeGroups& groups) {
  return groups.size() == 1 ? Shape::vector(length) : Shape::matrix(length, groups.size());
}

Term by_group(const AlikeGroups& groups, Term numbers) {
  return picked(rows_of(groups), numbers, shape_of(groups.front().rows.size(), groups));
}

KernelOperands kernel_operands(Builder& to, const CovarianceForm& form,
                               const ObservedRows& observed, Term residuals, const Copies& copies) {
  KernelOperands result{{.items = {}}, {}};
  std::vector<std::uint32_t> order;
  for (const AlikeGroups& groups : form.groups) {
    result.shape.items.push_back(groups.size());
    result.nodes.push_back(covariance_of(to, form, groups.front(), observed, copies).id());
    for (const std::uint32_t row : rows_of(groups)) order.push_back(row);
  }
  result.nodes.push_back(picked(order, residuals, Shape::vector(order.size())).id());
  passes::EffectColumns& effects = result.shape.effects;
  for (const Effect& effect : form.effects) {
    effects.is_flat.push_back(!effect.residual);
    for (const std::uint32_t row : order) effects.loadings.push_back(effect.loading[row]);
  }
  return result;
}

}  // namespace autumn::collapse
