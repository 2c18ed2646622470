// This file writes the head of a CSV file: CmdStan's tree of arguments, each on its line, two
// spaces deeper per level.
#include "output/files/run_configuration.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "base/error.h"
#include "base/printable.h"

namespace autumn::output {
namespace {

class Tree {
 public:
  void category(int depth, std::string_view name) {
    fmt::format_to(std::back_inserter(text_), "# {:{}}{}\n", "", 2 * depth, name);
  }

  void line(int depth, std::string_view key, std::string_view value, bool is_default) {
    fmt::format_to(std::back_inserter(text_), "# {:{}}{} = {}{}\n", "", 2 * depth, key,
                   printable_line(value), is_default ? " (Default)" : "");
  }

  void value(int depth, std::string_view key, const std::string& value, const std::string& usual) {
    line(depth, key, value, value == usual);
  }
  void value(int depth, std::string_view key, bool value, bool usual) {
    line(depth, key, value ? "true" : "false", value == usual);
  }
  // Defaults look as CmdStan prints them (6.28319); other values read back exactly.
  void value(int depth, std::string_view key, double value, double usual) {
    line(depth, key, value == usual ? fmt::format("{:g}", value) : fmt::format("{}", value),
         value == usual);
  }
  void value(int depth, std::string_view key, std::uint32_t value, std::uint32_t usual) {
    line(depth, key, fmt::format("{}", value), value == usual);
  }
  void value(int depth, std::string_view key, std::uint64_t value, std::uint64_t usual) {
    line(depth, key, fmt::format("{}", value), value == usual);
  }
  void value(int depth, std::string_view key, std::int32_t value, std::int32_t usual) {
    line(depth, key, fmt::format("{}", value), value == usual);
  }

  [[nodiscard]] std::string take() { return std::move(text_); }

 private:
  std::string text_;
};

void add_adapt(Tree& tree, const AdaptConfiguration& adapt) {
  const AdaptConfiguration usual;
  tree.category(2, "adapt");
  tree.value(3, "engaged", adapt.engaged, usual.engaged);
  tree.value(3, "gamma", adapt.gamma, usual.gamma);
  tree.value(3, "delta", adapt.delta, usual.delta);
  tree.value(3, "kappa", adapt.kappa, usual.kappa);
  tree.value(3, "t0", adapt.t0, usual.t0);
  tree.value(3, "init_buffer", adapt.init_buffer, usual.init_buffer);
  tree.value(3, "term_buffer", adapt.term_buffer, usual.term_buffer);
  tree.value(3, "window", adapt.window, usual.window);
  tree.value(3, "save_metric", adapt.save_metric, usual.save_metric);
}

void add_engine(Tree& tree, const RunConfiguration& run, const RunConfiguration& usual) {
  switch (run.engine) {
    case HmcEngine::kNuts:
      tree.line(4, "engine", "nuts", true);
      tree.category(5, "nuts");
      tree.value(6, "max_depth", run.max_depth, usual.max_depth);
      return;
    case HmcEngine::kStatic:
      tree.line(4, "engine", "static", false);
      tree.category(5, "static");
      tree.value(6, "int_time", run.int_time, usual.int_time);
      return;
  }
}

void add_algorithm(Tree& tree, const RunConfiguration& run, const RunConfiguration& usual) {
  switch (run.algorithm) {
    case Algorithm::kHmc:
      tree.line(2, "algorithm", "hmc", true);
      tree.category(3, "hmc");
      add_engine(tree, run, usual);
      tree.line(4, "metric", to_text(run.metric), run.metric == usual.metric);
      tree.value(4, "metric_file", run.metric_file, usual.metric_file);
      tree.value(4, "stepsize", run.stepsize, usual.stepsize);
      tree.value(4, "stepsize_jitter", run.stepsize_jitter, usual.stepsize_jitter);
      return;
    case Algorithm::kFixedParam:
      tree.line(2, "algorithm", "fixed_param", false);
      tree.category(3, "fixed_param");
      return;
  }
}

void add_sample(Tree& tree, const RunConfiguration& run, const RunConfiguration& usual) {
  tree.line(0, "method", "sample", true);
  tree.category(1, "sample");
  tree.value(2, "num_samples", run.num_samples, usual.num_samples);
  tree.value(2, "num_warmup", run.num_warmup, usual.num_warmup);
  tree.value(2, "save_warmup", run.save_warmup, usual.save_warmup);
  tree.value(2, "thin", run.thin, usual.thin);
  add_adapt(tree, run.adapt);
  add_algorithm(tree, run, usual);
  tree.value(2, "num_chains", run.num_chains, usual.num_chains);
}

void add_output(Tree& tree, const RunConfiguration& run, const RunConfiguration& usual) {
  tree.category(0, "output");
  tree.value(1, "file", run.output_file, usual.output_file);
  tree.value(1, "diagnostic_file", run.diagnostic_file, usual.diagnostic_file);
  tree.value(1, "refresh", run.refresh, usual.refresh);
  tree.value(1, "sig_figs", run.sig_figs, usual.sig_figs);
  tree.value(1, "profile_file", run.profile_file, usual.profile_file);
  tree.value(1, "save_cmdstan_config", run.save_cmdstan_config, usual.save_cmdstan_config);
}

// A newline in a value would end the comment in the middle.
std::string on_one_line(std::string value) {
  std::replace(value.begin(), value.end(), '\n', ' ');
  std::replace(value.begin(), value.end(), '\r', ' ');
  return value;
}

void add_extra(Tree& tree, const std::vector<HeaderLine>& extra) {
  for (const HeaderLine& line : extra) {
    AUTUMN_CHECK(line.key.starts_with("autumn_") && !line.key.ends_with("metric"),
                 "extra header lines have keys that no client of CmdStan reads");
    tree.line(0, line.key, on_one_line(line.value), false);
  }
}

}  // namespace

std::string stanc_model_name(std::string_view name) {
  std::string mangled;
  for (const char c : name) {
    const bool plain =
        (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    if (plain)
      mangled += c;
    else if (c == '-')
      mangled += '_';
    else
      mangled += fmt::format("x{}", static_cast<unsigned char>(c));
  }
  return mangled + "_model";
}

std::string header_text(const RunConfiguration& run) {
  const RunConfiguration usual;
  Tree tree;
  tree.line(0, "stan_version_major", fmt::format("{}", kStanLevel.major), false);
  tree.line(0, "stan_version_minor", fmt::format("{}", kStanLevel.minor), false);
  tree.line(0, "stan_version_patch", fmt::format("{}", kStanLevel.patch), false);
  tree.line(0, "model", stanc_model_name(run.model_name), false);
  tree.line(0, "start_datetime", run.start_datetime, false);
  add_sample(tree, run, usual);
  tree.value(0, "id", run.id, usual.id);
  tree.category(0, "data");
  tree.value(1, "file", run.data_file, usual.data_file);
  tree.value(0, "init", run.init, usual.init);
  tree.category(0, "random");
  tree.line(1, "seed", fmt::format("{}", run.seed), !run.seed_was_given);
  add_output(tree, run, usual);
  tree.value(0, "num_threads", run.num_threads, usual.num_threads);
  add_extra(tree, run.extra);
  return tree.take();
}

}  // namespace autumn::output
