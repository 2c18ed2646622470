// Tables of groups, and places in memory.
#include "gaussian/batch_plan.h"

#include <algorithm>
#include <utility>

#include "gaussian/batch_work.h"
#include "gaussian/cell_choice.h"
#include "gaussian/front_work.h"
#include "gaussian/rotations.h"

namespace autumn::gaussian {
namespace {

constexpr std::size_t round_up(std::size_t n) {
  return (n + kLanes - 1) / kLanes * kLanes;
}

// What each lane of a group reads.
class Tables {
 public:
  Tables(const Block& block, Batches& out) : block_(block), out_(out) {}

  // False if the cells have no rotations.
  [[nodiscard]] bool fill(const std::vector<Cell>& cells, CellGroup& group) {
    cells_ = &cells;
    const Cell& first = cells[0];
    group.cells = static_cast<std::uint32_t>(cells.size());
    group.batches = static_cast<std::uint32_t>(round_up(cells.size()) / kLanes);
    group.pivots = first.pivots;
    group.columns = static_cast<std::uint32_t>(first.columns.size());
    for (std::size_t j = 0; j < first.columns.size(); ++j) {
      group.column.push_back(slots([j](const Cell& cell) { return cell.columns[j]; }));
    }
    std::vector<std::uint32_t> patterns;
    std::size_t entry = 0;
    for (std::size_t i = 0; i < first.rows.size(); ++i) {
      patterns.push_back(add_row(i, entry, group));
      entry += group.rows.back().entries;
    }
    return plan_rotations(std::move(patterns), group);
  }

 private:
  // Returns the columns that are not zero.
  std::uint32_t add_row(std::size_t i, std::size_t first_entry, CellGroup& group) {
    const std::uint32_t row = (*cells_)[0].rows[i];
    CellRow out;
    out.first_entry = static_cast<std::uint32_t>(group.entries.size());
    out.entries = block_.row_starts[row + 1] - block_.row_starts[row];
    out.constant = numbers([&](const Cell& cell) {
      return block_.constant[cell.rows[i]] * weight(cell.rows[i]);
    });
    out.weight = numbers([&](const Cell& cell) { return weight(cell.rows[i]); });
    if (block_.constant_slot[row] >= 0) {
      out.constant_slot = slots([&](const Cell& cell) {
        return static_cast<std::uint32_t>(block_.constant_slot[cell.rows[i]]);
      });
    }
    out.scale = slots([&](const Cell& cell) { return block_.scale_slot[cell.rows[i]]; });
    out.has_constant = out.constant_slot.kind != SlotKind::kNone || !out.constant.is_shared ||
                       out.constant.number != 0.0;
    std::uint32_t pattern = out.has_constant ? std::uint32_t{1} << group.columns : 0;
    for (std::uint32_t e = 0; e < out.entries; ++e) {
      const std::uint8_t column = (*cells_)[0].entry_column[first_entry + e];
      add_entry(i, e, column, group);
      group.entries.back().is_added = (pattern >> column & 1) != 0;
      pattern |= std::uint32_t{1} << column;
    }
    group.rows.push_back(out);
    return pattern;
  }

  void add_entry(std::size_t i, std::uint32_t e, std::uint8_t column, CellGroup& group) {
    CellEntry entry;
    entry.column = column;
    const auto place = [&](const Cell& cell) { return block_.row_starts[cell.rows[i]] + e; };
    entry.multiplier = numbers([&](const Cell& cell) {
      return block_.multiplier[place(cell)] * weight(cell.rows[i]);
    });
    if (block_.coefficient_slot[place((*cells_)[0])] >= 0) {
      group.has_coefficients = true;
      entry.coefficient = slots([&](const Cell& cell) {
        return static_cast<std::uint32_t>(block_.coefficient_slot[place(cell)]);
      });
    }
    group.entries.push_back(entry);
  }

  [[nodiscard]] double weight(std::uint32_t row) const {
    return block_.root_weight.empty() ? 1.0 : block_.root_weight[row];
  }

  // The cell of a lane; lanes to spare repeat the last one.
  [[nodiscard]] const Cell& cell_at(std::size_t lane) const {
    return (*cells_)[std::min(lane, cells_->size() - 1)];
  }

