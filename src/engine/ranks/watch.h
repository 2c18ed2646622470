// While a rank makes its chains, a thread of its own looks at the board and writes on it.
#pragma once

#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

#include "engine/run.h"
#include "output/report/progress.h"

namespace autumn::engine {

class RankWatch {
 public:
  // None, if the run has no ranks.
  RankWatch(const RunOptions& options, output::Progress& progress);
  ~RankWatch();
  RankWatch(const RankWatch&) = delete;
  RankWatch& operator=(const RankWatch&) = delete;

  // Who leads waits until all others have ended, in one way or another. Once the run is to stop
  // they have a moment for that. By rank; the first is that of who leads.
  [[nodiscard]] std::vector<RankAccount> await_others();

 private:
  void try_to_look();
  void look();

  const RunOptions& options_;
  output::Progress& progress_;
  std::mutex mutex_;
  std::condition_variable over_;
  bool is_over_ = false;
  std::jthread thread_;  // after what it uses
};

}  // namespace autumn::engine
