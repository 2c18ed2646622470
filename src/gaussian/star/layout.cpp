// This file lays the numbers of stars side by side.
#include <algorithm>
#include <cmath>
#include <span>
#include <tuple>
#include <utility>

#include "gaussian/star/grouping.h"
#include "gaussian/star/kernels.h"
#include "gaussian/star/star.h"

namespace autumn::gaussian::star {
namespace {

// What must agree between groups that lie side by side.
using GroupShape = std::tuple<std::size_t, std::size_t, std::size_t, std::size_t, bool,
                              const std::vector<std::uint32_t>&>;
GroupShape shape_of(const Group& group) {
  return {group.own.size(), group.rows.size(),   group.leaves,
          group.leaf_rows,  group.is_triangular, group.met};
}

// The numbers of groups of one shape, side by side.
class Layout {
 public:
  Layout(const Block& block, const Grouped& grouped, std::span<const Group> groups)
      : block_(block), grouped_(grouped), groups_(groups) {}

  [[nodiscard]] Run run() && {
    const Group& first = groups_.front();
    run_.is_triangular = first.is_triangular;
    run_.own = first.own.size();
    run_.rows = first.rows.size();
    run_.leaves = first.leaves;
    run_.leaf_rows = first.leaf_rows;
    run_.met = first.met;
    run_.batches = (groups_.size() + kGroups - 1) / kGroups;
    run_.padding = run_.batches * kGroups - groups_.size();
    run_.numbers.assign(run_.batches * run_.batch_size(), 0.0);
    run_.columns.assign(run_.batches * run_.own * kGroups, kNone);
    run_.unit.assign(run_.columns.size(), 1.0);
    for (std::size_t g = 0; g < groups_.size(); ++g) place(g);
    run_.empty.assign(run_.own, 0);
    for (std::size_t k = 0; k < run_.columns.size(); ++k) {
      run_.empty[k / kGroups % run_.own] += run_.columns[k] == kNone ? 1 : 0;
    }
    for (std::size_t k = 0; k < first.slots.size(); ++k) run_.scales.push_back(scales(k));
    run_.is_substituted =
        run_.coefficients.empty() && std::ranges::all_of(run_.constants, [this](const Cell& cell) {
          return cell.place % run_.batch_size() < run_.rows_size();
        });
    if (run_.is_substituted) {
      run_.moved.assign(run_.rows, 0.0);
      for (std::size_t b = 0; b < run_.batches; ++b) {
        substitute(run_, run_.numbers.data() + b * run_.batch_size(), run_.moved);
      }
    }
    run_.has_means = has_means();
    return std::move(run_);
  }

 private:
  // Shared columns have the same entries as own ones, rows have one scale, and nothing is an input.
  [[nodiscard]] bool has_means() const {
    const bool has_shape = run_.leaves == 0 && run_.is_fixed() && run_.is_triangular &&
                           run_.own <= 2 && run_.rows >= 1 && run_.met.size() == run_.own;
    const bool are_for_all = std::ranges::all_of(run_.scales, &ScaleChoice::is_for_all);
    if (!has_shape || !are_for_all) return false;
    if (run_.rows == 2 && run_.scales[run_.own].slot != run_.scales[run_.own + 1].slot) {
      return false;
    }
    for (std::size_t b = 0; b < run_.batches; ++b) {
      for (std::size_t i = 0; i < run_.rows; ++i) {
        const double* row =
            run_.numbers.data() + b * run_.batch_size() + kGroups * i * run_.row_width();
        if (!std::equal(row, row + kGroups * run_.own, row + kGroups * run_.own)) return false;
      }
    }
    return true;
  }

  void place(std::size_t g) {
    const Group& group = groups_[g];
    const std::size_t start = g / kGroups * run_.batch_size() + g % kGroups;
    std::vector<double> unit;
    for (std::size_t j = 0; j < run_.own; ++j) {
      unit.push_back(group.own[j] == kNone ? 1.0 : std::abs(unit_of(group.own_rows[j])));
      const std::size_t at = (g / kGroups * run_.own + j) * kGroups + g % kGroups;
      run_.columns[at] = group.own[j];
      run_.unit[at] = unit.back();
    }
    for (std::size_t i = 0; i < run_.rows; ++i) {
      if (group.rows[i] == kNone) continue;
      place_row(group, group.rows[i], start + kGroups * i * run_.row_width(), unit, 1.0);
    }
    for (std::size_t j = 0; j < run_.own; ++j) {
      if (group.own[j] == kNone) continue;
      // The own entry, which comes first in a row, is 1 by definition, and has no place. A residual
      // may change its sign.
      const std::size_t before = start + run_.rows_size() + kGroups * j * run_.own_width();
      const double sign = unit_of(group.own_rows[j]) < 0.0 ? -1.0 : 1.0;
      place_row(group, group.own_rows[j], before - kGroups * run_.sizes().row_own(), {}, sign);
    }
  }

