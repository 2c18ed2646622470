// This file lays out memory by linear-scan allocation over lifetimes.
#include "evaluate/layout.h"

#include <algorithm>
#include <map>

namespace autumn::evaluate {
namespace {

// Free ranges by offset; neighbours are joined when a range is given back.
class Pool {
 public:
  [[nodiscard]] std::size_t size() const { return size_; }

  std::size_t take(std::size_t n) {
    auto best = free_.end();
    for (auto it = free_.begin(); it != free_.end(); ++it) {
      if (it->second >= n && (best == free_.end() || it->second < best->second)) best = it;
      if (it->second == n) break;
    }
    if (best == free_.end()) return grow(n);
    const auto [offset, length] = *best;
    free_.erase(best);
    if (length > n) free_.emplace(offset + n, length - n);
    return offset;
  }

  void give_back(std::size_t offset, std::size_t n) {
    if (n == 0) return;
    auto it = free_.emplace(offset, n).first;
    if (const auto next = std::next(it);
        next != free_.end() && it->first + it->second == next->first) {
      it->second += next->second;
      free_.erase(next);
    }
    if (it == free_.begin()) return;
    if (const auto previous = std::prev(it); previous->first + previous->second == it->first) {
      previous->second += it->second;
      free_.erase(it);
    }
  }

 private:
  // A free range at the end is used up before the memory grows.
  std::size_t grow(std::size_t n) {
    std::size_t offset = size_;
    if (!free_.empty()) {
      const auto last = std::prev(free_.end());
      if (last->first + last->second == size_) {
        offset = last->first;
        free_.erase(last);
      }
    }
    size_ = offset + n;
    return offset;
  }

  std::map<std::size_t, std::size_t> free_;
  std::size_t size_ = 0;
};

std::size_t rounded(std::size_t n) {
  return n < kLine ? n : (n + kLine - 1) / kLine * kLine;
}

}  // namespace

Layout lay_out(std::span<const Lifetime> lifetimes) {
  std::size_t steps = 0;
  for (const Lifetime& x : lifetimes) steps = std::max(steps, x.last + 1);
  std::vector<std::vector<std::size_t>> begins(steps), ends(steps);
  for (std::size_t i = 0; i < lifetimes.size(); ++i) {
    begins[lifetimes[i].first].push_back(i);
    ends[lifetimes[i].last].push_back(i);
  }
  // Scalars have a pool of their own, so that they neither waste a cache line each nor break up the
  // alignment of the rest.
  Pool large, small;
  Layout layout{.offsets = std::vector<std::size_t>(lifetimes.size()), .size = 0};
  const auto pool_of = [&](std::size_t i) -> Pool& {
    return lifetimes[i].size < kLine ? small : large;
  };
  for (std::size_t step = 0; step < steps; ++step) {
    for (const std::size_t i : begins[step]) {
      layout.offsets[i] = pool_of(i).take(rounded(lifetimes[i].size));
    }
    for (const std::size_t i : ends[step]) {
      pool_of(i).give_back(layout.offsets[i], rounded(lifetimes[i].size));
    }
  }
  for (std::size_t i = 0; i < lifetimes.size(); ++i) {
    if (lifetimes[i].size < kLine) layout.offsets[i] += large.size();
  }
  layout.size = large.size() + small.size();
  return layout;
}

}  // namespace autumn::evaluate
