// A chain matrix holds the draws of one variable over several chains, as the diagnostics read
// them.
#pragma once

#include <cstddef>
#include <span>

namespace autumn::output {

// Chain after chain, every chain of the same length. Does not own the numbers: they outlive the
// call it is passed to.
struct ChainMatrix {
  std::span<const double> values;
  std::size_t chains = 0;

  [[nodiscard]] std::size_t draws() const { return chains == 0 ? 0 : values.size() / chains; }
  [[nodiscard]] std::span<const double> chain(std::size_t index) const {
    return values.subspan(index * draws(), draws());
  }
};

}  // namespace autumn::output
