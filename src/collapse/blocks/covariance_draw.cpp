// This file draws the vectors of a block in covariance form given what is observed, by Matheron's
// rule: draw f0 and y0 together from the prior, and correct f0 by what y0 is off.
#include <algorithm>

#include "collapse/blocks/covariance_form.h"
#include "expr/term.h"

namespace autumn::collapse {
namespace {

using expr::Index;
using expr::Shape;
using expr::Term;

// A vector under way: z0, and f0 = m + L z0.
struct FromPrior {
  Term factor;
  Term standard;
  Term value;
};

FromPrior from_prior(Builder& to, const DenseVector& vector, Term normals, const Copies& copies) {
  const Term l(to, copies(vector.factor));
  const Term z = expr::gather(normals, Index::list(vector.columns));
  const Term f = expr::matmul(l, z);
  if (!vector.residual) return {l, z, f};
  const Term residual(to, copies(*vector.residual));
  return {l, z, f + constant_of(to, vector.sign) * expr::reshape(residual, f.shape())};
}

}  // namespace

bool has_draw(const CovarianceForm& form) {
  const auto is_complete = [](const DenseVector& vector) {
    return std::ranges::find(vector.columns, kNoColumnOfForm) == vector.columns.end();
  };
  std::size_t columns = 0, rows = 0;
  for (const DenseVector& vector : form.vectors) columns += vector.columns.size();
  for (const CovarianceForm::Rows& part : form.rows) rows += part.taken.size();
  return form.effects.empty() && rows <= columns && std::ranges::all_of(form.vectors, is_complete);
}

// With V the covariance of y, f = f0 + K H' V^-1 (y - y0), and K = L L'; for z of L z without the
// first L.
NodeId draw_of(Builder& to, const CovarianceForm& form, NodeId numbers, const Copies& copies) {
  const Term normals(to, numbers);
  const std::size_t columns = normals.size() / 2;
  const ObservedVector observed = observed_vector(to, form, copies);
  Term left = observed.value;
  std::vector<FromPrior> drawn;
  for (const DenseVector& vector : form.vectors) {
    drawn.push_back(from_prior(to, vector, normals, copies));
    left = left - constant_of(to, vector.loading) *
                      expr::gather(drawn.back().value, Index::list(vector.place));
  }
  left = left - expr::sqrt(observed.variances) * expr::slice(normals, columns, left.size());
  const Term l = expr::cholesky(observed.covariance);
  const Term weights = expr::tri_solve_transposed(l, expr::tri_solve(l, left));
  Term result = expr::constant(to, 0.0);
  for (std::size_t v = 0; v < drawn.size(); ++v) {
    const DenseVector& vector = form.vectors[v];
    const Term back = expr::scatter_add(constant_of(to, vector.loading) * weights,
                                        Index::list(vector.place), drawn[v].value.shape());
    const Term white = expr::matmul(drawn[v].factor, back, expr::flag::kTransposeLeft);
    const Term value = vector.residual ? drawn[v].value + expr::matmul(drawn[v].factor, white)
                                       : drawn[v].standard + white;
    result = result + expr::scatter_add(value, Index::list(vector.columns), Shape::vector(columns));
  }
  return result.id();
}

}  // namespace autumn::collapse
