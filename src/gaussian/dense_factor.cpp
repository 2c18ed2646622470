// This file keeps the triangular factor of dense rows, by QR of [R; some rows] again and again.
#include "gaussian/dense_factor.h"

#include <algorithm>

namespace autumn::gaussian {
namespace {

// Few enough to stay in the cache, enough that the factor itself is a small part of the work.
constexpr std::size_t kChunk = 192;

}  // namespace

DenseFactor::DenseFactor(std::size_t columns)
    : columns_(columns), most_(columns + std::max(kChunk, 4 * columns)) {}

std::span<double> DenseFactor::add_row() {
  if (rows_ == most_) reduce_all();
  if (numbers_.size() < (rows_ + 1) * columns_) numbers_.resize((rows_ + 1) * columns_, 0.0);
  const std::span<double> row = std::span(numbers_).subspan(rows_ * columns_, columns_);
  ++rows_;
  return row;
}

std::span<const double> DenseFactor::finish() {
  reduce_all();
  return std::span(numbers_).first(rows_ * columns_);
}

void DenseFactor::reduce_all() {
  const Matrix a{numbers_.data(), columns_};
  const std::size_t reflectors = std::min(rows_, columns_);
  packed_.resize(kGroup * rows_);
  std::array<double, kGroup> taus{};
  std::array<double, kGroup> swaps{};
  for (std::size_t p = 0; p < reflectors;) {
    const std::size_t size = p + kGroup <= reflectors ? kGroup : 1;
    Panel panel{.a = a,
                .columns = columns_,
                .first = p,
                .size = size,
                .ends = {},
                .taus = taus.data(),
                .swaps = swaps.data(),
                .packed = packed_.data()};
    panel.ends.fill(rows_);
    reduce(panel);
    p += size;
  }
  for (std::size_t i = 1; i < rows_; ++i) std::fill_n(a.row(i), std::min(i, columns_), 0.0);
  rows_ = reflectors;
}

}  // namespace autumn::gaussian
