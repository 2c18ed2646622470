// Cells backward: the rows of Q and of what the parent gives, and from them the partials.
//
// With the notation of adjoint.cpp. Below a tall root the derivative by the logarithm of a row's
// scale is the sum of squares of its row of Q over all columns of the block, which are the cell's
// own pivots and those of the root, and of its residual; nothing cancels. Below a plain front it is
// what adjoint.cpp has.
#include <algorithm>

#include "gaussian/batch_work.h"

namespace autumn::gaussian {
namespace {

constexpr std::size_t kMostPivots = 8;

// The rows [Q1 | what was rotated], eight cells each.
struct Rows {
  double* numbers;
  std::size_t stride;
  std::size_t pivots;
  std::size_t rotated;

  [[nodiscard]] AUTUMN_INLINE double* row(std::size_t i) const { return numbers + i * stride; }
  // Column k of what was rotated.
  [[nodiscard]] AUTUMN_INLINE Lanes other(std::size_t i, std::size_t k) const {
    return load(row(i) + kLanes * (pivots + k));
  }
};

// Sums of what goes to slots that all lanes share.
struct Shared {
  double* scales;
  double* constants;
  double* coefficients;
};

struct Batch {
  std::size_t number;
  std::size_t count;
  const double* cells;

  [[nodiscard]] AUTUMN_INLINE bool is_full() const { return count == kLanes; }
};

AUTUMN_INLINE void take_from_tall(const CellGroup& group, const CellContext& c,
                                  const CellAdjoint& a, const Batch& batch, const Rows& rows) {
  const std::size_t columns = a.tall_pivots + 1;
  for (std::size_t k = 0; k < group.leftover(); ++k) {
    const std::size_t place = kLanes * (batch.number * group.leftover() + k);
    double* to = rows.row(group.left_row[k]) + kLanes * rows.pivots;
    for (std::size_t j = 0; j < columns; ++j, to += kLanes) {
      store(to, load(a.rotated + place + j * c.tall_rows));
    }
    if (rows.rotated == columns) continue;
    for (std::size_t j = 0; j < a.tall_pivots; ++j) {
      const std::uint8_t source = group.tall_source[j];
      if (source == CellGroup::kNoColumn) continue;
      store(to + kLanes * (source - group.pivots), load(a.adjoint + place + j * c.tall_rows));
    }
  }
}

AUTUMN_INLINE void take_from_plain(const CellGroup& group, const CellContext& c,
                                   const Batch& batch, const Rows& rows) {
  const std::size_t others = group.others() + 1;
  for (std::size_t k = 0; k < group.leftover(); ++k) {
    double* to = rows.row(group.left_row[k]) + kLanes * rows.pivots;
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      const std::size_t cell = batch.number * kLanes + std::min(lane, batch.count - 1);
      const std::uint32_t* place = group.places.data() + cell * others;
      const double* bar = c.matrices + group.targets[cell].first + k * group.targets[cell].stride;
      for (std::size_t j = 0; j < others; ++j) to[kLanes * j + lane] = bar[place[j]];
    }
    const double* from = batch.cells + kLanes * (group.width() * group.left_row[k] + group.pivots);
    std::copy_n(from, kLanes * others, to + kLanes * others);
  }
}

AUTUMN_INLINE void take_residuals(const CellGroup& group, const Batch& batch, const Rows& rows) {
  for (const std::uint8_t left : group.left_row) {
    store(rows.row(left) + kLanes * rows.pivots,
          load(batch.cells + kLanes * (group.width() * left + group.columns)));
  }
}

// Columns `first` on of two rows, undoing a rotation.
AUTUMN_INLINE void turn_back(double* top, double* other, const Lanes& c, const Lanes& s) {
  const Lanes a = load(top);
  const Lanes b = load(other);
  store(top, c * a - s * b);
  store(other, s * a + c * b);
}
AUTUMN_INLINE void turn_top_back(double* top, double* other, const Lanes& c, const Lanes& s) {
  const Lanes a = load(top);
  store(top, c * a);
  store(other, s * a);
}
AUTUMN_INLINE void turn_other_back(double* top, double* other, const Lanes& c, const Lanes& s) {
  const Lanes b = load(other);
  store(top, -s * b);
  store(other, c * b);
}

AUTUMN_INLINE void turn_parts_back(const Rotation& rotation, const Rows& rows, const Lanes& c,
                                   const Lanes& s) {
  double* top = rows.row(rotation.top) + kLanes * rows.pivots;
  double* other = rows.row(rotation.other) + kLanes * rows.pivots;
  const std::size_t end = kLanes * rows.rotated;
  if (rotation.has_top && rotation.has_other) {
    for (std::size_t k = 0; k < end; k += kLanes) turn_back(top + k, other + k, c, s);
  } else if (rotation.has_other) {
    for (std::size_t k = 0; k < end; k += kLanes) turn_other_back(top + k, other + k, c, s);
  } else if (rotation.has_top) {
    for (std::size_t k = 0; k < end; k += kLanes) turn_top_back(top + k, other + k, c, s);
  }
}

AUTUMN_INLINE void rotate_back(const CellGroup& group, const Batch& batch, const Rows& rows) {
  const double* turn =
      batch.cells + kLanes * (group.width() * group.rows.size() + 2 * group.forward.size());
  for (const Rotation& rotation : group.backward) {
    turn -= 2 * kLanes;
    const Lanes c = load(turn);
    const Lanes s = load(turn + kLanes);
    double* top = rows.row(rotation.top);
    double* other = rows.row(rotation.other);
    const std::size_t pivot = kLanes * rotation.pivot;
    if (rotation.is_last) {
      store(top + pivot, c);
      store(other + pivot, s);
    } else {
      turn_top_back(top + pivot, other + pivot, c, s);
    }
    const std::uint8_t* column = group.lists.data() + rotation.first;
    for (const std::uint8_t* end = column + rotation.both; column != end; ++column) {
      turn_back(top + kLanes * *column, other + kLanes * *column, c, s);
    }
    for (const std::uint8_t* end = column + rotation.tops; column != end; ++column) {
      turn_top_back(top + kLanes * *column, other + kLanes * *column, c, s);
    }
    for (const std::uint8_t* end = column + rotation.others; column != end; ++column) {
      turn_other_back(top + kLanes * *column, other + kLanes * *column, c, s);
    }
    turn_parts_back(rotation, rows, c, s);
  }
}

// Adds to what each lane's slot has; `sums` is where shared slots are collected.
AUTUMN_INLINE void scatter(const LaneSlots& s, const std::uint32_t* slots, const Batch& batch,
                           const Lanes& x, double* to, double* sums) {
  if (s.kind == SlotKind::kShared) {
    store(sums, load(sums) + (batch.is_full() ? x : keep_first(x, batch.count, 0.0)));
  } else if (s.kind == SlotKind::kRun && batch.is_full()) {
    double* at = to + s.first + kLanes * batch.number;
    store(at, load(at) + x);
  } else {
    const std::uint32_t* slot = slots + s.table + static_cast<std::ptrdiff_t>(kLanes * batch.number);
    for (std::size_t l = 0; l < batch.count; ++l) to[slot[l]] += x[l];
  }
}

class Partial {
 public:
  AUTUMN_INLINE Partial(const CellGroup& group, const CellContext& c, const CellAdjoint& a,
                        const Rows& rows, const Shared& shared)
      : group_(group), c_(c), a_(a), rows_(rows), shared_(shared) {}

