// This file chooses the own rows of columns and puts innovations in the place of columns.
#include "gaussian/equations/innovations.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>

#include "base/numbers.h"

namespace autumn::gaussian::equations {
namespace {

class Innovating {
 public:
  Innovating(const Block& block, std::size_t most_ancestors)
      : block_(block), most_ancestors_(most_ancestors), rows_of_(block.columns) {
    out_.slots.coefficients = block.coefficients;
    out_.slots.scales = block.scales;
    out_.own.resize(block.columns);
    for (std::uint32_t i = 0; i < block.rows(); ++i) {
      for (std::uint32_t e = block.row_starts[i]; e < block.row_starts[i + 1]; ++e) {
        std::vector<std::uint32_t>& rows = rows_of_[block.column[e]];
        if (rows.empty() || rows.back() != i) rows.push_back(i);
      }
    }
  }

  [[nodiscard]] Innovated run() && {
    order_columns();
    choose_own_rows();
    drop_deep_columns();
    out_.draw_order.assign(order_.rbegin(), order_.rend());
    substitute_all();
    out_.has_cancelled = has_cancelled_;
    return std::move(out_);
  }

 private:
  // Columns in few rows first: parents come after their children.
  void order_columns() {
    order_.resize(block_.columns);
    std::iota(order_.begin(), order_.end(), 0U);
    std::ranges::stable_sort(order_, {}, [&](std::uint32_t j) { return rows_of_[j].size(); });
    rank_.resize(block_.columns);
    for (std::uint32_t k = 0; k < order_.size(); ++k) rank_[order_[k]] = k;
  }

  // How well a row serves a column as its own; 0: not at all. Any that does is right; those that
  // look like a prior let scales do their work.
  [[nodiscard]] int merit(std::uint32_t row, std::uint32_t column) const {
    double unit = 0.0;
    bool has_parents = false;
    if (root_weight_of(block_, row) != 1.0) return 0;
    for (std::uint32_t e = block_.row_starts[row]; e < block_.row_starts[row + 1]; ++e) {
      const std::uint32_t j = block_.column[e];
      if (j == column) {
        if (block_.coefficient_slot[e] >= 0 || unit != 0.0) return 0;
        unit = block_.multiplier[e];
        continue;
      }
      if (rank_[j] < rank_[column]) return 0;
      has_parents = true;
    }
    if (unit == 0.0 || !std::isfinite(unit)) return 0;
    return 1 + (std::abs(unit) == 1.0 ? 1 : 0) + (has_parents ? 0 : 2) + (is_centred(row) ? 4 : 0);
  }

  [[nodiscard]] bool is_centred(std::uint32_t row) const {
    return block_.constant_slot[row] < 0 && block_.constant[row] == 0.0;
  }

  void choose_own_rows() {
    std::vector<bool> is_taken(block_.rows(), false);
    for (const std::uint32_t j : order_) {
      int most = 0;
      for (const std::uint32_t i : rows_of_[j]) {
        const int m = is_taken[i] ? 0 : merit(i, j);
        if (m <= most) continue;
        most = m;
        out_.own[j].row = i;
      }
      if (most == 0) continue;
      is_taken[out_.own[j].row] = true;
      take_parents(j);
      // Without parents an innovation is the column in other units. This changes no digit of the
      // elimination, but derivatives by small scales keep theirs.
      const std::uint32_t row = out_.own[j].row;
      const bool is_worth_it = is_centred(row) && block_.scale_slot[row] >= 0;
      if (out_.own[j].parents.empty() && !is_worth_it) out_.own[j] = Own{};
    }
  }

  void take_parents(std::uint32_t column) {
    Own& own = out_.own[column];
    own.parents.clear();
    for (std::uint32_t e = block_.row_starts[own.row]; e < block_.row_starts[own.row + 1]; ++e) {
      if (block_.column[e] == column) {
        own.unit = block_.multiplier[e];
      } else {
        own.parents.push_back({block_.column[e], out_.slots.coefficient(block_.coefficient_slot[e]),
                               block_.multiplier[e]});
      }
    }
  }

