// A recorder is an observer that writes down everything a chain reports, and may stop it.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <vector>

#include "sample/chain.h"

namespace autumn::sampler::testing {

struct Recorded {
  Phase phase;
  std::int64_t iteration;
  Statistics statistics;
  std::vector<double> position;

  bool operator==(const Recorded&) const = default;
};

class Recorder final : public ChainObserver {
 public:
  void on_adapted(const Adapted& value) override {
    adapted.push_back(value);
    iterations_before_adapted = iterations;
  }
  void on_draw(const Draw& draw) override {
    draws.push_back({draw.phase,
                     draw.iteration,
                     draw.statistics,
                     {draw.position.begin(), draw.position.end()}});
  }
  [[nodiscard]] bool on_iteration(Phase phase, std::int64_t iteration) override {
    EXPECT_EQ(iteration, iterations);
    if (phase == Phase::warmup) ++warmup_iterations;
    ++iterations;
    return iterations < stop_after;
  }

  [[nodiscard]] std::vector<double> column(std::size_t index) const {
    std::vector<double> values;
    for (const Recorded& draw : draws) values.push_back(draw.position[index]);
    return values;
  }

  std::int64_t stop_after = std::numeric_limits<std::int64_t>::max();
  std::vector<Adapted> adapted;
  std::vector<Recorded> draws;
  std::int64_t iterations = 0;
  std::int64_t warmup_iterations = 0;
  std::int64_t iterations_before_adapted = -1;
};

}  // namespace autumn::sampler::testing
