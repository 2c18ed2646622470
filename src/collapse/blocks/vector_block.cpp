// This file writes the rows of a vector block as columns of numbers, and draws its vectors.
#include "collapse/blocks/vector_block.h"

#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include "base/numbers.h"
#include "collapse/rules/bordered.h"
#include "collapse/rules/updated_triangle.h"
#include "dist/items.h"
#include "expr/interpret.h"

namespace autumn::collapse {
namespace {

using expr::Builder;
using expr::Index;
using expr::Shape;
using expr::Term;

// Where the entries of one factor go in a matrix of vectors by rows.
struct BorderShape {
  std::size_t vectors;
  std::map<std::uint32_t, std::uint32_t> column_of_row;

  [[nodiscard]] Shape shape() const { return Shape::matrix(vectors, column_of_row.size()); }
  [[nodiscard]] std::uint32_t place(const VectorEntry& entry) const {
    return as_u32(entry.vector + vectors * column_of_row.at(entry.row));
  }
};

// Entries that read one node.
struct NodeEntries {
  std::vector<double> multipliers;
  std::vector<std::uint32_t> slots;
  std::vector<std::uint32_t> places;
};

Term changing_part(Builder& to, NodeId node, const NodeEntries& entries, Shape shape) {
  const Term whole(to, node);
  const Term read =
      expr::gather(expr::reshape(whole, Shape::vector(whole.size())), Index::list(entries.slots));
  const Term products = read * dist::constant_vector(to, entries.multipliers);
  return expr::scatter_add(products, Index::list(entries.places), shape);
}

Term border_of(Builder& to, const std::vector<VectorEntry>& entries, const BorderShape& border,
               const Copies& copies) {
  std::vector<double> known(border.shape().size(), 0.0);
  std::map<NodeId, NodeEntries> changing;
  for (const VectorEntry& entry : entries) {
    if (!border.column_of_row.contains(entry.row)) continue;
    const std::uint32_t place = border.place(entry);
    if (!entry.coefficient) {
      known[place] += entry.multiplier;
      continue;
    }
    NodeEntries& of_node = changing[*entry.coefficient];
    of_node.multipliers.push_back(entry.multiplier);
    of_node.slots.push_back(entry.slot);
    of_node.places.push_back(place);
  }
  Term sum(to, to.constant(border.shape(), known));
  for (const auto& [node, of_node] : changing) {
    sum = sum + changing_part(to, copies(node), of_node, border.shape());
  }
  return sum;
}

// These columns of a matrix, or of a vector that is one.
Term some_columns(Term x, std::size_t length, const std::vector<std::uint32_t>& columns) {
  std::vector<std::uint32_t> index;
  for (const std::uint32_t column : columns) {
    for (std::size_t k = 0; k < length; ++k) index.push_back(as_u32(column * length + k));
  }
  return expr::gather(x, Index::list(std::move(index)), Shape::matrix(length, columns.size()));
}

// As numbers, if it depends on nothing: large arrays are not computed where they are written.
Term folded(Term x) {
  Builder& builder = x.builder();
  if (builder.is_constant(x.id()) || depends_on_inputs(builder.graph(), x.id())) return x;
  return {builder,
          builder.constant(x.shape(), expr::interpret_fixed(builder.graph(), x.id()).numbers)};
}

// Border and residuals of one factor, divided by the scales.
struct PartColumns {
  Term columns;
  Term log_precision;
};

PartColumns part_columns(Builder& to, const VectorBlock& block, std::size_t f,
                         const Copies& copies) {
  const VectorBlock::Part& part = block.parts[f];
  const std::size_t length = block.columns.length;
  BorderShape border{block.columns.vectors.size(), {}};
  for (std::size_t k = 0; k < part.rows.size(); ++k) border.column_of_row[part.rows[k]] = as_u32(k);
  const Term coefficients = border_of(to, block.columns.entries[f], border, copies);
  const Term residuals = some_columns(Term(to, copies(part.residual)), length, part.rows);
  const Term number = expr::element(Term(to, copies(part.matrix)), 0);
  const Term precision = part.is_precision ? number : expr::inverse(number);
  const double half = 0.5 * static_cast<double>(part.rows.size());
  return {folded(expr::sqrt(precision) * below(coefficients, residuals)),
          half * expr::log(precision)};
}

// Known columns become a triangle of them, if that is less.
Term compressed(Term columns) {
  Builder& builder = columns.builder();
  const std::size_t rows = columns.shape().rows;
  if (columns.shape().cols <= rows) return columns;
  const std::vector<double> numbers = dist::constant_numbers(columns);
  return {builder, builder.constant(Shape::matrix(rows, rows), triangle_of_columns(rows, numbers))};
}

// The Cholesky factor of a matrix that was drawn, and may be singular to rounding: then that of one
// that differs from it by rounding.
Term factor_of_drawn(Term matrix) {
  const double rounding =
      4.0 * std::numeric_limits<double>::epsilon() * static_cast<double>(matrix.shape().rows);
  const Term l = expr::cholesky(matrix);
  const Term raised =
      expr::cholesky(matrix + expr::diagonal_matrix(rounding * expr::diagonal(matrix)));
  return expr::select(expr::element(l, 0) > 0.0, l, raised);
}

}  // namespace

std::size_t VectorBlock::rows() const {
  std::size_t count = 0;
  for (const Part& part : parts) count += part.rows.size();
  return count;
}

BorderedColumns bordered_columns(Builder& to, const VectorBlock& block, const Copies& copies) {
  std::vector<Term> known, changing;
  Term log_precisions = expr::constant(to, 0.0);
  for (std::size_t f = 0; f < block.parts.size(); ++f) {
    const PartColumns part = part_columns(to, block, f, copies);
    (to.is_constant(part.columns.id()) ? known : changing).push_back(part.columns);
    log_precisions = log_precisions + part.log_precision;
  }
  if (!known.empty()) changing.push_back(compressed(folded(beside(known))));
  const Term all = beside(changing);
  const std::size_t border = block.columns.vectors.size();
  return {top_rows(all, border), bottom_rows(all, block.columns.length), log_precisions};
}

std::optional<EliminatedBorder> known_rest(const BorderedColumns& columns) {
  Builder& builder = columns.border.builder();
  const Term all = folded(below(columns.border, columns.residuals));
  if (!builder.is_constant(all.id())) return std::nullopt;
  const std::size_t rows = all.shape().rows, border = columns.border.shape().rows;
  const std::vector<double> triangle = triangle_of_columns(rows, dist::constant_numbers(all));
  double log_det = 0.0;
  for (std::size_t j = 0; j < border; ++j) log_det += std::log(triangle[j * (rows + 1)]);
  if (!std::isfinite(log_det)) return std::nullopt;
  const Term whole(builder, builder.constant(Shape::matrix(rows, rows), triangle));
  return EliminatedBorder{block_of(whole, {border, border, rows - border, rows - border}), log_det};
}

// With T T' the squares of the border A, and M T' its products with the residuals C, the vectors
// are normal with the mean -T^-T M' and a covariance of T^-T T^-1 between them.
Term drawn_vectors(const VectorBlock& block, const BorderedColumns& columns, Term matrix,
                   Term normals) {
  const std::size_t vectors = block.columns.vectors.size();
  const std::size_t length = block.columns.length;
  const Term all = below(columns.border, columns.residuals);
  const Term factor = updated_factor(zero_square(all), all);
  const Term t = block_of(factor, {0, 0, vectors, vectors});
  const Term products = block_of(factor, {vectors, 0, length, vectors});
  const Term z = expr::reshape(normals, Shape::matrix(length, vectors));
  const Term l = factor_of_drawn(matrix);
  const bool is_precision = block.parts[0].is_precision;
  const Term deviations = is_precision ? expr::tri_solve_transposed(l, z) : expr::matmul(l, z);
  const Term drawn = expr::tri_solve_transposed(t, expr::transpose(deviations - products));
  return expr::reshape(expr::transpose(drawn), Shape::vector(vectors * length));
}

}  // namespace autumn::collapse
