// A short run tells what an effective draw of a model that is ready costs: a warm-up with a random
// stream of its own, judged by counts and autocorrelations alone.
#pragma once

#include <optional>

#include "engine/ready.h"

namespace autumn::engine {

struct ShortRun {
  double cost = 0.0;                              // nanoseconds of the run itself, estimated
  std::optional<double> per_draw = std::nullopt;  // of an effective draw; nothing if none is known
};

// With estimated nanoseconds per gradient; it is given up when it has cost `most`.
[[nodiscard]] ShortRun run_shortly(const Ready& ready, double gradient, double most);

}  // namespace autumn::engine