  template <typename Of>
  LaneSlots slots(const Of& of) {
    const std::size_t n = cells_->size();
    LaneSlots out{.kind = SlotKind::kShared, .first = of(cell_at(0)), .table = 0};
    bool is_shared = true;
    bool is_run = true;
    for (std::size_t k = 0; k < n; ++k) {
      const std::uint32_t slot = of(cell_at(k));
      is_shared = is_shared && slot == out.first;
      is_run = is_run && slot == out.first + k;
    }
    if (is_shared) return out;
    out.kind = is_run ? SlotKind::kRun : SlotKind::kTable;
    const std::size_t first = is_run ? round_up(n) - kLanes : 0;
    out.table = std::ssize(out_.slots) - static_cast<std::ptrdiff_t>(first);
    for (std::size_t k = first; k < round_up(n); ++k) out_.slots.push_back(of(cell_at(k)));
    return out;
  }

  template <typename Of>
  LaneNumbers numbers(const Of& of) {
    LaneNumbers out{.is_shared = true, .number = of(cell_at(0)), .table = out_.numbers.size()};
    out.is_shared =
        std::ranges::all_of(*cells_, [&](const Cell& cell) { return of(cell) == out.number; });
    if (out.is_shared) return out;
    for (std::size_t k = 0; k < round_up(cells_->size()); ++k) {
      out_.numbers.push_back(of(cell_at(k)));
    }
    return out;
  }

  const Block& block_;
  Batches& out_;
  const std::vector<Cell>* cells_ = nullptr;
};

class Plan {
 public:
  Plan(const Block& block, const Symbolic& symbolic) : block_(block), symbolic_(symbolic) {}

  Batches run() {
    choice_ = choose_cells(block_, symbolic_);
    const bool has_tall = std::ranges::find(choice_.is_tall, true) != choice_.is_tall.end();
    if (choice_.groups.empty() && !has_tall) return {};
    Tables tables(block_, out_);
    for (const std::vector<Cell>& cells : choice_.groups) {
      if (!tables.fill(cells, out_.groups.emplace_back())) return {};
    }
    take_scales();
    take_fronts();
    for (std::size_t g = 0; g < out_.groups.size(); ++g) hang(choice_.groups[g], out_.groups[g]);
    finish_talls();
    place_all();
    for (std::size_t g = 0; g < out_.groups.size(); ++g) aim(choice_.groups[g], out_.groups[g]);
    return std::move(out_);
  }

 private:
  void take_scales() {
    out_.is_once.assign(round_up(block_.scales), 0.0);
    out_.scale_rest.assign(round_up(block_.scales), 0.0);
    for (std::uint32_t k = 0; k < block_.scales; ++k) {
      out_.scale_rest[k] = block_.scale_rest[k];
      if (block_.scale_count[k] == 1.0) {
        out_.is_once[k] = 1.0;
      } else if (block_.scale_count[k] != 0.0) {
        out_.repeated.push_back(k);
      }
    }
  }

  // Fronts that are not in cells, and which of them are tall.
  void take_fronts() {
    number_.assign(symbolic_.fronts.size(), kNoFront);
    for (std::uint32_t f = 0; f < symbolic_.fronts.size(); ++f) {
      if (choice_.is_in_cell[f]) continue;
      number_[f] = static_cast<std::uint32_t>(out_.fronts.size());
      out_.fronts.push_back(symbolic_.fronts[f]);
      if (!choice_.is_tall[f]) continue;
      out_.fronts.back().tall = static_cast<std::uint32_t>(out_.talls.size());
      Tall tall;
      tall.front = number_[f];
      tall.pivots = symbolic_.fronts[f].pivots;
      out_.talls.push_back(tall);
    }
    for (Front& front : out_.fronts) {
      if (!front.is_root()) front.parent = number_[front.parent];
    }
  }

