// Programs whose ways depend on parameters, sampled as a user would, agree with Stan's own draws
// (make_means.py wrote them).
//
// A parameter disagrees if its mean is off by more than 4.5 standard errors, ours and Stan's
// together, or its standard deviation by more than 10%. There are some 25 parameters: by chance
// alone one run in 5,000 fails by its means. The seed is fixed, so a failure is a change of ours.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidjson/document.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "base/display_name.h"
#include "engine/load.h"
#include "engine/report.h"

namespace autumn::stan_reference {
namespace {

namespace fs = std::filesystem;

const std::string kHere = fs::path(AUTUMN_TEST_DATA).parent_path().string();
constexpr double kMeanErrors = 4.5;
constexpr double kSdRatio = 0.10;

std::vector<std::string> sampled_programs() {
  std::vector<std::string> names;
  for (const auto& file : fs::directory_iterator(kHere + "/means")) {
    names.push_back(file.path().stem().string());
  }
  std::ranges::sort(names);
  return names;
}

struct Known {
  double mean = 0.0;
  double sd = 0.0;
  double error = 0.0;
};

std::map<std::string, Known> read_means(const std::string& name) {
  std::ifstream file(kHere + "/means/" + name + ".json");
  std::stringstream text;
  text << file.rdbuf();
  rapidjson::Document json;
  json.Parse(text.str().c_str());
  std::map<std::string, Known> known;
  for (const auto& element : json["elements"].GetObject()) {
    known[display_name(element.name.GetString())] = {element.value["mean"].GetDouble(),
                                                     element.value["sd"].GetDouble(),
                                                     element.value["error"].GetDouble()};
  }
  return known;
}

// The program stays as long as its paths are traced.
output::Summary sampled(const std::string& name) {
  const std::string stem = kHere + "/programs/" + name;
  const auto program = engine::load_program(stem + ".stan", {});
  const auto& loaded = std::get<engine::LoadedProgram>(program);
  const auto model = engine::load_model(loaded, stem + ".data.json");
  const auto prepared = engine::prepare(std::get<trace::Traced>(model), {});
  EXPECT_TRUE(prepared.is_ok());
  engine::RunOptions options;
  options.seed = 15;
  options.settings.draws = 5000;
  options.settings.adapt_delta = 0.95;
  const auto run = engine::run(prepared.value(), options);
  EXPECT_TRUE(run.is_ok());
  return engine::report(prepared.value(), options, run.value()).output.summary;
}

class SampledBesideStan : public testing::TestWithParam<std::string> {};

TEST_P(SampledBesideStan, HasItsMeansAndStandardDeviations) {
  const std::map<std::string, Known> known = read_means(GetParam());
  ASSERT_FALSE(known.empty());
  std::size_t compared = 0;
  for (const output::VariableSummary& v : sampled(GetParam()).variables) {
    const auto found = known.find(display_name(v.name));
    if (found == known.end()) continue;
    const Known& stan = found->second;
    EXPECT_LE(std::abs(v.mean - stan.mean), kMeanErrors * std::hypot(v.mcse, stan.error))
        << v.name << " is " << v.mean << " with error " << v.mcse << ", in Stan " << stan.mean;
    EXPECT_NEAR(v.sd / stan.sd, 1.0, kSdRatio) << v.name;
    ++compared;
  }
  EXPECT_EQ(compared, known.size());
}

// One whose paths change at nearly every point takes long.
std::vector<std::string> programs_that_are(bool slow) {
  std::vector<std::string> names = sampled_programs();
  std::erase_if(names, [&](const std::string& name) {
    return (name == "flow_linear_spline_search") != slow;
  });
  return names;
}

INSTANTIATE_TEST_SUITE_P(Programs, SampledBesideStan, testing::ValuesIn(programs_that_are(false)),
                         [](const auto& program) { return program.param; });
INSTANTIATE_TEST_SUITE_P(Slow, SampledBesideStan, testing::ValuesIn(programs_that_are(true)),
                         [](const auto& program) { return program.param; });

TEST(StanMeans, AreAtLeastFivePrograms) {
  EXPECT_GE(sampled_programs().size(), 5U);
}

}  // namespace
}  // namespace autumn::stan_reference
