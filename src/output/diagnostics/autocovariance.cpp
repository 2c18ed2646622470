// This file computes autocovariances as sums of products, or as transforms of the power spectrum
// (Wiener-Khinchin).
#include "output/diagnostics/autocovariance.h"

#include <algorithm>
#include <array>

#include "base/error.h"
#include "output/diagnostics/moments.h"

namespace autumn::output {
namespace {

// Lags that are summed together, and how many blocks are tried before a transform, which
// costs about as much as eight.
constexpr std::size_t kBlock = 8;
constexpr std::size_t kMostBlocks = 8;
// What is correlated as much as this after so many lags goes on for many more.
constexpr std::size_t kTelling = 2 * kBlock;
constexpr double kLong = 0.4;

// Adds sum_i x_i x_(i + first + k) for all lags of a block. The lags stand side by side in vectors,
// and each is summed in order.
void add_products(const double* x, std::size_t draws, std::size_t first,
                  std::array<double, kBlock>& sums) {
  std::array<double, kBlock> local = sums;
  const double* __restrict later = x + first;
  for (std::size_t i = 0; i + first < draws; ++i) {
    for (std::size_t k = 0; k < kBlock; ++k) local[k] += x[i] * later[i + k];
  }
  sums = local;
}

}  // namespace

Autocovariance::Autocovariance(std::size_t draws)
    : draws_(draws), stride_(draws + kBlock), lags_(draws) {}

void Autocovariance::load(const ChainMatrix& x) {
  AUTUMN_CHECK(x.draws() == draws_, "chains have the length the tables were made for");
  chains_ = x.chains;
  known_ = 0;
  means_.resize(chains_);
  centred_.resize(chains_ * stride_);
  for (std::size_t c = 0; c < chains_; ++c) {
    const std::span<const double> values = x.chain(c);
    const double centre = mean(values);
    double* into = centred_.data() + c * stride_;
    for (std::size_t i = 0; i < draws_; ++i) into[i] = values[i] - centre;
    std::fill_n(into + draws_, kBlock, 0.0);
    means_[c] = centre;
  }
}

std::span<const double> Autocovariance::up_to(std::size_t lag) {
  const std::size_t wanted = std::min(lag + 1, draws_);
  while (known_ < wanted) {
    if (is_long() || known_ >= kMostBlocks * kBlock) {
      transform_all();
    } else {
      add_block();
    }
  }
  return std::span<const double>(lags_).first(known_);
}

std::span<const double> Autocovariance::mean_over_chains(const ChainMatrix& x) {
  load(x);
  return up_to(draws_);
}

bool Autocovariance::is_long() const {
  return known_ >= kTelling && lags_[known_ - 1] > kLong * lags_[0];
}

void Autocovariance::add_block() {
  std::array<double, kBlock> sums{};
  for (std::size_t c = 0; c < chains_; ++c) {
    add_products(centred_.data() + c * stride_, draws_, known_, sums);
  }
  const double scale = 1.0 / (static_cast<double>(draws_) * static_cast<double>(chains_));
  const std::size_t end = std::min(known_ + kBlock, draws_);
  for (std::size_t k = 0; known_ < end; ++k, ++known_) lags_[known_] = sums[k] * scale;
}

// Two real chains travel as the real and imaginary part of one complex sequence.
void Autocovariance::load_pair(std::size_t first) {
  pair_.resize(fourier_->size());
  const auto load = [&](std::size_t chain, std::vector<double>& into) {
    std::fill(into.begin(), into.end(), 0.0);
    if (chain < chains_) std::copy_n(centred_.data() + chain * stride_, draws_, into.data());
  };
  load(first, pair_.real);
  load(first + 1, pair_.imaginary);
}

// With Z the transform of a + ib: |A_k|^2 + |B_k|^2 = (|Z_k|^2 + |Z_-k|^2) / 2.
void Autocovariance::add_power_of_pair() {
  const auto power_at = [&](std::size_t k) {
    return pair_.real[k] * pair_.real[k] + pair_.imaginary[k] * pair_.imaginary[k];
  };
  const std::size_t size = fourier_->size();
  power_[0] += power_at(0);
  for (std::size_t k = 1; k < size; ++k) power_[k] += 0.5 * (power_at(k) + power_at(size - k));
}

void Autocovariance::transform_all() {
  if (!fourier_) fourier_.emplace(good_length(2 * draws_));
  const std::size_t size = fourier_->size();
  power_.assign(size, 0.0);
  for (std::size_t chain = 0; chain < chains_; chain += 2) {
    load_pair(chain);
    fourier_->transform(pair_);
    add_power_of_pair();
  }
  // The power spectrum is real and even, so the forward transform is also the inverse, up to 1 /
  // size.
  std::copy(power_.begin(), power_.end(), pair_.real.begin());
  std::fill(pair_.imaginary.begin(), pair_.imaginary.end(), 0.0);
  fourier_->transform(pair_);
  const double scale = 1.0 / (static_cast<double>(size) * static_cast<double>(draws_) *
                              static_cast<double>(chains_));
  for (std::size_t lag = 0; lag < draws_; ++lag) lags_[lag] = pair_.real[lag] * scale;
  known_ = draws_;
}

}  // namespace autumn::output
