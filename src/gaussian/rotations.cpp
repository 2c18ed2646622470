// Symbolic rotations, forward and backward.
#include "gaussian/rotations.h"

#include <algorithm>
#include <bit>

namespace autumn::gaussian {
namespace {

constexpr std::uint32_t bit(std::size_t k) {
  return std::uint32_t{1} << k;
}

class Planner {
 public:
  Planner(std::vector<std::uint32_t> patterns, CellGroup& group)
      : patterns_(std::move(patterns)), group_(group) {}

  bool run() {
    const std::size_t rows = patterns_.size();
    std::vector<bool> is_pivot(rows, false);
    for (std::uint32_t p = 0; p < group_.pivots; ++p) {
      std::vector<std::uint8_t> in_play;
      for (std::size_t i = 0; i < rows; ++i) {
        if (!is_pivot[i] && (patterns_[i] & bit(p)) != 0) {
          in_play.push_back(static_cast<std::uint8_t>(i));
        }
      }
      if (in_play.empty()) return false;
      // Rows with few columns first: they fill the others least.
      std::ranges::stable_sort(in_play, {}, [&](auto i) { return std::popcount(patterns_[i]); });
      is_pivot[in_play[0]] = true;
      reduce(p, in_play);
    }
    for (std::size_t i = 0; i < rows; ++i) {
      if (!is_pivot[i]) group_.left_row.push_back(static_cast<std::uint8_t>(i));
    }
    find_zeros();
    plan_backward();
    return true;
  }

 private:
  void reduce(std::uint32_t p, const std::vector<std::uint8_t>& in_play) {
    const std::uint8_t top = in_play[0];
    group_.pivot_row.push_back(top);
    if (in_play.size() == 1) group_.alone.push_back(static_cast<std::uint8_t>(p));
    for (std::size_t k = 1; k < in_play.size(); ++k) {
      Rotation rotation{.top = top, .other = in_play[k], .pivot = static_cast<std::uint8_t>(p)};
      rotation.is_last = k + 1 == in_play.size();
      std::uint32_t& x = patterns_[top];
      std::uint32_t& y = patterns_[in_play[k]];
      list(rotation, x & ~bit(p), y & ~bit(p));
      x |= y;
      y = x & ~bit(p);
      group_.forward.push_back(rotation);
    }
  }

  void list(Rotation& rotation, std::uint32_t x, std::uint32_t y) {
    rotation.first = static_cast<std::uint32_t>(group_.lists.size());
    rotation.both = add_bits(x & y);
    rotation.tops = add_bits(x & ~y);
    rotation.others = add_bits(y & ~x);
  }

  std::uint8_t add_bits(std::uint32_t bits) {
    const auto count = static_cast<std::uint8_t>(std::popcount(bits));
    for (; bits != 0; bits &= bits - 1) {
      group_.lists.push_back(static_cast<std::uint8_t>(std::countr_zero(bits)));
    }
    return count;
  }

  // Columns that will be read: of pivot rows those after the pivot, of others those after all.
  void find_zeros() {
    for (std::uint32_t p = 0; p < group_.pivots; ++p) add_zeros(group_.pivot_row[p], p + 1);
    for (const std::uint8_t row : group_.left_row) add_zeros(row, group_.pivots);
  }

  void add_zeros(std::size_t row, std::uint32_t first) {
    for (std::uint32_t j = first; j < group_.width(); ++j) {
      if ((patterns_[row] & bit(j)) != 0) continue;
      group_.zeros.push_back(static_cast<std::uint32_t>(row * group_.width() + j));
    }
  }

  // Rows of Q: pivot rows begin as unit vectors, others with what the parent gives.
  void plan_backward() {
    std::vector<std::uint32_t> q(patterns_.size(), 0);
    std::vector<bool> has_parent(patterns_.size(), false);
    for (const std::uint8_t row : group_.left_row) has_parent[row] = true;
    for (auto forward = group_.forward.rbegin(); forward != group_.forward.rend(); ++forward) {
      Rotation rotation = *forward;
      const std::uint8_t x = rotation.top;
      const std::uint8_t y = rotation.other;
      rotation.has_top = has_parent[x];
      rotation.has_other = has_parent[y];
      const std::uint32_t pivot = bit(rotation.pivot);
      list(rotation, q[x] & ~pivot, q[y] & ~pivot);
      q[x] = q[y] = q[x] | q[y] | pivot;
      has_parent[x] = has_parent[y] = has_parent[x] || has_parent[y];
      group_.backward.push_back(rotation);
    }
  }

  std::vector<std::uint32_t> patterns_;
  CellGroup& group_;
};

}  // namespace

bool plan_rotations(std::vector<std::uint32_t> patterns, CellGroup& group) {
  return Planner(std::move(patterns), group).run();
}

}  // namespace autumn::gaussian
