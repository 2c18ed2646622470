// This file computes autocovariances as transforms of the power spectrum (Wiener-Khinchin).
#include "output/diagnostics/autocovariance.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>

#include "base/error.h"
#include "output/diagnostics/moments.h"

namespace autumn::output {

Autocovariance::Autocovariance(std::size_t draws)
    : draws_(draws),
      size_(std::bit_ceil(std::max<std::size_t>(2 * draws, 2))),
      cosine_(size_),
      sine_(size_),
      real_(size_),
      imaginary_(size_),
      power_(size_) {
  // Factors of the butterfly of half-width h are stored at [h, 2h), so that every stage reads them
  // in order.
  for (std::size_t half = 1; half < size_; half *= 2) {
    for (std::size_t k = 0; k < half; ++k) {
      const double angle = -std::numbers::pi * static_cast<double>(k) / static_cast<double>(half);
      cosine_[half + k] = std::cos(angle);
      sine_[half + k] = std::sin(angle);
    }
  }
}

// Decimation in frequency: natural order in, bit-reversed order out.
void Autocovariance::transform_to_bit_reversed() {
  for (std::size_t half = size_ / 2; half >= 1; half /= 2) {
    const double* c = cosine_.data() + half;
    const double* s = sine_.data() + half;
    for (std::size_t start = 0; start < size_; start += 2 * half) {
      double* re0 = real_.data() + start;
      double* im0 = imaginary_.data() + start;
      double* re1 = re0 + half;
      double* im1 = im0 + half;
      for (std::size_t k = 0; k < half; ++k) {
        const double dr = re0[k] - re1[k];
        const double di = im0[k] - im1[k];
        re0[k] += re1[k];
        im0[k] += im1[k];
        re1[k] = dr * c[k] - di * s[k];
        im1[k] = dr * s[k] + di * c[k];
      }
    }
  }
}

// Decimation in time: bit-reversed order in, natural order out. Together they need no reordering at
// all.
void Autocovariance::transform_from_bit_reversed() {
  for (std::size_t half = 1; half < size_; half *= 2) {
    const double* c = cosine_.data() + half;
    const double* s = sine_.data() + half;
    for (std::size_t start = 0; start < size_; start += 2 * half) {
      double* re0 = real_.data() + start;
      double* im0 = imaginary_.data() + start;
      double* re1 = re0 + half;
      double* im1 = im0 + half;
      for (std::size_t k = 0; k < half; ++k) {
        const double tr = re1[k] * c[k] - im1[k] * s[k];
        const double ti = re1[k] * s[k] + im1[k] * c[k];
        re1[k] = re0[k] - tr;
        im1[k] = im0[k] - ti;
        re0[k] += tr;
        im0[k] += ti;
      }
    }
  }
}

// Two real chains travel as the real and imaginary part of one complex sequence.
void Autocovariance::load_pair(const ChainMatrix& x, std::size_t first) {
  std::fill(real_.begin(), real_.end(), 0.0);
  std::fill(imaginary_.begin(), imaginary_.end(), 0.0);
  const auto load = [&](std::size_t chain, std::vector<double>& into) {
    if (chain >= x.chains) return;
    const std::span<const double> values = x.chain(chain);
    const double centre = mean(values);
    for (std::size_t i = 0; i < draws_; ++i) into[i] = values[i] - centre;
  };
  load(first, real_);
  load(first + 1, imaginary_);
}

// With Z the transform of a + ib: |A_k|^2 + |B_k|^2 = (|Z_k|^2 + |Z_-k|^2) / 2. In bit-reversed
// order the partner -k of a position in [2^j, 2^(j+1)) is its mirror image in that range; positions
// 0 and 1 are their own.
void Autocovariance::add_power_of_pair() {
  const auto power_at = [&](std::size_t p) {
    return real_[p] * real_[p] + imaginary_[p] * imaginary_[p];
  };
  power_[0] += power_at(0);
  for (std::size_t begin = 1; begin < size_; begin *= 2)
    for (std::size_t p = begin; p < 2 * begin; ++p)
      power_[p] += 0.5 * (power_at(p) + power_at(3 * begin - 1 - p));
}

std::span<const double> Autocovariance::mean_over_chains(const ChainMatrix& x) {
  AUTUMN_CHECK(x.draws() == draws_, "chains have the length the tables were made for");
  std::fill(power_.begin(), power_.end(), 0.0);
  for (std::size_t chain = 0; chain < x.chains; chain += 2) {
    load_pair(x, chain);
    transform_to_bit_reversed();
    add_power_of_pair();
  }
  // The power spectrum is real and even, so the forward transform is also the inverse, up to 1 /
  // size.
  std::copy(power_.begin(), power_.end(), real_.begin());
  std::fill(imaginary_.begin(), imaginary_.end(), 0.0);
  transform_from_bit_reversed();
  const double scale = 1.0 / (static_cast<double>(size_) * static_cast<double>(draws_) *
                              static_cast<double>(x.chains));
  for (std::size_t lag = 0; lag < draws_; ++lag) real_[lag] *= scale;
  return std::span<const double>(real_).first(draws_);
}

}  // namespace autumn::output
