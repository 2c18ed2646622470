// This header declares the autocovariances of several chains at once, by the fast Fourier
// transform.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "output/diagnostics/chain_matrix.h"

namespace autumn::output {

// Keeps the tables and buffers for one length of chain, so that thousands of variables share them.
class Autocovariance {
 public:
  explicit Autocovariance(std::size_t draws);

  // For lag t = 0 .. draws-1 the mean over the chains of sum_i (x_i - m)(x_{i+t} - m) / draws, with
  // m each chain's own mean. The result is valid until the next call. O(draws log draws) per chain.
  [[nodiscard]] std::span<const double> mean_over_chains(const ChainMatrix& x);

 private:
  void load_pair(const ChainMatrix& x, std::size_t first);
  void add_power_of_pair();
  void transform_to_bit_reversed();
  void transform_from_bit_reversed();

  std::size_t draws_;
  std::size_t size_;  // a power of two, at least 2 * draws: zero padding makes the correlation
                      // linear, not circular
  std::vector<double> cosine_;
  std::vector<double> sine_;
  std::vector<double> real_;
  std::vector<double> imaginary_;
  std::vector<double> power_;
};

}  // namespace autumn::output
