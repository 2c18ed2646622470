// This file starts threads as long as the system lets it.
#include "base/threads.h"

#include <new>
#include <system_error>
#include <utility>

namespace autumn {

std::vector<std::jthread> start_threads(std::size_t count, const std::function<void()>& work) {
  std::vector<std::jthread> threads;
  threads.reserve(count);
  try {
    while (threads.size() < count) threads.emplace_back(work);
  } catch (const std::system_error&) {
    // These are all that can be had.
  } catch (const std::bad_alloc&) {
    // So they are; those that have begun may wait for work that only comes if this returns.
  }
  return threads;
}

void ThrownByThreads::keep() noexcept {
  const std::lock_guard lock(mutex_);
  if (!first_) first_ = std::current_exception();
}

void ThrownByThreads::throw_on() {
  if (first_) std::rethrow_exception(std::exchange(first_, nullptr));
}

void share_work(std::size_t others, const std::function<void()>& work) {
  ThrownByThreads thrown;
  const auto guarded = [&] {
    try {
      work();
    } catch (...) {
      thrown.keep();
    }
  };
  {
    const std::vector<std::jthread> threads = start_threads(others, guarded);
    guarded();
  }
  thrown.throw_on();
}

}  // namespace autumn
