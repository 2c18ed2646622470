// From the leaves up: the largest subtrees that are small enough and have company.
#include "gaussian/cell_choice.h"

#include <algorithm>
#include <numeric>
#include <span>
#include <unordered_map>

#include "gaussian/front_work.h"

namespace autumn::gaussian {
namespace {

constexpr std::uint32_t kMostRows = 16;  // of a cell
constexpr std::uint32_t kMostPivots = 6;
constexpr std::uint32_t kMostColumns = 16;
constexpr std::uint32_t kMostTallColumns = 16;
constexpr std::uint32_t kFewestTallRows = 16;
constexpr std::size_t kFewestCells = 3;  // of one shape

class Chooser {
 public:
  Chooser(const Block& block, const Symbolic& symbolic)
      : block_(block),
        symbolic_(symbolic),
        fronts_(symbolic.fronts),
        local_(block.columns, 0),
        rows_(fronts_.size()),
        pivots_(fronts_.size()),
        is_small_(fronts_.size()) {
    out_.is_in_cell.resize(fronts_.size());
    out_.is_tall.resize(fronts_.size());
    find_children();
  }

  CellChoice run() {
    measure();
    std::vector<std::uint32_t> candidates;
    for (std::uint32_t f = 0; f < fronts_.size(); ++f) {
      if (!is_small_[f]) {
        out_.is_tall[f] = is_tallable(f);
      } else if (fronts_[f].is_root() || !is_small_[fronts_[f].parent]) {
        candidates.push_back(f);
      }
    }
    while (!candidates.empty()) candidates = accept_some(candidates);
    return std::move(out_);
  }

 private:
  void find_children() {
    child_starts_.assign(fronts_.size() + 1, 0);
    for (const Front& front : fronts_) {
      if (!front.is_root()) ++child_starts_[front.parent + 1];
    }
    std::partial_sum(child_starts_.begin(), child_starts_.end(), child_starts_.begin());
    std::vector<std::uint32_t> next(child_starts_.begin(), child_starts_.end() - 1);
    children_.resize(child_starts_.back());
    for (std::uint32_t f = 0; f < fronts_.size(); ++f) {
      if (!fronts_[f].is_root()) children_[next[fronts_[f].parent]++] = f;
    }
  }

  [[nodiscard]] std::span<const std::uint32_t> children(std::uint32_t f) const {
    return std::span(children_).subspan(child_starts_[f], child_starts_[f + 1] - child_starts_[f]);
  }

  // Rows and pivots of subtrees.
  void measure() {
    for (std::uint32_t f = 0; f < fronts_.size(); ++f) {
      const Front& front = fronts_[f];
      rows_[f] = front.own_rows;
      pivots_[f] = front.pivots;
      bool is_small = !is_cut(front);
      for (const std::uint32_t c : children(f)) {
        is_small = is_small && is_small_[c];
        rows_[f] = std::min(rows_[f] + rows_[c], kMostRows + 1);
        pivots_[f] = std::min(pivots_[f] + pivots_[c], kMostPivots + 1);
      }
      is_small_[f] = is_small && rows_[f] <= kMostRows && pivots_[f] <= kMostPivots &&
                     pivots_[f] + front.columns - front.pivots <= kMostColumns;
    }
  }

  [[nodiscard]] bool is_tallable(std::uint32_t f) const {
    const Front& front = fronts_[f];
    if (!front.is_root() || front.columns > kMostTallColumns) return false;
    std::size_t small = 0;
    for (const std::uint32_t c : children(f)) small += is_small_[c] ? 1 : 0;
    return small >= kFewestCells || front.own_rows >= kFewestTallRows;
  }

  // Returns the candidates that are left: parts of those which were alone.
  std::vector<std::uint32_t> accept_some(const std::vector<std::uint32_t>& candidates) {
    std::unordered_map<std::string, std::vector<std::uint32_t>> by_key;
    std::vector<std::string> keys;  // in the order in which they come, for the same result always
    for (const std::uint32_t f : candidates) {
      std::string key = key_of(cell(f));
      std::vector<std::uint32_t>& members = by_key[key];
      if (members.empty()) keys.push_back(std::move(key));
      members.push_back(f);
    }
    std::vector<std::uint32_t> left;
    for (const std::string& key : keys) {
      const std::vector<std::uint32_t>& members = by_key[key];
      const Front& front = fronts_[members[0]];
      const bool is_below_tall = !front.is_root() && out_.is_tall[front.parent];
      if (is_below_tall || members.size() >= kFewestCells) {
        accept(members);
        continue;
      }
      for (const std::uint32_t f : members) {
        out_.is_tall[f] = is_tallable(f);
        left.insert(left.end(), children(f).begin(), children(f).end());
      }
    }
    return left;
  }

