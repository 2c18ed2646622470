// This file is the arithmetic of Nordsieck arrays.
#include "solve/nordsieck.h"

#include <algorithm>
#include <utility>

namespace autumn::solve {
namespace {

// All columns of one number at once; the sign is 1 ahead and -1 back.
template <std::size_t kOrder>
void shift(double* __restrict numbers, std::size_t size, double sign) {
  for (std::size_t i = 0; i < size; ++i) {
    std::array<double, kOrder + 1> z;
    for (std::size_t j = 0; j <= kOrder; ++j) z[j] = numbers[size * j + i];
    for (std::size_t k = 1; k <= kOrder; ++k) {
      for (std::size_t j = kOrder; j >= k; --j) z[j - 1] += sign * z[j];
    }
    for (std::size_t j = 0; j < kOrder; ++j) numbers[size * j + i] = z[j];
  }
}

void shift(std::size_t order, double* numbers, std::size_t size, double sign) {
  const auto choose = [&]<std::size_t... k>(std::index_sequence<k...>) {
    (void)((order == k + 1 && (shift<k + 1>(numbers, size, sign), true)) || ...);
  };
  choose(std::make_index_sequence<kMaxOrder>{});
}

// to += factor * from
void add(double* __restrict to, const double* from, double factor, std::size_t size) {
  for (std::size_t i = 0; i < size; ++i) to[i] += factor * from[i];
}

}  // namespace

Nordsieck::Nordsieck(std::size_t size, std::size_t max_order)
    : size_(size), max_order_(max_order), numbers_(size * (max_order + 1)) {}

void Nordsieck::predict(std::size_t order) {
  shift(order, numbers_.data(), size_, 1.0);
}

void Nordsieck::take_back(std::size_t order) {
  shift(order, numbers_.data(), size_, -1.0);
}

void Nordsieck::rescale(std::size_t order, double ratio) {
  double factor = 1.0;
  for (std::size_t j = 1; j <= order; ++j) {
    factor *= ratio;
    double* const z = column(j);
    for (std::size_t i = 0; i < size_; ++i) z[i] *= factor;
  }
}

void Nordsieck::correct(std::size_t order, const MultistepPolynomial& corrector,
                        const double* correction) {
  for (std::size_t j = 0; j <= order; ++j) add(column(j), correction, corrector[j], size_);
}

void Nordsieck::keep(const double* correction) {
  std::copy(correction, correction + size_, column(max_order_));
}

void Nordsieck::increase(std::size_t order, const MultistepIncrease& change) {
  double* const last = column(order + 1);
  const double* const correction = kept();
  for (std::size_t i = 0; i < size_; ++i) last[i] = change.factor * correction[i];
  for (std::size_t j = 2; j <= order; ++j) add(column(j), last, change.multiples[j], size_);
}

void Nordsieck::decrease(std::size_t order, const MultistepPolynomial& multiples) {
  for (std::size_t j = 2; j < order; ++j) add(column(j), column(order), -multiples[j], size_);
}

void Nordsieck::evaluate(std::size_t order, double steps, std::span<double> out) const {
  std::copy_n(column(order), size_, out.begin());
  for (std::size_t j = order; j-- > 0;) {
    const double* const z = column(j);
    for (std::size_t i = 0; i < size_; ++i) out[i] = z[i] + steps * out[i];
  }
}

}  // namespace autumn::solve
