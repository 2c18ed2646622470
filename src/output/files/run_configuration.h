// A run configuration says how a run was asked for, in CmdStan's words: what the head of a CSV
// file records.
#pragma once

#include <cstdint>
#include <numbers>
#include <string>
#include <string_view>
#include <vector>

#include "base/metric_kind.h"

namespace autumn::output {

enum class Algorithm { kHmc, kFixedParam };
enum class HmcEngine { kNuts, kStatic };

// The one version of Stan that Autumn follows, in its language, its transforms and these files
// (docs/from-stan.md).
struct StanLevel {
  int major = 2;
  int minor = 37;
  int patch = 0;
};
inline constexpr StanLevel kStanLevel{};

struct AdaptConfiguration {
  bool engaged = true;
  double gamma = 0.05;
  double delta = 0.8;
  double kappa = 0.75;
  double t0 = 10;
  std::uint32_t init_buffer = 75;
  std::uint32_t term_buffer = 50;
  std::uint32_t window = 25;
  bool save_metric = false;

  bool operator==(const AdaptConfiguration&) const = default;
};

// A line of Autumn's own in the head of the file. Keys begin with `autumn_` and do not end in
// `metric`: cmdstanpy 1.3 would take such a key for the metric of the run.
struct HeaderLine {
  std::string key;
  std::string value;

  bool operator==(const HeaderLine&) const = default;
};

// Defaults are CmdStan's; a value that equals its default is marked ` (Default)` in the file.
struct RunConfiguration {
  std::string model_name = "model";  // without `_model`
  std::string start_datetime;        // "2026-11-15 02:40:00 UTC"
  std::uint64_t num_samples = 1000;  // transitions, of which every thin-th is saved
  std::uint32_t num_warmup = 1000;
  bool save_warmup = false;
  std::uint32_t thin = 1;
  AdaptConfiguration adapt;
  Algorithm algorithm = Algorithm::kHmc;
  HmcEngine engine = HmcEngine::kNuts;
  std::uint32_t max_depth = 10;
  double int_time = 2 * std::numbers::pi;
  MetricKind metric = MetricKind::kDiagonal;
  std::string metric_file;
  double stepsize = 1;
  double stepsize_jitter = 0;
  std::uint32_t num_chains = 1;
  std::uint32_t id = 1;
  std::string data_file;
  std::string init = "2";
  std::uint64_t seed = 0;
  bool seed_was_given = true;  // otherwise the seed that was chosen is written as a default
  std::string output_file = "output.csv";
  std::string diagnostic_file;
  std::int32_t refresh = 100;
  std::int32_t sig_figs = 8;  // -1: six digits, as a C++ stream
  std::string profile_file = "profile.csv";
  bool save_cmdstan_config = false;
  std::int32_t num_threads = 1;
  std::vector<HeaderLine> extra;

  bool operator==(const RunConfiguration&) const = default;
};

// What stanc calls a model of this name: letters, digits and `_` stay, `-` becomes `_`, others
// their number; then `_model`.
[[nodiscard]] std::string stanc_model_name(std::string_view name);

// The head of the file: every line begins with `# ` and ends with a newline.
[[nodiscard]] std::string header_text(const RunConfiguration& run);

}  // namespace autumn::output
