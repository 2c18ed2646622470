// This header recognises expressions that are nothing but elements of variables, which is what a
// statement can draw.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "expr/graph.h"

namespace autumn::simulate {

// One number of a variable, by its place in storage.
struct Element {
  std::uint32_t variable = 0;  // the number of its input
  std::uint32_t element = 0;

  bool operator==(const Element&) const = default;
};

// The elements that an expression consists of, in storage order; nothing if it computes anything.
[[nodiscard]] std::optional<std::vector<Element>> bare_elements(const expr::Graph& graph,
                                                                expr::NodeId node);

}  // namespace autumn::simulate
