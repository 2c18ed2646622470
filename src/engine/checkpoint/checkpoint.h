// A checkpoint is what is on disk of a chain beside its draws, so that the chain can go on after
// any death of its process: its state, and where its file of draws stood then.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/error.h"
#include "sample/chain.h"

namespace autumn::engine {

struct Checkpoint {
  std::uint64_t run = 0;           // the run it belongs to
  std::uint32_t chain = 0;         // counted from 0
  std::int64_t iterations = 0;     // that are done
  std::int64_t left = 0;           // as it seemed then
  std::int64_t warmup = 0;         // iterations of it that are done
  std::int64_t thin = 1;           // as given or chosen
  std::uint64_t bytes = 0;         // of the file of draws behind its head; 0: there is none yet
  std::uint64_t checksum = 0;      // of these
  std::uint64_t warmup_draws = 0;  // among them
  std::uint64_t draws = 0;
  sampler::ChainState state;

  void visit_fields(sampler::Fields& fields);
  bool operator==(const Checkpoint&) const = default;
};

// As a file has it: with a mark of its kind, a version, and a digest at the end.
[[nodiscard]] std::string encode(Checkpoint checkpoint);
// An error if these are not the bytes of a whole checkpoint; `name` is what it calls them.
[[nodiscard]] Result<Checkpoint> decode(std::string_view bytes, const std::string& name);

// Everything in it, in lines.
[[nodiscard]] std::string to_text(const Checkpoint& checkpoint);

}  // namespace autumn::engine
