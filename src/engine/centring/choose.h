// The coordinates of a run are chosen before its chains begin, by short runs of their own: a
// function of program, data and options, never of a clock, a seed or a chain, since chains in
// processes of their own must have the same.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "collapse/plan.h"
#include "engine/ready.h"
#include "engine/worth.h"

namespace autumn::engine {

// What an effective draw costs in other coordinates, in units of what it costs in those that are
// written.
struct CostRatio {
  double predicted = 1.0;
  double tried = 1.0;  // by short runs

  // What it is judged by. A short run is noisy and a prediction rough, each in its own way.
  [[nodiscard]] double value() const;
};

struct CentredChoice {
  Ready ready;  // with `prepared.centred`
  collapse::PlanOptions plan;
  std::optional<CostRatio> ratio = std::nullopt;  // nothing where nobody asked
};

// Whether these settings leave a choice, and a run is long enough to be worth a question.
[[nodiscard]] bool may_centre(const RunOptions& options);

// The same model in coordinates that cost less; nothing if those that are written are best, or if
// nothing can be chosen. Locations and scales that are integrated out are sampled again for it.
[[nodiscard]] Result<std::optional<CentredChoice>> choose_centring(
    const Ready& written, const collapse::PlanOptions& plan, const MakeAgain& make_again);

// One sentence about the coordinates that were chosen; empty if there was no choice.
[[nodiscard]] std::string centring_text(const Ready& written,
                                        const std::optional<CentredChoice>& choice);

}  // namespace autumn::engine
