// This file turns the structure of an elimination into what the numeric work reads.
#include "gaussian/symbolic.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/error.h"
#include "base/numbers.h"
#include "gaussian/column_order.h"
#include "gaussian/front_work.h"
#include "gaussian/structure.h"

namespace autumn::gaussian {

// Numbers fronts, rows and columns as the numeric work meets them.
class Finish {
 public:
  explicit Finish(const Structure& structure)
      : s_(structure),
        number_(structure.drafts_.size(), kNoFront),
        local_(structure.order_.size(), 0) {
    out_.scales = s_.block_->scales;
    out_.flops = s_.flops_;
    out_.entry_column.resize(s_.block_->column.size());
  }

  Symbolic run() {
    // A front is done when its last pivot is: later than all its children.
    std::vector<std::uint32_t> last(s_.drafts_.size(), 0);
    for (std::uint32_t place = 0; place < s_.order_.size(); ++place) {
      last[s_.front_of_[place]] = place;
    }
    for (std::uint32_t place = 0; place < s_.order_.size(); ++place) {
      if (last[s_.front_of_[place]] == place) add_front(s_.front_of_[place]);
    }
    const auto without = s_.rows_at(static_cast<std::uint32_t>(s_.order_.size()));
    out_.empty_rows.assign(without.begin(), without.end());
    return std::move(out_);
  }

 private:
  void add_front(std::uint32_t index) {
    const Draft& draft = s_.drafts_[index];
    number_[index] = static_cast<std::uint32_t>(out_.fronts.size());
    Front front;
    front.first_pivot = static_cast<std::uint32_t>(out_.order.size());
    front.pivots = draft.pivots;
    front.columns = draft.size;
    front.rows = draft.rows;
    front.leftover = draft.leftover;
    front.first_row = static_cast<std::uint32_t>(out_.row_order.size());
    front.first_column = out_.front_column.size();
    add_columns(draft);
    add_rows(draft, front);
    add_sizes(front);
    out_.fronts.push_back(front);
  }

  void add_columns(const Draft& draft) {
    for (std::uint32_t k = 0; k < draft.size; ++k) {
      const std::uint32_t place = s_.columns_[draft.first_column + k];
      local_[place] = k;
      out_.front_column.push_back(s_.order_[place]);
      if (k < draft.pivots) out_.order.push_back(s_.order_[place]);
    }
    out_.parent_column.resize(out_.front_column.size(), 0);
  }

  // Pivot by pivot, so that rows which are zero in the first pivots come last.
  void add_rows(const Draft& draft, Front& front) {
    std::uint32_t next = 0;
    for (std::uint32_t k = 0; k < draft.pivots; ++k) {
      const std::uint32_t place = s_.columns_[draft.first_column + k];
      for (const std::uint32_t row : s_.rows_at(place)) add_row(row, next++);
      front.own_rows += static_cast<std::uint32_t>(s_.rows_at(place).size());
      for (std::uint32_t c = s_.first_child_[place]; c != kNoFront;
           c = s_.drafts_[c].next_sibling) {
        add_child(c, next);
        front.has_children = true;
        next += s_.drafts_[c].leftover;
      }
      out_.row_end.push_back(next);
    }
  }

  void add_row(std::uint32_t row, std::uint32_t place) {
    out_.row_order.push_back(row);
    out_.row_place.push_back(place);
    for (std::uint32_t e = s_.block_->row_starts[row]; e < s_.block_->row_starts[row + 1]; ++e) {
      out_.entry_column[e] = local_[s_.place_of_[s_.block_->column[e]]];
    }
  }

  void add_child(std::uint32_t index, std::uint32_t first_row) {
    const Draft& draft = s_.drafts_[index];
    Front& child = out_.fronts[number_[index]];
    child.parent = static_cast<std::uint32_t>(out_.fronts.size());
    child.parent_row = first_row;
    for (std::uint32_t k = draft.pivots; k < draft.size; ++k) {
      out_.parent_column[child.first_column + k] = local_[s_.columns_[draft.first_column + k]];
    }
  }

  void add_sizes(Front& front) {
    const std::size_t rows = front.rows;
    if (rows > 0) {
      const bool is_cut = front.leftover < rows - front.pivots;
      front.reflectors = static_cast<std::uint32_t>(is_cut ? front.width() : front.pivots);
    }
    front.matrix = out_.matrices;
    front.reflector = out_.reflectors;
    out_.matrices += rows * front.width();
    out_.reflectors += front.reflectors;
    const std::size_t pivots = front.pivots;
    out_.largest_work = std::max(out_.largest_work, work_size(front));
    out_.largest_front = std::max<std::size_t>(out_.largest_front, front.columns);
    if (rows > 0) out_.entries_in_factor += pivots * front.columns - pivots * (pivots - 1) / 2;
  }

