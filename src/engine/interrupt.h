// Ctrl-C is a request to stop, and so are SIGTERM and SIGHUP, unless they are ignored: sampling
// ends cleanly and keeps what it has.
#pragma once

#include <array>
#include <atomic>
#include <csignal>

namespace autumn::engine {

// Raised by the first such signal while a guard lives.
[[nodiscard]] const std::atomic<bool>& interrupt_flag();
// Raises it as such a signal does.
void interrupt();
// The signal that asked to stop last; SIGINT if none did.
[[nodiscard]] int interrupting_signal();

// While it lives, the first such signal raises a flag and gives the signal back to its former
// handler, so that a second one ends the program as usual. A signal that is ignored stays ignored:
// that is what `nohup` asks for, and shells for what runs in the background. One at a time.
class InterruptGuard {
 public:
  InterruptGuard();
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;

  [[nodiscard]] const std::atomic<bool>& flag() const;

 private:
  static constexpr std::array kSignals{SIGINT, SIGTERM, SIGHUP};
  std::array<struct sigaction, kSignals.size()> former_{};
};

}  // namespace autumn::engine
