// This header declares the collapse law inside a run, at points found before sampling and at draws
// that were made.
#pragma once

#include <optional>

#include "engine/prepare.h"
#include "engine/run.h"
#include "recover/law.h"

namespace autumn::engine {

// How many points are looked at before and after a run: few, and fewer where the joint density
// costs much beside the run. By counts, so that the same options look at the same points.
struct LawPoints {
  std::size_t before = 0;
  std::size_t after = 0;

  bool operator==(const LawPoints&) const = default;
};
[[nodiscard]] LawPoints law_points(const Prepared& prepared, const RunOptions& options);

// The first law that fails, at an initial point and at points where a short pilot arrives. They
// follow from model, options and seed, and from no chain. Nothing if all is well, or nothing is
// collapsed.
[[nodiscard]] std::optional<recover::Law> broken_before(const Prepared& prepared,
                                                        const RunOptions& options);
// The same at draws of a run.
[[nodiscard]] std::optional<recover::Law> broken_after(const Prepared& prepared,
                                                       const RunOptions& options, const Run& run);

}  // namespace autumn::engine