  [[nodiscard]] double unit_of(std::uint32_t own_row) const {
    for (std::uint32_t e = block_.row_starts[own_row]; e < block_.row_starts[own_row + 1]; ++e) {
      if (grouped_.place[block_.column[e]] == kNone) return block_.multiplier[e];
    }
    return 1.0;
  }

  // `unit` is empty for an own row, whose own entry is left out.
  void place_row(const Group& group, std::uint32_t row, std::size_t start,
                 const std::vector<double>& unit, double sign) {
    for (std::uint32_t e = block_.row_starts[row]; e < block_.row_starts[row + 1]; ++e) {
      const std::uint32_t shared = grouped_.place[block_.column[e]];
      double multiplier = sign * block_.multiplier[e];
      std::size_t k = 0;
      if (shared != kNone) {
        k = run_.sizes().row_own() +
            static_cast<std::size_t>(std::ranges::find(group.met, shared) - group.met.begin());
      } else {
        if (unit.empty()) continue;
        const auto j = static_cast<std::size_t>(std::ranges::find(group.own, block_.column[e]) -
                                                group.own.begin());
        k = run_.leaves == 0 ? j : j < run_.leaves ? 0 : 1 + j - run_.leaves;
        multiplier /= unit[j];
      }
      add(start + kGroups * k, multiplier, block_.coefficient_slot[e], run_.coefficients);
    }
    const std::size_t at = start + kGroups * (run_.row_width() - 1);
    run_.numbers[at] += sign * block_.constant[row];
    if (block_.constant_slot[row] >= 0) add(at, sign, block_.constant_slot[row], run_.constants);
  }

  void add(std::size_t place, double multiplier, std::int32_t slot, std::vector<Cell>& cells) {
    if (slot < 0) {
      run_.numbers[place] += multiplier;
    } else {
      cells.push_back(
          {static_cast<std::uint32_t>(place), static_cast<std::uint32_t>(slot), multiplier});
    }
  }

  [[nodiscard]] ScaleChoice scales(std::size_t k) const {
    const std::int32_t slot = groups_.front().slots[k];
    const bool is_for_all =
        std::ranges::all_of(groups_, [&](const Group& group) { return group.slots[k] == slot; });
    ScaleChoice choice{is_for_all, slot, {}};
    if (is_for_all) return choice;
    for (const Group& group : groups_) {
      choice.slots.push_back(static_cast<std::uint32_t>(group.slots[k]));
    }
    choice.slots.resize(run_.batches * kGroups, choice.slots.front());
    return choice;
  }

  const Block& block_;
  const Grouped& grouped_;
  std::span<const Group> groups_;
  Run run_;
};

// Consecutive groups of one shape as runs: a run per set of scales if sets are few, else one.
void add_runs(const Block& block, const Grouped& grouped, std::span<const Group> groups,
              std::vector<Run>& runs) {
  std::vector<std::size_t> starts;
  for (std::size_t g = 0; g < groups.size(); ++g) {
    if (g == 0 || groups[g].slots != groups[g - 1].slots) starts.push_back(g);
  }
  // A scale that is 1 in some groups and an input in others has no place in one run.
  bool is_mixed_with_one = false;
  for (std::size_t k = 0; k < groups.front().slots.size(); ++k) {
    const auto ones = std::ranges::count_if(groups, [k](const Group& g) { return g.slots[k] < 0; });
    const bool is_mixed = ones != 0 && ones != static_cast<std::ptrdiff_t>(groups.size());
    is_mixed_with_one = is_mixed_with_one || is_mixed;
  }
  const bool are_few = starts.size() == 1 || starts.size() * kGroups <= groups.size();
  if (!are_few && !is_mixed_with_one) starts = {0};
  starts.push_back(groups.size());
  for (std::size_t k = 0; k + 1 < starts.size(); ++k) {
    const auto some = groups.subspan(starts[k], starts[k + 1] - starts[k]);
    runs.push_back(Layout(block, grouped, some).run());
  }
}

// Numbers that one run needs to work in; see the parts in star.cpp.
std::size_t scratch_of(const Run& run) {
  std::size_t per_batch = work_size(run.sizes()) + kGroups * run.own;
  for (const ScaleChoice& scale : run.scales) per_batch += scale.is_for_all ? 0 : 2 * kGroups;
  if (!run.is_fixed()) per_batch += 2 * run.batch_size();
  return run.batches * per_batch + (run.has_means ? kMeansSize : 0);
}

bool is_fixed(const Block& block, std::uint32_t row) {
  return block.scale_slot[row] < 0 && block.constant_slot[row] < 0 &&
         has_fixed_coefficients(block, row);
}

// Rows over shared columns that never change are added up once.
void sort_shared_rows(const Block& block, const std::vector<std::uint32_t>& rows, Stars& stars) {
  const std::size_t n = stars.shared.size();
  stars.fixed_gram.assign(n * n, 0.0);
  stars.fixed_right.assign(n, 0.0);
  for (const std::uint32_t row : rows) {
    if (!is_fixed(block, row)) {
      stars.shared_rows.push_back(row);
      continue;
    }
    stars.fixed_rows.push_back(row);
    std::vector<double> a(n, 0.0);
    for (std::uint32_t e = block.row_starts[row]; e < block.row_starts[row + 1]; ++e) {
      a[stars.shared_place[block.column[e]]] += block.multiplier[e];
    }
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j <= i; ++j) stars.fixed_gram[i * n + j] += a[i] * a[j];
      stars.fixed_right[i] += a[i] * block.constant[row];
    }
  }
}

