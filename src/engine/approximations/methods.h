// Methods other than sampling on prepared programs: from a start to rows as files have them.
#pragma once

#include <optional>
#include <vector>

#include "approximate/laplace.h"
#include "approximate/optimize.h"
#include "approximate/pathfinder.h"
#include "approximate/variational.h"
#include "engine/approximations/start.h"
#include "engine/rows/row_errors.h"

namespace autumn::engine {

// What every method needs beside its settings. Nothing of the program may be collapsed
// (`prepare_joint`): methods are about the model as it is written.
struct MethodOptions {
  StartOptions start = {};
  MethodKey key = {};
};

// Rows of a method, in the order of a file.
struct MethodTable {
  DrawTable rows;
  // Errors and reject() in generated quantities; such rows have NaN for what was not reached.
  RowErrors generated_errors = {};
};

enum class SavedIterations { kLast, kAll };

struct OptimizeRun {
  approximate::Optimum optimum;
  MethodTable table;  // lp__, then the model; the last row is the optimum
};
// The program decides whether log Jacobians count. An error if no start is found.
[[nodiscard]] Result<OptimizeRun> run_optimize(const Prepared& prepared,
                                               const MethodOptions& options,
                                               const approximate::OptimizeSettings& settings,
                                               SavedIterations saved = SavedIterations::kLast,
                                               const approximate::OptimizeObserver& observer = {});

struct LaplaceRun {
  approximate::Laplace laplace;
  MethodTable table;  // log_p__, log_q__, then the model
};
// Around a mode on the unconstrained scale.
[[nodiscard]] LaplaceRun run_laplace(const Prepared& prepared, std::span<const double> mode,
                                     const MethodKey& key,
                                     const approximate::LaplaceSettings& settings,
                                     const approximate::Observer& observer = {});

struct VariationalRun {
  approximate::Variational variational;
  MethodTable table;  // lp__, log_p__, log_g__, then the model; the first row is the mean
};
[[nodiscard]] Result<VariationalRun> run_variational(
    const Prepared& prepared, const MethodOptions& options,
    const approximate::VariationalSettings& settings, const approximate::Observer& observer = {});

}  // namespace autumn::engine
