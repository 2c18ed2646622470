// This file finds the centred form of a block.
#include "gaussian/centred.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <utility>

#include "base/numbers.h"
#include "gaussian/compress.h"
#include "gaussian/running_columns.h"

namespace autumn::gaussian {
namespace {

constexpr std::int32_t kUnseen = -2;
constexpr std::int32_t kNot = -3;  // not of this kind

class Centring {
 public:
  explicit Centring(const Block& block)
      : block_(block), slot_(block.columns, kUnseen), scale_(block.columns, -1) {
    kin_.resize(block.columns);
    std::iota(kin_.begin(), kin_.end(), 0U);
  }

  std::optional<Centred> run() && {
    for (std::uint32_t i = 0; i < block_.rows(); ++i) {
      is_standard_.push_back(is_standard(i));
      is_standard_[i] ? join(i) : look_at(i);
    }
    choose();
    const auto is_chosen = [](std::int32_t slot) { return slot >= 0; };
    if (std::ranges::none_of(out_.coefficient, is_chosen)) return std::nullopt;
    rewrite();
    take_means();
    compress_rows();
    check(out_.block);
    return std::move(out_);
  }

 private:
  [[nodiscard]] bool is_standard(std::uint32_t row) const {
    return block_.row_starts[row + 1] > block_.row_starts[row] &&
           has_fixed_coefficients(block_, row) && block_.scale_slot[row] < 0 &&
           block_.constant_slot[row] < 0 && block_.constant[row] == 0.0 &&
           root_weight_of(block_, row) == 1.0;
  }

  // The columns of a standard row are of one kind: those of a vector with a known covariance.
  void join(std::uint32_t row) {
    const std::uint32_t first = block_.row_starts[row];
    const std::uint32_t root = root_of(block_.column[first]);
    for (std::uint32_t e = first; e < block_.row_starts[row + 1]; ++e) {
      kin_[root_of(block_.column[e])] = root;
    }
  }

  [[nodiscard]] std::uint32_t root_of(std::uint32_t column) {
    while (kin_[column] != column) column = kin_[column] = kin_[kin_[column]];
    return column;
  }

  void look_at(std::uint32_t row) {
    for (std::uint32_t e = block_.row_starts[row]; e < block_.row_starts[row + 1]; ++e) {
      std::int32_t& slot = slot_[block_.column[e]];
      const std::int32_t mine = block_.coefficient_slot[e];
      const bool is_new = slot == kUnseen && mine >= 0;
      slot = is_new || slot == mine ? mine : kNot;
    }
  }

  // Kin go together: all have one coefficient, and as many standard rows as they are, so that the
  // rows' new scales are what the change of variables takes.
  void choose() {
    struct Kin {
      std::int32_t slot = kUnseen;
      std::size_t columns = 0, rows = 0;
    };
    std::vector<Kin> kin(block_.columns);
    for (std::uint32_t j = 0; j < block_.columns; ++j) {
      Kin& mine = kin[root_of(j)];
      mine.slot = mine.columns++ == 0 || mine.slot == slot_[j] ? slot_[j] : kNot;
    }
    for (std::uint32_t i = 0; i < block_.rows(); ++i) {
      if (is_standard_[i]) ++kin[root_of(block_.column[block_.row_starts[i]])].rows;
    }
    out_.coefficient.assign(block_.columns, -1);
    is_alone_.assign(block_.columns, false);
    for (std::uint32_t j = 0; j < block_.columns; ++j) {
      const Kin& mine = kin[root_of(j)];
      if (mine.slot >= 0 && mine.rows == mine.columns) out_.coefficient[j] = mine.slot;
      is_alone_[j] = mine.columns == 1;
    }
  }

  // Whether it is the prior of columns that are centred.
  [[nodiscard]] bool is_own(std::uint32_t row) const {
    return is_standard_[row] && out_.coefficient[block_.column[block_.row_starts[row]]] >= 0;
  }

