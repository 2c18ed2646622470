// This file is CmdStan's tool `diagnose`: whether the sampler had trouble, in sentences.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <optional>

#include "base/display_name.h"
#include "cmdstan/summary_tool.h"
#include "output/diagnostics/diagnostics.h"
#include "output/files/draw_file.h"
#include "output/report/summary.h"

namespace autumn::cmdstan {
namespace {

constexpr double kLeastEssPerDraw = 0.001, kMostRhat = 1.01499, kLeastEbfmi = 0.3;

// The numbers of one column over all chains, of the common length.
struct Column {
  std::string name;
  std::vector<double> values;
};

class Diagnosis {
 public:
  explicit Diagnosis(std::vector<output::CsvFile> files) : files_(std::move(files)) {
    length_ = files_[0].draws.rows();
    for (const output::CsvFile& file : files_) length_ = std::min(length_, file.draws.rows());
    const DrawTable& first = files_[0].draws;
    for (std::size_t c = 0; c < first.columns(); ++c) columns_.push_back(column(c));
  }

  std::string run() {
    for (const Column& column : columns_) {
      if (column.name == "treedepth__") look_at_depth(column);
      if (column.name == "divergent__") look_at_divergences(column);
      if (column.name == "energy__") look_at_energy(column);
    }
    look_at_variables();
    text_ +=
        has_problem_ ? "Processing complete.\n" : "Processing complete, no problems detected.\n";
    return std::move(text_);
  }

 private:
  [[nodiscard]] Column column(std::size_t c) const {
    Column result{.name = files_[0].draws.names()[c], .values = {}};
    for (const output::CsvFile& file : files_) {
      for (std::size_t r = 0; r < length_; ++r) result.values.push_back(file.draws.at(r, c));
    }
    return result;
  }

  void line(std::string_view words) { text_ += fmt::format("{}\n", words); }

  void problem(std::string_view words) {
    has_problem_ = true;
    line(words);
  }

  [[nodiscard]] std::string share(std::size_t count) const {
    const std::size_t all = files_.size() * length_;
    return fmt::format("{} of {} ({:.2f}%)", count, all,
                       100.0 * static_cast<double>(count) / static_cast<double>(all));
  }

  void look_at_depth(const Column& column) {
    const int depth = std::atoi(output::find_value(files_[0], "max_depth").value_or("10").c_str());
    const auto hits = static_cast<std::size_t>(
        std::ranges::count_if(column.values, [&](double x) { return x >= depth; }));
    line("Checking sampler transitions treedepth.");
    if (hits == 0) {
      line("Treedepth satisfactory for all transitions.\n");
      return;
    }
    problem(fmt::format(
        "{} transitions hit the maximum treedepth limit of {}, or 2^{} leapfrog steps.\n"
        "Trajectories that are prematurely terminated due to this limit will result in slow "
        "exploration.\nFor optimal performance, increase this limit.\n",
        share(hits), depth, depth));
  }

  void look_at_divergences(const Column& column) {
    const auto count = static_cast<std::size_t>(
        std::ranges::count_if(column.values, [](double x) { return x > 0; }));
    line("Checking sampler transitions for divergences.");
    if (count == 0) {
      line("No divergent transitions found.\n");
      return;
    }
    problem(fmt::format(
        "{} transitions ended with a divergence.\n"
        "These divergent transitions indicate that HMC is not fully able to explore the posterior "
        "distribution.\nTry increasing adapt delta closer to 1.\n"
        "If this doesn't remove all divergences, try to reparameterize the model.\n",
        share(count)));
  }

  void look_at_energy(const Column& column) {
    line("Checking E-BFMI - sampler transitions HMC potential energy.");
    const double found = output::ebfmi(column.values);
    if (std::isnan(found) || found >= kLeastEbfmi) {
      line("E-BFMI satisfactory.\n");
      return;
    }
    problem(fmt::format(
        "The E-BFMI, {:.2f}, is below the nominal threshold of {:.2f} which suggests that HMC may "
        "have trouble exploring the target distribution.\n"
        "If possible, try to reparameterize the model.\n",
        found, kLeastEbfmi));
  }

  void look_at_variables() {
    std::vector<std::string> few, apart;
    output::Diagnoser diagnoser(files_.size(), length_);
    for (const Column& column : columns_) {
      if (column.name.ends_with("__")) continue;
      const output::VariableSummary s =
          diagnoser.summarise({.values = column.values, .chains = files_.size()});
      const double per_draw = s.ess_bulk / static_cast<double>(column.values.size());
      if (per_draw < kLeastEssPerDraw) few.push_back(display_name(column.name));
      if (s.rhat > kMostRhat) apart.push_back(display_name(column.name));
    }
    if (few.empty()) {
      line("Rank-normalized split effective sample size satisfactory for all parameters.\n");
    } else {
      problem(
          fmt::format("The following parameters had fewer than {} effective draws per "
                      "transition:\n  {}\nSuch low values indicate that the effective sample "
                      "size estimators may be biased high and actual performance may be "
                      "substantially lower than quoted.\n",
                      kLeastEssPerDraw, fmt::join(few, ", ")));
    }
    if (apart.empty()) {
      line("Rank-normalized split R-hat values satisfactory for all parameters.\n");
    } else {
      problem(
          fmt::format("The following parameters had rank-normalized split R-hat greater than "
                      "1.01:\n  {}\nSuch high values indicate incomplete mixing and biased "
                      "estimation.\nYou should consider regularizating your model with "
                      "additional prior information or a more effective parameterization.\n",
                      fmt::join(apart, ", ")));
    }
  }

  std::vector<output::CsvFile> files_;
  std::size_t length_ = 0;
  std::vector<Column> columns_;
  std::string text_;
  bool has_problem_ = false;
};

}  // namespace

int run_diagnose(std::span<const std::string> words) {
  if (words.empty()) {
    std::puts("USAGE:  diagnose <filename 1> [<filename 2> ... <filename N>]\n");
    return 0;
  }
  std::vector<output::CsvFile> files;
  for (const std::string& path : words) {
    std::error_code code;
    if (!std::filesystem::exists(path, code)) {
      std::printf("File %s not found\n", path.c_str());
      continue;
    }
    auto file = output::read_draws(path);
    if (!file || file.value().content.draws.rows() == 0) {
      std::printf("Cannot parse input csv file: %s%s.\n", path.c_str(),
                  file ? ": there are no draws in it" : (": " + file.error().message).c_str());
      return 1;
    }
    files.push_back(std::move(file.value().content));
  }
  if (files.empty()) {
    std::puts("No valid input files, exiting.");
    return 1;
  }
  std::vector<const DrawTable*> tables;
  for (const output::CsvFile& file : files) tables.push_back(&file.draws);
  if (const Status same = output::check_same_columns(tables); !same) {
    std::printf("%s\n", same.error().message.c_str());
    return 1;
  }
  std::fputs(Diagnosis(std::move(files)).run().c_str(), stdout);
  return 0;
}

}  // namespace autumn::cmdstan
