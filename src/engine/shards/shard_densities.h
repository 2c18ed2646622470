// The densities of some shards of a program's data, each with its own evaluator.
#pragma once

#include <deque>
#include <span>
#include <vector>

#include "base/error.h"
#include "base/team.h"
#include "engine/load.h"
#include "engine/shards/shard_data.h"
#include "evaluate/function.h"

namespace autumn::engine {

// What all shards have in common.
struct ShardProgram {
  const LoadedProgram& program;
  const ShardData& data;
  trace::TraceOptions trace = {};
};

// The program with these data.
[[nodiscard]] Result<trace::Traced> trace_rows(const ShardProgram& program, trace::Data data);
// Its density of all parameters: nothing is integrated out, because rows would have to meet.
[[nodiscard]] Result<evaluate::PreparedProgram> density_of_rows(const ShardProgram& program,
                                                                trace::Data data);

// Shards [first, first + count).
struct ShardRange {
  std::size_t first = 0;
  std::size_t count = 0;
};
// Those of a rank: contiguous, and nearly as many for each.
[[nodiscard]] ShardRange shards_of(std::size_t shards, std::size_t rank, std::size_t ranks);

class ShardDensities {
 public:
  // `team` may be null; it outlives these.
  [[nodiscard]] static Result<ShardDensities> make(const ShardProgram& program, ShardRange range,
                                                   Team* team);

  [[nodiscard]] std::size_t count() const { return functions_.size(); }
  // 0 if there is none.
  [[nodiscard]] std::size_t dimension() const;
  // For every shard its value, then its gradient.
  void evaluate(std::span<const double> x, std::span<double> results);

 private:
  Team* team_ = nullptr;
  bool takes_turns_ = false;  // the team shares each shard, not the shards
  std::deque<evaluate::EvaluatedFunction> functions_;
};

}  // namespace autumn::engine
