// This file waits for the engine.
#include "waiting.h"

#include <pthread.h>

#include <chrono>
#include <condition_variable>
#include <exception>
#include <system_error>

#include "base/printable.h"
#include "base/stopped.h"

namespace autumn::python {
namespace {

// As on the command line: a print() in the model speaks for every draw.
constexpr std::size_t kMostPrinted = 10000;
constexpr std::chrono::milliseconds kPulse{100};
// Programs nest as deep as on the command line, whatever stack the interpreter gives its threads.
constexpr std::size_t kStack = std::size_t{64} << 20;

// A thread that does one thing.
class Worker {
 public:
  explicit Worker(const std::function<void()>& work) : work_(work) {
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, kStack);
    const int code = pthread_create(&thread_, &attributes, &Worker::begin, this);
    pthread_attr_destroy(&attributes);
    if (code != 0) throw std::system_error(code, std::generic_category());
  }
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;
  ~Worker() { pthread_join(thread_, nullptr); }

  // Whether it is done, now or within a moment.
  [[nodiscard]] bool is_done_soon() {
    std::unique_lock lock(mutex_);
    return is_done_now_.wait_for(lock, kPulse, [this] { return is_done_; });
  }
  [[nodiscard]] std::exception_ptr failure() const { return failure_; }

 private:
  static void* begin(void* self) {
    static_cast<Worker*>(self)->run();
    return nullptr;
  }

  void run() {
    try {
      work_();
    } catch (...) {
      failure_ = std::current_exception();
    }
    const std::lock_guard lock(mutex_);
    is_done_ = true;
    is_done_now_.notify_all();
  }

  const std::function<void()>& work_;
  pthread_t thread_{};
  std::mutex mutex_;
  std::condition_variable is_done_now_;
  bool is_done_ = false;
  std::exception_ptr failure_;
};

}  // namespace

void Lines::add(const std::string& line) {
  const std::lock_guard lock(mutex_);
  ++count_;
  if (count_ <= kMostPrinted) lines_.push_back(printable(line));
  if (count_ == kMostPrinted + 1) {
    lines_.push_back("(" + std::to_string(kMostPrinted) +
                     " lines of print() are enough: the rest is left out)");
  }
}

void Lines::print() {
  std::vector<std::string> lines;
  {
    const std::lock_guard lock(mutex_);
    lines.swap(lines_);
  }
  for (const std::string& line : lines) nb::print(nb::str(line.c_str(), line.size()));
}

std::function<void(const std::string&)> Waiting::printer() const {
  return [lines = lines_](const std::string& line) { lines->add(line); };
}

void Waiting::look_at_python() {
  try {
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
    lines_->print();
    if (!pulse_.is_none()) pulse_();
  } catch (nb::python_error& error) {
    if (!interruption_) interruption_.emplace(std::move(error));
    stop_.store(true, std::memory_order_relaxed);
  }
}

void Waiting::run(const std::function<void()>& work) {
  std::exception_ptr failure;
  {
    const nb::gil_scoped_release released;
    Worker worker(work);
    while (!worker.is_done_soon()) {
      const nb::gil_scoped_acquire acquired;
      look_at_python();
    }
    failure = worker.failure();
  }
  look_at_python();
  if (!failure) return;
  raise_interruption();  // which is why it failed
  try {
    std::rethrow_exception(failure);
  } catch (const Stopped& stopped) {
    fail(stopped.limit.value_or(Error{"stopped", {}, {}}));
  }
}

}  // namespace autumn::python
