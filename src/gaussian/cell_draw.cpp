// Draws of the columns of cells, eight at a time.
#include "gaussian/batch_work.h"

namespace autumn::gaussian {
namespace {

constexpr std::size_t kMostColumns = 16;

AUTUMN_INLINE void put(const LaneSlots& s, const CellDraw& draw, std::size_t batch,
                       std::size_t count, const Lanes& x) {
  if (s.kind == SlotKind::kRun && count == kLanes) {
    store(draw.u + s.first + kLanes * batch, x);
  } else if (s.kind == SlotKind::kShared) {
    draw.u[s.first] = x[0];  // a group of one cell
  } else {
    const std::uint32_t* slot = draw.slots + s.table + static_cast<std::ptrdiff_t>(kLanes * batch);
    for (std::size_t l = 0; l < count; ++l) draw.u[slot[l]] = x[l];
  }
}

}  // namespace

AUTUMN_CLONES void draw_cells(const CellGroup& group, const CellDraw& draw) {
  Lanes u[kMostColumns];
  for (std::size_t b = 0; b < group.batches; ++b) {
    const std::size_t left = group.cells - b * kLanes;
    const std::size_t count = left < kLanes ? left : kLanes;
    const double* rows = draw.lanes + b * group.batch_size();
    for (std::size_t j = group.pivots; j < group.columns; ++j) {
      u[j] = gather(group.column[j], draw.slots, draw.u, b, count == kLanes);
    }
    for (std::size_t p = group.pivots; p-- > 0;) {
      const double* t = rows + kLanes * group.width() * group.pivot_row[p];
      const Lanes pivot = load(t + kLanes * p);
      const Lanes z = gather(group.column[p], draw.slots, draw.z, b, count == kLanes);
      // As if the pivot were positive; see draw.
      Lanes x = load(t + kLanes * group.columns) + (pivot < 0.0 ? -z : z);
      for (std::size_t j = p + 1; j < group.columns; ++j) x -= load(t + kLanes * j) * u[j];
      u[p] = x / pivot;
      put(group.column[p], draw, b, count, u[p]);
    }
  }
}

}  // namespace autumn::gaussian
