// `autumn sample --shard N`: the rows of the data, counted by N, are divided over the ranks of an
// MPI launcher, or are all here; one rank samples, and the others answer it.
#pragma once

#include <memory>
#include <optional>

#include "base/team.h"
#include "cli/commands.h"
#include "cli/program.h"
#include "engine/shards/shard_sum.h"

namespace autumn::cli {

// What sampling needs of a program whose rows are divided.
struct Sharded {
  LoadedModel first;  // with the rows of the first shard: for what does not depend on rows
  std::unique_ptr<Team> team;
  std::shared_ptr<engine::ShardSum> sum;
};

[[nodiscard]] int run_sharded(const SampleOptions& options);

}  // namespace autumn::cli
