// This file sorts the rows of a block by their scales, and says what a pencil of them would cost.
#include "gaussian/pencil/sides.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <utility>

#include "gaussian/pencil/small_system.h"

namespace autumn::gaussian::pencil {
namespace {

constexpr std::size_t kMostColumns = 1500;
constexpr std::size_t kMostNumbers = std::size_t{1} << 22;  // of a dense matrix of rows
constexpr std::size_t kMostScales = 8;
// The border moves numbers of one side to the other: where they are of very different sizes, more
// digits are lost than its guard sees.
constexpr double kMostUnevenEntries = 1e4;

// What is not zero, of largest entries of rows or of columns.
bool is_uneven(const std::vector<double>& largest) {
  double least = std::numeric_limits<double>::infinity(), most = 0.0;
  for (const double size : largest) {
    if (size == 0.0) continue;
    least = std::min(least, size);
    most = std::max(most, size);
  }
  return most > kMostUnevenEntries * least;
}

// A small number beside large ones in its row and in its column harms nobody: it may be rounding of
// a zero, or a covariate that happens to be near its mean.
bool is_uneven(const Block& block) {
  std::vector<double> of_row(block.rows(), 0.0), of_column(block.columns, 0.0);
  for (std::size_t row = 0; row < block.rows(); ++row) {
    const double root = root_weight_of(block, row);
    for (std::uint32_t e = block.row_starts[row]; e < block.row_starts[row + 1]; ++e) {
      const double size = std::abs(root * block.multiplier[e]);
      of_row[row] = std::max(of_row[row], size);
      of_column[block.column[e]] = std::max(of_column[block.column[e]], size);
    }
  }
  return is_uneven(of_row) || is_uneven(of_column);
}

using ColumnSet = std::set<std::uint32_t>;

class Sorting {
 public:
  explicit Sorting(const Block& block) : block_(block) {}

  std::vector<Sides> run() && {
    if (!sort_rows()) return {};
    for (std::size_t a = 0; a < groups_.size(); ++a) {
      if (groups_.size() == 1) add(a, a, {});
      for (std::size_t b = a + 1; b < groups_.size(); ++b) add_pair(a, b);
    }
    const auto border = [](const Sides& sides) { return sides.border_columns.size(); };
    std::ranges::stable_sort(found_, {}, border);
    return std::move(found_);
  }

 private:
  struct Group {
    RowsOfScale rows;
    ColumnSet columns = {};
  };

  bool sort_rows() {
    std::map<std::int32_t, RowsOfScale> by_scale;
    for (std::uint32_t i = 0; i < block_.rows(); ++i) {
      RowsOfScale& rows = by_scale[block_.scale_slot[i]];
      rows.scale = block_.scale_slot[i];
      rows.rows.push_back(i);
      if (by_scale.size() > kMostScales) return false;
    }
    for (auto& [scale, rows] : by_scale) {
      Group group{.rows = std::move(rows)};
      for (const std::uint32_t i : group.rows.rows) {
        for (std::uint32_t e = block_.row_starts[i]; e < block_.row_starts[i + 1]; ++e) {
          group.columns.insert(block_.column[e]);
        }
      }
      groups_.push_back(std::move(group));
    }
    return true;
  }

  // With the border that other scales make, and where neither side may have all columns, with
  // columns that one of them has not.
  void add_pair(std::size_t a, std::size_t b) {
    ColumnSet border;
    for (std::size_t k = 0; k < groups_.size(); ++k) {
      if (k != a && k != b) border.insert(groups_[k].columns.begin(), groups_[k].columns.end());
    }
    if (border.size() > SmallSystem::kMost) return;
    add(a, b, border);
    for (const std::size_t k : {a, b}) {
      ColumnSet more = border;
      for (std::uint32_t j = 0; j < block_.columns && more.size() <= SmallSystem::kMost; ++j) {
        if (!groups_[k].columns.contains(j)) more.insert(j);
      }
      if (more.size() > border.size()) add(a, b, more);
    }
  }

  void add(std::size_t a, std::size_t b, const ColumnSet& border) {
    if (border.size() > SmallSystem::kMost || border.size() >= block_.columns) return;
    if (!border.empty() && is_uneven(block_)) return;
    Sides sides{.first = groups_[a].rows};
    if (a != b) sides.second = groups_[b].rows;
    for (std::size_t k = 0; k < groups_.size(); ++k) {
      if (k == a || k == b) continue;
      const auto& rows = groups_[k].rows.rows;
      sides.border_rows.insert(sides.border_rows.end(), rows.begin(), rows.end());
    }
    sides.border_columns.assign(border.begin(), border.end());
    for (std::uint32_t j = 0; j < block_.columns; ++j) {
      if (!border.contains(j)) sides.columns.push_back(j);
    }
    sides.inputs = inputs_of(sides);
    const std::size_t rows = sides.first.rows.size() + sides.second.rows.size();
    const std::size_t width = block_.columns + sides.inputs.size() + 1;
    if (sides.border_rows.size() > kMostBorderRows || rows < sides.columns.size() ||
        rows * width > kMostNumbers) {
      return;
    }
    found_.push_back(std::move(sides));
  }

  [[nodiscard]] std::vector<std::uint32_t> inputs_of(const Sides& sides) const {
    std::set<std::uint32_t> slots;
    for (const RowsOfScale* side : {&sides.first, &sides.second}) {
      for (const std::uint32_t i : side->rows) {
        const std::int32_t slot = block_.constant_slot[i];
        if (slot >= 0) slots.insert(static_cast<std::uint32_t>(slot));
      }
    }
    return {slots.begin(), slots.end()};
  }

  const Block& block_;
  std::vector<Group> groups_;  // by scale
  std::vector<Sides> found_;
};

double as_number(std::size_t n) {
  return static_cast<double>(n);
}

}  // namespace

std::vector<Sides> find_sides(const Block& block) {
  const auto changes = [](std::int32_t slot) { return slot >= 0; };
  if (block.columns == 0 || block.columns > kMostColumns || block.rows() < block.columns ||
      std::ranges::any_of(block.coefficient_slot, changes)) {
    return {};
  }
  return Sorting(block).run();
}

double Sides::nanoseconds() const {
  constexpr double kAlways = 130.0, kPerColumn = 0.65, kPerNumber = 1.1;
  constexpr double kPerBorder = 100.0, kPerBorderNumber = 8.0, kPerBorderRow = 32.0;
  const double n = as_number(columns.size()), input_count = as_number(inputs.size());
  const double left_over = std::min(input_count, as_number(rows()) - n) * input_count * kPerNumber;
  const double border = as_number(border_columns.size());
  return kAlways + kPerColumn * n + kPerNumber * n * input_count + 2.0 * left_over +
         border * (kPerBorder + kPerBorderNumber * n) +
         kPerBorderRow * as_number(border_rows.size()) * border;
}

double Sides::draw_nanoseconds() const {
  constexpr double kPerNumber = 0.5;
  const double n = as_number(columns.size());
  return nanoseconds() / 3.0 + kPerNumber * n * n;
}

double Sides::preparation() const {
  constexpr double kPerProduct = 3.0;
  const double n = as_number(columns.size());
  return kPerProduct * as_number(rows()) * n * (n + as_number(inputs.size()) / 3.0);
}

}  // namespace autumn::gaussian::pencil
