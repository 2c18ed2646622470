// This file finds the hubs of a group, and orders its columns and rows around them.
#include "gaussian/star/arrow.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>
#include <vector>

namespace autumn::gaussian::star {
namespace {

class Making {
 public:
  Making(const ColumnsOfRow& columns, const Group& group) : group_(group) {
    for (const std::uint32_t row : group.rows) own_of_.push_back(own_columns(columns(row)));
  }

  [[nodiscard]] bool make(std::size_t hubs, Group& out) {
    if (group_.own.size() < hubs + 2) return false;
    choose_hubs(hubs);
    if (!sort_rows()) return false;
    if (leaves_.size() > kMostLeaves) return false;
    const std::size_t leaves = padded(leaves_.size());
    std::size_t leaf_rows = 1;
    for (const auto& rows : rows_of_leaf_) leaf_rows = std::max(leaf_rows, rows.size());
    leaf_rows = padded(leaf_rows);
    const std::size_t rest = padded(other_rows_.size());
    if (leaves * leaf_rows + rest > kMostRows) return false;
    write({.own = leaves + hubs,
           .rows = leaves * leaf_rows + rest,
           .met = 0,
           .leaves = leaves,
           .leaf_rows = leaf_rows},
          out);
    return true;
  }

 private:
  using Places = std::vector<std::size_t>;  // in the group's own columns

  [[nodiscard]] Places own_columns(std::span<const std::uint32_t> columns) const {
    std::set<std::size_t> own;
    for (const std::uint32_t j : columns) {
      const auto at = std::ranges::find(group_.own, j) - group_.own.begin();
      if (static_cast<std::size_t>(at) < group_.own.size())
        own.insert(static_cast<std::size_t>(at));
    }
    return {own.begin(), own.end()};
  }

  // Those that meet most others.
  void choose_hubs(std::size_t count) {
    std::vector<std::set<std::size_t>> others(group_.own.size());
    for (const Places& own : own_of_) {
      for (const std::size_t j : own) others[j].insert(own.begin(), own.end());
    }
    Places by_others;
    for (std::size_t j = 0; j < others.size(); ++j) by_others.push_back(j);
    std::ranges::stable_sort(by_others, std::greater<>(),
                             [&](std::size_t j) { return others[j].size(); });
    hubs_.assign(by_others.begin(), by_others.begin() + static_cast<std::ptrdiff_t>(count));
    leaves_.assign(by_others.begin() + static_cast<std::ptrdiff_t>(count), by_others.end());
    std::ranges::sort(hubs_);
    std::ranges::sort(leaves_);
  }

  // False if some row has two leaves.
  [[nodiscard]] bool sort_rows() {
    rows_of_leaf_.assign(leaves_.size(), {});
    other_rows_.clear();
    for (std::size_t i = 0; i < own_of_.size(); ++i) {
      Places leaves;
      std::ranges::set_intersection(own_of_[i], leaves_, std::back_inserter(leaves));
      if (leaves.size() > 1) return false;
      const auto leaf = leaves.empty() ? leaves_.end() : std::ranges::find(leaves_, leaves.front());
      auto& rows = leaf == leaves_.end()
                       ? other_rows_
                       : rows_of_leaf_[static_cast<std::size_t>(leaf - leaves_.begin())];
      rows.push_back(group_.rows[i]);
    }
    return true;
  }

  void write(const Sizes& sizes, Group& out) const {
    out.leaves = sizes.leaves;
    out.leaf_rows = sizes.leaf_rows;
    out.own.clear();
    out.own_rows.clear();
    out.rows.clear();
    for (std::size_t l = 0; l < sizes.leaves; ++l) {
      const bool is_there = l < leaves_.size();
      out.own.push_back(is_there ? group_.own[leaves_[l]] : kNone);
      out.own_rows.push_back(is_there ? group_.own_rows[leaves_[l]] : kNone);
      if (is_there)
        out.rows.insert(out.rows.end(), rows_of_leaf_[l].begin(), rows_of_leaf_[l].end());
      out.rows.resize((l + 1) * sizes.leaf_rows, kNone);
    }
    for (const std::size_t hub : hubs_) {
      out.own.push_back(group_.own[hub]);
      out.own_rows.push_back(group_.own_rows[hub]);
    }
    out.rows.insert(out.rows.end(), other_rows_.begin(), other_rows_.end());
    out.rows.resize(sizes.rows, kNone);
  }

  const Group group_;
  std::vector<Places> own_of_;  // per row
  Places hubs_, leaves_;
  std::vector<std::vector<std::uint32_t>> rows_of_leaf_;
  std::vector<std::uint32_t> other_rows_;
};

}  // namespace

std::size_t padded(std::size_t size) {
  constexpr std::size_t kSizes[] = {0, 1, 2, 3, 4, 6, 8, 12, 16, 24};
  static_assert(kSizes[std::size(kSizes) - 1] == kMostRows);
  return *std::ranges::lower_bound(kSizes, size);
}

bool make_arrow(const ColumnsOfRow& columns, Group& group) {
  if (group.own.size() < 3) return false;
  Making making(columns, group);
  return making.make(1, group) || making.make(2, group);
}

}  // namespace autumn::gaussian::star
