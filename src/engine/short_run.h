// A short run tells what an effective draw of a model that is ready costs: a warm-up with a seed of
// its own, judged by counts and autocorrelations alone. It is the same for all seeds of the
// program, because chains that were started with several must come to the same plan.
#pragma once

#include <optional>

#include "engine/ready.h"

namespace autumn::engine {

struct ShortRun {
  double cost = 0.0;  // nanoseconds of the run itself, estimated
  // Of an effective draw, with its share of a warm-up as long as sampling; nothing if none is
  // known, or if the run diverged.
  std::optional<double> per_draw = std::nullopt;
};

// With estimated nanoseconds per gradient; it is given up when it has cost `most`.
[[nodiscard]] ShortRun run_shortly(const Ready& ready, double gradient, double most);

}  // namespace autumn::engine
