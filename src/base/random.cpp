// This file computes Philox blocks and transforms them to uniform, normal, exponential and gamma
// numbers.
#include "base/random.h"

#include <Random123/philox.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/ziggurat.h"

namespace autumn {

Random::Random(const StreamKey& key)
    : key_{key.seed, (std::uint64_t{key.chain} << 32) | static_cast<std::uint32_t>(key.purpose)},
      counter_{0, key.iteration, key.element, 0} {}

void Random::refill() {
  const r123::Philox4x64::ctr_type counter = {{counter_[0], counter_[1], counter_[2], counter_[3]}};
  const r123::Philox4x64::key_type key = {{key_[0], key_[1]}};
  const r123::Philox4x64::ctr_type out = r123::Philox4x64{}(counter, key);
  block_ = {out[0], out[1], out[2], out[3]};
  ++counter_[0];
  next_ = 0;
}

std::uint64_t Random::bits() {
  if (next_ == block_.size()) refill();
  return block_[next_++];
}

namespace {

// The middle of one of 2^52 equal cells, (k + 1/2) 2^-52 exactly, so 0 and 1 cannot occur.
double open_unit(std::uint64_t bits) {
  return (static_cast<double>(bits >> 12) + 0.5) * 0x1p-52;
}

// A normal draw beyond kTail (Marsaglia 1964).
double normal_tail(Random& random) {
  while (true) {
    const double x = std::log(random.uniform()) / ZigguratTables::kTail;
    const double y = std::log(random.uniform());
    if (-2.0 * y >= x * x) return ZigguratTables::kTail - x;
  }
}

}  // namespace

double Random::uniform() {
  return open_unit(bits());
}

double Random::normal() {
  const ZigguratTables& tables = ziggurat();
  while (true) {
    const std::uint64_t word = bits();
    const auto block = static_cast<std::size_t>(word & ZigguratTables::kBlockBits);
    // The upper 52 bits give the position, the lower 7 the block: no bit serves both.
    const double u = 2.0 * open_unit(word) - 1.0;
    if (std::fabs(u) < tables.ratio[block]) return u * tables.edge[block];
    if (block == 0) return u < 0.0 ? -normal_tail(*this) : normal_tail(*this);
    const double x = u * tables.edge[block];
    const double lower = std::exp(-0.5 * (tables.edge[block] * tables.edge[block] - x * x));
    const double upper = std::exp(-0.5 * (tables.edge[block + 1] * tables.edge[block + 1] - x * x));
    if (lower + uniform() * (upper - lower) < 1.0) return x;
  }
}

double Random::exponential() {
  return -std::log(uniform());
}

namespace {

// Of anything else the search below would never end.
bool is_shape(double shape) {
  return shape > 0.0 && shape <= std::numeric_limits<double>::max();
}

// Marsaglia and Tsang (2000), for shape >= 1, with a squeeze that is tighter the larger the shape:
// with y = c x the exponent below is -(3/4) d y^4 (1 - (4/5) y + (4/6) y^2 - ...), at least
// -(x y)^2 / (12 min(1, t)), and log(u) < u - 1.
double gamma_of_large_shape(Random& random, double shape) {
  const double d = shape - 1.0 / 3.0;
  const double c = 1.0 / std::sqrt(9.0 * d);
  while (true) {
    const double x = random.normal();
    const double y = c * x;
    const double t = 1.0 + y;
    if (t <= 0.0) continue;
    const double v = t * t * t;
    const double u = random.uniform();
    const double xy = x * y;
    if (xy * xy < 12.0 * (1.0 - u) * std::min(1.0, t)) return d * v;
    if (std::log(u) < 0.5 * x * x + d * (1.0 - v + std::log(v))) return d * v;
  }
}

}  // namespace

double Random::gamma(double shape) {
  if (!is_shape(shape)) return std::numeric_limits<double>::quiet_NaN();
  if (shape >= 1.0) return gamma_of_large_shape(*this, shape);
  return std::exp(log_gamma(shape));
}

double Random::log_gamma(double shape) {
  if (!is_shape(shape)) return std::numeric_limits<double>::quiet_NaN();
  if (shape >= 1.0) return std::log(gamma_of_large_shape(*this, shape));
  // gamma(shape) = gamma(shape + 1) * U^(1/shape); the power underflows, its logarithm does not.
  const double boosted = gamma_of_large_shape(*this, shape + 1.0);
  return std::log(boosted) + std::log(uniform()) / shape;
}

std::uint64_t Random::below(std::uint64_t bound) {
  const std::uint64_t limit = -bound % bound;  // 2^64 mod bound: numbers below it would be favoured
  while (true) {
    const std::uint64_t word = bits();
    if (word >= limit) return word % bound;
  }
}

}  // namespace autumn
