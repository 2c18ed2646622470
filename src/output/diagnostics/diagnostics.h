// This header declares convergence diagnostics and standard errors, as the R package `posterior`
// defines them.
//
// Vehtari, Gelman, Simpson, Carpenter, Buerkner (2021), Rank-normalization, folding, and
// localization: an improved R-hat for assessing convergence of MCMC, Bayesian Analysis 16(2). What
// `posterior` returns as NA is NaN here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "output/diagnostics/ascending.h"
#include "output/diagnostics/autocovariance.h"
#include "output/diagnostics/chain_matrix.h"

namespace autumn::output {

// What the summary says about one variable.
struct VariableSummary {
  std::string name;
  double mean = 0;
  double mcse = 0;
  double sd = 0;
  double q5 = 0;
  double q50 = 0;
  double q95 = 0;
  double ess_bulk = 0;
  double ess_tail = 0;
  double rhat = 0;
  std::vector<double> percentiles = {};  // those that were asked for beside the three above

  bool operator==(const VariableSummary&) const = default;
};

// Computes the summary of one variable after the other: sorts each once, and keeps tables and
// buffers.
class Diagnoser {
 public:
  Diagnoser(std::size_t chains, std::size_t draws, std::span<const double> percentiles = {});

  // The name of the result is left empty.
  [[nodiscard]] VariableSummary summarise(const ChainMatrix& x);

 private:
  void fold(std::span<const Ranked> ascending, double median);
  template <typename Function>
  [[nodiscard]] ChainMatrix split(const ChainMatrix& x, Function f);
  [[nodiscard]] ChainMatrix normal_scores(std::span<const Ranked> ascending);
  [[nodiscard]] double ess_below(const ChainMatrix& x, double limit);

  std::size_t chains_;
  std::size_t draws_;
  std::size_t half_;
  Autocovariance autocovariance_;
  std::vector<double> score_of_half_rank_;  // normal score of rank k / 2, at index k
  std::vector<std::uint32_t>
      place_in_split_;  // of each draw; kDropped for the middle one of an odd chain
  AscendingOrder order_;
  std::vector<Ranked> folded_;
  std::vector<double> sorted_;
  std::vector<double> buffer_;
  std::vector<double> percentiles_;
};

// Each of these takes all draws, splits the chains itself, and drops the middle draw of chains of
// odd length.
[[nodiscard]] double rhat(const ChainMatrix& x);
[[nodiscard]] double ess_bulk(const ChainMatrix& x);
[[nodiscard]] double ess_tail(const ChainMatrix& x);
[[nodiscard]] double ess_mean(const ChainMatrix& x);
[[nodiscard]] double ess_sd(const ChainMatrix& x);
[[nodiscard]] double ess_quantile(const ChainMatrix& x, double probability);
[[nodiscard]] double mcse_mean(const ChainMatrix& x);
[[nodiscard]] double mcse_sd(const ChainMatrix& x);
[[nodiscard]] double mcse_quantile(const ChainMatrix& x, double probability);

// Energy Bayesian fraction of missing information of one chain (Betancourt 2016), as CmdStan and
// rstan compute it: mean squared step of the energy over its variance. NaN if the energy does not
// move.
[[nodiscard]] double ebfmi(std::span<const double> energy);

}  // namespace autumn::output
