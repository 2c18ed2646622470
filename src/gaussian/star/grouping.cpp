// This file finds which columns are shared, and which rows and columns go together.
#include "gaussian/star/grouping.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <span>
#include <tuple>
#include <utility>

#include "gaussian/star/arrow.h"
#include "gaussian/star/star.h"

namespace autumn::gaussian::star {
namespace {

// Columns by row, and rows by column.
class Incidence {
 public:
  explicit Incidence(const Block& block) : block_(block), rows_of_(block.columns) {
    for (std::uint32_t i = 0; i < block.rows(); ++i) {
      for (const std::uint32_t j : columns(i)) {
        if (rows_of_[j].empty() || rows_of_[j].back() != i) rows_of_[j].push_back(i);
      }
    }
  }

  [[nodiscard]] std::span<const std::uint32_t> columns(std::uint32_t row) const {
    return std::span(block_.column)
        .subspan(block_.row_starts[row], block_.row_starts[row + 1] - block_.row_starts[row]);
  }
  [[nodiscard]] std::span<const std::uint32_t> rows(std::uint32_t column) const {
    return rows_of_[column];
  }

  // For each column, how many others it shares a row with.
  [[nodiscard]] std::vector<std::uint32_t> neighbours() const {
    std::vector<std::uint32_t> count(block_.columns, 0), seen(block_.columns, kNone);
    for (std::uint32_t j = 0; j < block_.columns; ++j) {
      seen[j] = j;
      for (const std::uint32_t i : rows_of_[j]) {
        for (const std::uint32_t k : columns(i)) {
          count[j] += seen[k] != j ? 1 : 0;
          seen[k] = j;
        }
      }
    }
    return count;
  }

 private:
  const Block& block_;
  std::vector<std::vector<std::uint32_t>> rows_of_;
};

// Groups for a given choice of shared columns.
class Grouping {
 public:
  Grouping(const Block& block, const Incidence& incidence, const std::vector<bool>& is_shared,
           Arrows arrows)
      : block_(block),
        incidence_(incidence),
        arrows_(arrows),
        most_own_(arrows == Arrows::kYes ? kMostLeaves + kMostHubs : kMostOwn) {
    out_.place.assign(block.columns, kNone);
    for (std::uint32_t j = 0; j < block.columns; ++j) {
      if (!is_shared[j]) continue;
      out_.place[j] = static_cast<std::uint32_t>(out_.shared.size());
      out_.shared.push_back(j);
    }
  }

  // None if some group has no place in a star.
  [[nodiscard]] std::optional<Grouped> run() && {
    std::vector<bool> is_seen(block_.columns, false);
    for (std::uint32_t j = 0; j < block_.columns; ++j) {
      if (is_shared(j) || is_seen[j]) continue;
      Group group;
      if (!reach(j, is_seen, group) || !choose_own_rows(group) || !finish(group)) {
        return std::nullopt;
      }
      out_.groups.push_back(std::move(group));
    }
    for (std::uint32_t i = 0; i < block_.rows(); ++i) {
      const auto columns = incidence_.columns(i);
      if (std::ranges::all_of(columns, [this](std::uint32_t j) { return is_shared(j); })) {
        out_.shared_rows.push_back(i);
      }
    }
    if (out_.groups.empty()) return std::nullopt;
    return std::move(out_);
  }

 private:
  [[nodiscard]] bool is_shared(std::uint32_t column) const { return out_.place[column] != kNone; }

  // All columns and rows that are connected with the first.
  [[nodiscard]] bool reach(std::uint32_t first, std::vector<bool>& is_seen, Group& group) const {
    group.own.push_back(first);
    is_seen[first] = true;
    for (std::size_t k = 0; k < group.own.size(); ++k) {
      const auto rows = incidence_.rows(group.own[k]);
      if (rows.size() > most_own_ + kMostRows) return false;
      for (const std::uint32_t i : rows) {
        if (std::ranges::find(group.rows, i) != group.rows.end()) continue;
        group.rows.push_back(i);
        for (const std::uint32_t j : incidence_.columns(i)) {
          if (is_shared(j) || is_seen[j]) continue;
          if (group.own.size() == most_own_) return false;
          is_seen[j] = true;
          group.own.push_back(j);
        }
      }
    }
    return group.rows.size() <= most_own_ + kMostRows;
  }

  // How well a row serves as the own row of a column; 0: not at all. Any that does is right; those
  // that look like a prior let constants stay where they are.
  [[nodiscard]] int merit(std::uint32_t row, std::uint32_t column) const {
    int entries = 0;
    double unit = 0.0;
    for (std::uint32_t e = block_.row_starts[row]; e < block_.row_starts[row + 1]; ++e) {
      if (is_shared(block_.column[e])) continue;
      if (block_.column[e] != column || block_.coefficient_slot[e] >= 0) return 0;
      unit = block_.multiplier[e];
      ++entries;
    }
    if (entries != 1 || unit == 0.0) return 0;
    const bool is_centred = block_.constant_slot[row] < 0 && block_.constant[row] == 0.0;
    return 1 + (std::abs(unit) == 1.0 ? 1 : 0) + (is_centred ? 2 : 0);
  }

