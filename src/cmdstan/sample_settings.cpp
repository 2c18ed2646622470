// This file reads settings from arguments.
#include "cmdstan/sample_settings.h"

#include <algorithm>
#include <cstdlib>
#include <string_view>
#include <thread>

namespace autumn::cmdstan {
namespace {

std::int64_t kept_of(std::int64_t iterations, std::int64_t thin) {
  return (iterations + thin - 1) / thin;
}

MetricKind metric_kind(const Arguments& a) {
  const std::string name = choice_of(a, "sample.algorithm.hmc.metric");
  if (name == "unit_e") return MetricKind::kUnit;
  return name == "dense_e" ? MetricKind::kDense : MetricKind::kDiagonal;
}

void set_hmc(const Arguments& a, sampler::Settings& s) {
  const bool is_static = choice_of(a, "sample.algorithm.hmc.engine") == "static";
  s.algorithm = is_static ? sampler::Algorithm::static_hmc : sampler::Algorithm::nuts;
  if (is_static) {
    const Argument& time = find(a, "sample.algorithm.hmc.engine.static.int_time");
    if (!is_default(time)) s.integration_time = std::strtod(time.value.c_str(), nullptr);
  } else {
    s.max_depth = static_cast<int>(integer_of(a, "sample.algorithm.hmc.engine.nuts.max_depth"));
  }
  s.metric = metric_kind(a);
  s.step_size = number_of(a, "sample.algorithm.hmc.stepsize");
  s.step_size_jitter = number_of(a, "sample.algorithm.hmc.stepsize_jitter");
}

}  // namespace

sampler::Settings settings_of(const Arguments& a) {
  sampler::Settings s;
  s.thin = sampler::Thin(integer_of(a, "sample.thin"));
  s.warmup = integer_of(a, "sample.num_warmup");
  s.draws = kept_of(integer_of(a, "sample.num_samples"), s.thin.transitions());
  s.save_warmup = truth_of(a, "sample.save_warmup");
  s.adapt_engaged = truth_of(a, "sample.adapt.engaged");
  s.adapt_delta = number_of(a, "sample.adapt.delta");
  s.adapt_gamma = number_of(a, "sample.adapt.gamma");
  s.adapt_kappa = number_of(a, "sample.adapt.kappa");
  s.adapt_t0 = number_of(a, "sample.adapt.t0");
  s.adapt_init_buffer = integer_of(a, "sample.adapt.init_buffer");
  s.adapt_term_buffer = integer_of(a, "sample.adapt.term_buffer");
  s.adapt_window = integer_of(a, "sample.adapt.window");
  s.allow_improper = true;
  const char* jumps = std::getenv("AUTUMN_JUMPS");
  s.jumps = jumps == nullptr || std::string_view(jumps) != "0";
  if (choice_of(a, "sample.algorithm") == "fixed_param") {
    s.algorithm = sampler::Algorithm::fixed_param;
  } else {
    set_hmc(a, s);
  }
  return s;
}

std::uint32_t threads_of(const Arguments& a) {
  const std::int64_t given = integer_of(a, "num_threads");
  return given < 0 ? 0 : static_cast<std::uint32_t>(given);
}

std::uint32_t threads_per_chain(std::uint32_t threads, std::uint32_t chains) {
  const std::uint32_t all = threads == 0 ? std::thread::hardware_concurrency() : threads;
  return std::max(1U, all / std::max(1U, chains));
}

}  // namespace autumn::cmdstan
