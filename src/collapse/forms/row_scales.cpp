// This file divides rows into classes of one scale by the leaves of the scale's expression, and
// builds that expression once per class.
#include "collapse/forms/row_scales.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

#include "passes/compress/row_sites.h"

namespace autumn::collapse {
namespace {

using expr::Builder;
using expr::NodeId;
using expr::Shape;

// Numbers the classes in the order of the elements that their scales read (sigma[g[n]]: by group),
// so that gathers become segments. `first` has the first row of each.
void put_in_order(const Builder& builder, const passes::RowCone& cone,
                  std::vector<std::uint32_t>& class_of_row, std::vector<std::uint32_t>& first) {
  const auto is_gather = [&](NodeId leaf) { return builder.graph().op(leaf) == expr::Op::kGather; };
  const auto leaf = std::ranges::find_if(cone.leaves, is_gather);
  if (leaf == cone.leaves.end()) return;
  const expr::Index& index = builder.graph().index(*leaf);
  std::vector<std::uint32_t> order(first.size());
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::sort(order, {}, [&](std::uint32_t c) { return std::pair(index[first[c]], c); });
  std::vector<std::uint32_t> number(first.size());
  for (std::uint32_t k = 0; k < order.size(); ++k) number[order[k]] = k;
  for (std::uint32_t& c : class_of_row) c = number[c];
  for (std::uint32_t& c : order) c = first[c];
  first = std::move(order);
}

// These rows of an expression that is computed row by row, and nothing of the others.
NodeId at_rows(Builder& builder, NodeId node, const passes::RowCone& cone,
               const std::vector<std::uint32_t>& rows) {
  std::map<NodeId, NodeId> made;
  const Shape shape = Shape::vector(rows.size());
  for (const NodeId leaf : cone.leaves) {
    made[leaf] = builder.gather(leaf, expr::Index::list(rows), shape);
  }
  for (const NodeId inner : cone.inner) {
    std::vector<NodeId> operands;
    const auto old = builder.graph().operands(inner);
    for (const NodeId x : std::vector<NodeId>(old.begin(), old.end())) {
      const auto found = made.find(x);
      operands.push_back(found == made.end() ? x : found->second);
    }
    made[inner] = builder.apply(builder.graph().op(inner), operands);
  }
  return made.at(node);
}

}  // namespace

std::optional<RowScales> row_scales(Builder& builder, NodeId scale, std::size_t rows) {
  if (builder.shape(scale).size() == 1) {
    return RowScales{scale, std::vector<std::uint32_t>(rows, 0), 1};
  }
  if (builder.is_constant(scale)) return std::nullopt;
  const auto cone = passes::row_cone(builder.graph(), {scale});
  if (!cone || cone->rows != rows) return std::nullopt;
  for (const NodeId leaf : cone->leaves) {
    if (builder.graph().op(leaf) == expr::Op::kMatmul) return std::nullopt;
  }
  std::vector<std::uint32_t> class_of_row = passes::row_classes(builder.graph(), *cone);
  std::vector<std::uint32_t> first;
  for (std::uint32_t i = 0; i < rows; ++i) {
    if (class_of_row[i] == first.size()) first.push_back(i);
  }
  put_in_order(builder, *cone, class_of_row, first);
  return RowScales{at_rows(builder, scale, *cone, first), std::move(class_of_row), first.size()};
}

}  // namespace autumn::collapse
