// Python waits for the engine: what is computed runs on a thread of its own without the lock of the
// interpreter, while the thread that asked looks for signals, prints what the program prints, and
// shows progress. The library has no handler of signals here: Python's own decides.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "binding.h"

namespace autumn::python {

// Lines that a program prints, from any thread, on their way to Python's standard output.
class Lines {
 public:
  void add(const std::string& line);
  // With the lock of the interpreter.
  void print();

 private:
  std::mutex mutex_;
  std::vector<std::string> lines_;
  std::size_t count_ = 0;
};

// One computation that Python waits for.
class Waiting {
 public:
  // `pulse` is called several times a second, and at the end; it may be None.
  explicit Waiting(nb::object pulse = nb::none()) : pulse_(std::move(pulse)) {}

  // Exceptions of the work come out here. A signal for which Python has an exception, Ctrl-C for
  // one, raises the flag, and the work is to end.
  void run(const std::function<void()>& work);

  [[nodiscard]] const std::atomic<bool>* stop() const { return &stop_; }
  [[nodiscard]] std::function<void(const std::string&)> printer() const;
  // Whether there was such a signal; what is to be raised then, if nothing is to be had.
  [[nodiscard]] bool was_interrupted() const { return interruption_.has_value(); }
  void raise_interruption() {
    if (interruption_) throw std::move(*interruption_);
  }

 private:
  void look_at_python();

  nb::object pulse_;
  std::atomic<bool> stop_{false};
  std::shared_ptr<Lines> lines_ = std::make_shared<Lines>();
  std::optional<nb::python_error> interruption_;
};

// What came of the work; the interruption, if there was one.
template <typename Work>
auto waited(Waiting& waiting, const Work& work) {
  std::optional<decltype(work())> result;
  waiting.run([&] { result.emplace(work()); });
  waiting.raise_interruption();
  return *std::move(result);
}

}  // namespace autumn::python
