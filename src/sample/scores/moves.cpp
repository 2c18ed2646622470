// This file judges moves by the variances of positions.
#include "sample/scores/moves.h"

#include <algorithm>
#include <cmath>

namespace autumn::sampler {
namespace {

constexpr std::size_t kSlowest = 3;
constexpr double kFewest = 4.0;  // effective draws

// Of neighbours with the correlation 1 - share.
double pace_of(double share) {
  const double within = std::clamp(share, 0.0, 1.0);
  return within / (2.0 - within);
}

// The mean of the least few.
double slowest(std::vector<double> shares) {
  const std::size_t few = std::min(kSlowest, shares.size());
  std::ranges::partial_sort(shares, shares.begin() + static_cast<std::ptrdiff_t>(few));
  double sum = 0.0;
  for (std::size_t k = 0; k < few; ++k) sum += pace_of(shares[k]);
  return sum / static_cast<double>(few);
}

}  // namespace

void Moves::add(std::span<const double> position) {
  if (positions_.count() > 0) {
    ++count_;
    for (std::size_t i = 0; i < squares_.size(); ++i) {
      squares_[i] += (position[i] - last_[i]) * (position[i] - last_[i]);
    }
  }
  positions_.add(position);
  std::ranges::copy(position, last_.begin());
}

void Moves::restart() {
  positions_.restart();
  std::ranges::fill(squares_, 0.0);
  count_ = 0;
}

void Moves::visit_fields(Fields& fields) {
  auto& [positions, last, squares, count] = *this;
  fields("positions", positions);
  fields.exactly("last", last);
  fields.exactly("squares", squares);
  fields("count", count);
}

std::vector<double> paces(std::span<const Moves* const> moves) {
  WelfordVariance all(moves.front()->dimension());
  for (const Moves* one : moves) all.add_all(one->positions());
  const std::vector<double> variances = all.variance();
  std::vector<double> result;
  for (const Moves* one : moves) {
    std::vector<double> shares;
    for (std::size_t i = 0; i < variances.size(); ++i) {
      if (!(variances[i] > 0.0) || !std::isfinite(variances[i])) continue;
      shares.push_back(one->square(i) / (2.0 * variances[i]));
    }
    const double least = std::min(1.0, kFewest / static_cast<double>(one->count()));
    result.push_back(shares.empty() ? 1.0 : std::max(least, slowest(std::move(shares))));
  }
  return result;
}

}  // namespace autumn::sampler
