// Philox blocks and the transforms to uniform, normal, exponential and gamma numbers.
#include "base/random.h"

#include <Random123/philox.h>

#include <cmath>

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

namespace {

// Blocks made together. A round waits for the one before it, so that one block alone leaves the
// multiplier idle most of the time.
constexpr std::size_t kLanes = 2;
using Word = std::uint64_t;
__extension__ typedef unsigned __int128 Wide;  // NOLINT: `using` takes no __extension__
using Lanes = std::array<Word, kLanes>;

// The first blocks of kLanes streams: counters (0, iteration, element, 0).
std::array<Lanes, 4> first_blocks(std::array<Word, 2> key, Word iteration, const Word* elements) {
  std::array<Lanes, 4> c{};
  for (std::size_t l = 0; l < kLanes; ++l) {
    c[1][l] = iteration;
    c[2][l] = elements[l];
  }
  for (int round = 0; round < 10; ++round) {
    for (std::size_t l = 0; l < kLanes; ++l) {
      const Wide x = Wide{PHILOX_M4x64_0} * c[0][l];
      const Wide y = Wide{PHILOX_M4x64_1} * c[2][l];
      c[0][l] = static_cast<Word>(y >> 64) ^ c[1][l] ^ key[0];
      c[1][l] = static_cast<Word>(y);
      c[2][l] = static_cast<Word>(x >> 64) ^ c[3][l] ^ key[1];
      c[3][l] = static_cast<Word>(x);
    }
    key[0] += PHILOX_W64_0;
    key[1] += PHILOX_W64_1;
  }
  return c;
}

}  // namespace

void Random::start(StreamKey key, std::span<const std::uint64_t> elements,
                   std::span<Random> streams) {
  const Random model(key);
  std::size_t k = 0;
  for (; k + kLanes <= elements.size(); k += kLanes) {
    const std::array<Lanes, 4> c = first_blocks(model.key_, key.iteration, elements.data() + k);
    for (std::size_t l = 0; l < kLanes; ++l) {
      Random& stream = streams[k + l];
      stream.key_ = model.key_;
      stream.counter_ = {1, key.iteration, elements[k + l], 0};
      stream.block_ = {c[0][l], c[1][l], c[2][l], c[3][l]};
      stream.next_ = 0;
    }
  }
  for (; k < elements.size(); ++k) {
    key.element = elements[k];
    streams[k] = Random(key);
  }
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

// Ziggurat of Marsaglia and Tsang (2000) in Doornik's (2005) form: 128 blocks of equal area under
// exp(-x^2/2).
struct ZigguratTables {
  static constexpr int kBlocks = 128;
  static constexpr double kTail = 3.442619855899;       // where the tail begins
  static constexpr double kArea = 9.91256303526217e-3;  // of each block
  std::array<double, kBlocks + 1> edge{};
  std::array<double, kBlocks> ratio{};

  ZigguratTables() {
    double f = std::exp(-0.5 * kTail * kTail);
    edge[0] = kArea / f;
    edge[1] = kTail;
    for (int i = 2; i < kBlocks; ++i) {
      edge[i] = std::sqrt(-2.0 * std::log(kArea / edge[i - 1] + f));
      f = std::exp(-0.5 * edge[i] * edge[i]);
    }
    edge[kBlocks] = 0.0;
    for (int i = 0; i < kBlocks; ++i) ratio[i] = edge[i + 1] / edge[i];
  }
};

const ZigguratTables& ziggurat() {
  static const ZigguratTables tables;
  return tables;
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
    const auto block = static_cast<std::size_t>(word & 127U);
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

// Marsaglia and Tsang (2000), for shape >= 1.
double gamma_of_large_shape(Random& random, double shape) {
  const double d = shape - 1.0 / 3.0;
  const double c = 1.0 / std::sqrt(9.0 * d);
  while (true) {
    const double x = random.normal();
    const double t = 1.0 + c * x;
    if (t <= 0.0) continue;
    const double v = t * t * t;
    const double u = random.uniform();
    if (u < 1.0 - 0.0331 * (x * x) * (x * x)) return d * v;
    if (std::log(u) < 0.5 * x * x + d * (1.0 - v + std::log(v))) return d * v;
  }
}

}  // namespace

double Random::gamma(double shape) {
  if (shape >= 1.0) return gamma_of_large_shape(*this, shape);
  return std::exp(log_gamma(shape));
}

double Random::log_gamma(double shape) {
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