  // Where a column has too many ancestors, it and all of them that have parents are left alone.
  void drop_deep_columns() {
    std::vector<std::vector<std::uint32_t>> ancestors(block_.columns);
    std::vector<bool> is_deep(block_.columns, false);
    for (std::size_t k = order_.size(); k-- > 0;) {
      const std::uint32_t j = order_[k];
      std::vector<std::uint32_t>& mine = ancestors[j];
      for (const Entry& parent : out_.own[j].parents) {
        is_deep[j] = is_deep[j] || is_deep[parent.column];
        mine.push_back(parent.column);
        const auto& theirs = ancestors[parent.column];
        mine.insert(mine.end(), theirs.begin(), theirs.end());
      }
      std::ranges::sort(mine);
      mine.erase(std::unique(mine.begin(), mine.end()), mine.end());
      is_deep[j] = is_deep[j] || mine.size() > most_ancestors_;
      if (is_deep[j]) mine.clear();
    }
    // From children to parents.
    for (const std::uint32_t j : order_) {
      if (!is_deep[j] || out_.own[j].parents.empty()) continue;
      for (const Entry& parent : out_.own[j].parents) is_deep[parent.column] = true;
    }
    for (std::uint32_t j = 0; j < block_.columns; ++j) {
      if (is_deep[j] && !out_.own[j].parents.empty()) out_.own[j] = Own{};
    }
    while (drop_ends(is_deep)) {
    }
  }

  // The first columns of a chain that is left alone are left alone, too: in the next row of the
  // chain each would be two. Returns whether there were some.
  bool drop_ends(std::vector<bool>& is_deep) {
    bool has_dropped = false;
    for (std::uint32_t j = 0; j < block_.columns; ++j) {
      if (is_deep[j] || out_.own[j].parents.empty()) continue;
      const auto& rows = rows_of_[j];
      const auto is_link = [&](std::uint32_t row) {
        const std::uint32_t first = block_.row_starts[row];
        return row != out_.own[j].row && block_.row_starts[row + 1] == first + 2 &&
               block_.scale_slot[row] == block_.scale_slot[out_.own[j].row] &&
               (is_deep[block_.column[first]] || is_deep[block_.column[first + 1]]);
      };
      if (std::ranges::none_of(rows, is_link)) continue;
      is_deep[j] = has_dropped = true;
      out_.own[j] = Own{};
    }
    return has_dropped;
  }

  [[nodiscard]] std::uint32_t product(std::uint32_t a, std::uint32_t b) {
    if (a == Slots::kOne) return b;
    if (b == Slots::kOne) return a;
    const std::pair key(std::min(a, b), std::max(a, b));
    const auto [at, is_new] = products_.try_emplace(key, as_u32(out_.slots.size()));
    if (is_new) out_.slots.products.push_back({key.first, key.second});
    return at->second;
  }

  // What a column is in innovations.
  const std::vector<Entry>& meaning(std::uint32_t column) {
    const auto [at, is_new] = meanings_.try_emplace(column);
    if (!is_new) return at->second;
    const Own& own = out_.own[column];
    std::vector<Entry> result;
    if (own.row == kNone) {
      result.push_back({column, Slots::kOne, 1.0});
    } else {
      const std::uint32_t scale = out_.slots.scale(block_.scale_slot[own.row]);
      result.push_back({column, scale, 1.0 / own.unit});
      for (const Entry& parent : own.parents) {
        for (const Entry& e : std::vector<Entry>(meaning(parent.column))) {
          result.push_back({e.column, product(e.slot, parent.slot),
                            -e.multiplier * parent.multiplier / own.unit});
        }
      }
      merge(result);
    }
    return meanings_[column] = std::move(result);
  }

