// This file reads options.
#include "options.h"

#include "collapse/plan_names.h"
#include "engine/files.h"
#include "model.h"
#include "sample/names.h"

namespace autumn::python {
namespace {

constexpr std::int64_t kMostThreads = 1024;

void set_count(std::uint32_t& field, const nb::dict& options, const char* name, std::int64_t least,
               std::int64_t most = std::numeric_limits<std::int32_t>::max()) {
  const auto value = option<std::int64_t>(options, name);
  if (!value) return;
  if (*value < least) fail(fmt::format("{} must be at least {}, got {}", name, least, *value));
  if (*value > most) fail(fmt::format("{} must be at most {}, got {}", name, most, *value));
  field = static_cast<std::uint32_t>(*value);
}

const std::map<std::string, output::Format>& format_names() {
  static const std::map<std::string, output::Format> kNames{{"csv", output::Format::kCsv},
                                                            {"binary", output::Format::kBinary}};
  return kNames;
}

}  // namespace

std::vector<std::string> names(const nb::dict& options, const char* name) {
  return option<std::vector<std::string>>(options, name).value_or(std::vector<std::string>{});
}

collapse::PlanOptions plan_options(const nb::dict& options) {
  collapse::PlanOptions plan;
  plan.keep = names(options, "keep");
  plan.prefer = names(options, "collapse");
  if (const auto which = choice(options, "marginalize", collapse::marginalize_names())) {
    collapse::set_marginalize(plan, *which);
  }
  return plan;
}

sampler::Settings settings(const nb::dict& options) {
  sampler::Settings s = sampler::usual_settings();
  if (const auto metric = choice(options, "metric", sampler::metric_names())) {
    sampler::set_metric(s, *metric);
  }
  if (const auto centring = choice(options, "centring", sampler::centring_names())) {
    s.centring = *centring;
  }
  if (const auto jumps = choice(options, "jumps", sampler::jumps_names())) s.jumps = *jumps;
  if (const auto algorithm = choice(options, "algorithm", sampler::algorithm_names())) {
    s.algorithm = *algorithm;
  }
  if (const auto warmup = option<std::string>(options, "warmup")) {
    const Status status = sampler::set_warmup(s, *warmup);
    if (!status) fail("warmup " + status.error().message);
  }
  check(sampler::set_draws(s, option<std::int64_t>(options, "draws").value_or(s.draws),
                           option<std::string>(options, "thin").value_or("1")));
  set(s.save_warmup, options, "save_warmup");
  set(s.adapt_delta, options, "adapt_delta");
  set<int, std::int64_t>(s.max_depth, options, "max_depth");
  set(s.step_size, options, "step_size");
  set(s.allow_improper, options, "allow_improper");
  set(s.initial_radius, options, "radius");
  check(sampler::check(s));
  return s;
}

engine::RunOptions run_options(const nb::dict& options, const std::string& model) {
  engine::RunOptions run;
  run.settings = settings(options);
  if (run.settings.draws == 0 && !run.settings.save_warmup) {
    fail("draws must be at least 1, got 0\n  0 draws make sense only with save_warmup");
  }
  set_count(run.chains, options, "chains", 1);
  set_count(run.threads, options, "threads", 0, kMostThreads);
  set_count(run.threads_per_chain, options, "threads_per_chain", 1, kMostThreads);
  const auto seed = option<std::uint64_t>(options, "seed");
  run.seed_was_given = seed.has_value();
  run.seed = seed_of(seed);
  run.notes = engine::plan_notes(plan_options(options), names(options, "without_pass"));
  if (const auto directory = option<std::string>(options, "output")) {
    run.files =
        engine::Files{.directory = *directory, .model_name = model, .started = engine::time_text()};
    if (const auto format = choice(options, "format", format_names())) run.files->format = *format;
    set(run.files->overwrite, options, "force");
    set<std::int32_t, std::int64_t>(run.files->significant_digits, options, "sig_figs");
  }
  return run;
}

}  // namespace autumn::python
