// An observer is told what a method does while it runs, and may ask it to stop.
#pragma once

#include <atomic>
#include <functional>
#include <string_view>

namespace autumn::approximate {

// Lines without their ends. What is not there is not called.
struct Observer {
  std::function<void(std::string_view)> info = {};
  std::function<void(std::string_view)> error = {};
  const std::atomic<bool>* stop = nullptr;  // raised to end early
};

inline void tell(const Observer& observer, std::string_view line) {
  if (observer.info) observer.info(line);
}

inline void complain(const Observer& observer, std::string_view line) {
  if (observer.error) observer.error(line);
}

[[nodiscard]] inline bool should_stop(const Observer& observer) {
  return observer.stop != nullptr && observer.stop->load(std::memory_order_relaxed);
}

}  // namespace autumn::approximate