  void rewrite() {
    Block& block = out_.block = block_;
    std::map<std::int32_t, std::int32_t> scale_of;
    for (std::uint32_t j = 0; j < block_.columns; ++j) {
      const std::int32_t slot = out_.coefficient[j];
      if (slot < 0) continue;
      const auto [at, is_new] = scale_of.try_emplace(slot, static_cast<std::int32_t>(block.scales));
      if (is_new) {
        ++block.scales;
        block.scale_count.push_back(0.0);
        block.scale_rest.push_back(0.0);
        out_.scale_from.push_back(static_cast<std::uint32_t>(slot));
      }
      scale_[j] = at->second;
      block.scale_count[static_cast<std::size_t>(at->second)] += 1.0;
    }
    for (std::uint32_t i = 0; i < block.rows(); ++i) {
      if (is_own(i)) block.scale_slot[i] = scale_[block.column[block.row_starts[i]]];
    }
    for (std::size_t e = 0; e < block.column.size(); ++e) {
      if (out_.coefficient[block.column[e]] >= 0) block.coefficient_slot[e] = -1;
    }
  }

  // Columns that stand beside one of the centred columns with this scale in every row that has one,
  // with the same multiplier.
  [[nodiscard]] std::vector<std::uint32_t> means_of(std::int32_t scale) const {
    const Block& block = out_.block;
    std::map<std::uint32_t, std::size_t> counts;
    std::size_t rows = 0;
    for (std::uint32_t i = 0; i < block.rows(); ++i) {
      if (is_own(i)) continue;
      const std::uint32_t first = block.row_starts[i], last = block.row_starts[i + 1];
      double multiplier = 0.0;
      std::size_t found = 0;
      for (std::uint32_t e = first; e < last; ++e) {
        const bool is_one = scale_[block.column[e]] == scale;
        if (is_one) multiplier = block.multiplier[e];
        found += is_one ? 1 : 0;
      }
      if (found == 0) continue;
      if (found > 1) return {};
      ++rows;
      for (std::uint32_t e = first; e < last; ++e) {
        const bool is_plain =
            out_.coefficient[block.column[e]] < 0 && block.coefficient_slot[e] < 0;
        if (is_plain && block.multiplier[e] == multiplier) ++counts[block.column[e]];
      }
    }
    std::vector<std::uint32_t> means;
    for (const auto& [column, count] : counts) {
      if (count == rows) means.push_back(column);
    }
    return means;
  }

  // A column is the mean of the columns of one scale.
  void take_means() {
    out_.means.resize(block_.columns);
    const auto first = static_cast<std::int32_t>(block_.scales);
    const auto last = static_cast<std::int32_t>(out_.block.scales);
    std::vector<bool> is_taken(block_.columns, false);
    std::vector<std::vector<std::uint32_t>> means;
    for (std::int32_t scale = first; scale < last; ++scale) {
      means.push_back(means_of(scale));
      std::erase_if(means.back(), [&](std::uint32_t m) { return is_taken[m]; });
      for (const std::uint32_t m : means.back()) is_taken[m] = true;
    }
    for (std::uint32_t j = 0; j < block_.columns; ++j) {
      if (out_.coefficient[j] < 0) continue;
      out_.means[j] = means[static_cast<std::size_t>(scale_[j] - first)];
    }
    out_.back = take_running_sums(first, last);
    move_means();
  }

  // Columns of one scale whose running sums the rows contain. Returns all columns, each before its
  // means.
  std::vector<std::uint32_t> take_running_sums(std::int32_t first, std::int32_t last) {
    std::vector<std::uint32_t> back;
    std::vector<bool> is_there(block_.columns, false);
    for (std::int32_t scale = first; scale < last; ++scale) {
      std::vector<std::uint32_t> group;
      for (std::uint32_t j = 0; j < block_.columns; ++j) {
        if (scale_[j] == scale && is_alone_[j] && out_.means[j].empty()) group.push_back(j);
      }
      for (const RunningColumn& r : running_columns({out_.block, out_.coefficient, group})) {
        out_.means[r.column] = {r.before};
        back.push_back(r.column);
        is_there[r.column] = true;
      }
    }
    for (std::uint32_t j = 0; j < block_.columns; ++j) {
      if (!is_there[j]) back.push_back(j);
    }
    return back;
  }

