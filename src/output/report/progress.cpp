// This file shows the progress of the chains while they run.
#include "output/report/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <new>

#include "base/error.h"
#include "base/threads.h"
#include "base/words.h"

namespace autumn::output {
namespace {

constexpr double kRedrawSeconds = 0.1;
constexpr std::uint32_t kMostChainLines = 16;  // with more chains a single line speaks for all
constexpr std::uint32_t kBarWidth = 20;

double steady_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

void write_to_stderr(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::fflush(stderr);
}

std::string bar(std::uint64_t done, std::uint64_t all) {
  const auto filled = static_cast<std::size_t>(all == 0 ? kBarWidth : kBarWidth * done / all);
  return std::string(filled, '#') + std::string(kBarWidth - filled, '.');
}

}  // namespace

bool stderr_is_terminal() {
  const char* term = std::getenv("TERM");
  return isatty(STDERR_FILENO) == 1 && term != nullptr && std::string_view(term) != "dumb";
}

std::string duration_text(double seconds) {
  const auto s = static_cast<std::int64_t>(std::max(0.0, std::round(seconds)));
  if (s < 3600) return fmt::format("{}:{:02}", s / 60, s % 60);
  return fmt::format("{}:{:02}:{:02}", s / 3600, s / 60 % 60, s % 60);
}

Progress::Progress(ProgressOptions options)
    : options_(std::move(options)), chains_(std::make_unique<Chain[]>(options_.chains)) {
  if (!options_.clock) options_.clock = steady_seconds;
  if (!options_.sink) options_.sink = write_to_stderr;
  start_ = options_.clock();
  next_redraw_ = start_;
  last_line_ = start_;
}

void Progress::update(std::uint32_t chain, std::uint32_t iteration) {
  AUTUMN_CHECK(chain < options_.chains, "progress knows how many chains there are");
  if (options_.refresh <= 0 || !options_.is_terminal) {
    chains_[chain].iteration.store(iteration, std::memory_order_relaxed);
    const bool is_silent = options_.refresh <= 0 || options_.is_one_line;
    if (is_silent || !is_plain_line_due(iteration)) return;
    const std::string line = plain_line(chain, iteration);
    const std::scoped_lock lock(mutex_);
    options_.sink(line);
    last_line_ = options_.clock();
    return;
  }
  const double now = options_.clock();
  record(chains_[chain], iteration, now);
  if (now < next_redraw_.load(std::memory_order_relaxed) && iteration != total()) return;
  // A chain that finds another one printing goes on sampling.
  const std::unique_lock lock(mutex_, std::try_to_lock);
  if (lock.owns_lock()) redraw(now);
}

void Progress::begin_at(std::uint32_t chain, std::uint32_t iteration) {
  const double now = options_.clock();
  Chain& c = chains_[chain];
  c.begun.store(iteration, std::memory_order_relaxed);
  for (std::atomic<double>* time : {&c.first_time, &c.sampling_time, &c.last_time}) {
    time->store(now, std::memory_order_relaxed);
  }
  c.iteration.store(iteration, std::memory_order_release);
}

void Progress::follow(std::uint32_t chain, std::uint32_t iteration) {
  record(chains_[chain], iteration, options_.clock());
}

std::uint32_t Progress::iteration(std::uint32_t chain) const {
  return chains_[chain].iteration.load(std::memory_order_acquire);
}

void Progress::beat() {
  if (options_.refresh <= 0) return;
  const double now = options_.clock();
  const std::scoped_lock lock(mutex_);
  if (options_.is_terminal) {
    if (now >= next_redraw_.load(std::memory_order_relaxed)) redraw(now);
    return;
  }
  if (options_.pulse <= 0.0 || now - last_line_ < options_.pulse) return;
  last_line_ = now;
  options_.sink(overall_line(now) + "\n");
}

void Progress::finish() {
  if (!options_.is_terminal || options_.refresh <= 0) return;
  const std::scoped_lock lock(mutex_);
  redraw(options_.clock());
}

// As in Stan: the first of each phase, every `refresh`-th of the phase, and the last of all.
bool Progress::is_plain_line_due(std::uint32_t iteration) const {
  const bool in_warmup = iteration <= options_.num_warmup;
  const std::uint32_t in_phase = in_warmup ? iteration : iteration - options_.num_warmup;
  return in_phase == 1 || in_phase % static_cast<std::uint32_t>(options_.refresh) == 0 ||
         iteration == total();
}

// cmdstanr and cmdstanpy read these lines: the text is CmdStan's to the last space.
std::string Progress::plain_line(std::uint32_t chain, std::uint32_t iteration) const {
  const int width = static_cast<int>(std::ceil(std::log10(static_cast<double>(total()))));
  const std::uint64_t percent = std::uint64_t{100} * iteration / total();
  const std::string prefix =
      options_.chains > 1 ? fmt::format("Chain [{}] ", options_.first_id + chain) : "";
  return fmt::format("{}Iteration: {:>{}} / {} [{:>3}%]  ({})\n", prefix, iteration, width, total(),
                     percent, iteration <= options_.num_warmup ? "Warmup" : "Sampling");
}

void Progress::record(Chain& chain, std::uint32_t iteration, double now) {
  if (chain.iteration.load(std::memory_order_relaxed) == 0)
    chain.first_time.store(now, std::memory_order_relaxed);
  if (iteration <= options_.num_warmup) chain.sampling_time.store(now, std::memory_order_relaxed);
  chain.last_time.store(now, std::memory_order_relaxed);
  chain.iteration.store(iteration, std::memory_order_release);
}

// Warm-up iterations cost other than sampling ones, so once there are enough of the latter only
// they count.
double Progress::seconds_left(const Chain& chain, double now) const {
  const std::uint32_t done = chain.iteration.load(std::memory_order_acquire);
  const std::uint32_t begun = chain.begun.load(std::memory_order_relaxed);
  const std::uint32_t before = std::max(begun, options_.num_warmup);
  const std::uint32_t sampled = done > before ? done - before : 0;
  const bool by_sampling = options_.num_warmup > 0 && sampled >= 20;
  const double since = by_sampling ? chain.sampling_time.load(std::memory_order_relaxed)
                                   : chain.first_time.load(std::memory_order_relaxed);
  // The first iteration itself is not within the time since it was reported.
  const std::uint32_t counted = by_sampling ? sampled : std::max(done - begun, 2U) - 1;
  return (now - since) / counted * (total() - done);
}

std::string Progress::terminal_line(std::uint32_t chain, double now) const {
  const Chain& c = chains_[chain];
  const std::uint32_t done = c.iteration.load(std::memory_order_acquire);
  const std::string name = fmt::format("Chain {:<3}", options_.first_id + chain);
  if (done == 0) return fmt::format("{}  waiting", name);
  const bool ended = done == total();
  const double last = ended ? c.last_time.load(std::memory_order_relaxed) : now;
  const std::string left =
      ended ? "done" : fmt::format("{} left", duration_text(seconds_left(c, now)));
  return fmt::format("{} [{}] {:>3}%  {:<8}  {} elapsed, {}", name, bar(done, total()),
                     std::uint64_t{100} * done / total(),
                     done <= options_.num_warmup ? "warm-up" : "sampling",
                     duration_text(last - c.first_time.load(std::memory_order_relaxed)), left);
}

std::string Progress::overall_line(double now) const {
  std::uint64_t done = 0, before = 0;
  std::uint32_t ended = 0;
  for (std::uint32_t c = 0; c < options_.chains; ++c) {
    const std::uint32_t iterations = chains_[c].iteration.load(std::memory_order_relaxed);
    done += iterations;
    before += chains_[c].begun.load(std::memory_order_relaxed);
    ended += iterations == total() ? 1 : 0;
  }
  const std::uint64_t all = std::uint64_t{total()} * options_.chains;
  const double elapsed = now - start_;
  const double left = done == before ? 0
                                     : elapsed / static_cast<double>(done - before) *
                                           static_cast<double>(all - done);
  return fmt::format("{} of {} done [{}] {:>3}%  {} elapsed, {}", ended,
                     counted(options_.chains, "chain"), bar(done, all),
                     all == 0 ? 100 : 100 * done / all, duration_text(elapsed),
                     done == before ? "in the first iteration" : duration_text(left) + " left");
}

// Moves up over the lines drawn before and writes each anew, clearing what is left of the old one.
void Progress::redraw(double now) {
  next_redraw_.store(now + kRedrawSeconds, std::memory_order_relaxed);
  std::string text;
  if (lines_drawn_ > 0) text = fmt::format("\x1b[{}A", lines_drawn_);
  const bool single = options_.is_one_line || options_.chains > kMostChainLines;
  const std::uint32_t chain_lines = single ? 0 : options_.chains;
  const bool has_overall = options_.chains > 1;
  for (std::uint32_t k = 0; k < chain_lines; ++k) text += "\r" + terminal_line(k, now) + "\x1b[K\n";
  if (has_overall) text += "\r" + overall_line(now) + "\x1b[K\n";
  lines_drawn_ = chain_lines + (has_overall ? 1 : 0);
  options_.sink(text);
}

namespace {

// What cannot be said for want of memory is not said.
void beat(Progress& progress) {
  try {
    progress.beat();
  } catch (const std::bad_alloc&) {
    return;
  }
}

}  // namespace

ProgressTicker::ProgressTicker(Progress& progress, const ProgressOptions& options) {
  static constexpr std::chrono::milliseconds kBetween{500};
  const bool is_seen = options.refresh > 0 && (options.is_terminal || options.pulse > 0.0);
  if (!is_seen) return;
  thread_ = start_threads(1, [this, &progress] {
    std::unique_lock lock(mutex_);
    while (!over_.wait_for(lock, kBetween, [this] { return is_over_; })) beat(progress);
  });
}

ProgressTicker::~ProgressTicker() {
  const std::scoped_lock lock(mutex_);
  is_over_ = true;
  over_.notify_all();
}

}  // namespace autumn::output
