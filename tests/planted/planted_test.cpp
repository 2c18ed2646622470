// A mistake is planted in a rule of this build (see tests/CMakeLists.txt): a normal factor adds 1
// to the shape of a rate instead of 1/2. Calibration and the collapse law must both find it.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>

#include "engine/assure/self_test.h"
#include "statistical/sbc_support.h"

namespace autumn::statistical {
namespace {

constexpr const char* kProgram =
    "data { int N; array[N] int group; vector[N] y; }\n"
    "parameters { real<lower=0> b; vector<lower=0>[3] precision; }\n"
    "model { b ~ lognormal(0, 0.7); precision ~ gamma(2, b);\n"
    "        y ~ normal(0, 1 ./ sqrt(precision[group])); }";
constexpr const char* kData = R"({"N": 9, "group": [1, 1, 1, 2, 2, 2, 3, 3, 3]})";

TEST(PlantedMistake, IsFoundByCalibrationInTheKeptParameter) {
  const output::Calibration calibration = calibrate(kProgram, kData, 200);
  ASSERT_EQ(calibration.collapsed, "collapsed 3 of 4 dimensions: precision (gamma); sampling 1: b");
  EXPECT_FALSE(calibration.is_calibrated()) << to_text(calibration);
  const auto kept =
      std::ranges::find(calibration.variables, "b", &output::VariableCalibration::name);
  ASSERT_NE(kept, calibration.variables.end());
  EXPECT_LT(kept->p_value, 1e-6);
  std::printf("p-value of b: %.1e\n", kept->p_value);
}

TEST(PlantedMistake, IsFoundByTheCollapseLaw) {
  const auto simulator = simulate::testing::simulator_of(kProgram, kData);
  const auto simulated = simulator.value()(0);
  ASSERT_TRUE(simulated.is_ok());
  const auto tested = engine::self_test(simulated.value().model, {});
  ASSERT_TRUE(tested.is_ok());
  EXPECT_FALSE(tested.value().has_passed());
}

}  // namespace
}  // namespace autumn::statistical
