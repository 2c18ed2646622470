// This file computes the schedule of windows before warm-up begins.
#include "sample/windows.h"

#include <algorithm>

namespace autumn::sampler {

namespace {

constexpr std::int64_t kShortestWarmup = 20;

WindowOptions fit_to_warmup(WindowOptions options) {
  const auto warmup = static_cast<double>(options.warmup);
  const double asked = static_cast<double>(options.init_buffer) +
                       static_cast<double>(options.window) +
                       static_cast<double>(options.term_buffer);
  if (asked > warmup) {
    options.init_buffer = static_cast<std::int64_t>(0.15 * warmup);
    options.term_buffer = static_cast<std::int64_t>(0.10 * warmup);
    options.window = options.warmup - options.init_buffer - options.term_buffer;
  }
  return options;
}

}  // namespace

bool WindowSchedule::collects(std::int64_t iteration) const {
  return !ends.empty() && first <= iteration && iteration < last;
}

bool WindowSchedule::ends_at(std::int64_t iteration) const {
  return std::binary_search(ends.begin(), ends.end(), iteration);
}

void WindowSchedule::end_with(std::int64_t iteration) {
  last = iteration + 1;
  std::erase_if(ends, [&](std::int64_t end) { return end > iteration; });
}

void WindowSchedule::visit_fields(Fields& fields) {
  auto& [first_one, last_one, all_ends] = *this;
  fields("first", first_one);
  fields("last", last_one);
  fields("ends", all_ends);
}

WindowSchedule make_windows(const WindowOptions& asked) {
  if (asked.warmup < kShortestWarmup || asked.window == 0) return {};
  const WindowOptions options = fit_to_warmup(asked);
  WindowSchedule schedule{
      .first = options.init_buffer, .last = options.warmup - options.term_buffer, .ends = {}};
  std::int64_t size = options.window;
  std::int64_t end = schedule.first + size;  // one past the window
  while (end < schedule.last) {
    schedule.ends.push_back(end - 1);
    size *= 2;
    end += size;
    if (end != schedule.last && end - 1 + 2 * size >= schedule.last) end = schedule.last;
  }
  schedule.ends.push_back(schedule.last - 1);
  return schedule;
}

WindowSchedule make_score_windows(const WindowOptions& asked) {
  constexpr std::int64_t kFirst = 10, kShortUntil = 100;
  constexpr double kLonger = 1.5;
  if (asked.warmup < kShortestWarmup || asked.window == 0) return {};
  const WindowOptions options = fit_to_warmup(asked);
  WindowSchedule schedule{.first = 0, .last = options.warmup - options.term_buffer, .ends = {}};
  std::int64_t end = kFirst;
  while (end < schedule.last) {
    schedule.ends.push_back(end - 1);
    end = end < kShortUntil ? end + kFirst
                            : static_cast<std::int64_t>(kLonger * static_cast<double>(end));
  }
  schedule.ends.push_back(schedule.last - 1);
  return schedule;
}

}  // namespace autumn::sampler
