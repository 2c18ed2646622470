// This file waits for the end of a command, or of its time.
#include "cli/watchdog.h"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>

#include "engine/interrupt.h"

namespace autumn::cli {

Error time_is_up(double seconds) {
  return {.message = fmt::format("the {:g} seconds that this may take are over", seconds),
          .suggestion = "`--limit-time` allows more",
          .where = {}};
}

Watchdog::Watchdog(double seconds)
    : last_words_(to_text(time_is_up(seconds)) + "\n"),
      thread_([this, seconds] { watch(seconds); }) {}

Watchdog::~Watchdog() {
  const std::lock_guard lock(mutex_);
  is_over_ = true;
  over_.notify_all();
}

bool Watchdog::is_over_within(double seconds) {
  std::unique_lock lock(mutex_);
  return over_.wait_for(lock, std::chrono::duration<double>(seconds), [this] { return is_over_; });
}

// Draws are written as they come, so that those of the last second are all that can be lost.
void Watchdog::watch(double seconds) {
  constexpr double kGrace = 3.0;
  if (is_over_within(seconds)) return;
  has_bitten_ = true;
  engine::interrupt();
  if (is_over_within(kGrace)) return;
  std::fputs(last_words_.c_str(), stderr);
  std::fflush(stderr);
  _exit(1);
}

}  // namespace autumn::cli
