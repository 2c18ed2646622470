// The loop of a chain over its iterations, for the files that are made of it: what is a chain to
// others is in `sample/chain.h`.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <variant>

#include "sample/adaptation.h"
#include "sample/chain.h"
#include "sample/jumps/learn.h"
#include "sample/nuts.h"
#include "sample/settling.h"
#include "sample/static_hmc.h"

namespace autumn::sampler {

struct FixedParam {};
using Kernel = std::variant<FixedParam, StaticHmc, Nuts>;

class Chain {
 public:
  Chain(LogDensity& density, Metric metric, const Settings& settings, const ChainKey& key,
        ChainObserver& observer);

  [[nodiscard]] Result<ChainResult> run(std::span<const double> initial);
  [[nodiscard]] Result<ChainResult> resume(const ChainState& state);

 private:
  using Clock = std::chrono::steady_clock;

  // Streams of one iteration: its transition, and the search for a step size, the jump or the fit
  // for jumps that precedes it.
  enum class Stream : std::uint64_t { kTransition = 0, kStepSizeSearch = 1, kJump = 2, kFit = 3 };

  // What an iteration changes before it is known that it counts.
  struct Before {
    Point point = {};
    std::optional<Jumper> jumper = std::nullopt;  // if the iteration fits another one
    std::uint64_t gradients = 0;
    std::int64_t jumps_tried = 0;
    std::int64_t jumps_accepted = 0;
  };

  // What an iteration did.
  struct Iteration {
    Statistics statistics;
    bool has_walked;
  };

  [[nodiscard]] Random random(std::int64_t iteration, Stream stream) const;
  [[nodiscard]] std::int64_t planned_iterations() const;
  [[nodiscard]] Result<ChainResult> go_on();
  [[nodiscard]] Status begin_warmup();
  [[nodiscard]] Status warm_up();
  void end_warmup();
  void begin_sampling();
  void begin_jumps();
  [[nodiscard]] Status begin_adaptation();
  [[nodiscard]] Status begin_adaptation_here();
  [[nodiscard]] Status learn(const Iteration& done);
  [[nodiscard]] Status learn_here(const Iteration& done);
  [[nodiscard]] bool may_restart() const;
  [[nodiscard]] Status restart();
  [[nodiscard]] Iteration iterate();
  [[nodiscard]] Statistics transition();
  void sample();
  [[nodiscard]] Statistics jump();
  [[nodiscard]] Statistics stay() const;
  [[nodiscard]] bool is_to_walk() const;
  [[nodiscard]] bool may_jump() const;
  [[nodiscard]] bool may_follow() const;
  [[nodiscard]] bool may_climb() const;
  [[nodiscard]] bool is_time_to_fit(std::int64_t iteration) const;
  [[nodiscard]] std::optional<Jumper> fit_to_trail();
  [[nodiscard]] bool keeps_record() const;
  void begin_record();
  void settle_warmup();
  void drop_first_half();
  void record(const Iteration& done);
  void settle_jumps();
  void settle_thin();
  [[nodiscard]] bool ends_here();
  [[nodiscard]] bool report(Phase phase, std::int64_t in_phase, const Statistics& statistics);
  [[nodiscard]] Adapted adapted() const;
  [[nodiscard]] double seconds() const;
  void remember();
  void go_back();
  void tell_state();
  void visit_fields(Fields& fields);
  void visit_adaptation(Fields& fields);
  [[nodiscard]] Status read(const ChainState& state);
  [[nodiscard]] bool is_consistent() const;

  const Settings& settings_;
  ChainKey key_;
  ChainObserver& observer_;
  Hamiltonian hamiltonian_;
  Kernel kernel_;
  Point point_;
  double step_size_;
  std::optional<Adaptation> adaptation_;
  std::int64_t iteration_ = 0;
  std::int64_t warmup_;      // as long as it will be, for what is known now
  std::int64_t last_stage_;  // iterations of it
  bool is_warm_ = false;     // sampling has begun
  bool stopped_ = false;
  bool is_drawn_ = false;  // the initial point, or a part of it
  Stillness stillness_;
  WarmupRecord record_;
  Efforts efforts_;
  TrailRecord trail_;  // of the whole warm-up, where there may be jumps
  std::optional<Jumper> jumper_;
  std::int64_t thin_ = 1;
  ChainResult result_;
  double seconds_before_ = 0.0;  // of this phase, before the chain went on from a state
  Clock::time_point begin_ = Clock::now();
  bool keeps_states_;
  Before before_;
};

}  // namespace autumn::sampler
