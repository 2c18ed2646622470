// This file finds the fronts of an elimination: unions of rows, column by column.
#include "gaussian/structure.h"

#include <algorithm>
#include <numeric>

namespace autumn::gaussian {
namespace {

// Operations to apply `reflectors` reflectors of at most `rows` rows to `columns` columns.
double finishing_flops(double rows, double columns) {
  double flops = 0.0;
  for (double j = 0; j < columns; ++j) flops += 4 * (rows - j) * (columns - j);
  return flops;
}

}  // namespace

Structure::Structure(const Block& block, std::vector<std::uint32_t> order)
    : block_(&block),
      order_(std::move(order)),
      place_of_(block.columns),
      first_child_(block.columns, kNoFront),
      front_of_(block.columns, kNoFront),
      marked_(block.columns, kNoFront) {
  for (std::uint32_t place = 0; place < order_.size(); ++place) place_of_[order_[place]] = place;
  sort_rows();
}

void Structure::sort_rows() {
  const std::size_t rows = block_->rows();
  std::vector<std::uint32_t> first(rows, static_cast<std::uint32_t>(block_->columns));
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::uint32_t e = block_->row_starts[row]; e < block_->row_starts[row + 1]; ++e) {
      first[row] = std::min(first[row], place_of_[block_->column[e]]);
    }
  }
  row_starts_.assign(block_->columns + 2, 0);
  for (const std::uint32_t place : first) ++row_starts_[place + 1];
  std::partial_sum(row_starts_.begin(), row_starts_.end(), row_starts_.begin());
  rows_.resize(rows);
  std::vector<std::uint32_t> next(row_starts_.begin(), row_starts_.end() - 1);
  for (std::uint32_t row = 0; row < rows; ++row) rows_[next[first[row]]++] = row;
}

std::span<const std::uint32_t> Structure::rows_at(std::uint32_t place) const {
  return std::span(rows_).subspan(row_starts_[place], row_starts_[place + 1] - row_starts_[place]);
}

void Structure::mark(std::uint32_t other, std::uint32_t place) {
  if (marked_[other] == place) return;
  marked_[other] = place;
  columns_.push_back(other);
}

// The columns of all rows that meet at this place.
void Structure::gather(std::uint32_t place) {
  gathered_ = columns_.size();
  mark(place, place);
  for (const std::uint32_t row : rows_at(place)) {
    for (std::uint32_t e = block_->row_starts[row]; e < block_->row_starts[row + 1]; ++e) {
      mark(place_of_[block_->column[e]], place);
    }
  }
  for (std::uint32_t c = first_child_[place]; c != kNoFront; c = drafts_[c].next_sibling) {
    const std::size_t first = drafts_[c].first_column + drafts_[c].pivots;
    for (std::size_t k = 0; k < drafts_[c].others(); ++k) mark(columns_[first + k], place);
  }
}

std::uint32_t Structure::rows_arriving(std::uint32_t place) const {
  auto rows = static_cast<std::uint32_t>(rows_at(place).size());
  for (std::uint32_t c = first_child_[place]; c != kNoFront; c = drafts_[c].next_sibling) {
    rows += drafts_[c].leftover;
  }
  return rows;
}

// A child whose other columns are all columns of this place, and which may take the place in as one
// more pivot without using more memory than two fronts would. Rows that arrive from elsewhere are
// zero in the earlier pivots; the operations on those zeros are left out (Symbolic::row_end).
std::uint32_t Structure::nested_child(std::uint32_t place) const {
  const std::size_t size = columns_.size() - gathered_;
  const double arriving = rows_arriving(place);
  std::uint32_t best = kNoFront;
  double best_gain = 0.0;
  for (std::uint32_t c = first_child_[place]; c != kNoFront; c = drafts_[c].next_sibling) {
    const Draft& child = drafts_[c];
    if (child.others() != size) continue;
    // Numbers that two fronts would both hold, less the zeros that one front would have.
    const double gain = (child.rows - child.pivots) * (static_cast<double>(size) + 1) -
                        (arriving - child.leftover) * child.pivots;
    if (gain < best_gain) continue;
    best = c;
    best_gain = gain;
  }
  return best;
}

void Structure::detach(std::uint32_t child, std::uint32_t place) {
  std::uint32_t* link = &first_child_[place];
  while (*link != child) link = &drafts_[*link].next_sibling;
  *link = drafts_[child].next_sibling;
}

std::uint32_t Structure::add_front(std::uint32_t place) {
  std::sort(columns_.begin() + static_cast<std::ptrdiff_t>(gathered_), columns_.end());
  Draft draft;
  draft.first_column = gathered_;
  draft.size = static_cast<std::uint32_t>(columns_.size() - gathered_);
  draft.rows = rows_arriving(place);
  drafts_.push_back(draft);
  return static_cast<std::uint32_t>(drafts_.size() - 1);
}

std::uint32_t Structure::extend_front(std::uint32_t front, std::uint32_t place) {
  columns_.resize(gathered_);
  detach(front, place);
  flops_ -= drafts_[front].finishing_flops;
  drafts_[front].finishing_flops = 0.0;
  drafts_[front].rows += rows_arriving(place);
  return front;
}

// Rows left over beyond a triangle carry nothing more, so they are made a triangle again; but only
// when there are twice as many, for that takes more reflectors than the pivots did.
void Structure::hand_on(std::uint32_t front) {
  Draft& draft = drafts_[front];
  draft.leftover = draft.rows > draft.pivots ? draft.rows - draft.pivots : 0;
  if (draft.others() == 0 || draft.leftover == 0) return;
  const std::uint32_t triangle = draft.others() + 1;
  if (draft.leftover > 2 * triangle) {
    draft.finishing_flops = finishing_flops(draft.leftover, triangle);
    flops_ += draft.finishing_flops;
    draft.leftover = triangle;
  }
  const std::uint32_t parent = columns_[draft.first_column + draft.pivots];
  draft.next_sibling = first_child_[parent];
  first_child_[parent] = front;
}

bool Structure::build(double flop_limit) {
  for (std::uint32_t place = 0; place < order_.size(); ++place) {
    gather(place);
    const std::uint32_t child = nested_child(place);
    const std::uint32_t front = child == kNoFront ? add_front(place) : extend_front(child, place);
    front_of_[place] = front;
    Draft& draft = drafts_[front];
    const double rows = draft.rows > draft.pivots ? draft.rows - draft.pivots : 0;
    ++draft.pivots;
    flops_ += 4.0 * rows * (draft.others() + 1);
    hand_on(front);
    if (flops_ > flop_limit) return false;
  }
  return true;
}

}  // namespace autumn::gaussian
