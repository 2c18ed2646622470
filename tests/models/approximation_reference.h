// What Stan's own approximations found on a posterior
// (tests/stan_reference/make_approximations.py), and how far numbers of ours may be from that by
// chance.
#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

namespace autumn::models {

// Numbers of Stan's, by their quantiles at 5%, 10%, ..., 95%.
using Quantiles = std::vector<double>;

// What many draws, or many runs with seeds of their own, have left of some quantities.
struct Spread {
  double count = 0.0;   // of draws, or of runs that did not fail
  double failed = 0.0;  // runs
  std::map<std::string, Quantiles> quantiles;
};

struct LaplaceReference {
  std::vector<std::string> columns;  // the parameters, with names as in CSV files
  std::vector<double> mode;
  std::vector<double> hessian;  // rows of its lower triangle, in Stan's order; may be left out
  Spread spread;
  bool has_mode = true;
  std::vector<std::string> messages;  // of the optimizer that looked for it
};

struct ApproximationReference {
  LaplaceReference laplace;
  std::map<std::string, Spread> methods;  // pathfinder, multipath, meanfield and fullrank
};

// Fails the running test if there is none.
[[nodiscard]] ApproximationReference read_approximations(const std::string& posterior);

// Numbers of ours by the names of quantities.
using Sample = std::map<std::string, std::vector<double>>;

// Fails the running test where the share of ours below a quantile of Stan's is one that chance
// makes once in a million quantities (Dvoretzky, Kiefer and Wolfowitz for two samples), or where
// more of our runs fail.
void expect_same_spread(const Spread& stan, const Sample& ours, double failed = 0.0);

// The largest distance of the shares of both sides, and the largest that is let pass.
[[nodiscard]] double largest_distance(const Quantiles& stan, std::span<const double> ours);
[[nodiscard]] double distance_by_chance(double stan_count, double our_count);

}  // namespace autumn::models
