// This file hands tasks to threads that wait for them.
#include "base/team.h"

#include <algorithm>

#if defined(__x86_64__) || defined(__i386__)
#include <immintrin.h>
#endif

namespace autumn {
namespace {

// The word: one bit that is set while tasks are left, fifteen for the helpers that take part, and
// sixteen that count, by which a helper knows that it has seen this work.
constexpr std::uint32_t kOpen = 1;
constexpr std::uint32_t kHelper = 2;
constexpr std::uint32_t kHelpers = 0xfffe;
constexpr std::uint32_t kNumber = 0x10000;
constexpr std::size_t kMostHelpers = 0x7fff;

// Some tens of microseconds: loops of an evaluation follow each other, a system call takes as long.
constexpr int kLooks = 2000;

void pause() {
#if defined(__x86_64__) || defined(__i386__)
  _mm_pause();
#endif
}

// Waits until the word is another one.
std::uint32_t next_state(const std::atomic<std::uint32_t>& state, std::uint32_t old) {
  for (int look = 0; look < kLooks; ++look) {
    const std::uint32_t now = state.load(std::memory_order_acquire);
    if (now != old) return now;
    pause();
  }
  state.wait(old, std::memory_order_acquire);
  return state.load(std::memory_order_acquire);
}

}  // namespace

Team::Team(std::size_t workers) {
  if (workers < 2) return;
  const std::size_t helpers = std::min(workers - 1, kMostHelpers);
  std::atomic<std::size_t>* const numbers = &next_;  // of the helpers, before there is work
  helpers_ = start_threads(helpers, [this, numbers] { help(1 + (*numbers)++); });
  size_ = helpers_.size() + 1;
  while (next_.load() < helpers_.size()) std::this_thread::yield();
}

Team::~Team() {
  is_over_.store(true);
  state_.fetch_add(kNumber);
  state_.notify_all();
}

void Team::take_tasks(std::size_t worker) {
  try {
    for (std::size_t task = next_++; task < tasks_; task = next_++) (*work_)(worker, task);
  } catch (...) {
    thrown_.keep();
    next_.store(tasks_);
  }
}

bool Team::join(std::uint32_t state, std::size_t worker) {
  if ((state & kOpen) == 0) return false;
  while (!state_.compare_exchange_weak(state, state + kHelper, std::memory_order_acq_rel)) {
    if ((state & kOpen) == 0) return false;
  }
  take_tasks(worker);
  state_.fetch_sub(kHelper, std::memory_order_acq_rel);
  state_.notify_all();
  return true;
}

void Team::help(std::size_t worker) {
  std::uint32_t state = state_.load(std::memory_order_acquire);
  while (!is_over_.load()) {
    // After its part a helper waits for other work, not for what it has seen done.
    if (join(state, worker)) {
      const std::uint32_t done = state / kNumber;
      state = state_.load(std::memory_order_acquire);
      while (state / kNumber == done && !is_over_.load()) state = next_state(state_, state);
    } else {
      state = next_state(state_, state);
    }
  }
}

void Team::run(std::size_t tasks, const Work& work) {
  work_ = &work;
  tasks_ = tasks;
  next_.store(0, std::memory_order_relaxed);
  if (!helpers_.empty() && tasks > 1) {
    state_.store((state_.load(std::memory_order_relaxed) & ~(kNumber - 1)) + kNumber + kOpen,
                 std::memory_order_release);
    state_.notify_all();
  }
  take_tasks(0);
  std::uint32_t state = state_.fetch_and(~kOpen, std::memory_order_acq_rel) & ~kOpen;
  while ((state & kHelpers) != 0) state = next_state(state_, state);
  thrown_.throw_on();
}

}  // namespace autumn
