// Threads that share work with the one that starts them.
#pragma once

#include <cstddef>
#include <functional>
#include <thread>
#include <vector>

namespace autumn {

// So many threads that do this, or fewer where the system has no more: work that threads take from
// a common store is done all the same, by those that there are.
[[nodiscard]] std::vector<std::jthread> start_threads(std::size_t count,
                                                      const std::function<void()>& work);

}  // namespace autumn
