// This file checks the options: one table of conditions, of which the first that fails is
// reported.
#include "sample/settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "base/numbers.h"

namespace autumn::sampler {

namespace {

struct SettingBound {
  bool holds;
  std::string_view option;
  std::string_view requirement;
  double value;
  std::string_view suggestion = {};
};

bool is_positive(double x) {
  return std::isfinite(x) && x > 0.0;
}

// Every entry of a metric is finite; more is known only with the dimension, see make_metric.
Error describe(const SettingBound& bound) {
  return {
      .message = fmt::format("{} must be {}, got {}", bound.option, bound.requirement, bound.value),
      .suggestion = std::string(bound.suggestion),
      .where = {}};
}

double number(std::int64_t count) {
  return static_cast<double>(count);
}

}  // namespace

Status check(const Settings& s) {
  const SettingBound bounds[] = {
      {s.warmup >= 0, "num_warmup", "0 or more", number(s.warmup)},
      {s.draws >= 0, "num_samples", "0 or more", number(s.draws)},
      {s.thin.transitions() >= 1, "thin", "1 or more", number(s.thin.transitions()),
       "thin=1 keeps every draw."},
      {s.max_depth >= 1, "max_depth", "1 or more", number(s.max_depth), "The default is 10."},
      {is_positive(s.integration_time), "int_time", "positive and finite", s.integration_time,
       "The default is 2 pi."},
      {is_positive(s.step_size), "stepsize", "positive and finite", s.step_size,
       "The default is 1; with adaptation it is only where the search starts."},
      {s.step_size_jitter >= 0.0 && s.step_size_jitter <= 1.0, "stepsize_jitter", "between 0 and 1",
       s.step_size_jitter},
      {s.adapt_delta > 0.0 && s.adapt_delta < 1.0, "adapt_delta", "between 0 and 1", s.adapt_delta,
       "The default is 0.8; 0.95 or 0.99 gives smaller steps and fewer divergences."},
      {is_positive(s.adapt_gamma), "adapt_gamma", "positive and finite", s.adapt_gamma},
      {is_positive(s.adapt_kappa), "adapt_kappa", "positive and finite", s.adapt_kappa},
      {is_positive(s.adapt_t0), "adapt_t0", "positive and finite", s.adapt_t0},
      {s.adapt_init_buffer >= 0, "adapt_init_buffer", "0 or more", number(s.adapt_init_buffer)},
      {term_buffer(s) >= 0, "adapt_term_buffer", "0 or more", number(term_buffer(s))},
      {s.adapt_window >= 0, "adapt_window", "0 or more", number(s.adapt_window)},
      {std::isfinite(s.initial_radius) && s.initial_radius >= 0.0, "init",
       "a finite radius, 0 or more", s.initial_radius, "The default is 2; 0 starts at zero."},
  };
  for (const SettingBound& bound : bounds) {
    if (!bound.holds) return describe(bound);
  }
  if (s.thin.is_automatic() && s.save_warmup) {
    return Error{"thin=auto cannot be given with save_warmup",
                 "thin is chosen after warm-up, when it is too late for the warm-up draws: give a "
                 "number, or do not save warm-up.",
                 {}};
  }
  if (s.stops_when_settled && s.save_warmup) {
    return Error{"warmup=auto cannot be given with save_warmup",
                 "How long warm-up is belongs into the head of a file, and is known when it is "
                 "over: give a number, or do not save warm-up.",
                 {}};
  }
  if (!all_finite(s.inverse_metric)) {
    return Error{"inv_metric has an element that is not finite", "", {}};
  }
  if (s.metric == MetricKind::kUnit && !s.inverse_metric.empty()) {
    return Error{"inv_metric cannot be given with metric=unit_e",
                 "Use metric=diag_e or metric=dense_e, or leave the inverse metric out.",
                 {}};
  }
  return Done{};
}

std::int64_t term_buffer(const Settings& settings) {
  return settings.adapt_term_buffer.value_or(std::max<std::int64_t>(50, settings.warmup / 20));
}

std::string_view to_text(Algorithm algorithm) {
  switch (algorithm) {
    case Algorithm::nuts: return "nuts";
    case Algorithm::static_hmc: return "static";
    case Algorithm::fixed_param: return "fixed_param";
  }
  return "";
}

}  // namespace autumn::sampler
