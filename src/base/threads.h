// Threads that share work with the one that starts them.
#pragma once

#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace autumn {

// So many threads that do this, or fewer where the system has no more: work that threads take from
// a common store is done all the same, by those that there are.
[[nodiscard]] std::vector<std::jthread> start_threads(std::size_t count,
                                                      const std::function<void()>& work);

// The calling thread does this with so many others, or fewer where the system has no more. When all
// have ended, the first exception of any of them goes on in the calling thread: one that leaves a
// thread would end the process.
void share_work(std::size_t others, const std::function<void()>& work);

// What the threads of a common work have thrown: the first of it is kept for the one who asked.
class ThrownByThreads {
 public:
  // Within a handler.
  void keep() noexcept;
  // When no thread works any more.
  void throw_on();

 private:
  std::mutex mutex_;
  std::exception_ptr first_;
};

}  // namespace autumn
