// This file names the files of a run and writes their heads.
#include "engine/files.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <chrono>
#include <filesystem>
#include <system_error>
#include <utility>

#include "base/instruction_set.h"
#include "engine/version.h"
#include "output/files/text_files.h"

namespace autumn::engine {
namespace {

namespace fs = std::filesystem;

output::RunConfiguration configuration(const RunOptions& options, std::uint32_t chain,
                                       const Settled& settled) {
  const sampler::Settings& s = options.settings;
  output::RunConfiguration run;
  run.model_name = options.files->model_name;
  run.data_file = options.files->data_file;
  run.start_datetime = options.files->started.empty() ? time_text() : options.files->started;
  run.num_samples = static_cast<std::uint64_t>(s.draws * settled.thin);
  run.num_warmup = static_cast<std::uint32_t>(settled.warmup);
  run.save_warmup = s.save_warmup;
  run.thin = static_cast<std::uint32_t>(settled.thin);
  run.adapt = {.engaged = s.adapt_engaged,
               .gamma = s.adapt_gamma,
               .delta = s.adapt_delta,
               .kappa = s.adapt_kappa,
               .t0 = s.adapt_t0,
               .init_buffer = static_cast<std::uint32_t>(s.adapt_init_buffer),
               .term_buffer = static_cast<std::uint32_t>(sampler::term_buffer(s)),
               .window = static_cast<std::uint32_t>(s.adapt_window)};
  run.algorithm = s.algorithm == sampler::Algorithm::fixed_param ? output::Algorithm::kFixedParam
                                                                 : output::Algorithm::kHmc;
  run.engine = s.algorithm == sampler::Algorithm::static_hmc ? output::HmcEngine::kStatic
                                                             : output::HmcEngine::kNuts;
  run.max_depth = static_cast<std::uint32_t>(s.max_depth);
  run.int_time = s.integration_time;
  run.metric = s.metric;
  run.stepsize = s.step_size;
  run.stepsize_jitter = s.step_size_jitter;
  run.id = options.first_id + chain;
  run.init = fmt::format("{:g}", s.initial_radius);
  run.seed = options.seed;
  run.seed_was_given = options.seed_was_given;
  run.output_file = file_of(*options.files, chain);
  run.refresh = options.refresh;
  run.sig_figs = options.files->significant_digits;
  run.extra = {{"autumn_version", kVersion},
               {"autumn_instruction_set", std::string(name_of(default_instruction_set()))}};
  if (s.thin.is_automatic()) run.extra.push_back({"autumn_thin", "auto"});
  if (s.stops_when_settled) {
    run.extra.push_back({"autumn_warmup", fmt::format("auto:{}", s.warmup)});
  }
  if (s.learns_from_scores()) run.extra.push_back({"autumn_metric_learning", "scores"});
  if (!s.jumps) run.extra.push_back({"autumn_jumps", "none"});
  run.extra.insert(run.extra.end(), options.notes.begin(), options.notes.end());
  return run;
}

}  // namespace

std::string time_text() {
  return fmt::format("{:%Y-%m-%d %H:%M:%S} UTC", fmt::gmtime(std::time(nullptr)));
}

std::string file_of(const Files& files, std::uint32_t chain) {
  if (files.named) return files.named->paths[chain];
  const std::string name = fmt::format("chain_{}.{}", chain + 1, output::extension(files.format));
  return (fs::path(files.directory) / name).string();
}

std::vector<output::HeaderLine> plan_notes(const collapse::PlanOptions& plan,
                                           const std::vector<std::string>& without_passes) {
  std::vector<output::HeaderLine> notes;
  const auto add = [&](std::string key, const std::vector<std::string>& names) {
    if (names.empty()) return;
    notes.push_back({std::move(key), fmt::format("{}", fmt::join(names, ", "))});
  };
  if (plan.is_off) notes.push_back({"autumn_marginalize", "none"});
  if (plan.is_forced) notes.push_back({"autumn_marginalize", "all"});
  add("autumn_keep", plan.keep);
  add("autumn_collapse", plan.prefer);
  add("autumn_without_pass", without_passes);
  return notes;
}

bool is_settled_late(const sampler::Settings& settings) {
  return settings.thin.is_automatic() || settings.stops_when_settled;
}

output::Head file_head(const RunOptions& options, std::uint32_t chain, const Settled& settled,
                       std::span<const std::string> columns) {
  const std::optional<NamedFiles>& named = options.files->named;
  if (!named) return output::head_of(configuration(options, chain, settled), columns);
  return {.comments = named->comments(options, chain),
          .columns = {columns.begin(), columns.end()},
          .precision = options.files->significant_digits};
}

void mark_suspect(const RunOptions& options) {
  if (!options.files) return;
  for (std::uint32_t chain = 0; chain < options.chains; ++chain) {
    const std::string path = file_of(*options.files, chain);
    std::error_code code;
    fs::rename(path, path + ".suspect", code);
  }
}

}  // namespace autumn::engine
