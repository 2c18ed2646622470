// Cells forward: eight matrices at a time are filled and rotated, and hand on what is left over.
#include "gaussian/batch_work.h"

namespace autumn::gaussian {
namespace {

struct Batch {
  std::size_t number;
  std::size_t count;  // lanes in use
  double* rows;

  [[nodiscard]] AUTUMN_INLINE bool is_full() const { return count == kLanes; }
};

AUTUMN_INLINE void fill(const CellGroup& group, const CellContext& c, const Batch& batch) {
  for (const std::uint32_t zero : group.zeros) store(batch.rows + kLanes * zero, spread(0.0));
  double* to = batch.rows;
  for (const CellRow& row : group.rows) {
    const Lanes inverse =
        gather(row.scale, c.slots, c.inverse_scales, batch.number, batch.is_full());
    const CellEntry* entry = group.entries.data() + row.first_entry;
    for (const CellEntry* end = entry + row.entries; entry != end; ++entry) {
      Lanes x = numbers_at(entry->multiplier, c, batch.number) * inverse;
      if (entry->coefficient.kind != SlotKind::kNone) {
        x *= gather(entry->coefficient, c.slots, c.coefficients, batch.number, batch.is_full());
      }
      double* at = to + kLanes * entry->column;
      store(at, entry->is_added ? load(at) + x : x);
    }
    if (row.has_constant) {
      Lanes x = numbers_at(row.constant, c, batch.number);
      if (row.constant_slot.kind != SlotKind::kNone) {
        x += gather(row.constant_slot, c.slots, c.constants, batch.number, batch.is_full()) *
             numbers_at(row.weight, c, batch.number);
      }
      store(to + kLanes * group.columns, x * inverse);
    }
    to += kLanes * group.width();
  }
}

AUTUMN_INLINE void rotate(const CellGroup& group, const Batch& batch, LaneTotals& totals) {
  const std::size_t stride = kLanes * group.width();
  double* turn = batch.rows + stride * group.rows.size();
  for (const Rotation& rotation : group.forward) {
    double* top = batch.rows + stride * rotation.top;
    double* other = batch.rows + stride * rotation.other;
    double* at = top + kLanes * rotation.pivot;
    const Lanes x = load(at);
    const Lanes y = load(other + kLanes * rotation.pivot);
    const Lanes square = x * x + y * y;
    expect_moderate(totals, square);
    const Lanes norm = root(square);
    const Lanes inverse = 1.0 / norm;
    const Lanes c = x * inverse;
    const Lanes s = y * inverse;
    store(at, norm);
    store(turn, c);
    store(turn + kLanes, s);
    turn += 2 * kLanes;
    const std::uint8_t* column = group.lists.data() + rotation.first;
    for (const std::uint8_t* end = column + rotation.both; column != end; ++column) {
      const Lanes a = load(top + kLanes * *column);
      const Lanes b = load(other + kLanes * *column);
      store(top + kLanes * *column, c * a + s * b);
      store(other + kLanes * *column, c * b - s * a);
    }
    for (const std::uint8_t* end = column + rotation.tops; column != end; ++column) {
      const Lanes a = load(top + kLanes * *column);
      store(top + kLanes * *column, c * a);
      store(other + kLanes * *column, -s * a);
    }
    for (const std::uint8_t* end = column + rotation.others; column != end; ++column) {
      const Lanes b = load(other + kLanes * *column);
      store(top + kLanes * *column, s * b);
      store(other + kLanes * *column, c * b);
    }
  }
}

AUTUMN_INLINE void take_pivots(const CellGroup& group, const Batch& batch, LaneTotals& totals) {
  for (std::uint32_t p = 0; p < group.pivots; ++p) {
    const std::size_t place = group.pivot_row[p] * group.width() + p;
    Lanes x = absolute(load(batch.rows + kLanes * place));
    if (!batch.is_full()) x = keep_first(x, batch.count, 1.0);
    multiply(totals, x);
  }
  for (const std::uint8_t p : group.alone) {
    const std::size_t place = group.pivot_row[p] * group.width() + p;
    const Lanes x = load(batch.rows + kLanes * place);
    expect_moderate(totals, x * x);
  }
}

AUTUMN_INLINE void hand_to_tall(const CellGroup& group, const CellContext& c, const Batch& batch) {
  const std::size_t columns = group.tall_source.size();
  for (std::size_t k = 0; k < group.leftover(); ++k) {
    const double* row = batch.rows + kLanes * group.width() * group.left_row[k];
    double* to = c.tall + kLanes * (batch.number * group.leftover() + k);
    for (std::size_t j = 0; j < columns; ++j, to += c.tall_rows) {
      const std::uint8_t source = group.tall_source[j];
      Lanes x = source == CellGroup::kNoColumn ? spread(0.0) : load(row + kLanes * source);
      if (!batch.is_full()) x = keep_first(x, batch.count, 0.0);
      store(to, x);
    }
  }
}

AUTUMN_INLINE void hand_to_plain(const CellGroup& group, const CellContext& c,
                                 const Batch& batch) {
  const std::size_t others = group.others() + 1;
  for (std::size_t lane = 0; lane < batch.count; ++lane) {
    const std::size_t cell = batch.number * kLanes + lane;
    const std::uint32_t* place = group.places.data() + cell * others;
    double* to = c.matrices + group.targets[cell].first;
    for (const std::uint8_t left : group.left_row) {
      const double* row = batch.rows + kLanes * (group.width() * left + group.pivots) + lane;
      for (std::size_t j = 0; j < others; ++j) to[place[j]] = row[kLanes * j];
      to += group.targets[cell].stride;
    }
  }
}

AUTUMN_INLINE void add_rest(const CellGroup& group, const Batch& batch, LaneTotals& totals) {
  for (const std::uint8_t left : group.left_row) {
    Lanes x = load(batch.rows + kLanes * (group.width() * left + group.columns));
    if (!batch.is_full()) x = keep_first(x, batch.count, 0.0);
    totals.rest += x * x;
  }
}

}  // namespace

AUTUMN_CLONES void eliminate_cells(const CellGroup& group, const CellContext& context,
                                   LaneTotals& totals) {
  LaneTotals own = totals;
  const std::size_t size = group.batch_size();
  for (std::size_t b = 0; b < group.batches; ++b) {
    const std::size_t left = group.cells - b * kLanes;
    const Batch batch{b, left < kLanes ? left : kLanes, context.lanes + b * size};
    fill(group, context, batch);
    rotate(group, batch, own);
    take_pivots(group, batch, own);
    switch (group.parent) {
      case ParentKind::kNone: add_rest(group, batch, own); break;
      case ParentKind::kTall: hand_to_tall(group, context, batch); break;
      case ParentKind::kPlain: hand_to_plain(group, context, batch); break;
    }
  }
  totals = own;
}

}  // namespace autumn::gaussian
