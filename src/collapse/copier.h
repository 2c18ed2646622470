// A copier copies from a growing graph into another, each node once.
#pragma once

#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "expr/builder.h"

namespace autumn::collapse {

// Copies nodes of `from` into `to`, with the given nodes in place of the input slots. Unlike
// passes::copy_into it remembers what it has copied, so that nodes may be asked for one by one.
class Copier {
 public:
  Copier(const expr::Builder& from, expr::Builder& to, std::vector<expr::NodeId> inputs)
      : from_(from), to_(to), inputs_(std::move(inputs)) {}

  [[nodiscard]] expr::NodeId operator()(expr::NodeId node);
  // The operation of a node on the copies of its operands, beside what is in its place.
  [[nodiscard]] expr::NodeId anew(expr::NodeId node);
  // A node of `to` in the place of one that has not been copied yet.
  void put(expr::NodeId node, expr::NodeId in_its_place);

 private:
  [[nodiscard]] expr::NodeId made(expr::NodeId node);

  const expr::Builder& from_;
  expr::Builder& to_;
  std::vector<expr::NodeId> inputs_;
  std::vector<std::optional<expr::NodeId>> copies_;
};

// What gives the copy of a node, a Copier or another.
using Copies = std::function<expr::NodeId(expr::NodeId)>;

// Whether a node depends on an input of its graph.
[[nodiscard]] bool depends_on_inputs(const expr::Graph& graph, expr::NodeId node);

}  // namespace autumn::collapse
