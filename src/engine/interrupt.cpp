// This file has the signal handler of Ctrl-C. A handler can reach only static storage, so the flag
// and the number of the signal are the globals of the engine.
#include "engine/interrupt.h"

#include <unistd.h>

#include <cerrno>
#include <string_view>

namespace autumn::engine {
namespace {

std::atomic<bool> g_interrupted{false};
std::atomic<int> g_signal{SIGINT};
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler may not take a lock");

// Somebody who waits at a terminal is to see that it was heard: what runs may take a while to end.
void acknowledge() {
  constexpr std::string_view kText = "\nStopping. Once more ends at once.\n";
  if (isatty(STDERR_FILENO) == 0) return;
  [[maybe_unused]] const auto ignored = write(STDERR_FILENO, kText.data(), kText.size());
}

// What is interrupted may be about to read why a call of its own has failed.
void on_interrupt(int signal) {
  const int error = errno;
  g_signal.store(signal, std::memory_order_relaxed);
  g_interrupted.store(true, std::memory_order_relaxed);
  if (signal == SIGINT) acknowledge();
  errno = error;
}

}  // namespace

InterruptGuard::InterruptGuard() {
  g_interrupted.store(false);
  struct sigaction action{};
  action.sa_handler = on_interrupt;
  action.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);
  for (std::size_t k = 0; k < kSignals.size(); ++k) {
    sigaction(kSignals[k], nullptr, &former_[k]);
    if (former_[k].sa_handler != SIG_IGN) sigaction(kSignals[k], &action, nullptr);
  }
}

InterruptGuard::~InterruptGuard() {
  for (std::size_t k = 0; k < kSignals.size(); ++k) sigaction(kSignals[k], &former_[k], nullptr);
}

const std::atomic<bool>& interrupt_flag() {
  return g_interrupted;
}

void interrupt() {
  g_interrupted.store(true, std::memory_order_relaxed);
}

int interrupting_signal() {
  return g_signal.load(std::memory_order_relaxed);
}

const std::atomic<bool>& InterruptGuard::flag() const {
  return g_interrupted;
}

}  // namespace autumn::engine
