// A chain goes from its initial point through warm-up to its last draw.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/log_density.h"
#include "sample/initial_point.h"
#include "sample/settings.h"
#include "sample/state/fields.h"
#include "sample/statistics.h"
#include "sample/stillness.h"
#include "sample/warmup_record.h"

namespace autumn::sampler {

enum class Phase { warmup, sampling };

// What a chain samples with after warm-up.
struct Adapted {
  double step_size = 1.0;
  MetricKind metric = MetricKind::kDiagonal;
  // Ones (unit), the diagonal, or the rows of the matrix (dense).
  std::vector<double> inverse_metric;
  // The share of jumps expected to be accepted; 0 without jumps.
  double jump_acceptance = 0.0;

  void visit_fields(Fields& fields);
  bool operator==(const Adapted&) const = default;
};

// A kept iteration. Iterations count from 0 through warm-up and sampling; `position` is valid
// during the call only.
struct Draw {
  Phase phase;
  std::int64_t iteration;
  const Statistics& statistics;
  std::span<const double> position;
};

// Everything that the rest of a chain depends on, between two of its iterations, beside density,
// settings and key: its own fields, and those of its observer.
struct ChainState {
  std::string fields;

  bool operator==(const ChainState&) const = default;
};
[[nodiscard]] std::string to_text(const ChainState& state);

// What happens in a chain, in order, on the chain's own thread.
class ChainObserver {
 public:
  virtual ~ChainObserver() = default;

  // Once, when it is known where the chain begins.
  virtual void on_initial_point() {}
  // Once, before the first sampling iteration (also without warm-up or adaptation); never with
  // fixed_param.
  virtual void on_adapted(const Adapted& adapted) = 0;
  // After every iteration of warm-up, with where the chain stands.
  virtual void on_warmup_point(const Point&) {}
  // With an automatic thin: transitions per kept draw, 1 or more. Before on_adapted; not with
  // fixed_param, which keeps every draw.
  [[nodiscard]] virtual std::int64_t choose_thin(const WarmupRecord&) { return 1; }
  // Whether the chain is to end before what the iteration did counts: what happened in it after the
  // request is no transition of the posterior's.
  [[nodiscard]] virtual bool is_stopped() const { return false; }
  // Every `thin`-th iteration of sampling, and of warm-up if that is saved.
  virtual void on_draw(const Draw& draw) = 0;
  // After every iteration, kept or not; false ends the chain here.
  [[nodiscard]] virtual bool on_iteration(Phase phase, std::int64_t iteration) = 0;
  // Whether the chain is asked for its state now and then. Asked once, before the first iteration.
  [[nodiscard]] virtual bool keeps_states() const { return false; }
  // Whether the chain is to tell its state after an iteration, with so many left as it seems now.
  // It is also asked when it is stopped, after the last iteration that counts.
  [[nodiscard]] virtual bool wants_state(std::int64_t) { return false; }
  virtual void on_state(ChainState) {}
  // What the observer knows of the chain that is not told again when the chain goes on from a
  // state.
  virtual void visit_fields(Fields&) {}
};

struct ChainResult {
  Adapted adapted;
  std::uint64_t gradients_warmup = 0;  // with those of the search for an initial point
  std::uint64_t gradients_sampling = 0;
  double seconds_warmup = 0.0;
  double seconds_sampling = 0.0;
  std::int64_t iterations = 0;  // done, warm-up included
  std::int64_t warmup = 0;      // iterations of it, as asked for or fewer
  std::int64_t thin = 1;        // as given or chosen
  bool interrupted = false;
  std::int64_t walks = 0;           // transitions of NUTS or HMC after warm-up
  std::int64_t divergences = 0;     // after warm-up
  std::int64_t max_depth_hits = 0;  // after warm-up
  std::int64_t jumps_tried = 0;     // after warm-up
  std::int64_t jumps_accepted = 0;
  StillChain still;
  std::vector<double> final_position;

  void visit_fields(Fields& fields);
};

// Runs a chain. `initial` is empty, or has one number per dimension with NaN for those to be drawn
// at random. The result depends on density, settings, key and initial point alone. fixed_param has
// no warm-up and stays at the initial point. A density without dimensions gives the same point in
// every iteration, with accept_stat 1.
[[nodiscard]] Result<ChainResult> run_chain(LogDensity& density, const Settings& settings,
                                            const ChainKey& key, std::span<const double> initial,
                                            ChainObserver& observer);

// The same from a state on that such a chain has told, with the same density, settings and key:
// what comes then is, to the bit, what came in that chain. Settings may ask for more draws. An
// error if it is no state of such a chain.
[[nodiscard]] Result<ChainResult> resume_chain(LogDensity& density, const Settings& settings,
                                               const ChainKey& key, const ChainState& state,
                                               ChainObserver& observer);

}  // namespace autumn::sampler