  // Entries of one column and slot add.
  void merge(std::vector<Entry>& entries) {
    constexpr double kCancelled = 1e-3;
    const auto key = [](const Entry& e) { return std::pair(e.column, e.slot); };
    std::ranges::stable_sort(entries, {}, key);
    std::size_t kept = 0;
    for (std::size_t k = 0; k < entries.size();) {
      Entry sum{entries[k].column, entries[k].slot, 0.0};
      double size = 0.0;
      for (; k < entries.size() && key(entries[k]) == key(sum); ++k) {
        sum.multiplier += entries[k].multiplier;
        size += std::abs(entries[k].multiplier);
      }
      if (sum.multiplier == 0.0) continue;
      has_cancelled_ = has_cancelled_ || !(std::abs(sum.multiplier) > kCancelled * size);
      entries[kept++] = sum;
    }
    entries.resize(kept);
  }

  void substitute_all() {
    std::vector<bool> is_own(block_.rows(), false);
    for (const Own& own : out_.own) {
      if (own.row == kNone) continue;
      is_own[own.row] = true;
      out_.has_offsets = out_.has_offsets || !is_centred(own.row);
    }
    std::vector<Entry> row;
    for (std::uint32_t i = 0; i < block_.rows(); ++i) {
      if (is_own[i]) continue;
      row.clear();
      for (std::uint32_t e = block_.row_starts[i]; e < block_.row_starts[i + 1]; ++e) {
        const std::uint32_t slot = out_.slots.coefficient(block_.coefficient_slot[e]);
        for (const Entry& part : meaning(block_.column[e])) {
          row.push_back(
              {part.column, product(part.slot, slot), part.multiplier * block_.multiplier[e]});
        }
      }
      merge(row);
      out_.rows.push_back(i);
      out_.entries.insert(out_.entries.end(), row.begin(), row.end());
      out_.row_starts.push_back(as_u32(out_.entries.size()));
    }
  }

  const Block& block_;
  std::size_t most_ancestors_;
  bool has_cancelled_ = false;
  std::vector<std::vector<std::uint32_t>> rows_of_;
  std::vector<std::uint32_t> order_, rank_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> products_;
  std::map<std::uint32_t, std::vector<Entry>> meanings_;
  Innovated out_;
};

}  // namespace

void Slots::fill(const Inputs& inputs, std::span<double> numbers) const {
  numbers[kOne] = 1.0;
  std::ranges::copy(inputs.coefficients, numbers.begin() + 1);
  std::ranges::copy(inputs.scales, numbers.begin() + 1 + static_cast<std::ptrdiff_t>(coefficients));
  const std::size_t first = first_product();
  for (std::size_t p = 0; p < products.size(); ++p) {
    numbers[first + p] = numbers[products[p].left] * numbers[products[p].right];
  }
}

void Slots::come_back(std::span<const double> numbers, std::span<double> bars) const {
  const std::size_t first = first_product();
  for (std::size_t p = products.size(); p-- > 0;) {
    const double bar = bars[first + p];
    bars[products[p].left] += bar * numbers[products[p].right];
    bars[products[p].right] += bar * numbers[products[p].left];
  }
}

Innovated innovations(const Block& block, std::size_t most_ancestors) {
  Innovated innovated = Innovating(block, most_ancestors).run();
  if (!innovated.has_cancelled) return innovated;
  // Without means nothing is substituted but scales: what cancels now is the block's own.
  return Innovating(block, 0).run();
}

void columns_of(const InnovatedPoint& at, std::span<const double> e, std::span<double> u) {
  const auto& [block, in, inputs, x] = at;
  for (const std::uint32_t j : in.draw_order) {
    const Own& own = in.own[j];
    if (own.row == kNone) {
      u[j] = in.start[j] + e[j];
      continue;
    }
    double sum =
        constant_of(block, inputs, own.row) + e[j] * x[in.slots.scale(block.scale_slot[own.row])];
    for (const Entry& parent : own.parents) {
      sum -= parent.multiplier * x[parent.slot] * u[parent.column];
    }
    u[j] = sum / own.unit;
  }
}

}  // namespace autumn::gaussian::equations
