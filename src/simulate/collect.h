// Collecting finds the draws of a model: which row of which factor draws which elements.
#pragma once

#include <vector>

#include "base/error.h"
#include "model/model.h"
#include "simulate/reading.h"

namespace autumn::simulate {

struct Collected {
  model::Model model;  // with the uniform distributions that flat bounded parameters have
  std::vector<DrawnRow> draws;
  std::vector<expr::NodeId> conditions;
  std::vector<std::vector<char>> is_drawn;  // per variable and element
};

// Observed data alone are drawn where the parameters are given: then their priors do not matter.
enum class Wanted : std::uint8_t { kEverything, kObserved };

// The first `observed` variables are data, which need not be drawn.
[[nodiscard]] Result<Collected> collect_draws(model::Model model, std::size_t observed,
                                              Wanted wanted = Wanted::kEverything);

}  // namespace autumn::simulate
