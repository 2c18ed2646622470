// Simulation-based calibration asks whether the ranks of true values among draws are uniform.
//
// If the truth is drawn from the prior, the data from the truth, and L draws from the posterior
// given these data, then the number of draws below the truth is uniform on 0, ..., L (Talts,
// Betancourt, Simpson, Vehtari, Gelman 2018). No density takes part in this.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/random.h"

namespace autumn::output {

// The probability that a chi-square variable with this many degrees of freedom is above x.
[[nodiscard]] double chi_square_tail(double x, std::uint32_t degrees);

// The number of draws below the truth; where some equal it, it is anywhere among them, at random.
[[nodiscard]] std::uint32_t rank_of(double truth, std::span<const double> draws, Random& random);

struct RankedVariable {
  std::string name;                  // as people write it: theta[1]
  std::vector<std::uint32_t> ranks;  // one per run, 0 to `draws`
};

// What the runs gave.
struct Ranks {
  std::uint32_t draws = 0;  // per run, nearly independent
  std::vector<RankedVariable> variables;
  std::uint64_t divergences = 0;
  std::uint32_t correlated_runs = 0;  // whose draws were not as independent as they should be
  std::string collapsed;              // what is integrated out, in one line
};

// What is wrong with ranks that are not uniform.
enum class RankShape : std::uint8_t { kUniform, kTooLow, kTooHigh, kTooNarrow, kTooWide, kOther };

struct VariableCalibration {
  std::string name;
  std::vector<double> counts;  // per bin
  double chi_square = 0.0;
  double p_value = 1.0;
  RankShape shape = RankShape::kUniform;  // of a variable that fails
};

struct Calibration {
  std::uint32_t runs = 0;
  std::uint32_t draws = 0;
  std::vector<double> expected;  // runs per bin, of a uniform rank
  std::vector<VariableCalibration> variables;
  std::uint64_t divergences = 0;
  std::uint32_t correlated_runs = 0;
  std::string collapsed;

  // 0.001 shared by all variables: a right program fails once in a thousand times, or less.
  [[nodiscard]] double limit() const;
  // Enough runs, and ranks that are uniform as far as these tell.
  [[nodiscard]] bool is_calibrated() const;
  // Whether some bin expects fewer than five runs: then chi-square says nothing either way.
  [[nodiscard]] bool has_too_few_runs() const;
  [[nodiscard]] const VariableCalibration& worst() const;  // there is at least one variable
};

// Bins hold ten runs or more, and equally many ranks where that is possible.
[[nodiscard]] Calibration calibration_of(const Ranks& ranks);

// The counts that a bin of a uniform rank keeps to in 99 of 100 cases.
struct Band {
  double low = 0.0;
  double high = 0.0;
};
[[nodiscard]] Band band_of(const Calibration& calibration, std::size_t bin);

// A table with a histogram for each variable, and the verdict.
[[nodiscard]] std::string to_text(const Calibration& calibration);
// One panel for each variable, with the band.
[[nodiscard]] std::string to_svg(const Calibration& calibration);
[[nodiscard]] std::string to_json(const Calibration& calibration);
// One row per run, one column per variable.
[[nodiscard]] std::string ranks_csv(const Ranks& ranks);
// One row per variable and bin.
[[nodiscard]] std::string histogram_csv(const Calibration& calibration);

// The verdict in words, one sentence or two.
[[nodiscard]] std::string verdict(const Calibration& calibration);

// At most this many variables, those with the smallest p-values, in their order.
[[nodiscard]] std::vector<const VariableCalibration*> shown(const Calibration& calibration,
                                                            std::size_t most);

}  // namespace autumn::output