  AUTUMN_INLINE void add(const Batch& batch) const {
    Lanes inverses[kMostPivots];
    const bool has_entries = a_.coefficients != nullptr && group_.has_coefficients;
    if (has_entries) {
      for (std::size_t p = 0; p < group_.pivots; ++p) {
        inverses[p] = -1.0 / load(pivot_row(batch, p) + kLanes * p);
      }
    }
    for (std::size_t i = 0; i < group_.rows.size(); ++i) {
      const CellRow& row = group_.rows[i];
      if (a_.scales != nullptr) {
        scatter(row.scale, c_.slots, batch, by_log_scale(i), a_.scales, shared_.scales + kLanes * i);
      }
      const bool has_slot = row.constant_slot.kind != SlotKind::kNone;
      if (has_slot && a_.partial_constants != nullptr) add_constant(batch, i);
      if (has_entries) add_entries(batch, i, inverses);
    }
  }

 private:
  [[nodiscard]] AUTUMN_INLINE const double* pivot_row(const Batch& batch, std::size_t p) const {
    return batch.cells + kLanes * group_.width() * group_.pivot_row[p];
  }

  [[nodiscard]] AUTUMN_INLINE Lanes by_log_scale(std::size_t i) const {
    const bool is_plain = group_.parent == ParentKind::kPlain;
    const std::size_t squares = group_.pivots + (is_plain ? 0 : a_.tall_pivots);
    const double* q = rows_.row(i);
    Lanes sum = spread(0.0);
    for (std::size_t k = 0; k < squares; ++k) sum += load(q + kLanes * k) * load(q + kLanes * k);
    sum *= a_.seed.determinant;
    if (!is_plain) {
      const Lanes e = load(q + kLanes * squares);
      return sum - 2 * a_.seed.rest * (e * e);
    }
    const std::size_t others = group_.others() + 1;
    for (std::size_t k = 0; k < others; ++k) sum -= rows_.other(i, k) * rows_.other(i, others + k);
    return sum;
  }

  [[nodiscard]] AUTUMN_INLINE Lanes by_right_hand_side(std::size_t i) const {
    if (group_.parent == ParentKind::kPlain) return rows_.other(i, group_.others());
    return 2 * a_.seed.rest * rows_.other(i, a_.tall_pivots);
  }

  [[nodiscard]] AUTUMN_INLINE Lanes by_other_column(std::size_t i, std::size_t j) const {
    return rows_.other(i, group_.parent == ParentKind::kPlain ? j : a_.tall_pivots + 1 + j);
  }