  const Structure& s_;
  std::vector<std::uint32_t> number_;  // by draft
  std::vector<std::uint32_t> local_;   // by place: the column in the front being added
  Symbolic out_;
};

Symbolic Structure::finish() const {
  return Finish(*this).run();
}

namespace {

// The cheapest of the orders that cost little to find, if it is no more than the limit.
std::optional<Structure> best_simple_order(const Block& block, double flop_limit) {
  std::optional<Structure> best;
  for (auto* order : {natural_order, reverse_order, order_by_entries}) {
    Structure structure(block, order(block));
    if (!structure.build(best ? best->flops() : flop_limit)) continue;
    if (!best || structure.flops() < best->flops()) best = std::move(structure);
  }
  return best;
}

}  // namespace

Symbolic analyze(const Block& block) {
  // So cheap that little can be gained by looking further: hierarchies and chains.
  constexpr double kCheap = 64;  // operations per entry
  check(block);
  const double cheap = kCheap * static_cast<double>(block.column.size() + block.columns);
  if (const auto simple = best_simple_order(block, cheap)) return simple->finish();
  Structure filled(block, fill_reducing_order(block));
  const bool is_built = filled.build(kInfinity);
  AUTUMN_CHECK(is_built, "an elimination without a limit is within it");
  if (const auto simple = best_simple_order(block, filled.flops())) return simple->finish();
  return filled.finish();
}

std::size_t fronts_scratch_size(const Symbolic& symbolic) {
  return symbolic.matrices + 2 * symbolic.reflectors + symbolic.scales + symbolic.largest_work;
}

std::size_t scratch_size(const Symbolic& symbolic) {
  const Ways& ways = symbolic;
  const std::size_t centred = symbolic.centred ? scratch_size(*symbolic.centred) : 0;
  const std::size_t whitened = symbolic.whitened ? scratch_size(*symbolic.whitened) : 0;
  const std::size_t fast = std::max({scratch_size(ways), centred, whitened});
  const std::size_t fronts = fronts_scratch_size(symbolic);
  return fast > 0 && fronts > kMostSpare ? fast : std::max(fast, fronts);
}

namespace {

// Of the block itself or its centred form.
void find_written_ways(const Block& block, Symbolic& symbolic) {
  Ways& ways = symbolic;
  symbolic.centred = centred(block);
  Ways& of = symbolic.centred ? static_cast<Ways&>(*symbolic.centred) : ways;
  of = find_ways(symbolic.centred ? symbolic.centred->block : block, block.scales);
}

}  // namespace

void find_fast_ways(const Block& block, Symbolic& symbolic) {
  Ways& ways = symbolic;
  ways = {};
  symbolic.centred.reset();
  symbolic.whitened.reset();
  if (block.columns == 0) return;
  find_written_ways(block, symbolic);
  std::optional<Whitened> other = whitened(block);
  if (!other) return;
  static_cast<Ways&>(*other) = find_ways(other->block, block.scales);
  const std::optional<double> whitened = nanoseconds_of(*other);
  if (!whitened || *whitened >= nanoseconds(symbolic)) return;
  ways = {};
  symbolic.centred.reset();
  symbolic.whitened = std::move(other);
}

const Ways& fast_ways(const Symbolic& symbolic) {
  if (symbolic.whitened) return *symbolic.whitened;
  if (symbolic.centred) return *symbolic.centred;
  return symbolic;
}

double nanoseconds(const Symbolic& symbolic) {
  constexpr double kPerBlock = 60.0, kPerFrontOperation = 1.0;
  const double fronts = kPerBlock + kPerFrontOperation * 3.0 * symbolic.flops;
  return nanoseconds_of(fast_ways(symbolic)).value_or(fronts);
}

// Without derivatives; a pencil turns back to the columns.
double draw_nanoseconds(const Symbolic& symbolic) {
  const auto& pencil = fast_ways(symbolic).pencil;
  return pencil ? pencil->draw_nanoseconds : nanoseconds(symbolic) / 3.0;
}

std::string to_text(const Symbolic& symbolic) {
  return fmt::format(
      "{} columns in {} fronts, largest {}, {} entries in the factor, {:.0f} operations",
      symbolic.order.size(), symbolic.fronts.size(), symbolic.largest_front,
      symbolic.entries_in_factor, symbolic.flops);
}

}  // namespace autumn::gaussian
