// This file finds the rows of a factor from the shapes of its value and arguments
// (dist/distribution.h).
#include "collapse/forms/factor_rows.h"

#include <algorithm>

#include "dist/distribution.h"
#include "expr/term.h"

namespace autumn::collapse {
namespace {

using dist::Item;
using expr::Shape;
using model::Factor;

Item item_at(const Factor& factor, std::size_t position) {
  if (factor.is_opaque()) return Item::kScalar;
  const dist::Distribution& d = *factor.distribution;
  return position == 0 ? d.variate.item : d.arguments[position - 1].item;
}

std::size_t rows_at(Shape shape, Item item) {
  switch (item) {
    case Item::kScalar: return shape.size();
    case Item::kVector: return shape.is_matrix() ? shape.rows : 1;
    case Item::kMatrix: return 1;
  }
  internal_error("an item is a number, a vector or a matrix", __FILE__, __LINE__);
}

// The numbers of these rows of one argument; an argument that all rows share stays as it is.
expr::NodeId restricted(expr::Builder& builder, expr::NodeId node, Item item, std::size_t count,
                        const std::vector<std::uint32_t>& rows) {
  const Shape shape = builder.shape(node);
  if (count == 1 || rows_at(shape, item) != count) return node;
  if (item == Item::kScalar) {
    return builder.gather(node, expr::Index::list(rows), Shape::vector(rows.size()));
  }
  std::vector<std::uint32_t> numbers;
  for (std::size_t k = 0; k < shape.cols; ++k) {
    for (const std::uint32_t r : rows) {
      numbers.push_back(r + static_cast<std::uint32_t>(k) * shape.rows);
    }
  }
  return builder.gather(node, expr::Index::list(std::move(numbers)),
                        Shape::matrix(rows.size(), shape.cols));
}

}  // namespace

std::size_t positions(const Factor& factor) {
  return 1 + factor.arguments.size();
}

expr::NodeId at_position(const Factor& factor, std::size_t position) {
  return position == 0 ? factor.value : factor.arguments[position - 1];
}

std::size_t row_count(const expr::Graph& graph, const Factor& factor) {
  std::size_t count = 0;
  for (std::size_t p = 0; p < positions(factor); ++p) {
    const std::size_t rows = rows_at(graph.shape(at_position(factor, p)), item_at(factor, p));
    if (rows == 0) return 0;
    count = std::max(count, rows);
  }
  return count;
}

std::uint32_t row_of(const expr::Graph& graph, const Factor& factor, std::size_t position,
                     std::uint32_t number) {
  const Shape shape = graph.shape(at_position(factor, position));
  const Item item = item_at(factor, position);
  const std::size_t count = row_count(graph, factor);
  if (count == 1) return 0;
  if (rows_at(shape, item) != count) return kEveryRow;
  return item == Item::kScalar ? number : static_cast<std::uint32_t>(number % count);
}

Factor with_rows(expr::Builder& builder, const Factor& factor,
                 const std::vector<std::uint32_t>& rows) {
  Factor result = factor;
  const std::size_t count = row_count(builder.graph(), factor);
  const auto part = [&](std::size_t p) {
    return restricted(builder, at_position(factor, p), item_at(factor, p), count, rows);
  };
  result.value = part(0);
  for (std::size_t p = 1; p < positions(factor); ++p) result.arguments[p - 1] = part(p);
  if (factor.weight) {
    result.weight = restricted(builder, *factor.weight, Item::kScalar, count, rows);
  }
  return result;
}

}  // namespace autumn::collapse
