// The windows say when during warm-up the metric is learnt: Stan's schedule of doubling windows.
#pragma once

#include <cstdint>
#include <vector>

#include "sample/state/fields.h"

namespace autumn::sampler {

// Iterations first <= i < last feed the estimate of the metric; after each iteration in `ends` the
// metric is replaced and a new window begins. No windows: `ends` is empty.
struct WindowSchedule {
  std::int64_t first = 0;
  std::int64_t last = 0;
  std::vector<std::int64_t> ends;

  [[nodiscard]] bool collects(std::int64_t iteration) const;
  [[nodiscard]] bool ends_at(std::int64_t iteration) const;
  // Makes the window that ends after this iteration the last one.
  void end_with(std::int64_t iteration);
  void visit_fields(Fields& fields);
  bool operator==(const WindowSchedule&) const = default;
};

struct WindowOptions {
  std::int64_t warmup = 1000;
  std::int64_t init_buffer = 75;
  std::int64_t term_buffer = 50;
  std::int64_t window = 25;
};

// Fewer than 20 iterations have no windows. If the three stages do not fit, they become 15%, 75%
// and 10% of the warm-up. Each window is twice as long as the one before; the last is stretched to
// where the next would not fit.
[[nodiscard]] WindowSchedule make_windows(const WindowOptions& options);

// Of metrics that are learnt from scores: windows of ten iterations at first, because a few points
// tell much, and then longer and longer ones.
[[nodiscard]] WindowSchedule make_score_windows(const WindowOptions& options);

}  // namespace autumn::sampler
