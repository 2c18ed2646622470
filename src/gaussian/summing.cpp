// This file finds rows that can be summed up, and the rotations that do it.
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include "base/error.h"
#include "base/numbers.h"
#include "gaussian/equations/dot.h"
#include "gaussian/summed.h"

namespace autumn::gaussian {
namespace {

constexpr std::int32_t kNoSlot = -1;

// The numbers of some rows over some columns, as orthonormal directions and a triangle.
class Directions {
 public:
  Directions(std::size_t rows, std::size_t columns) : rows_(rows), triangle_(columns) {
    noise_ =
        8.0 * std::numeric_limits<double>::epsilon() * std::sqrt(static_cast<double>(rows) + 16.0);
  }

  // By the method of Gram and Schmidt, three times over. Of a column that the others say already
  // nothing is left but rounding, as in compress.cpp.
  void add(std::size_t column, std::vector<double> numbers) {
    const double size = std::sqrt(equations::dot(numbers.data(), numbers.data(), rows_));
    std::vector<double>& parts = triangle_[column];
    parts.assign(directions_.size(), 0.0);
    for (int time = 0; time < 3; ++time) {
      for (std::size_t k = 0; k < directions_.size(); ++k) {
        const double part = equations::dot(directions_[k].data(), numbers.data(), rows_);
        for (std::size_t i = 0; i < rows_; ++i) numbers[i] -= part * directions_[k][i];
        parts[k] += part;
      }
    }
    for (double& part : parts) part = std::abs(part) > noise_ * size ? part : 0.0;
    const double left = std::sqrt(equations::dot(numbers.data(), numbers.data(), rows_));
    if (!(left > noise_ * size)) return;
    for (double& x : numbers) x /= left;
    parts.push_back(left);
    directions_.push_back(std::move(numbers));
  }

  [[nodiscard]] std::size_t size() const { return directions_.size(); }
  [[nodiscard]] const std::vector<double>& direction(std::size_t k) const { return directions_[k]; }
  // Of the triangle.
  [[nodiscard]] double at(std::size_t k, std::size_t column) const {
    return k < triangle_[column].size() ? triangle_[column][k] : 0.0;
  }

 private:
  std::size_t rows_;
  double noise_ = 0.0;
  std::vector<std::vector<double>> directions_;
  std::vector<std::vector<double>> triangle_;  // per column
};

// Rows of one scale over the same columns (or treated so).
struct Alike {
  std::int32_t scale = kNoSlot;
  std::vector<std::uint32_t> columns = {};
  std::vector<std::uint32_t> rows = {};
};

class Finding {
 public:
  explicit Finding(const Block& block) : block_(block), is_summed_(block.rows(), false) {
    out_.block = without_rows(block);
  }

  std::optional<Summed> run() && {
    for (const Alike& alike : alike_rows()) sum_up(alike);
    if (out_.sums.empty()) return std::nullopt;
    rewrite();
    out_.is_plain = is_plain();
    count_nanoseconds();
    check(out_.block);
    return std::move(out_);
  }

 private:
  [[nodiscard]] bool is_of_this_kind(std::uint32_t row) const {
    const std::uint32_t first = block_.row_starts[row], last = block_.row_starts[row + 1];
    return block_.constant_slot[row] >= 0 && first < last && has_fixed_coefficients(block_, row);
  }

  [[nodiscard]] std::vector<std::uint32_t> columns_of(std::uint32_t row) const {
    std::vector<std::uint32_t> columns(block_.column.begin() + block_.row_starts[row],
                                       block_.column.begin() + block_.row_starts[row + 1]);
    std::ranges::sort(columns);
    columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
    return columns;
  }

  // Dense data are one group, zeros or not.
  [[nodiscard]] std::vector<Alike> alike_rows() const {
    constexpr std::size_t kDense = 4;  // one number in so many
    std::map<std::int32_t, std::map<std::vector<std::uint32_t>, Alike>> by_scale;
    for (std::uint32_t i = 0; i < block_.rows(); ++i) {
      if (!is_of_this_kind(i)) continue;
      std::vector<std::uint32_t> columns = columns_of(i);
      Alike& alike = by_scale[block_.scale_slot[i]][columns];
      alike.scale = block_.scale_slot[i];
      alike.columns = std::move(columns);
      alike.rows.push_back(i);
    }
    std::vector<Alike> all;
    for (const auto& [scale, patterns] : by_scale) {
      Alike united{.scale = scale};
      std::size_t entries = 0;
      for (const auto& [columns, alike] : patterns) {
        entries += columns.size() * alike.rows.size();
        united.rows.insert(united.rows.end(), alike.rows.begin(), alike.rows.end());
        united.columns.insert(united.columns.end(), columns.begin(), columns.end());
      }
      std::ranges::sort(united.columns);
      united.columns.erase(std::unique(united.columns.begin(), united.columns.end()),
                           united.columns.end());
      if (entries * kDense >= united.rows.size() * united.columns.size()) {
        std::ranges::sort(united.rows);
        all.push_back(std::move(united));
        continue;
      }
      for (const auto& [columns, alike] : patterns) all.push_back(alike);
    }
    return all;
  }

