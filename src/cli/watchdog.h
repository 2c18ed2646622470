// A watchdog ends what takes too long: it asks first, and then does not wait.
#pragma once

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

#include "base/error.h"

namespace autumn::cli {

[[nodiscard]] Error time_is_up(double seconds);

class Watchdog {
 public:
  // After so many seconds it does what Ctrl-C does; what still runs some time later is ended where
  // it is.
  explicit Watchdog(double seconds);
  ~Watchdog();
  Watchdog(const Watchdog&) = delete;
  Watchdog& operator=(const Watchdog&) = delete;

  [[nodiscard]] bool has_bitten() const { return has_bitten_; }

 private:
  void watch(double seconds);
  // Whether all is over before the time is.
  [[nodiscard]] bool is_over_within(double seconds);

  std::mutex mutex_;
  std::condition_variable over_;
  bool is_over_ = false;
  std::atomic<bool> has_bitten_{false};
  std::string last_words_;  // made while there is memory
  std::jthread thread_;     // after what it uses
};

}  // namespace autumn::cli
