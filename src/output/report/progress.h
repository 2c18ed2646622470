// This header shows the progress of the chains while they run: lines that renew themselves on a
// terminal, CmdStan's plain lines elsewhere.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace autumn::output {

struct ProgressOptions {
  std::uint32_t chains = 1;
  std::uint32_t first_id = 1;  // chains are named first_id, first_id + 1, ...
  std::uint32_t num_warmup = 1000;
  std::uint32_t num_samples = 1000;
  std::int32_t refresh = 100;  // 0 or less: say nothing
  bool is_terminal = false;
  // One line for all chains, however few they are.
  bool is_one_line = false;
  // Where nobody looks: seconds without a line after which one about the whole run comes; 0: none.
  double pulse = 0.0;
  // Seconds that pass, from any start; the default is the steady clock.
  std::function<double()> clock{};
  // Where the text goes, in whole lines; the default is standard error, unbuffered.
  std::function<void(std::string_view)> sink{};
};

// True if standard error is a terminal that understands cursor movements.
[[nodiscard]] bool stderr_is_terminal();

// "0:07", "12:34", "1:02:03"
[[nodiscard]] std::string duration_text(double seconds);

// Chains report from their own threads; one lock is taken only when something is printed.
class Progress {
 public:
  explicit Progress(ProgressOptions options);

  // Iteration `iteration` (from 1, over warm-up and sampling) of chain `chain` (from 0) is done.
  // Each chain calls it from one thread, once per iteration. Costs a clock reading on a terminal, a
  // division elsewhere.
  void update(std::uint32_t chain, std::uint32_t iteration);

  // The chain goes on after so many iterations, which took their time elsewhere; before its first
  // update.
  void begin_at(std::uint32_t chain, std::uint32_t iteration);

  // Where a chain is that another process makes, for what is shown of the whole run.
  void follow(std::uint32_t chain, std::uint32_t iteration);
  [[nodiscard]] std::uint32_t iteration(std::uint32_t chain) const;

  // To be called now and then, by any thread: a transition may take longer than people wait without
  // wondering.
  void beat();

  // Prints the last state on a terminal; call when all chains have ended, also after an
  // interruption.
  void finish();

 private:
  struct Chain {
    std::atomic<std::uint32_t> iteration{0};
    std::atomic<std::uint32_t> begun{0};   // iterations that were there before
    std::atomic<double> first_time{0};     // when its first iteration was reported
    std::atomic<double> sampling_time{0};  // when warm-up ended
    std::atomic<double> last_time{0};
  };

  [[nodiscard]] std::uint32_t total() const { return options_.num_warmup + options_.num_samples; }
  [[nodiscard]] bool is_plain_line_due(std::uint32_t iteration) const;
  [[nodiscard]] std::string plain_line(std::uint32_t chain, std::uint32_t iteration) const;
  [[nodiscard]] std::string terminal_line(std::uint32_t chain, double now) const;
  [[nodiscard]] std::string overall_line(double now) const;
  [[nodiscard]] double seconds_left(const Chain& chain, double now) const;
  void record(Chain& chain, std::uint32_t iteration, double now);
  void redraw(double now);

  ProgressOptions options_;
  double start_;
  std::unique_ptr<Chain[]> chains_;
  std::atomic<double> next_redraw_{0};
  std::mutex mutex_;  // guards the sink and what follows
  std::size_t lines_drawn_ = 0;
  double last_line_ = 0.0;
};

// Lets a progress beat as long as it lives.
class ProgressTicker {
 public:
  // None, if there is nothing to show.
  ProgressTicker(Progress& progress, const ProgressOptions& options);
  ~ProgressTicker();
  ProgressTicker(const ProgressTicker&) = delete;
  ProgressTicker& operator=(const ProgressTicker&) = delete;

 private:
  std::mutex mutex_;
  std::condition_variable over_;
  bool is_over_ = false;
  std::vector<std::jthread> thread_;  // after what it uses; none where the system has no more
};

}  // namespace autumn::output
