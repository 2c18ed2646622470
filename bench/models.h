// These are the models of the table: the paper's programs with their data, and regressions with
// simulated data of fixed seeds, so that every run measures the same.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "engine/prepare.h"
#include "limits/limits.h"

namespace autumn::bench {

// Files below models/paper, without their endings.
struct PaperModel {
  const char* model;
  const char* data;
};

inline constexpr PaperModel kEightSchools{"eight_schools", "eight_schools"};
inline constexpr PaperModel kTrials18{"binary_trials", "baseball_1970"};
inline constexpr PaperModel kTrials71{"binary_trials", "rat_tumors"};
inline constexpr PaperModel kTrials308{"binary_trials", "baseball_1996_al"};
inline constexpr PaperModel kFibrosis{"fibrosis", "fibrosis_simulated"};
inline constexpr std::array kPaperModels{kEightSchools,
                                         kTrials18,
                                         kTrials71,
                                         kTrials308,
                                         kFibrosis,
                                         PaperModel{"electric_simplified", "electric_simplified"},
                                         PaperModel{"electric_company", "electric_company"},
                                         PaperModel{"one_parent", "one_parent"}};

[[nodiscard]] std::string program_path(const PaperModel& files);
[[nodiscard]] std::string data_path(const PaperModel& files);
// From files to what is sampled.
[[nodiscard]] engine::Prepared paper_model(const PaperModel& files);

// y ~ normal(u[g] + v[g] x, sigma), intercepts and slopes normal.
[[nodiscard]] engine::Prepared mixed_model(std::size_t groups, std::size_t rows);
// y ~ normal(X beta, sigma) with Student's t for the coefficients, which are therefore sampled.
[[nodiscard]] engine::Prepared linear_regression(std::size_t rows, std::size_t columns);

// y ~ bernoulli_logit(X beta), standard normal coefficients.
[[nodiscard]] engine::Prepared logistic_regression(std::size_t rows, std::size_t columns);

struct Case {
  std::string name;
  engine::Prepared prepared;
  limits::Gradient limit;     // empty if there is none
  std::size_t dimension = 0;  // that the limit is a function of
  double target = 0.0;        // at most so many times the limit
};

// Those that have limits.
[[nodiscard]] std::vector<Case> cases();

}  // namespace autumn::bench
