// This file has one table of the intervals on which functions are defined, as Stan's mathematics
// library checks them, and the checks.
#include "trace/functions/definedness.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "base/numbers.h"
#include "trace/requirement.h"

namespace autumn::trace {
namespace {

using model::Range;

constexpr double kLargestInt = std::numeric_limits<std::int32_t>::max();

// What an argument that is NaN does, and what becomes of one outside the interval.
enum class Nan : std::uint8_t { kPasses, kIsRefused };
enum class Outside : std::uint8_t { kIsNan, kMayBeANumber };

struct Interval {
  std::string_view function;
  std::size_t argument;
  Range range;
  Nan nan;
  Outside outside;
};

constexpr Range at_least(double low) {
  return {low, kInfinity, false, false};
}
constexpr Range above(double low) {
  return {low, kInfinity, true, false};
}
constexpr Range at_most(double high) {
  return {-kInfinity, high, false, false};
}
constexpr Range between(double low, double high) {
  return {low, high, false, false};
}
constexpr Range kUnit{0.0, 1.0, false, false};
constexpr Range kAnyNumber{};
constexpr double kLambert = -1.0 / std::numbers::e;

// Sorted by function.
constexpr Interval kIntervals[] = {
    {"acosh", 0, at_least(1), Nan::kPasses, Outside::kIsNan},
    {"atanh", 0, between(-1, 1), Nan::kPasses, Outside::kIsNan},
    {"bessel_first_kind", 1, kAnyNumber, Nan::kIsRefused, Outside::kIsNan},
    {"bessel_second_kind", 1, above(0), Nan::kPasses, Outside::kMayBeANumber},
    {"binomial_coefficient_log", 0, at_least(-1), Nan::kPasses, Outside::kMayBeANumber},
    {"binomial_coefficient_log", 1, at_least(-1), Nan::kPasses, Outside::kMayBeANumber},
    {"choose", 0, at_least(0), Nan::kIsRefused, Outside::kMayBeANumber},
    {"choose", 1, at_least(0), Nan::kIsRefused, Outside::kMayBeANumber},
    {"falling_factorial", 0, kAnyNumber, Nan::kIsRefused, Outside::kMayBeANumber},
    {"falling_factorial", 1, at_least(0), Nan::kIsRefused, Outside::kMayBeANumber},
    {"gamma_p", 0, above(0), Nan::kPasses, Outside::kMayBeANumber},
    {"gamma_p", 1, at_least(0), Nan::kPasses, Outside::kMayBeANumber},
    {"gamma_q", 0, above(0), Nan::kPasses, Outside::kMayBeANumber},
    {"gamma_q", 1, at_least(0), Nan::kPasses, Outside::kMayBeANumber},
    {"hypergeometric_1F0", 1, {-1, 1, true, true}, Nan::kIsRefused, Outside::kMayBeANumber},
    {"inc_beta", 0, at_least(0), Nan::kIsRefused, Outside::kMayBeANumber},
    {"inc_beta", 1, at_least(0), Nan::kIsRefused, Outside::kMayBeANumber},
    {"inc_beta", 2, kUnit, Nan::kIsRefused, Outside::kMayBeANumber},
    {"inv_Phi", 0, kUnit, Nan::kIsRefused, Outside::kIsNan},
    {"inv_erfc", 0, between(0, 2), Nan::kPasses, Outside::kIsNan},
    {"inv_inc_beta", 0, above(0), Nan::kIsRefused, Outside::kMayBeANumber},
    {"inv_inc_beta", 1, above(0), Nan::kIsRefused, Outside::kMayBeANumber},
    {"inv_inc_beta", 2, kUnit, Nan::kIsRefused, Outside::kMayBeANumber},
    {"lambert_w0", 0, at_least(kLambert), Nan::kPasses, Outside::kIsNan},
    {"lambert_wm1", 0, {kLambert, 0, false, true}, Nan::kPasses, Outside::kMayBeANumber},
    {"lbeta", 0, at_least(0), Nan::kPasses, Outside::kMayBeANumber},
    {"lbeta", 1, at_least(0), Nan::kPasses, Outside::kMayBeANumber},
    {"lchoose", 0, at_least(-1), Nan::kPasses, Outside::kMayBeANumber},
    {"lchoose", 1, at_least(-1), Nan::kPasses, Outside::kMayBeANumber},
    {"log1m", 0, at_most(1), Nan::kPasses, Outside::kIsNan},
    {"log1p", 0, at_least(-1), Nan::kPasses, Outside::kIsNan},
    {"log_falling_factorial", 0, above(0), Nan::kPasses, Outside::kMayBeANumber},
    {"log_mix", 0, kUnit, Nan::kIsRefused, Outside::kMayBeANumber},
    {"log_mix", 1, kAnyNumber, Nan::kIsRefused, Outside::kIsNan},
    {"log_modified_bessel_first_kind", 0, at_least(-1), Nan::kIsRefused, Outside::kMayBeANumber},
    {"log_modified_bessel_first_kind", 1, at_least(0), Nan::kIsRefused, Outside::kMayBeANumber},
    {"log_rising_factorial", 0, above(0), Nan::kPasses, Outside::kMayBeANumber},
    {"modified_bessel_first_kind", 1, kAnyNumber, Nan::kIsRefused, Outside::kIsNan},
    {"modified_bessel_second_kind", 1, above(0), Nan::kPasses, Outside::kMayBeANumber},
    {"rising_factorial", 0, kAnyNumber, Nan::kIsRefused, Outside::kMayBeANumber},
    {"rising_factorial", 1, at_least(0), Nan::kIsRefused, Outside::kMayBeANumber},
    {"std_normal_log_qf", 0, at_most(0), Nan::kIsRefused, Outside::kIsNan},
    {"std_normal_qf", 0, kUnit, Nan::kIsRefused, Outside::kIsNan},
    {"to_int", 0, between(-kLargestInt - 1, kLargestInt), Nan::kIsRefused, Outside::kMayBeANumber},
};
static_assert(std::ranges::is_sorted(kIntervals, {}, &Interval::function));

bool contains(const Interval& interval, double x) {
  const Range& range = interval.range;
  if (std::isnan(x)) return interval.nan == Nan::kPasses;
  return (range.is_low_open ? x > range.low : x >= range.low) &&
         (range.is_high_open ? x < range.high : x <= range.high);
}

// "at least -1", "between 0 and 1", "above 0".
std::string text_of(const Range& range) {
  const std::string low =
      fmt::format("{} {:.6g}", range.is_low_open ? "above" : "at least", range.low);
  const std::string high =
      fmt::format("{} {:.6g}", range.is_high_open ? "below" : "at most", range.high);
  if (std::isinf(range.low) && std::isinf(range.high)) return "a number";
  if (std::isinf(range.low)) return high;
  if (std::isinf(range.high)) return low;
  if (range.is_low_open || range.is_high_open) return low + " and " + high;
  return fmt::format("between {:.12g} and {:.12g}", range.low, range.high);
}

std::string place_of(const BuiltinCall& call, const Interval& interval, std::size_t element) {
  const std::string at = element_text(call.arguments[interval.argument], element);
  if (call.arguments.size() == 1) return "its argument" + at;
  return fmt::format("argument {}{}", interval.argument + 1, at);
}

void check_known(const BuiltinCall& call, const Interval& interval) {
  const auto numbers = call.arguments[interval.argument].numbers();
  const auto outside =
      std::ranges::find_if(numbers, [&](double x) { return !contains(interval, x); });
  if (outside == numbers.end()) return;
  fail(fmt::format("{}: {} must be {}, but it is {}", interval.function,
                   place_of(call, interval, static_cast<std::size_t>(outside - numbers.begin())),
                   text_of(interval.range), *outside));
}

}  // namespace

void require_defined(const BuiltinCall& call, const Value& result) {
  for (const Interval& interval :
       std::ranges::equal_range(kIntervals, call.syntax.name, {}, &Interval::function)) {
    const Value& x = call.arguments[interval.argument];
    if (x.size() == 0) continue;
    if (x.is_known()) {
      check_known(call, interval);
      continue;
    }
    const bool is_nan_outside = interval.outside == Outside::kIsNan && !result.is_known();
    call.machine.require(
        {.node = call.machine.node(x),
         .range = interval.range,
         .admits_nan = interval.nan == Nan::kPasses,
         .result = is_nan_outside ? std::optional(call.machine.node(result)) : std::nullopt});
  }
}

}  // namespace autumn::trace