  [[nodiscard]] AUTUMN_INLINE Lanes inverse_scale(const Batch& batch, std::size_t i) const {
    return gather(group_.rows[i].scale, c_.slots, c_.inverse_scales, batch.number,
                  batch.is_full());
  }

  AUTUMN_INLINE void add_constant(const Batch& batch, std::size_t i) const {
    const CellRow& row = group_.rows[i];
    const Lanes x = by_right_hand_side(i) * numbers_at(row.weight, c_, batch.number) *
                    inverse_scale(batch, i);
    scatter(row.constant_slot, c_.slots, batch, x, a_.partial_constants,
            shared_.constants + kLanes * i);
  }

  AUTUMN_INLINE void add_entries(const Batch& batch, std::size_t i, const Lanes* inverses) const {
    const CellRow& row = group_.rows[i];
    bool is_solved = false;
    Lanes bars[kMostPivots];
    for (std::size_t e = row.first_entry; e < row.first_entry + row.entries; ++e) {
      const CellEntry& entry = group_.entries[e];
      if (entry.coefficient.kind == SlotKind::kNone) continue;
      if (entry.column < group_.pivots && !is_solved) {
        solve(batch, i, inverses, bars);
        is_solved = true;
      }
      const Lanes bar = entry.column < group_.pivots
                            ? bars[entry.column]
                            : by_other_column(i, entry.column - group_.pivots);
      const Lanes x =
          numbers_at(entry.multiplier, c_, batch.number) * bar * inverse_scale(batch, i);
      scatter(entry.coefficient, c_.slots, batch, x, a_.coefficients,
              shared_.coefficients + kLanes * e);
    }
  }

  // Row i of F1bar.
  AUTUMN_INLINE void solve(const Batch& batch, std::size_t i, const Lanes* inverses,
                           Lanes* bars) const {
    const std::size_t pivots = group_.pivots;
    for (std::size_t p = pivots; p-- > 0;) {
      const double* t = pivot_row(batch, p);
      Lanes x = a_.seed.determinant * load(rows_.row(i) + kLanes * p) +
                load(t + kLanes * group_.columns) * by_right_hand_side(i);
      for (std::size_t q = p + 1; q < pivots; ++q) x += load(t + kLanes * q) * bars[q];
      for (std::size_t j = 0; j < group_.others(); ++j) {
        x += load(t + kLanes * (pivots + j)) * by_other_column(i, j);
      }
      bars[p] = x * inverses[p];
    }
  }

  const CellGroup& group_;
  const CellContext& c_;
  const CellAdjoint& a_;
  const Rows& rows_;
  const Shared& shared_;
};

AUTUMN_INLINE void add_shared(const LaneSlots& s, const double* sums, double* to) {
  if (s.kind == SlotKind::kShared && to != nullptr) to[s.first] += sum(load(sums));
}

}  // namespace

AUTUMN_CLONES void adjoin_cells(const CellGroup& group, const CellContext& context,
                                const CellAdjoint& adjoint) {
  const std::size_t count = group.rows.size();
  const bool has_entries = adjoint.coefficients != nullptr && group.has_coefficients;
  const std::size_t rotated = rotated_columns(group, adjoint.tall_pivots, has_entries);
  const std::size_t stride = kLanes * (group.pivots + rotated);
  const Rows rows{adjoint.work, stride, group.pivots, rotated};
  double* sums = adjoint.work + count * stride;
  const Shared shared{sums, sums + kLanes * count, sums + 2 * kLanes * count};
  // What is zero stays so for all batches.
  const std::size_t size = count * stride + kLanes * (2 * count + group.entries.size());
  for (std::size_t k = 0; k < size; k += kLanes) store(adjoint.work + k, spread(0.0));
  for (const std::uint8_t p : group.alone) {
    store(rows.row(group.pivot_row[p]) + kLanes * p, spread(1.0));
  }
  const Partial partial(group, context, adjoint, rows, shared);
  for (std::size_t b = 0; b < group.batches; ++b) {
    const std::size_t left = group.cells - b * kLanes;
    const Batch batch{b, left < kLanes ? left : kLanes, context.lanes + b * group.batch_size()};
    switch (group.parent) {
      case ParentKind::kNone: take_residuals(group, batch, rows); break;
      case ParentKind::kTall: take_from_tall(group, context, adjoint, batch, rows); break;
      case ParentKind::kPlain: take_from_plain(group, context, batch, rows); break;
    }
    rotate_back(group, batch, rows);
    partial.add(batch);
  }
  for (std::size_t i = 0; i < count; ++i) {
    add_shared(group.rows[i].scale, shared.scales + kLanes * i, adjoint.scales);
    add_shared(group.rows[i].constant_slot, shared.constants + kLanes * i,
               adjoint.partial_constants);
  }
  for (std::size_t e = 0; e < group.entries.size(); ++e) {
    add_shared(group.entries[e].coefficient, shared.coefficients + kLanes * e,
               adjoint.coefficients);
  }
}

}  // namespace autumn::gaussian
