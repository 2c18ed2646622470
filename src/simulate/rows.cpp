// This file finds the items of a factor, which are numbers, rows of a matrix, or a whole matrix
// (dist/distribution.h).
#include "simulate/rows.h"

namespace autumn::simulate {

using dist::Item;
using expr::Shape;

std::size_t row_count(const Shape& shape, Item item) {
  if (item == Item::kScalar) return shape.size();
  return item == Item::kVector && shape.is_matrix() ? shape.rows : 1;
}

std::vector<std::size_t> row_places(const Shape& shape, Item item, std::size_t row) {
  const std::size_t rows = row_count(shape, item);
  if (rows == 0) return {};
  std::vector<std::size_t> places(shape.size() / rows);
  for (std::size_t k = 0; k < places.size(); ++k) places[k] = (rows == 1 ? 0 : row) + rows * k;
  return places;
}

Shape item_shape(const Shape& shape, Item item) {
  switch (item) {
    case Item::kScalar: return Shape::scalar();
    case Item::kVector: return Shape::vector(shape.is_matrix() ? shape.cols : shape.rows);
    case Item::kMatrix: return shape;
  }
  internal_error("an item is a number, a vector or a matrix", __FILE__, __LINE__);
}

}  // namespace autumn::simulate