Stars lay_out(const Block& block, Grouped grouped) {
  Stars stars{.shared = grouped.shared,
              .shared_rows = {},
              .fixed_rows = {},
              .fixed_gram = {},
              .fixed_right = {},
              .shared_place = grouped.place,
              .scale_count = block.scale_count,
              .constant_term = block.constant_term,
              .runs = {},
              .scratch = 0,
              .kernels = &kernels(default_instruction_set())};
  sort_shared_rows(block, grouped.shared_rows, stars);
  std::vector<Group>& groups = grouped.groups;
  std::ranges::stable_sort(groups, [](const Group& a, const Group& b) {
    if (shape_of(a) != shape_of(b)) return shape_of(a) < shape_of(b);
    return a.slots < b.slots;
  });
  for (std::size_t first = 0, last = 0; first < groups.size(); first = last) {
    while (last < groups.size() && shape_of(groups[last]) == shape_of(groups[first])) ++last;
    add_runs(block, grouped, std::span(groups).subspan(first, last - first), stars.runs);
  }
  for (const Group& group : groups) {
    for (std::size_t j = 0; j < group.own.size(); ++j) {
      if (group.own[j] != kNone && group.slots[j] >= 0)
        stars.scale_count[static_cast<std::size_t>(group.slots[j])] -= 1.0;
    }
  }
  for (Run& run : stars.runs) {
    for (const double unit : run.unit) stars.constant_term -= std::log(std::abs(unit));
    run.scratch = stars.scratch;
    stars.scratch += scratch_of(run);
  }
  stars.scratch += kLine / sizeof(double) + 2 * block.scales;  // to begin at a line; scales
  return stars;
}

}  // namespace

// Arrows may leave lanes empty, and shared columns may be many.
std::optional<Stars> find_stars(const Block& block) {
  std::optional<Stars> best;
  for (const Arrows arrows : {Arrows::kNo, Arrows::kYes}) {
    auto grouped = find_groups(block, arrows);
    if (!grouped) continue;
    Stars stars = lay_out(block, *std::move(grouped));
    if (!best || nanoseconds_of(stars) < nanoseconds_of(*best)) best = std::move(stars);
  }
  return best;
}

// What is computed once for a run, its groups by their vectors, whose lanes may be empty, and
// numbers that are put in one by one, with bars for all of them. Fitted to the gradients of a
// hundred blocks.
double nanoseconds_of(const Run& run) {
  constexpr double kPerRun = 140.0, kPerSquare = 1.6, kPerBatch = 8.0, kPerScale = 11.0;
  constexpr double kPerMean = 0.33, kPerNumber = 0.4, kPerLeafNumber = 1.2, kPerPair = 1.2;
  constexpr double kPerChanged = 1.2, kPerCell = 5.5, kPerChangingRow = 49.0;
  const auto count = [](std::size_t n) { return static_cast<double>(n); };
  const double own = count(run.sizes().row_own()), width = count(run.row_width());
  const double rows = count(run.batches * run.rows);
  double sum = kPerRun + kPerSquare * own * own * width * width + kPerBatch * count(run.batches);
  if (run.has_means) return sum + kPerMean * rows * width;
  for (const ScaleChoice& scale : run.scales) sum += kPerScale * count(scale.slots.size());
  sum += rows * width * ((run.leaves == 0 ? kPerNumber : kPerLeafNumber) * own + kPerPair * width);
  if (run.is_fixed()) return sum;
  return sum + kPerChanged * count(run.numbers.size()) +
         kPerCell * count(run.coefficients.size() + run.constants.size()) +
         kPerChangingRow * own * rows;
}

// Runs, and the equations of the shared columns.
double nanoseconds_of(const Stars& stars) {
  const auto shared = static_cast<double>(stars.shared.size());
  const auto rows = static_cast<double>(stars.shared_rows.size());
  double sum = (30.0 + 8.5 * shared) * rows + (0.4 + 0.12 * shared) * shared * shared;
  for (const Run& run : stars.runs) sum += nanoseconds_of(run);
  return sum;
}

}  // namespace autumn::gaussian::star