  // The front above, and rows of it if it is tall.
  void hang(const std::vector<Cell>& cells, CellGroup& group) {
    const Front& top = symbolic_.fronts[cells[0].top];
    if (top.is_root()) return;
    const Front& parent = out_.fronts[number_[top.parent]];
    group.parent = parent.tall == kNoFront ? ParentKind::kPlain : ParentKind::kTall;
    if (group.parent == ParentKind::kPlain) return;
    group.tall = parent.tall;
    Tall& tall = out_.talls[group.tall];
    tall.has_coefficients = tall.has_coefficients || group.has_coefficients;
    group.tall_row = tall.cell_rows;
    tall.cell_rows += group.batches * kLanes * group.leftover();
    group.tall_source.assign(parent.columns + 1, CellGroup::kNoColumn);
    for (std::uint32_t k = top.pivots; k < top.columns; ++k) {
      const std::size_t column = group.pivots + (k - top.pivots);
      group.tall_source[symbolic_.parent_column[top.first_column + k]] =
          static_cast<std::uint8_t>(column);
    }
    group.tall_source.back() = static_cast<std::uint8_t>(group.columns);
  }

  void finish_talls() {
    for (Tall& tall : out_.talls) {
      const Front& front = out_.fronts[tall.front];
      tall.own_row = tall.cell_rows;
      tall.rows = tall.own_row + front.own_rows;
      for (std::uint32_t i = 0; i < front.own_rows; ++i) {
        const std::uint32_t row = symbolic_.row_order[front.first_row + i];
        for (std::uint32_t e = block_.row_starts[row]; e < block_.row_starts[row + 1]; ++e) {
          tall.has_coefficients = tall.has_coefficients || block_.coefficient_slot[e] >= 0;
        }
      }
    }
    for (Front& front : out_.fronts) {
      if (front.is_root() || out_.fronts[front.parent].tall == kNoFront) continue;
      Tall& tall = out_.talls[out_.fronts[front.parent].tall];
      tall.has_plain_children = true;
      front.parent_row = static_cast<std::uint32_t>(tall.rows);
      tall.rows += front.leftover;
    }
    for (Tall& tall : out_.talls) tall.rows = round_up(tall.rows);
  }

  void place_all() {
    std::size_t next = kHeader + round_up(block_.scales);
    for (CellGroup& group : out_.groups) {
      group.memory = std::exchange(next, next + group.batches * group.batch_size());
    }
    for (Tall& tall : out_.talls) tall.memory = std::exchange(next, next + round_up(tall.size()));
    std::size_t work = 0;
    for (Front& front : out_.fronts) {
      const std::size_t rows = front.tall == kNoFront ? front.rows : front.pivots;
      front.matrix = std::exchange(out_.matrices_size, out_.matrices_size + rows * front.width());
      front.reflector =
          std::exchange(out_.reflectors_count, out_.reflectors_count + front.reflectors);
      if (front.tall == kNoFront) work = std::max(work, work_size(front));
    }
    for (const CellGroup& group : out_.groups) work = std::max(work, work_size(group, out_));
    out_.matrices = next;
    out_.reflectors = out_.matrices + out_.matrices_size;
    out_.work = round_up(out_.reflectors + 2 * out_.reflectors_count);
    out_.scratch = out_.work + work + kHeader;  // room to move all to a multiple of 64 bytes
  }

  // Where rows left over go in plain fronts.
  void aim(const std::vector<Cell>& cells, CellGroup& group) {
    if (group.parent != ParentKind::kPlain) return;
    for (const Cell& cell : cells) {
      const Front& top = symbolic_.fronts[cell.top];
      const Front& parent = out_.fronts[number_[top.parent]];
      group.targets.push_back({.first = parent.matrix + top.parent_row * parent.width(),
                               .stride = static_cast<std::uint32_t>(parent.width())});
      for (std::uint32_t k = top.pivots; k < top.columns; ++k) {
        group.places.push_back(symbolic_.parent_column[top.first_column + k]);
      }
      group.places.push_back(parent.columns);
    }
  }

  const Block& block_;
  const Symbolic& symbolic_;
  CellChoice choice_;
  std::vector<std::uint32_t> number_;  // by front: its number among those not in cells
  Batches out_;
};

}  // namespace

Batches plan_batches(const Block& block, const Symbolic& symbolic) {
  return Plan(block, symbolic).run();
}

}  // namespace autumn::gaussian
