// One run of calibration simulates, samples with a chain that is as long as it must be, and ranks.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/draws.h"
#include "base/random.h"
#include "engine/calibrate/sbc.h"
#include "engine/prepare.h"

namespace autumn::engine {

// Transitions per draw at the start.
inline constexpr std::uint32_t kLeastThin = 2;

struct SbcRun {
  std::vector<std::uint32_t> ranks;  // of all columns
  std::vector<bool> is_tied;         // of these: every draw equals the truth
  std::uint64_t divergences = 0;
  bool is_correlated = false;
  std::uint32_t thin = kLeastThin;
  std::vector<std::string> columns;
  std::string collapsed;  // what is integrated out, in one line
};

class SbcRunner {
 public:
  SbcRunner(const simulate::Simulator& simulator, const SbcOptions& options)
      : simulator_(simulator), options_(options) {}

  // Number 0, 1, ...: the same for the same number and first_thin.
  [[nodiscard]] Result<SbcRun> run(std::uint32_t number, std::uint32_t first_thin) const;

 private:
  [[nodiscard]] Random random(std::uint32_t number, std::uint64_t use) const;
  // The same in the coordinates that its runs would choose.
  [[nodiscard]] Result<Prepared> centred(Prepared prepared) const;
  [[nodiscard]] Result<DrawTable> sample(const Prepared& prepared, std::uint32_t number,
                                         SbcRun& run) const;
  void rank(const DrawTable& draws, const std::vector<double>& truth, std::uint32_t number,
            SbcRun& run) const;

  const simulate::Simulator& simulator_;
  const SbcOptions& options_;
};

}  // namespace autumn::engine
