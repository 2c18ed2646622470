// This file has the names of settings and reads those that are more than a word.
#include "sample/names.h"

#include <fmt/format.h>

#include <charconv>
#include <limits>
#include <optional>
#include <string_view>

#include "base/words.h"

namespace autumn::sampler {
namespace {

constexpr std::string_view kAuto = "auto", kAutoUpTo = "auto:";
constexpr std::int64_t kMostTransitions = std::int64_t{1} << 48;

std::optional<std::int64_t> whole_number(std::string_view text) {
  std::int64_t value = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, code] = std::from_chars(text.data(), end, value);
  if (code != std::errc{} || rest != end) return std::nullopt;
  return value;
}

Result<Thin> thin_of(std::int64_t draws, const std::string& text) {
  if (text == kAuto) return Thin::automatic();
  const std::optional<std::int64_t> transitions = whole_number(text);
  if (!transitions || *transitions < 1) {
    return Error{
        .message = fmt::format("thin must be `auto` or a number, 1 or more, got `{}`", text),
        .suggestion = "a thin of 1 saves every draw",
        .where = {}};
  }
  if (draws > kMostTransitions / *transitions) {
    return Error{.message = fmt::format("{} of {} each are too many", counted(draws, "draw"),
                                        counted(*transitions, "transition")),
                 .suggestion = "ask for fewer draws, or a smaller thin",
                 .where = {}};
  }
  return Thin(*transitions);
}

}  // namespace

const std::map<std::string, Algorithm>& algorithm_names() {
  static const std::map<std::string, Algorithm> kNames{{"nuts", Algorithm::nuts},
                                                       {"static", Algorithm::static_hmc},
                                                       {"fixed_param", Algorithm::fixed_param}};
  return kNames;
}

const std::map<std::string, MetricName>& metric_names() {
  static const std::map<std::string, MetricName> kNames{{"auto", MetricName::kAuto},
                                                        {"unit_e", MetricName::kUnit},
                                                        {"diag_e", MetricName::kDiagonal},
                                                        {"dense_e", MetricName::kDense}};
  return kNames;
}

const std::map<std::string, Centring>& centring_names() {
  static const std::map<std::string, Centring> kNames{{"auto", Centring::automatic},
                                                      {"learnt", Centring::learnt},
                                                      {"as-written", Centring::as_written}};
  return kNames;
}

const std::map<std::string, bool>& jumps_names() {
  static const std::map<std::string, bool> kNames{{"auto", true}, {"none", false}};
  return kNames;
}

Settings usual_settings() {
  Settings settings;
  settings.metric_learning = MetricLearning::scores;
  settings.centring = Centring::automatic;
  return settings;
}

void set_metric(Settings& settings, MetricName metric) {
  settings.metric = metric == MetricName::kUnit    ? MetricKind::kUnit
                    : metric == MetricName::kDense ? MetricKind::kDense
                                                   : MetricKind::kDiagonal;
  settings.metric_learning =
      metric == MetricName::kAuto ? MetricLearning::scores : MetricLearning::positions;
}

Status set_warmup(Settings& settings, const std::string& text) {
  const bool is_up_to = text.starts_with(kAutoUpTo);
  settings.stops_when_settled = is_up_to || text == kAuto;
  if (text == kAuto) return Done{};
  const std::string number = is_up_to ? text.substr(kAutoUpTo.size()) : text;
  const auto count = whole_number(number);
  constexpr std::int64_t kMost = std::numeric_limits<std::int32_t>::max();
  if (!count || *count < 0) {
    return Error{fmt::format("must be a whole number, at least 0, got `{}`", number), {}, {}};
  }
  if (*count > kMost)
    return Error{fmt::format("must be at most {}, got `{}`", kMost, number), {}, {}};
  settings.warmup = *count;
  return Done{};
}

Status set_draws(Settings& settings, std::int64_t draws, const std::string& thin) {
  const Result<Thin> read = thin_of(draws, thin);
  if (!read) return read.error();
  settings.draws = draws;
  settings.thin = read.value();
  return Done{};
}

}  // namespace autumn::sampler
