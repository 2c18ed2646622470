// A team is threads that wait, for as long as it lives, to share the work of the one that has it.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <thread>
#include <vector>

#include "base/threads.h"

namespace autumn {

// One thread at a time may ask for work to be done. Helpers look out for it for some microseconds
// after the last, and sleep then.
class Team {
 public:
  // What is done of a task, by a worker: 0 is the thread that asks.
  using Work = std::function<void(std::size_t worker, std::size_t task)>;

  // As many workers, with the one that asks; fewer where the system has no more threads.
  explicit Team(std::size_t workers);
  ~Team();
  Team(const Team&) = delete;
  Team& operator=(const Team&) = delete;

  // The largest number of a worker is less than this.
  [[nodiscard]] std::size_t size() const { return size_; }

  // Every task is done once, by whoever is free, when this returns. If one throws, others may be
  // left out, and the first exception goes on here once nobody works any more.
  void run(std::size_t tasks, const Work& work);

 private:
  void help(std::size_t worker);
  // Takes part in what there is to do unless it is closed; whether it did.
  bool join(std::uint32_t state, std::size_t worker);
  void take_tasks(std::size_t worker);

  // Whether there is work, how many helpers take part, and a number of the work, in one word.
  std::atomic<std::uint32_t> state_{0};
  std::atomic<std::size_t> next_{0};
  std::size_t tasks_ = 0;
  const Work* work_ = nullptr;
  ThrownByThreads thrown_;
  std::atomic<bool> is_over_{false};
  std::size_t size_ = 1;
  std::vector<std::jthread> helpers_;  // after what they use
};

}  // namespace autumn
