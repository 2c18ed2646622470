// Innovations: elements that enter a recurrence with their own normal distribution, each seen by
// the rest of the model in one place only, the state that it leads to (x[t] = phi * x[t - 1] + s *
// z[t]).
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "expr/builder.h"
#include "model/model.h"

namespace autumn::collapse {

// state = slope * element + rest, where the rest contains other states and no innovation of its
// own.
struct Innovation {
  std::uint32_t variable = 0;
  std::uint32_t element = 0;
  expr::NodeId state;     // a node of the model's graph
  std::uint32_t row = 0;  // of that node
  expr::NodeId slope;     // scalars of the builder; the slope is never zero
  std::optional<expr::NodeId> rest = std::nullopt;
};

struct Innovations {
  expr::Builder builder;  // the model's graph, and slopes and rests
  std::vector<Innovation> all;
};

// Those of variables whose states depend on each other, one after the other; variables with a mark
// are left out.
[[nodiscard]] Innovations find_innovations(const model::Model& model,
                                           const std::vector<bool>& is_left_out);

// Factors that are the normal distribution of elements of variables and of nothing else: of every
// row of their value the variable and the element; nothing for other factors.
struct PlainRow {
  std::uint32_t variable = 0;
  std::uint32_t element = 0;
};
[[nodiscard]] std::vector<PlainRow> plain_rows(const model::Model& model,
                                               const model::Factor& factor);

}  // namespace autumn::collapse
