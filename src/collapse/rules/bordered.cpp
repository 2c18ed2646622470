// This file puts matrices together and takes them apart, and eliminates borders by factors of the
// whole, whose last rows are the factor of what is left.
#include "collapse/rules/bordered.h"

#include <utility>

#include "base/error.h"
#include "base/numbers.h"
#include "collapse/rules/updated_triangle.h"

namespace autumn::collapse {

using expr::Index;
using expr::Shape;
using expr::Term;

namespace {

std::vector<std::uint32_t> index_of(Shape whole, const MatrixPart& part) {
  std::vector<std::uint32_t> index;
  for (std::size_t j = 0; j < part.columns; ++j) {
    for (std::size_t i = 0; i < part.rows; ++i) {
      index.push_back(as_u32(part.first_row + i + whole.rows * (part.first_column + j)));
    }
  }
  return index;
}

// A matrix as a part of a larger one that is zero elsewhere.
Term within(Shape whole, const MatrixPart& part, Term x) {
  return expr::scatter_add(x, Index::list(index_of(whole, part)), whole);
}

// The triangle A below as many rows of zeros as the border has.
Term below_zeros(Term a, Term border) {
  const std::size_t k = a.shape().rows, p = border.shape().rows;
  return within(Shape::matrix(p + k, p + k), {p, p, k, k}, a);
}

}  // namespace

Term beside(const std::vector<Term>& parts) {
  AUTUMN_CHECK(!parts.empty(), "there is something to put together");
  std::vector<Term> numbers;
  for (const Term& part : parts) {
    numbers.push_back(expr::reshape(part, Shape::vector(part.size())));
  }
  const std::size_t rows = parts[0].shape().rows;
  const Term all = numbers.size() == 1 ? numbers[0] : expr::concat(numbers);
  return expr::reshape(all, Shape::matrix(rows, all.size() / rows));
}

Term below(Term top, Term bottom) {
  const std::size_t p = top.shape().rows, k = bottom.shape().rows, n = bottom.shape().cols;
  const Shape whole = Shape::matrix(p + k, n);
  return within(whole, {0, 0, p, n}, top) + within(whole, {p, 0, k, n}, bottom);
}

Term block_of(Term x, const MatrixPart& part) {
  return expr::gather(x, Index::list(index_of(x.shape(), part)),
                      Shape::matrix(part.rows, part.columns));
}

Term top_rows(Term x, std::size_t rows) {
  return block_of(x, {0, 0, rows, x.shape().cols});
}

Term bottom_rows(Term x, std::size_t rows) {
  return block_of(x, {x.shape().rows - rows, 0, rows, x.shape().cols});
}

Term zero_square(Term x) {
  const Shape shape = Shape::matrix(x.shape().rows, x.shape().rows);
  return {x.builder(), x.builder().constant(shape, std::vector<double>(shape.size(), 0.0))};
}

LogDets bordered_log_dets(Term a, Term c, const std::optional<Term>& border) {
  if (!border) return {updated_log_det(a, c), std::nullopt};
  const Term of_border = updated_log_det(zero_square(*border), *border);
  return {updated_log_det(below_zeros(a, *border), below(*border, c)) - of_border, of_border};
}

Term bordered_factor(Term a, Term c, const std::optional<Term>& border) {
  if (!border) return updated_factor(a, c);
  const std::size_t k = a.shape().rows, p = border->shape().rows;
  return block_of(updated_factor(below_zeros(a, *border), below(*border, c)), {p, p, k, k});
}

}  // namespace autumn::collapse
