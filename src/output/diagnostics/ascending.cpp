// This file sorts numbers by the digits of their bits: with thousands of them that is several times
// faster than by comparisons.
#include "output/diagnostics/ascending.h"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

namespace autumn::output {
namespace {

constexpr int kDigitBits = 11;
constexpr int kDigits = 3;
constexpr std::size_t kBuckets = std::size_t{1} << kDigitBits;
constexpr std::uint64_t kSign = std::uint64_t{1} << 63;

// Whole numbers in the order of the doubles: negative ones are stored with their bits turned round.
std::uint64_t key_of(double value) {
  const auto bits = std::bit_cast<std::uint64_t>(value);
  return (bits & kSign) != 0 ? ~bits : bits | kSign;
}

double value_of(std::uint64_t key) {
  return std::bit_cast<double>((key & kSign) != 0 ? key & ~kSign : ~key);
}

std::size_t digit(std::uint64_t prefix, int which) {
  return static_cast<std::size_t>(prefix >> (which * kDigitBits)) & (kBuckets - 1);
}

}  // namespace

// By the leading digits of what is above the least key, the last of them first.
void AscendingOrder::distribute(std::uint64_t least, int shift) {
  std::array<std::array<std::uint32_t, kBuckets>, kDigits> starts{};
  for (const Keyed& k : keyed_) {
    const std::uint64_t prefix = (k.key - least) >> shift;
    for (int d = 0; d < kDigits; ++d) ++starts[static_cast<std::size_t>(d)][digit(prefix, d)];
  }
  for (int d = 0; d < kDigits; ++d) {
    auto& start = starts[static_cast<std::size_t>(d)];
    std::uint32_t before = 0;
    for (std::uint32_t& count : start) before += std::exchange(count, before);
    for (const Keyed& k : keyed_) spare_[start[digit((k.key - least) >> shift, d)]++] = k;
    keyed_.swap(spare_);
  }
}

// What the leading digits leave undecided: little, unless most numbers are close to each other and
// one is far.
void AscendingOrder::finish(std::uint64_t least, int shift) {
  const auto prefix = [&](const Keyed& k) { return (k.key - least) >> shift; };
  for (auto first = keyed_.begin(); first != keyed_.end();) {
    auto last = first + 1;
    while (last != keyed_.end() && prefix(*last) == prefix(*first)) ++last;
    if (last - first > 1) std::ranges::sort(first, last, {}, &Keyed::key);
    first = last;
  }
}

std::span<const Ranked> AscendingOrder::sort(std::span<const double> values) {
  const std::size_t n = values.size();
  keyed_.resize(n);
  spare_.resize(n);
  sorted_.resize(n);
  std::uint64_t least = ~std::uint64_t{0}, most = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const std::uint64_t key = key_of(values[i]);
    keyed_[i] = {key, static_cast<std::uint32_t>(i)};
    least = std::min(least, key);
    most = std::max(most, key);
  }
  const int width = most > least ? static_cast<int>(std::bit_width(most - least)) : 0;
  const int shift = std::max(0, width - kDigits * kDigitBits);
  if (width > 0) distribute(least, shift);
  if (shift > 0) finish(least, shift);
  for (std::size_t i = 0; i < n; ++i) sorted_[i] = {value_of(keyed_[i].key), keyed_[i].index};
  return sorted_;
}

}  // namespace autumn::output
