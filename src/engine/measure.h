// A measurement says what preparation, a gradient and a recovered draw cost for a model.
#pragma once

#include <string>
#include <vector>

#include "engine/prepare.h"

namespace autumn::engine {

struct Measurement {
  double ns_per_gradient = 0.0;
  double ns_per_gradient_uncollapsed = 0.0;
  double ns_estimated = 0.0;  // of a gradient, as plans are compared by (engine/worth.h)
  double ns_estimated_uncollapsed = 0.0;
  double ns_per_recovery = 0.0;  // of one draw of everything that was collapsed
  std::size_t recovered = 0;     // numbers in such a draw
  std::vector<StageTime> prepare;
  double peak_rss_mb = 0.0;
  std::size_t dimension = 0;
  std::size_t dimension_uncollapsed = 0;
  // Where the gradient of everything was taken, in Stan's order, so that others can be measured
  // there too; empty if it is long.
  std::vector<double> point;
};

// Times are of the processor, the best of several rounds, each long enough for the clock; every
// gradient is taken where the one before it led, so that it shows what a sampler waits for.
[[nodiscard]] Measurement measure(const Prepared& prepared, const Prepared& joint,
                                  std::vector<StageTime> loading);

[[nodiscard]] std::string to_text(const Measurement& measurement);
// {"ns_per_gradient": ..., "prepare_ms": {"trace": ...}, ...}
[[nodiscard]] std::string to_json(const Measurement& measurement);

}  // namespace autumn::engine
