// Every program under models/posteriors, sampled as a user would, agrees with its reference.
//
// A parameter disagrees if its mean is off by more than 5 standard errors, ours and the
// reference's together, or its sd by more than 15%. There are 287 parameters: by chance alone one
// run in 6,000 fails by its means. The seed is fixed, so a failure is a change of ours.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <iterator>
#include <map>
#include <optional>
#include <ranges>
#include <set>

#include "base/display_name.h"
#include "engine/load.h"
#include "engine/report.h"
#include "posteriors.h"

namespace autumn::models {
namespace {

namespace fs = std::filesystem;

constexpr double kMeanErrors = 5.0;
constexpr double kSdRatio = 0.15;

std::string folder() {
  return std::string(AUTUMN_MODELS) + "/posteriors";
}

// The report of a run with the options a user has without asking for any.
std::optional<engine::Report> sample(std::string_view name, std::uint64_t seed) {
  const std::string place = fmt::format("{}/{}", folder(), name);
  const auto program = engine::load_program(fmt::format("{}/{}.stan", place, name), {});
  if (const auto* error = std::get_if<engine::LoadError>(&program)) {
    ADD_FAILURE() << error->text;
    return std::nullopt;
  }
  const auto model =
      engine::load_model(std::get<engine::LoadedProgram>(program), place + "/data.json");
  if (const auto* error = std::get_if<engine::LoadError>(&model)) {
    ADD_FAILURE() << error->text;
    return std::nullopt;
  }
  const auto ready = engine::prepare(std::get<trace::Traced>(model), {});
  if (!ready) {
    ADD_FAILURE() << to_text(ready.error());
    return std::nullopt;
  }
  const engine::Prepared& prepared = ready.value();
  engine::RunOptions options;
  options.seed = seed;
  const auto run = engine::run(prepared, options);
  if (!run) {
    ADD_FAILURE() << to_text(run.error());
    return std::nullopt;
  }
  return engine::report(prepared, options, run.value());
}

// What differs from the reference, one line each.
std::vector<std::string> disagreements(const output::Summary& summary, const Reference& reference) {
  std::map<std::string, output::VariableSummary> found;
  for (const output::VariableSummary& v : summary.variables) {
    found[display_name(v.name)] = v;
  }
  std::vector<std::string> lines;
  for (const ReferenceParameter& expected : reference.parameters) {
    if (!found.contains(expected.name)) {
      lines.push_back(expected.name + " is not among the draws");
      continue;
    }
    const output::VariableSummary& v = found[expected.name];
    const double error = std::hypot(v.mcse, expected.sd / std::sqrt(reference.draws));
    const double off = std::abs(v.mean - expected.mean) / error;
    // Written so that NaN disagrees.
    if (!(off <= kMeanErrors)) {
      lines.push_back(fmt::format("{}: mean {:.5g}, expected {:.5g}, off by {:.2f} errors",
                                  expected.name, v.mean, expected.mean, off));
    }
    if (!(std::abs(v.sd / expected.sd - 1.0) <= kSdRatio)) {
      lines.push_back(
          fmt::format("{}: sd {:.5g}, expected {:.5g}", expected.name, v.sd, expected.sd));
    }
  }
  return lines;
}

// Effective draws per draw of the parameter that has fewest, bulk or tail. The estimate for 4,000
// independent draws is good to 5%, so that each is averaged over runs.
double least_effective_share(std::string_view name) {
  constexpr int kRuns = 6;
  std::map<std::string, double> shares;
  for (int k = 0; k < kRuns; ++k) {
    const auto report = sample(name, 20240117 + static_cast<std::uint64_t>(k));
    if (!report) return 0.0;
    EXPECT_GT(report->output.jumps_accepted.value_or(0.0), 0.97);
    for (const output::VariableSummary& v : report->output.summary.variables) {
      shares[v.name + " bulk"] += v.ess_bulk / (4000.0 * kRuns);
      shares[v.name + " tail"] += v.ess_tail / (4000.0 * kRuns);
    }
  }
  return std::ranges::min(std::views::values(shares));
}

TEST(SmallPosteriors, GiveNearlyIndependentDrawsInOneDimension) {
  for (const char* name :
       {"kidscore_momiq", "kilpisjarvi", "blr", "arK", "eight_schools_centered"}) {
    EXPECT_GT(least_effective_share(name), 0.9) << name;
  }
}

TEST(SmallPosteriors, GiveNearlyIndependentDrawsInTwoDimensions) {
  for (const char* name : {"radon_variable_intercept_centered", "wells_dist"}) {
    EXPECT_GT(least_effective_share(name), 0.85) << name;
  }
}

class Posteriors : public testing::TestWithParam<Posterior> {};

TEST_P(Posteriors, AgreeWithTheirReference) {
  const Posterior& posterior = GetParam();
  const auto report = sample(posterior.name, 20240117);
  ASSERT_TRUE(report.has_value());
  const auto reference =
      read_reference(fmt::format("{}/{}/reference.json", folder(), posterior.name));
  ASSERT_FALSE(reference.parameters.empty());
  const auto lines = disagreements(report->output.summary, reference);
  EXPECT_TRUE(lines.empty()) << fmt::format("{}", fmt::join(lines, "\n"));
}

std::vector<Posterior> quick_posteriors() {
  std::vector<Posterior> quick;
  std::ranges::copy_if(all_posteriors(), std::back_inserter(quick), &Posterior::is_quick);
  return quick;
}

std::string test_name(const testing::TestParamInfo<Posterior>& info) {
  return std::string(info.param.name);
}

INSTANTIATE_TEST_SUITE_P(Quick, Posteriors, testing::ValuesIn(quick_posteriors()), test_name);
INSTANTIATE_TEST_SUITE_P(Slow, Posteriors,
                         testing::ValuesIn(all_posteriors().begin(), all_posteriors().end()),
                         test_name);

TEST(PosteriorTable, NamesEveryFolder) {
  std::set<std::string> folders;
  for (const auto& entry : fs::directory_iterator(folder())) {
    if (entry.is_directory()) folders.insert(entry.path().filename().string());
  }
  std::set<std::string> names;
  for (const Posterior& posterior : all_posteriors()) names.emplace(posterior.name);
  EXPECT_EQ(folders, names);
}

// The comparison itself must be able to fail.
TEST(PosteriorTable, AWrongReferenceDisagrees) {
  output::Summary summary;
  summary.variables.push_back({.name = "x", .mean = 1.0, .mcse = 0.03, .sd = 2.0});
  const auto count = [&](const ReferenceParameter& expected) {
    return disagreements(summary, {.draws = 2500, .parameters = {expected}}).size();
  };
  EXPECT_EQ(count({.name = "x", .mean = 1.24, .sd = 2.0}), 0U);  // 5 errors are 0.25
  EXPECT_EQ(count({.name = "x", .mean = 1.26, .sd = 2.0}), 1U);
  EXPECT_EQ(count({.name = "x", .mean = 1.0, .sd = 2.4}), 1U);
  EXPECT_EQ(count({.name = "y", .mean = 1.0, .sd = 2.0}), 1U);
}

}  // namespace
}  // namespace autumn::models
