// This file has the signal handler of Ctrl-C. A handler can reach only static storage, so the flag
// is the one global of the engine.
#include "engine/interrupt.h"

namespace autumn::engine {
namespace {

std::atomic<bool> g_interrupted{false};
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler may not take a lock");

void on_interrupt(int) {
  g_interrupted.store(true, std::memory_order_relaxed);
}

}  // namespace

InterruptGuard::InterruptGuard() {
  g_interrupted.store(false);
  struct sigaction action{};
  action.sa_handler = on_interrupt;
  action.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);
  sigaction(SIGINT, &action, &former_);
}

InterruptGuard::~InterruptGuard() {
  sigaction(SIGINT, &former_, nullptr);
}

const std::atomic<bool>& InterruptGuard::flag() const {
  return g_interrupted;
}

}  // namespace autumn::engine
