// This header writes simulations as files: data as JSON, the truth as CSV.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/error.h"
#include "simulate/simulate.h"

namespace autumn::engine {

struct SimulationFiles {
  std::string directory;
  std::uint32_t runs = 1;
  bool overwrite = false;
  std::vector<std::string> inputs = {};  // are not replaced, whatever else is
};

// The parameters and transformed parameters of one simulation: names as in files of draws, and one
// row.
[[nodiscard]] std::string truth_csv(const simulate::Simulated& simulated);

// data.json and truth.csv, or data_1.json, truth_1.csv, ... for several. Nothing is written if a
// file is there that must not be replaced.
[[nodiscard]] Status write_simulations(const simulate::Simulator& simulator,
                                       const SimulationFiles& files);

}  // namespace autumn::engine
