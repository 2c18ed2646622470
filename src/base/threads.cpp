// This file starts threads as long as the system lets it.
#include "base/threads.h"

#include <system_error>

namespace autumn {

std::vector<std::jthread> start_threads(std::size_t count, const std::function<void()>& work) {
  std::vector<std::jthread> threads;
  threads.reserve(count);
  try {
    while (threads.size() < count) threads.emplace_back(work);
  } catch (const std::system_error&) {
    // These are all that can be had.
  }
  return threads;
}

}  // namespace autumn
