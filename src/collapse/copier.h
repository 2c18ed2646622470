// A copier copies from a growing graph into another, each node once.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "expr/builder.h"

namespace autumn::collapse {

// What is in the place of nodes of a graph. Where few of many nodes have one, it takes little room:
// a program may have as many copiers as variables.
class Copied {
 public:
  [[nodiscard]] bool contains(expr::NodeId node) const;
  [[nodiscard]] expr::NodeId at(expr::NodeId node) const;  // of one that is contained
  void put(expr::NodeId node, expr::NodeId in_its_place);

 private:
  static constexpr std::size_t kPage = 256;
  using Page = std::array<std::optional<expr::NodeId>, kPage>;
  std::unordered_map<std::uint32_t, std::unique_ptr<Page>> pages_;
};

// Copies nodes of `from` into `to`, with the given nodes in place of the input slots. Unlike
// passes::copy_into it remembers what it has copied, so that nodes may be asked for one by one.
class Copier {
 public:
  // What is in the place of an input slot, asked for once.
  using Inputs = std::function<expr::NodeId(std::size_t)>;

  Copier(const expr::Builder& from, expr::Builder& to, Inputs inputs)
      : from_(from), to_(to), inputs_(std::move(inputs)) {}
  Copier(const expr::Builder& from, expr::Builder& to, std::vector<expr::NodeId> inputs)
      : Copier(from, to, [given = std::move(inputs)](std::size_t slot) { return given[slot]; }) {}

  [[nodiscard]] expr::NodeId operator()(expr::NodeId node);
  // The operation of a node on the copies of its operands, beside what is in its place.
  [[nodiscard]] expr::NodeId anew(expr::NodeId node);
  // A node of `to` in the place of one that has not been copied yet.
  void put(expr::NodeId node, expr::NodeId in_its_place);

 private:
  [[nodiscard]] expr::NodeId made(expr::NodeId node);

  const expr::Builder& from_;
  expr::Builder& to_;
  Inputs inputs_;
  Copied copies_;
};

// What gives the copy of a node, a Copier or another.
using Copies = std::function<expr::NodeId(expr::NodeId)>;

// Whether a node depends on an input of its graph.
[[nodiscard]] bool depends_on_inputs(const expr::Graph& graph, expr::NodeId node);

}  // namespace autumn::collapse
