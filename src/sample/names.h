// The names of settings of a run, as people write them on the command line and in Python, and what
// a run does where they write nothing.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "base/error.h"
#include "sample/settings.h"

namespace autumn::sampler {

// What a metric is and what it is learnt from, in one word.
enum class MetricName : std::uint8_t { kAuto, kUnit, kDiagonal, kDense };

[[nodiscard]] const std::map<std::string, Algorithm>& algorithm_names();
[[nodiscard]] const std::map<std::string, MetricName>& metric_names();
[[nodiscard]] const std::map<std::string, Centring>& centring_names();
[[nodiscard]] const std::map<std::string, bool>& jumps_names();

// As a run has them where nothing else is said.
[[nodiscard]] Settings usual_settings();

void set_metric(Settings& settings, MetricName metric);
// Iterations as a number, or "auto", or "auto:N". The message is for the name of the option to
// stand before it.
[[nodiscard]] Status set_warmup(Settings& settings, const std::string& text);
// Draws to save, and transitions for each of them: a number, or "auto".
[[nodiscard]] Status set_draws(Settings& settings, std::int64_t draws, const std::string& thin);

}  // namespace autumn::sampler