  [[nodiscard]] Directions directions_of(const Alike& alike) const {
    const std::size_t m = alike.rows.size(), n = alike.columns.size();
    std::vector<std::vector<double>> numbers(n, std::vector<double>(m, 0.0));
    for (std::size_t i = 0; i < m; ++i) {
      const std::uint32_t row = alike.rows[i];
      for (std::uint32_t e = block_.row_starts[row]; e < block_.row_starts[row + 1]; ++e) {
        const auto at = std::ranges::lower_bound(alike.columns, block_.column[e]);
        const auto j = static_cast<std::size_t>(at - alike.columns.begin());
        numbers[j][i] += root_weight_of(block_, row) * block_.multiplier[e];
      }
    }
    Directions directions(m, n);
    for (std::size_t j = 0; j < n; ++j) directions.add(j, std::move(numbers[j]));
    return directions;
  }

  void sum_up(const Alike& alike) {
    constexpr std::size_t kMost = std::size_t{1} << 22;  // numbers
    const std::size_t m = alike.rows.size(), n = alike.columns.size();
    // Where half as many rows are left, a rotation costs as much as it saves.
    if (m < 2 * n || m * n > kMost) return;
    const Directions directions = directions_of(alike);
    if (directions.size() == 0) return;  // all coefficients are zero
    const RowSums sums{.scale = alike.scale,
                       .first = as_u32(out_.slots.size()),
                       .rows = as_u32(m),
                       .kept = as_u32(directions.size()),
                       .first_constant = 0,
                       .directions = out_.directions.size()};
    for (std::size_t k = 0; k < directions.size(); ++k) {
      const std::vector<double>& direction = directions.direction(k);
      out_.directions.insert(out_.directions.end(), direction.begin(), direction.end());
      add_row(alike, directions, k);
    }
    for (const std::uint32_t row : alike.rows) {
      is_summed_[row] = true;
      out_.slots.push_back(static_cast<std::uint32_t>(block_.constant_slot[row]));
      out_.constants.push_back(block_.constant[row]);
      out_.roots.push_back(root_weight_of(block_, row));
    }
    out_.sums.push_back(sums);
  }

  // Its constant gets a slot when those of the other rows are known.
  void add_row(const Alike& alike, const Directions& directions, std::size_t k) {
    for (std::size_t j = 0; j < alike.columns.size(); ++j) {
      const double number = directions.at(k, j);
      if (number != 0.0) add_entry(out_.block, alike.columns[j], number);
    }
    end_row(out_.block, {.scale_slot = alike.scale});
  }

  void rewrite() {
    Block& to = out_.block;
    const std::size_t made = to.rows();
    std::map<std::int32_t, std::int32_t> number;
    for (std::uint32_t i = 0; i < block_.rows(); ++i) {
      if (!is_summed_[i]) keep_row(i, number);
    }
    std::size_t next = out_.other_slots.size(), row = 0;
    for (RowSums& sums : out_.sums) {
      sums.first_constant = as_u32(next);
      for (std::size_t k = 0; k < sums.kept; ++k) {
        to.constant_slot[row++] = static_cast<std::int32_t>(next++);
      }
    }
    AUTUMN_CHECK(row == made, "every sum of rows has a constant");
    to.constants = next;
  }

  void keep_row(std::uint32_t row, std::map<std::int32_t, std::int32_t>& number) {
    copy_row(block_, row, out_.block);
    const std::int32_t slot = block_.constant_slot[row];
    if (slot < 0) return;
    const auto next = static_cast<std::int32_t>(out_.other_slots.size());
    const auto [at, is_new] = number.try_emplace(slot, next);
    if (is_new) out_.other_slots.push_back(static_cast<std::uint32_t>(slot));
    out_.block.constant_slot.back() = at->second;
  }

  [[nodiscard]] bool is_plain() const {
    for (std::size_t i = 0; i < out_.slots.size(); ++i) {
      const bool is_next = out_.slots[i] == out_.slots.front() + i;
      if (!is_next || out_.constants[i] != 0.0 || out_.roots[i] != 1.0) return false;
    }
    return true;
  }

  void count_nanoseconds() {
    constexpr double kAlways = 80.0, kPerSum = 14.0, kPerRow = 2.4, kPerDirection = 2.4;
    out_.nanoseconds = kAlways + kPerSum * static_cast<double>(out_.sums.size()) +
                       kPerRow * static_cast<double>(out_.slots.size()) +
                       kPerDirection * static_cast<double>(out_.directions.size());
  }

  const Block& block_;
  std::vector<bool> is_summed_;  // per row
  Summed out_;
};

}  // namespace

std::optional<Summed> summed(const Block& block) {
  return Finding(block).run();
}

}  // namespace autumn::gaussian
