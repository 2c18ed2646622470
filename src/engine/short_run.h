// A short run tells what an effective draw of a model that is ready costs: a warm-up with a seed of
// its own, judged by counts and autocorrelations alone. It is the same for all seeds of the
// program, because chains that were started with several must come to the same plan.
#pragma once

#include <cstdint>

#include "base/numbers.h"
#include "engine/ready.h"

namespace autumn::engine {

struct RunBounds {
  // The run is given up when its transitions alone are seen to cost more than this, an effective
  // draw elsewhere, ...
  double most = kInfinity;
  // ... or when all of it costs more than this, ...
  double budget = kInfinity;
  // ... and has shown enough when an effective draw is seen to cost less than this, ...
  double enough = 0.0;
  // ... or so little, for transitions that are dear at first, that it will cost what is usual.
  double usual = 0.0;
  // It has shown enough, too, when a draw costs more than this for some time.
  double dear = kInfinity;
};

// In nanoseconds, from the estimated ones of a gradient.
struct ShortRun {
  // Of an effective draw, with its share of a warm-up as long as sampling, and more where the run
  // diverged; infinity if it was given up, or if nothing is known.
  double per_draw = kInfinity;
  double per_transition = kInfinity;
  std::int64_t iterations = 0;  // that it took
  bool is_over_budget = false;
  bool is_usual = false;  // then nothing else is known
};

// What can be centred is, half-way: a run finds its coordinates later.
[[nodiscard]] ShortRun short_run(const Ready& ready, double gradient, const RunBounds& bounds);

}  // namespace autumn::engine