  [[nodiscard]] bool choose_own_rows(Group& group) const {
    for (const std::uint32_t j : group.own) {
      std::uint32_t best = kNone;
      int most = 0;
      for (const std::uint32_t i : group.rows) {
        const int m = merit(i, j);
        if (m > most) std::tie(most, best) = std::pair(m, i);
      }
      if (best == kNone) return false;
      group.own_rows.push_back(best);
    }
    for (const std::uint32_t i : group.own_rows) std::erase(group.rows, i);
    return group.rows.size() <= kMostRows;
  }

  [[nodiscard]] bool is_arrow(Group& group) const {
    const auto columns = [this](std::uint32_t row) { return incidence_.columns(row); };
    return arrows_ == Arrows::kYes && make_arrow(columns, group);
  }

  // Columns and rows in an order that makes groups alike, and rows triangular if possible.
  [[nodiscard]] bool finish(Group& group) const {
    sort_own(group);
    if (is_arrow(group)) return meet(group);
    if (group.own.size() > kMostOwn) return false;
    sort_rows(group);
    if (!group.is_triangular && group.own.size() > 1) {
      std::ranges::reverse(group.own);
      std::ranges::reverse(group.own_rows);
      sort_rows(group);
      if (!group.is_triangular) {
        std::ranges::reverse(group.own);
        std::ranges::reverse(group.own_rows);
        sort_rows(group);
      }
    }
    pad_rows(group);
    return meet(group);
  }

  // Scales, and shared columns as they come, so that means are in the order of the columns they are
  // means of. What is empty has the scale of the first of its kind.
  [[nodiscard]] bool meet(Group& group) const {
    for (const auto* rows : {&group.own_rows, &group.rows}) {
      for (const std::uint32_t i : *rows) {
        group.slots.push_back(block_.scale_slot[i == kNone ? rows->front() : i]);
        if (i == kNone) continue;
        for (const std::uint32_t j : incidence_.columns(i)) {
          const bool is_new = is_shared(j) && std::ranges::count(group.met, out_.place[j]) == 0;
          if (is_new) group.met.push_back(out_.place[j]);
        }
      }
    }
    return group.met.size() <= kMostMet;
  }

  // Rows of zeros, which change nothing, so that groups of about the same size lie side by side.
  static void pad_rows(Group& group) { group.rows.resize(padded(group.rows.size()), kNone); }

  void sort_own(Group& group) const {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> own;  // row, column
    for (std::size_t k = 0; k < group.own.size(); ++k) {
      own.emplace_back(group.own_rows[k], group.own[k]);
    }
    std::ranges::sort(own, [this](const auto& a, const auto& b) {
      return std::pair(block_.scale_slot[a.first], a) < std::pair(block_.scale_slot[b.first], b);
    });
    for (std::size_t k = 0; k < own.size(); ++k) {
      std::tie(group.own_rows[k], group.own[k]) = own[k];
    }
  }

  // By the first own column, then by the scale.
  void sort_rows(Group& group) const {
    const auto first = [&](std::uint32_t row) {
      std::size_t least = group.own.size();
      for (const std::uint32_t j : incidence_.columns(row)) {
        if (is_shared(j)) continue;
        const auto at = std::ranges::find(group.own, j) - group.own.begin();
        least = std::min(least, static_cast<std::size_t>(at));
      }
      return least;
    };
    std::ranges::sort(group.rows, [&](std::uint32_t a, std::uint32_t b) {
      return std::tuple(first(a), block_.scale_slot[a], a) <
             std::tuple(first(b), block_.scale_slot[b], b);
    });
    group.is_triangular = group.rows.size() <= group.own.size();
    for (std::size_t i = 0; i < group.rows.size(); ++i) {
      group.is_triangular = group.is_triangular && first(group.rows[i]) >= i;
    }
  }

  const Block& block_;
  const Incidence& incidence_;
  Arrows arrows_;
  std::size_t most_own_;
  Grouped out_;
};

}  // namespace

std::optional<Grouped> find_groups(const Block& block, Arrows arrows) {
  constexpr std::size_t kMostTries = 24;
  if (!block.root_weight.empty() || block.columns == 0) return std::nullopt;
  for (std::size_t i = 0; i < block.rows(); ++i) {
    if (block.row_starts[i + 1] - block.row_starts[i] > kMostShared) return std::nullopt;
  }
  const Incidence incidence(block);
  const std::vector<std::uint32_t> neighbours = incidence.neighbours();
  const std::set<std::uint32_t, std::greater<>> limits(neighbours.begin(), neighbours.end());
  std::size_t tries = 0;
  // With few shared columns first: those that have most neighbours.
  for (const std::uint32_t limit : limits) {
    std::vector<bool> is_shared(block.columns);
    std::size_t shared = 0;
    for (std::size_t j = 0; j < block.columns; ++j) {
      is_shared[j] = neighbours[j] > limit;
      shared += is_shared[j] ? 1 : 0;
    }
    if (shared > kMostShared || ++tries > kMostTries) return std::nullopt;
    if (auto found = Grouping(block, incidence, is_shared, arrows).run()) return found;
  }
  return std::nullopt;
}

}  // namespace autumn::gaussian::star
