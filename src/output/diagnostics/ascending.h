// This header sorts the draws of a variable and remembers where they were.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace autumn::output {

struct Ranked {
  double value;
  std::uint32_t index;  // position before they were sorted
};

// Keeps its buffers from one variable to the next.
class AscendingOrder {
 public:
  // No NaN among the values. Ties come in any order. Valid until the next call.
  [[nodiscard]] std::span<const Ranked> sort(std::span<const double> values);

 private:
  struct Keyed {
    std::uint64_t key;
    std::uint32_t index;
  };

  void distribute(std::uint64_t least, int shift);
  void finish(std::uint64_t least, int shift);

  std::vector<Keyed> keyed_;
  std::vector<Keyed> spare_;
  std::vector<Ranked> sorted_;
};

}  // namespace autumn::output
