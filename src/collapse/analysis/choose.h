// Choice: the largest set of elements that can be collapsed together.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>

#include "collapse/analysis/findings.h"

namespace autumn::collapse {

struct Choice {
  ElementSet chosen;
  // Elements that were left out because of others, with the reason.
  struct Loser {
    ElementSet elements;
    Reason reason;
    std::optional<std::size_t> rival = std::nullopt;  // the variable that was taken in their place
  };
  std::vector<Loser> losers;
};

// Of the possible elements, a set of which no exclusion has both sides, with as many elements as
// possible; those of preferred variables count more than all others. Where it makes no difference,
// later declarations go first, as in the paper.
[[nodiscard]] Choice choose(const model::Model& model, const ElementSet& possible,
                            std::span<const Exclusion> exclusions, const ElementSet& preferred);

}  // namespace autumn::collapse