  // With v_j = w_j - (its means): takes the means out of the rows of their columns, and into the
  // own rows of these.
  void move_means() {
    const Block before = out_.block;
    Block& after = out_.block;
    after.row_starts = {0};
    after.column.clear();
    after.multiplier.clear();
    after.coefficient_slot.clear();
    std::vector<double> taken(before.columns, 0.0);
    std::vector<bool> is_seen(before.columns, false);
    for (std::uint32_t i = 0; i < before.rows(); ++i) {
      const std::uint32_t first = before.row_starts[i], last = before.row_starts[i + 1];
      std::vector<std::uint32_t> means;
      for (std::uint32_t e = first; e < last; ++e) {
        for (const std::uint32_t m : out_.means[before.column[e]]) {
          if (!is_seen[m]) means.push_back(m);
          is_seen[m] = true;
          taken[m] += before.multiplier[e];
        }
      }
      for (std::uint32_t e = first; e < last; ++e) {
        const std::uint32_t j = before.column[e];
        const bool is_plain = is_seen[j] && before.coefficient_slot[e] < 0;
        const double multiplier =
            before.multiplier[e] - (is_plain ? std::exchange(taken[j], 0.0) : 0.0);
        if (is_plain && is_rounding(multiplier, before.multiplier[e])) continue;
        add_entry(after, j, multiplier, before.coefficient_slot[e]);
      }
      for (const std::uint32_t m : means) {
        if (taken[m] != 0.0) add_entry(after, m, -taken[m], -1);
        taken[m] = 0.0;
        is_seen[m] = false;
      }
      after.row_starts.push_back(as_u32(after.column.size()));
    }
  }

  // Whether nothing is left of a number but what rounding of two sums may leave.
  static bool is_rounding(double left, double of) {
    return std::abs(left) <= 4.0 * std::numeric_limits<double>::epsilon() * std::abs(of);
  }

  // Whether everything of a row is known but its scale.
  [[nodiscard]] static bool is_known(const Block& block, std::uint32_t row) {
    return block.constant_slot[row] < 0 && block.scale_slot[row] >= 0 &&
           has_fixed_coefficients(block, row);
  }

  void compress_rows() {
    const Block before = std::exchange(out_.block, without_rows(out_.block));
    std::map<std::int32_t, SparseRows> known;
    for (std::uint32_t i = 0; i < before.rows(); ++i) {
      if (is_known(before, i)) {
        add_known(before, i, known[before.scale_slot[i]]);
      } else {
        copy_row(before, i, out_.block);
      }
    }
    for (const auto& [slot, rows] : known) {
      const Compressed compressed = gaussian::compress(rows, LastColumn::kConstant);
      out_.block.scale_rest[static_cast<std::size_t>(slot)] += compressed.rest;
      add_compressed(compressed.rows, slot);
    }
  }

  static void add_known(const Block& from, std::uint32_t row, SparseRows& rows) {
    const double root = root_weight_of(from, row);
    rows.columns = from.columns + 1;
    for (std::uint32_t e = from.row_starts[row]; e < from.row_starts[row + 1]; ++e) {
      rows.column.push_back(from.column[e]);
      rows.value.push_back(root * from.multiplier[e]);
    }
    rows.column.push_back(as_u32(from.columns));
    rows.value.push_back(root * from.constant[row]);
    rows.row_starts.push_back(as_u32(rows.column.size()));
  }

  void add_compressed(const SparseRows& rows, std::int32_t slot) {
    for (std::size_t i = 0; i < rows.rows(); ++i) {
      double constant = 0.0;
      for (std::uint32_t e = rows.row_starts[i]; e < rows.row_starts[i + 1]; ++e) {
        if (rows.column[e] + std::size_t{1} == rows.columns) {
          constant += rows.value[e];
        } else {
          add_entry(out_.block, rows.column[e], rows.value[e], -1);
        }
      }
      end_row(out_.block, {.constant = constant, .scale_slot = slot});
    }
  }

  const Block& block_;
  // Per column: the coefficient of all its entries in rows that are not standard, its scale if it
  // is centred, a column that it stands beside in standard rows (itself at last), and whether there
  // is none.
  std::vector<std::int32_t> slot_, scale_;
  std::vector<std::uint32_t> kin_;
  std::vector<bool> is_alone_;
  std::vector<bool> is_standard_;  // per row: known, with a scale of one and around zero
  Centred out_;
};

}  // namespace

std::optional<Centred> centred(const Block& block) {
  return Centring(block).run();
}

}  // namespace autumn::gaussian
