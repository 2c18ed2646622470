// Ctrl-C is a request to stop: sampling ends cleanly and keeps what it has.
#pragma once

#include <atomic>
#include <csignal>

namespace autumn::engine {

// While it lives, the first SIGINT raises a flag and gives the signal back to its former handler,
// so that a second one ends the program as usual. One at a time.
class InterruptGuard {
 public:
  InterruptGuard();
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;

  [[nodiscard]] const std::atomic<bool>& flag() const;

 private:
  struct sigaction former_{};
};

}  // namespace autumn::engine
