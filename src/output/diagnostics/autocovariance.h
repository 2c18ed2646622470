// This header declares the autocovariances of several chains at once: the first lags directly, the
// others by the fast Fourier transform.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "output/diagnostics/chain_matrix.h"
#include "output/diagnostics/fourier.h"

namespace autumn::output {

// Keeps the tables and buffers for one length of chain, so that thousands of variables share them.
// For lag t it is the mean over the chains of sum_i (x_i - m)(x_{i+t} - m) / draws, with m each
// chain's own mean.
class Autocovariance {
 public:
  explicit Autocovariance(std::size_t draws);

  // Takes new chains; nothing is computed but their means.
  void load(const ChainMatrix& x);
  // Of the chains that were loaded.
  [[nodiscard]] std::span<const double> means() const { return means_; }
  // Lags 0 .. lag or more, at most draws - 1; valid until the next call.
  // Autocorrelations mostly die within a few lags: those are sums of products, and only who asks
  // for many pays for a transform, O(draws log draws) per chain.
  [[nodiscard]] std::span<const double> up_to(std::size_t lag);
  // All lags.
  [[nodiscard]] std::span<const double> mean_over_chains(const ChainMatrix& x);

 private:
  void add_block();
  [[nodiscard]] bool is_long() const;
  void transform_all();
  void load_pair(std::size_t first);
  void add_power_of_pair();

  std::size_t draws_;
  std::size_t stride_;  // from one chain to the next in `centred_`: draws, and zeros for a block
  std::size_t chains_ = 0;
  std::vector<double> centred_;
  std::vector<double> means_;
  std::vector<double> lags_;
  std::size_t known_ = 0;  // lags
  // Made when it is needed. Its length is at least 2 * draws: zeros make the correlation linear,
  // not circular.
  std::optional<Fourier> fourier_;
  ComplexNumbers pair_;
  std::vector<double> power_;
};

}  // namespace autumn::output
