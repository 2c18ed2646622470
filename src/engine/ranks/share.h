// A run may be made by several processes, its ranks, each of which makes a share of its chains in
// one directory. They agree before the first chain begins; from then on each is on its own.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "base/error.h"
#include "engine/checkpoint/run_record.h"
#include "engine/ranks/board.h"

namespace autumn::engine {

struct Share {
  std::uint32_t rank = 0;
  std::uint32_t size = 1;
  // All ranks call these, in this order, when they know their plan: an error of one ends all.
  // Whether this is the same run on all ranks; who leads learns it.
  std::function<Status(const RunRecord&)> agree = {};
  // Those who do not lead wait until the files of the run are there.
  std::function<Status()> await_files = {};
  // Every rank has opened its files, or could not: the chains begin, or none does.
  std::function<Status(const Status& opened)> start = {};
  // What ranks leave for each other in the directory, once it is open.
  std::shared_ptr<RankBoard> board = std::make_shared<RankBoard>();

  // Chains are dealt out like cards.
  [[nodiscard]] bool has(std::uint32_t chain) const { return chain % size == rank; }
  // One rank makes the directory, waits for the others, and tells of the whole run.
  [[nodiscard]] bool leads() const { return rank == 0; }
};

}  // namespace autumn::engine
