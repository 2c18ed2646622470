// This header reads tables of summands: which of a distribution are dropped.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace autumn::trace {

// The summands of the distribution of which nothing is differentiated by, added up; nothing if the
// table has none of it. A summand has its distribution, the bits of what it reads (bit 0 is the
// value, bit k argument k) and its value at `numbers`.
template <typename Table, typename Numbers>
[[nodiscard]] std::optional<double> dropped_of(const Table& table, std::string_view distribution,
                                               Numbers numbers,
                                               const std::vector<bool>& is_differentiated) {
  unsigned differentiated = 0;
  for (std::size_t k = 0; k < is_differentiated.size(); ++k) {
    if (is_differentiated[k]) differentiated |= 1U << k;
  }
  std::optional<double> sum;
  for (const auto& summand : table) {
    if (summand.distribution != distribution) continue;
    sum = sum.value_or(0.0);
    if ((summand.reads & differentiated) == 0) *sum += summand.value(numbers);
  }
  return sum;
}

}  // namespace autumn::trace
