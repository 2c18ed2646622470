// Generating computes the generated quantities of a program for draws that somebody has made.
#pragma once

#include <cstdint>
#include <string>

#include "base/draws.h"
#include "base/error.h"
#include "engine/prepare.h"

namespace autumn::engine {

// The draws of a file, of CmdStan or of Autumn; those of warm-up too, if it has them.
[[nodiscard]] Result<DrawTable> read_fitted_draws(const std::string& path);

struct GenerateRequest {
  const Prepared& prepared;  // nothing collapsed
  const DrawTable& draws;
  std::string path;  // of the draws, for messages
  std::uint64_t seed = 0;
  std::uint32_t chain = 1;  // from 1, of the random numbers
};

// One row per draw, columns as a file has them. An error if a parameter has no column, or where the
// quantities have one.
[[nodiscard]] Result<DrawTable> generate(const GenerateRequest& request);

}  // namespace autumn::engine
