// This header has interior points of every continuous scalar distribution: centre, both tails,
// small and large arguments. Densities, cdfs and their slopes are finite there.
#pragma once

#include "dist/cases.h"

namespace autumn::dist {

inline void add_real_line_cases(std::vector<Case>& c) {
  add_cases(c, "normal", {0.5, 2.0}, {-3.0, 0.5, 7.25});
  add_cases(c, "normal", {-20.0, 0.01}, {-20.03, -19.99});
  add_cases(c, "std_normal", {}, {-6.0, -0.5, 0.0, 1.25, 9.0});
  add_cases(c, "cauchy", {0.5, 2.0}, {-300.0, 0.5, 1.0, 80.0});
  add_cases(c, "cauchy", {-10.0, 0.01}, {-10.5, -9.99});
  add_cases(c, "student_t", {3.0, 0.5, 2.0}, {-60.0, 0.4, 0.5, 3.0});
  add_cases(c, "student_t", {0.3, 0.0, 1.0}, {-50.0, 0.7});
  add_cases(c, "student_t", {1e6, -1.0, 0.1}, {-1.45, -0.98, -0.5});
  add_cases(c, "double_exponential", {0.5, 2.0}, {-30.0, 0.25, 0.75, 11.0});
  add_cases(c, "logistic", {0.5, 2.0}, {-70.0, 0.5, 1.0, 40.0});
  add_cases(c, "gumbel", {0.5, 2.0}, {-4.0, 0.5, 3.0, 60.0});
  add_cases(c, "skew_normal", {0.5, 2.0, 3.0}, {-3.5, -0.5, 0.25, 1.0, 8.0});
  add_cases(c, "skew_normal", {0.0, 1.0, -0.5}, {-5.0, 0.0, 1.0, 6.0});
  add_cases(c, "exp_mod_normal", {0.5, 2.0, 0.75}, {-6.0, 0.5, 2.0, 25.0});
  add_cases(c, "exp_mod_normal", {0.0, 3.0, 5.0}, {-9.0, 0.1, 12.0});
  add_cases(c, "von_mises", {0.5, 2.0}, {-2.5, 0.5, 1.0, 3.5});
  add_cases(c, "von_mises", {-1.0, 1500.0}, {-1.1, -0.98});
  add_cases(c, "uniform", {-1.5, 2.5}, {-1.25, 0.0, 2.25});
}

inline void add_half_line_cases(std::vector<Case>& c) {
  add_cases(c, "lognormal", {0.5, 0.75}, {0.01, 1.5, 30.0});
  add_cases(c, "lognormal", {-2.0, 3.0}, {1e-8, 0.2, 1e5});
  add_cases(c, "exponential", {2.5}, {1e-6, 0.4, 20.0});
  add_cases(c, "gamma", {3.5, 2.0}, {0.01, 1.5, 20.0});
  add_cases(c, "gamma", {0.2, 0.5}, {1e-8, 0.3, 15.0});
  add_cases(c, "gamma", {400.0, 100.0}, {3.2, 4.05, 5.0});
  add_cases(c, "inv_gamma", {3.5, 2.0}, {0.05, 0.7, 40.0});
  add_cases(c, "inv_gamma", {0.5, 0.1}, {0.01, 0.4, 1e4});
  add_cases(c, "chi_square", {5.0}, {0.02, 4.0, 60.0});
  add_cases(c, "chi_square", {0.8}, {1e-5, 0.5});
  add_cases(c, "inv_chi_square", {5.0}, {0.02, 0.25, 9.0});
  add_cases(c, "scaled_inv_chi_square", {5.0, 1.5}, {0.2, 2.5, 90.0});
  add_cases(c, "weibull", {1.7, 2.0}, {0.001, 1.5, 12.0});
  add_cases(c, "weibull", {0.6, 0.1}, {1e-6, 0.1, 5.0});
  add_cases(c, "frechet", {1.7, 2.0}, {0.4, 2.5, 500.0});
  add_cases(c, "pareto", {0.5, 2.5}, {0.500001, 0.8, 100.0});
  add_cases(c, "rayleigh", {2.0}, {0.001, 2.5, 20.0});
  add_cases(c, "compound_gamma", {2.5, 1.5, 3.0}, {0.001, 3.5, 800.0});
  add_cases(c, "compound_gamma", {0.3, 40.0, 0.2}, {1e-7, 0.001, 0.1});
}

inline void add_unit_interval_cases(std::vector<Case>& c) {
  add_cases(c, "beta", {2.5, 4.0}, {0.001, 0.35, 0.98});
  add_cases(c, "beta", {0.3, 0.2}, {1e-8, 0.5, 0.9999});
  add_cases(c, "beta", {300.0, 700.0}, {0.22, 0.31, 0.4});
  add_cases(c, "beta_proportion", {0.3, 8.0}, {0.001, 0.35, 0.98});
  add_cases(c, "beta_proportion", {0.9, 0.5}, {0.02, 0.95});
}

[[nodiscard]] inline std::vector<Case> continuous_cases() {
  std::vector<Case> cases;
  add_real_line_cases(cases);
  add_half_line_cases(cases);
  add_unit_interval_cases(cases);
  return cases;
}

}  // namespace autumn::dist
