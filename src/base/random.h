// `Random` is the source of all random numbers of Autumn: a counter-based generator (Philox
// 4x64-10) with our own transforms of its bits.
#pragma once

#include <array>
#include <cstdint>

namespace autumn {

// What a stream of random numbers is used for; part of its key, so that no use disturbs another.
enum class Purpose : std::uint32_t {
  kInitialPoint = 1,
  kTransition = 2,
  kRecovery = 3,
  kGeneratedQuantities = 4,
  kSimulation = 5,
  kTest = 6,
  kApproximation = 7,
};

// Names one stream. Streams with different keys are independent; the same key gives the same
// numbers.
struct StreamKey {
  std::uint64_t seed = 0;
  std::uint32_t chain = 0;
  Purpose purpose = Purpose::kTest;
  std::uint64_t iteration = 0;
  std::uint64_t element = 0;

  bool operator==(const StreamKey&) const = default;
};

// One stream. The bits are the same on every platform; transforms use only IEEE arithmetic and
// libm's exp, log, and are written here because the standard library's distributions differ between
// platforms.
class Random {
 public:
  explicit Random(const StreamKey& key);

  [[nodiscard]] std::uint64_t bits();
  // In the open interval (0, 1): never 0, never 1.
  [[nodiscard]] double uniform();
  [[nodiscard]] double normal();
  // Mean one.
  [[nodiscard]] double exponential();
  // Scale one; any shape > 0, and NaN for what is no shape. For tiny shapes the draw may underflow
  // to 0: see log_gamma.
  [[nodiscard]] double gamma(double shape);
  // The logarithm of a gamma draw; finite also where the draw itself underflows.
  [[nodiscard]] double log_gamma(double shape);
  // Uniform on {0, ..., bound - 1}, without bias.
  [[nodiscard]] std::uint64_t below(std::uint64_t bound);

 private:
  friend class Streams;  // which makes the first blocks of many
  void refill();

  std::array<std::uint64_t, 2> key_;
  std::array<std::uint64_t, 4> counter_;
  std::array<std::uint64_t, 4> block_{};
  std::uint32_t next_ = 4;
};

}  // namespace autumn
