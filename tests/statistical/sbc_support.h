// This header calibrates programs for tests: from text and JSON to p-values.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "engine/calibrate/sbc.h"
#include "simulate/simulation.h"

namespace autumn::statistical {

// With these options, but for the settings that all calibrations share.
inline output::Calibration calibrate_with(engine::SbcOptions options, const std::string& program,
                                          const std::string& json) {
  const auto simulator = simulate::testing::simulator_of(program, json);
  EXPECT_TRUE(simulator.is_ok()) << (simulator ? "" : to_text(simulator.error()));
  if (!simulator) return {};
  options.seed = 20231115;
  options.settings.warmup = 400;
  options.settings.adapt_delta = 0.95;
  const auto ranks = engine::rank_runs(simulator.value(), options);
  EXPECT_TRUE(ranks.is_ok()) << (ranks ? "" : to_text(ranks.error()));
  return ranks ? output::calibration_of(ranks.value()) : output::Calibration{};
}

inline output::Calibration calibrate(const std::string& program, const std::string& json,
                                     std::uint32_t runs) {
  engine::SbcOptions options;
  options.runs = runs;
  return calibrate_with(options, program, json);
}

}  // namespace autumn::statistical
