// A batch form is one operation on N items at once, with one more axis.
//
// A batch of N scalars is a vector of length N; a batch of N arrays of k elements is an N x k
// matrix whose row i is item i in storage order.
#pragma once

#include <span>
#include <vector>

#include "expr/builder.h"

namespace autumn::model {

// A tuple after rolling: either one node that stands for every item, or a batch of them.
struct Rolled {
  expr::NodeId node;
  bool is_shared = false;
  expr::Shape item;  // the shape of one item
};

// The shape of a batch of n items.
[[nodiscard]] expr::Shape batch_shape(std::size_t n, expr::Shape item);

// The items as a full batch, repeated if one stands for all.
[[nodiscard]] expr::NodeId full_batch(expr::Builder& to, const Rolled& tuple, std::size_t n);
// The same as a matrix also where items are scalars: n x (elements of an item).
[[nodiscard]] expr::NodeId full_rows(expr::Builder& to, const Rolled& tuple, std::size_t n);

// Whether the operation of node `item` can be done on a batch, given which of its operands are the
// same for every item (not all of them are). Gathers and concatenations always can, and are not
// done here.
[[nodiscard]] bool has_batch_form(const expr::Graph& graph, expr::NodeId item,
                                  std::span<const Rolled> operands);
// The batch of n results of that operation.
[[nodiscard]] expr::NodeId apply_batch(expr::Builder& to, const expr::Graph& graph,
                                       expr::NodeId item, std::span<const Rolled> operands,
                                       std::size_t n);

}  // namespace autumn::model
