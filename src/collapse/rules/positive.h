// Whether a term is positive by its form and its constants, whatever the values of the inputs.
#pragma once

#include <cstdint>
#include <vector>

#include "expr/term.h"
#include "model/model.h"

namespace autumn::collapse {

// What is known of every element; each says more than the one before.
enum class Sign : std::uint8_t { kAny, kNonNegative, kPositive };

// What is known of the inputs of a graph, in their order; nothing of those beyond the end.
using InputSigns = std::vector<Sign>;

// By the supports of variables in this order.
[[nodiscard]] InputSigns signs_of(const expr::Graph& graph,
                                  const std::vector<model::Variable>& variables);

// Never wrongly true; exact arithmetic is meant (exp(x) is positive though it may underflow).
[[nodiscard]] bool is_positive_by_form(expr::Term x, const InputSigns& inputs = {});

}  // namespace autumn::collapse