  void accept(const std::vector<std::uint32_t>& members) {
    std::vector<Cell> cells;
    cells.reserve(members.size());
    for (const std::uint32_t f : members) {
      cells.push_back(cell(f));
      mark(f);
    }
    out_.groups.push_back(std::move(cells));
  }

  void mark(std::uint32_t f) {
    out_.is_in_cell[f] = true;
    for (const std::uint32_t c : children(f)) mark(c);
  }

  [[nodiscard]] Cell cell(std::uint32_t top) {
    Cell out;
    out.top = top;
    add_fronts(top, out);
    out.pivots = static_cast<std::uint32_t>(out.columns.size());
    const Front& front = fronts_[top];
    for (std::uint32_t k = front.pivots; k < front.columns; ++k) {
      out.columns.push_back(symbolic_.front_column[front.first_column + k]);
    }
    for (std::size_t j = 0; j < out.columns.size(); ++j) {
      local_[out.columns[j]] = static_cast<std::uint8_t>(j);
    }
    for (const std::uint32_t row : out.rows) {
      for (std::uint32_t e = block_.row_starts[row]; e < block_.row_starts[row + 1]; ++e) {
        out.entry_column.push_back(local_[block_.column[e]]);
      }
    }
    return out;
  }

  void add_fronts(std::uint32_t f, Cell& out) const {
    for (const std::uint32_t c : children(f)) add_fronts(c, out);
    const Front& front = fronts_[f];
    for (std::uint32_t k = 0; k < front.pivots; ++k) {
      out.columns.push_back(symbolic_.order[front.first_pivot + k]);
    }
    for (std::uint32_t i = 0; i < front.own_rows; ++i) {
      out.rows.push_back(symbolic_.row_order[front.first_row + i]);
    }
  }

  // Cells with the same key have the same shape and, below a tall front, the same columns of it.
  [[nodiscard]] std::string key_of(const Cell& cell) const {
    std::string key;
    const auto add = [&](std::size_t x) {
      for (int byte = 0; byte < 4; ++byte, x >>= 8) key.push_back(static_cast<char>(x & 255));
    };
    add(cell.pivots);
    add(cell.columns.size());
    std::size_t entry = 0;
    for (const std::uint32_t row : cell.rows) {
      add(block_.row_starts[row + 1] - block_.row_starts[row]);
      add(block_.constant_slot[row] >= 0 ? 1 : 0);
      for (std::uint32_t e = block_.row_starts[row]; e < block_.row_starts[row + 1]; ++e) {
        add(2 * std::size_t{cell.entry_column[entry++]} + (block_.coefficient_slot[e] >= 0 ? 1 : 0));
      }
    }
    const Front& front = fronts_[cell.top];
    add(front.is_root() ? 1 : 0);
    if (front.is_root() || !out_.is_tall[front.parent]) return key;
    add(front.parent);
    for (std::uint32_t k = front.pivots; k < front.columns; ++k) {
      add(symbolic_.parent_column[front.first_column + k]);
    }
    return key;
  }

  const Block& block_;
  const Symbolic& symbolic_;
  const std::vector<Front>& fronts_;
  std::vector<std::uint8_t> local_;  // by column of the block: its place in the cell at hand
  std::vector<std::uint32_t> child_starts_;
  std::vector<std::uint32_t> children_;
  std::vector<std::uint32_t> rows_;    // of subtrees, here and below
  std::vector<std::uint32_t> pivots_;
  std::vector<bool> is_small_;
  CellChoice out_;
};

// What nothing determines, and what is eliminated with nothing left over while columns are, is left
// to the elimination front by front.
bool is_regular(const Front& front) {
  return front.rows >= front.pivots && !(front.is_root() && front.columns > front.pivots);
}

}  // namespace

CellChoice choose_cells(const Block& block, const Symbolic& symbolic) {
  for (const Front& front : symbolic.fronts) {
    if (!is_regular(front)) return {};
  }
  return Chooser(block, symbolic).run();
}

}  // namespace autumn::gaussian
