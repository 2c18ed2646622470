// Moves are how far transitions go, beside how far the chain goes in all: what an effective draw
// takes can be told from them, also where a window is too short for autocorrelations of its own.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sample/state/fields.h"
#include "sample/welford.h"

namespace autumn::sampler {

class Moves {
 public:
  explicit Moves(std::size_t dimension)
      : positions_(dimension), last_(dimension), squares_(dimension) {}

  // Where a transition has led to; the first call says only where the second begins.
  void add(std::span<const double> position);
  void restart();
  [[nodiscard]] std::int64_t count() const { return count_; }
  [[nodiscard]] std::size_t dimension() const { return squares_.size(); }
  [[nodiscard]] const WelfordVariance& positions() const { return positions_; }
  // The mean square of a coordinate's moves.
  [[nodiscard]] double square(std::size_t i) const {
    return squares_[i] / static_cast<double>(count_);
  }
  void visit_fields(Fields& fields);

 private:
  WelfordVariance positions_;
  std::vector<double> last_;
  std::vector<double> squares_;
  std::int64_t count_ = 0;
};

// Effective draws of a transition for each of these, in its slowest coordinates: by its own moves
// and by the variances of the positions of all, because a chain that is slow does not know its own.
// Between a few draws of the whole, since less can not be told from none, and one per transition:
// draws on opposite sides of the mean are good for means alone. All have moved.
[[nodiscard]] std::vector<double> paces(std::span<const Moves* const> moves);

}  // namespace autumn::sampler
