// This file counts how long rows would be if neighbouring columns became running sums.
#include "gaussian/running_columns.h"

#include <algorithm>
#include <limits>
#include <map>
#include <utility>

#include "base/numbers.h"

namespace autumn::gaussian {
namespace {

// A run must leave at most this of the entries of its columns, and have at least so many columns.
constexpr double kMuchShorter = 0.6;
constexpr std::size_t kFewest = 3;

struct Found {
  std::vector<RunningColumn> columns = {};
  double saved = 0.0;  // entries
};

class Counting {
 public:
  // The group in the order of its sums.
  Counting(const Runs& runs, std::vector<std::uint32_t> group)
      : runs_(runs), group_(std::move(group)), number_(runs.block.columns, kOther) {
    for (std::uint32_t k = 0; k < group_.size(); ++k) number_[group_[k]] = k;
    now_.resize(group_.size());
    summed_.resize(group_.size());
  }

  [[nodiscard]] Found run() && {
    for (std::uint32_t i = 0; i < runs_.block.rows(); ++i) count(i);
    Found found;
    for (std::size_t first = 0; first < group_.size();) {
      std::size_t last = first + 1;  // the columns from first to before last are a run
      while (last < group_.size() && summed_[last - 1] <= now_[last - 1]) ++last;
      add_if_worth_it(first, last, found);
      first = last;
    }
    std::ranges::reverse(found.columns);
    return found;
  }

 private:
  static constexpr std::uint32_t kOther = std::numeric_limits<std::uint32_t>::max();

  // Column k has the multiplier m_k now, and m_k - m_{k+1} if sums take the places of columns.
  void count(std::uint32_t row) {
    const Block& block = runs_.block;
    const std::uint32_t begin = block.row_starts[row], end = block.row_starts[row + 1];
    if (end == begin + 1) return;  // rows of their own stay short
    std::map<std::uint32_t, double> multipliers;
    for (std::uint32_t e = begin; e < end; ++e) {
      if (number_[block.column[e]] != kOther) {
        multipliers[number_[block.column[e]]] += block.multiplier[e];
      }
    }
    for (const auto& [k, multiplier] : multipliers) {
      ++now_[k];
      const auto next = multipliers.find(k + 1);
      if (next == multipliers.end() || next->second != multiplier) ++summed_[k];
      if (k > 0 && !multipliers.contains(k - 1)) ++summed_[k - 1];
    }
  }

  void add_if_worth_it(std::size_t first, std::size_t last, Found& found) const {
    double now = 0.0, summed = 0.0;
    for (std::size_t k = first; k < last; ++k) {
      now += static_cast<double>(now_[k]);
      summed += static_cast<double>(k + 1 < last ? summed_[k] : now_[k]);
    }
    if (last - first < kFewest || summed > kMuchShorter * now) return;
    found.saved += now - summed;
    const std::uint32_t base = base_of(group_[first]);
    if (base != kOther) found.columns.push_back({group_[first], base});
    for (std::size_t k = first + 1; k < last; ++k) {
      found.columns.push_back({group_[k], group_[k - 1]});
    }
  }

  // A column outside all groups that most rows of this one contain just as often, and few others.
  [[nodiscard]] std::uint32_t base_of(std::uint32_t column) const {
    const Block& block = runs_.block;
    std::map<std::uint32_t, std::size_t> alike;
    std::vector<std::size_t> rows_of(block.columns, 0);
    std::vector<bool> is_plain(block.columns, true);
    for (std::uint32_t i = 0; i < block.rows(); ++i) {
      double multiplier = 0.0;
      for (std::uint32_t e = block.row_starts[i]; e < block.row_starts[i + 1]; ++e) {
        if (block.column[e] == column) multiplier += block.multiplier[e];
        ++rows_of[block.column[e]];
        if (block.coefficient_slot[e] >= 0) is_plain[block.column[e]] = false;
      }
      if (multiplier == 0.0) continue;
      for (std::uint32_t e = block.row_starts[i]; e < block.row_starts[i + 1]; ++e) {
        const std::uint32_t j = block.column[e];
        if (runs_.centred[j] < 0 && block.multiplier[e] == multiplier) ++alike[j];
      }
    }
    for (const auto& [j, count] : alike) {
      if (is_plain[j] && 2 * count > rows_of[j]) return j;
    }
    return kOther;
  }

  const Runs& runs_;
  std::vector<std::uint32_t> group_;
  std::vector<std::uint32_t> number_;      // per column: in the group, or kOther
  std::vector<std::size_t> now_, summed_;  // per column of the group: rows with an entry of it
};

}  // namespace

std::vector<RunningColumn> running_columns(const Runs& runs) {
  std::vector<std::uint32_t> group(runs.group.begin(), runs.group.end());
  Found rising = Counting(runs, group).run();
  std::ranges::reverse(group);
  Found falling = Counting(runs, group).run();
  return rising.saved >= falling.saved ? rising.columns : falling.columns;
}

}  // namespace autumn::gaussian
