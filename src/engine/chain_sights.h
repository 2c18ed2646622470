// What can be seen of the chains of a run from another thread while they are made.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace autumn::engine {

// Of one chain, each number for itself: they need not be of the same moment.
struct ChainSight {
  std::atomic<std::int64_t> iterations{0};
  std::atomic<std::int64_t> warmup{0};       // of these
  std::atomic<std::int64_t> draws{0};        // that are kept
  std::atomic<std::int64_t> divergences{0};  // of the draws
  std::atomic<std::int64_t> leapfrogs{0};    // of the last draw
  std::atomic<double> step_size{0.0};        // after warm-up; 0 before
  std::atomic<bool> has_begun{false};
  std::atomic<bool> is_over{false};
};

class ChainSights {
 public:
  explicit ChainSights(std::uint32_t chains) : sights_(chains) {}
  ChainSights(const ChainSights&) = delete;
  ChainSights& operator=(const ChainSights&) = delete;

  [[nodiscard]] ChainSight& of(std::uint32_t chain) { return sights_[chain]; }
  [[nodiscard]] const ChainSight& of(std::uint32_t chain) const { return sights_[chain]; }
  [[nodiscard]] std::size_t size() const { return sights_.size(); }

 private:
  std::vector<ChainSight> sights_;
};

}  // namespace autumn::engine
