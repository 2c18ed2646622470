// This file finds runs of supernodes that are alike.
#include "gaussian/equations/steps.h"

#include <algorithm>

#include "base/numbers.h"
#include "gaussian/equations/supernodes.h"

namespace autumn::gaussian::equations {
namespace {

// Shorter runs are not worth their beginning and end.
constexpr std::uint32_t kFewest = 4;

class Finding {
 public:
  Finding(const Supernodes& supernodes, const std::vector<bool>& is_alone)
      : s_(supernodes), is_alone_(is_alone) {}

  [[nodiscard]] std::vector<Step> run() && {
    const std::uint32_t nodes = as_u32(s_.nodes.size());
    for (std::uint32_t s = 0; s < nodes;) {
      const Step longest = longest_from(s);
      out_.push_back(longest);
      s = longest.last;
    }
    return std::move(out_);
  }

 private:
  [[nodiscard]] Step longest_from(std::uint32_t first) const {
    for (const StepKind kind : {StepKind::kBundle, StepKind::kPath, StepKind::kTree}) {
      std::uint32_t last = first;
      while (last < s_.nodes.size() && belongs(kind, first, last)) ++last;
      if (last - first >= kFewest) return {kind, first, last};
    }
    return {StepKind::kNode, first, first + 1};
  }

  [[nodiscard]] bool belongs(StepKind kind, std::uint32_t first, std::uint32_t s) const {
    const Supernode& node = s_.nodes[s];
    if (is_alone_[s] || node.pivots != 1) return false;
    if (kind == StepKind::kBundle) {
      return node.rows > 2 && is_beside_one(node) && owner_of(node) == owner_of(s_.nodes[first]);
    }
    if (node.rows != 2) return false;
    const std::uint32_t row = s_.rows[node.first_row + 1];
    if (kind == StepKind::kPath) return row == node.first_pivot + 1;
    // Where a path begins, its own step does.
    return row != node.first_pivot + 1 || !is_long_path(s);
  }

  [[nodiscard]] bool is_long_path(std::uint32_t first) const {
    for (std::uint32_t s = first; s < first + kFewest; ++s) {
      if (s >= s_.nodes.size() || !belongs(StepKind::kPath, first, s)) return false;
    }
    return true;
  }

  [[nodiscard]] std::uint32_t owner_of(const Supernode& node) const {
    return s_.segments[node.first_segment].owner;
  }

  // Whether its rows are all pivots of one supernode.
  [[nodiscard]] bool is_beside_one(const Supernode& node) const {
    return node.segments == 1 && node.others() == s_.nodes[owner_of(node)].pivots;
  }

  const Supernodes& s_;
  const std::vector<bool>& is_alone_;
  std::vector<Step> out_;
};

}  // namespace

std::vector<Step> find_steps(const Supernodes& supernodes, const std::vector<bool>& is_alone) {
  return Finding(supernodes, is_alone).run();
}

double nanoseconds_in_bundle(std::size_t rows) {
  const double n = static_cast<double>(rows);
  return 20.0 + 0.5 * n + 0.11 * n * n;
}

double bundle_nanoseconds(std::size_t pivots, std::size_t rows) {
  return 300.0 + static_cast<double>(pivots) * nanoseconds_in_bundle(rows);
}

}  // namespace autumn::gaussian::equations
