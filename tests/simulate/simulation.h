// This header simulates small programs for tests.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "simulate/simulate.h"
#include "trace/program.h"

namespace autumn::simulate::testing {

inline trace::Data data_of(const std::string& json) {
  auto data = trace::parse_json(json, "data.json");
  EXPECT_TRUE(data.is_ok()) << json;
  return data.is_ok() ? std::move(data).value() : trace::Data{};
}

inline Result<Simulator> simulator_of(const std::string& text, const std::string& json = "{}",
                                      std::uint64_t seed = 1, const trace::Limits& limits = {}) {
  return Simulator::create(trace::testing::program_of(text), data_of(json), seed, limits);
}

// "2:3: message", or "(none)" for a program that can be simulated.
inline std::string refusal_of(const std::string& text, const std::string& json = "{}") {
  const auto simulator = simulator_of(text, json);
  if (simulator) return "(none)";
  const Error& error = simulator.error();
  return std::to_string(error.where.line) + ":" + std::to_string(error.where.column) + ": " +
         error.message;
}

// Simulation 0, 1, ...; failed expectations if one fails.
inline std::vector<Simulated> simulations(const std::string& text, const std::string& json,
                                          std::uint32_t count, std::uint64_t seed = 1) {
  const auto simulator = simulator_of(text, json, seed);
  EXPECT_TRUE(simulator.is_ok()) << (simulator ? "" : to_text(simulator.error()));
  std::vector<Simulated> result;
  for (std::uint32_t i = 0; simulator && i < count; ++i) {
    auto simulated = simulator.value()(i);
    EXPECT_TRUE(simulated.is_ok()) << (simulated ? "" : to_text(simulated.error()));
    if (!simulated) break;
    result.push_back(std::move(simulated).value());
  }
  return result;
}

}  // namespace autumn::simulate::testing
