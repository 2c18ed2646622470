// These tests check that simulations of a program read generatively have the distribution of
// simulators written by hand.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "simulate/simulation.h"
#include "statistical/generative.h"

namespace autumn::statistical {
namespace {

constexpr std::uint32_t kSimulations = 2000;
// Kolmogorov and Smirnov's distance of two samples is above this once in 20,000 times; there are
// about 60 of them, and the seed is fixed.
const double kLargest = 2.3 * std::sqrt(2.0 / kSimulations);

using Samples = std::map<std::string, std::vector<double>>;

double distance(std::vector<double> x, std::vector<double> y) {
  std::ranges::sort(x);
  std::ranges::sort(y);
  double largest = 0.0;
  for (const std::vector<double>* sample : {&x, &y}) {
    for (const double at : *sample) {
      const auto share = [at](const std::vector<double>& z) {
        const auto below = std::ranges::upper_bound(z, at) - z.begin();
        return static_cast<double>(below) / static_cast<double>(z.size());
      };
      largest = std::max(largest, std::fabs(share(x) - share(y)));
    }
  }
  return largest;
}

void add(Samples& samples, const std::string& name, std::span<const double> numbers) {
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    samples[name + "." + std::to_string(i + 1)].push_back(numbers[i]);
  }
}

class SimulationOf : public ::testing::TestWithParam<Generative> {};

TEST_P(SimulationOf, HasTheDistributionOfASimulatorByHand) {
  const Generative& generative = GetParam();
  Samples by_hand;
  const Simulator simulate(generative);
  for (std::uint32_t i = 0; i < kSimulations; ++i) {
    for (const auto& [name, numbers] : simulate(i)) add(by_hand, name, numbers);
  }
  Samples read;
  // Counts need a total: that of the program by hand.
  const auto simulator = simulate::testing::simulator_of(
      std::string(generative.fit), generative.name == "categories" ? R"({"y": [5, 5, 5]})" : "{}");
  ASSERT_TRUE(simulator.is_ok());
  for (std::uint32_t i = 0; i < kSimulations; ++i) {
    const auto simulated = simulator.value()(i);
    ASSERT_TRUE(simulated.is_ok());
    const model::Model& model = simulated.value().model;
    for (std::size_t v = 0; v < model.variables.size(); ++v) {
      add(read, model.variables[v].name, simulated.value().parameters[v].numbers);
    }
    for (const std::string& name : generative.data) {
      add(read, name, simulated.value().data.at(name).numbers);
    }
  }
  for (const auto& [name, sample] : read) {
    ASSERT_TRUE(by_hand.contains(name)) << name;
    EXPECT_LE(distance(sample, by_hand.at(name)), kLargest) << name;
  }
}

INSTANTIATE_TEST_SUITE_P(Programs, SimulationOf, ::testing::ValuesIn(generative_models()),
                         [](const auto& at) { return std::string(at.param.name); });

}  // namespace
}  // namespace autumn::statistical
